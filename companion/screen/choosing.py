"""Which piece is to get its tag next: all of a box to choose from, kind by kind, what has none first."""

from __future__ import annotations

from companion.games import GAMES
from companion.screen.tagging import Offer
from companion.screen.views import Choice
from companion.table.pieces import Deck, Piece
from companion.voice.enrolled import Clerk
from companion.voice.words import Words


def kinds(deck: Deck, clerk: Clerk) -> Offer:
    """Every kind of piece, and how many of it have their tag; after them the other games."""
    of_kind: dict[str, list[Piece]] = {}
    for piece in deck.box.values():
        of_kind.setdefault(piece.kind, []).append(piece)
    choices = [_kind(deck, clerk, kind, pieces) for kind, pieces in of_kind.items()]
    choices += [
        Choice(f"game/{name}", Words(name, {}, clerk.words.lang).named("game", "title"), "next", "quiet")
        for name in GAMES
        if name != deck.game
    ]
    _ = clerk.words.gettext
    return Offer(_("Which piece?"), tuple(choices), _("So many have their tag."))


def _kind(deck: Deck, clerk: Clerk, kind: str, pieces: list[Piece]) -> Choice:
    tagged = sum(deck.tag(piece) is not None for piece in pieces)
    words = f"{clerk.kind(pieces[0])}\n{tagged} / {len(pieces)}"
    done = tagged == len(pieces)
    return Choice(f"kind/{kind}", words, "check" if done else "deck", "quiet" if done else "choice")


def pieces(deck: Deck, clerk: Clerk, kind: str) -> Offer:
    """The pieces of a kind, those without a tag first."""
    found = [piece for piece in deck.box.values() if piece.kind == kind]
    found.sort(key=lambda piece: deck.tag(piece) is not None)
    choices = tuple(
        Choice(f"piece/{piece.key}", clerk.which(piece))
        if deck.tag(piece) is None
        else Choice(f"piece/{piece.key}", clerk.which(piece), "check", "quiet")
        for piece in found
    )
    stand_first = clerk.words.gettext("Those without a tag stand first.")
    return Offer(clerk.kind(found[0]), choices, stand_first, columns=3)
