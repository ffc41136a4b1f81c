"""Which piece gets its tag next: all pieces of a box to choose from, kind by kind, those without a tag first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.games import query_each_game
from companion.screen.overlay_models import ChoiceOverlayModel
from companion.screen.pages.new_game.setup_presenter import setup_presenter_of
from companion.screen.view_models import ChoiceModel
from companion.table.tags.deck import BoxPiece, Deck
from companion.voice.enrolment_messages import EnrolmentMessages
from companion.voice.translator import Translator


def make_kind_choice_overlay(deck: Deck, clerk: EnrolmentMessages) -> ChoiceOverlayModel:
    """Every kind of piece, and how many of it have their tag.

    After them come what is printed on the copy, where that has a page, and the other games.
    """
    _ = clerk.translator.gettext
    choices = [
        _make_kind_choice(deck, clerk, name, pieces) for name, pieces in _pieces_by_group(deck).items()
    ]
    if setup_presenter_of(deck.game).make_available_game_model(clerk.translator.lang, ()).has_edition_page:
        choices.append(ChoiceModel(f"printed/{deck.game}", _("Printed values"), "quill", "quiet"))
    choices += [
        ChoiceModel(f"game/{name}", translator.name_of("game", "title"), "next", "quiet")
        for name, translator in query_each_game(lambda name: Translator(name, {}, clerk.translator.lang))
        if name != deck.game
    ]
    return ChoiceOverlayModel(_("Which piece?"), tuple(choices), _("So many have their tag."))


def _pieces_by_group(deck: Deck) -> Mapping[str, list[BoxPiece]]:
    """The pieces by their kind (`mission`); where each player has several, by player too (`card/black`)."""
    shared = {
        kind
        for (kind, owner), number in Counter(map(_kind_and_owner, deck.pieces_by_key.values())).items()
        if owner and number > 1
    }
    groups: dict[str, list[BoxPiece]] = {}
    for piece in deck.pieces_by_key.values():
        name = f"{piece.kind}/{piece.owner}" if piece.kind in shared else piece.kind
        groups.setdefault(name, []).append(piece)
    return groups


def _kind_and_owner(piece: BoxPiece) -> tuple[str, str]:
    return piece.kind, piece.owner


def _group_name(clerk: EnrolmentMessages, name: str, pieces: Sequence[BoxPiece]) -> str:
    """A group in words: `Influence card: Black`."""
    owner = name.partition("/")[2]
    kind = clerk.piece_kind_heading(pieces[0])
    return f"{kind}: {clerk.translator.player_name(owner)}" if owner else kind


def _make_kind_choice(
    deck: Deck, clerk: EnrolmentMessages, name: str, pieces: Sequence[BoxPiece]
) -> ChoiceModel:
    tagged = sum(deck.uid_of_piece(piece) is not None for piece in pieces)
    words = f"{_group_name(clerk, name, pieces)}\n{tagged} / {len(pieces)}"
    done = tagged == len(pieces)
    symbol = "check" if done else name.partition("/")[2] or "deck"
    return ChoiceModel(f"kind/{name}", words, symbol, "quiet" if done else "choice")


def make_piece_choice_overlay(deck: Deck, clerk: EnrolmentMessages, kind: str) -> ChoiceOverlayModel:
    """The pieces of a kind, those without a tag first."""
    found = sorted(_pieces_by_group(deck)[kind], key=lambda piece: deck.uid_of_piece(piece) is not None)
    choices = tuple(
        ChoiceModel(f"piece/{piece.key}", clerk.name_with_copy_number(piece))
        if deck.uid_of_piece(piece) is None
        else ChoiceModel(f"piece/{piece.key}", clerk.name_with_copy_number(piece), "check", "quiet")
        for piece in found
    )
    stand_first = clerk.translator.gettext("Those without a tag stand first.")
    return ChoiceOverlayModel(_group_name(clerk, kind, found), choices, stand_first, columns=3)
