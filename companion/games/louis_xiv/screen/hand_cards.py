"""The cards of a hand of Louis XIV."""

from __future__ import annotations

from companion.games.louis_xiv.rules.pieces import JOKER, TILE_OF_PERSON, printed_chips
from companion.games.louis_xiv.voice import names
from companion.games.louis_xiv.voice.descriptions import influence_card_person
from companion.screen.presenters.table_presenter import format_copies
from companion.screen.view_models import CardModel
from companion.voice.translator import Translator

ANY_CHIP = "?"


def hand_card_model(piece: str, copies: int, translator: Translator) -> CardModel:
    """A card of a hand; equal ones are one card with their number."""
    kind, _, name = piece.partition("/")
    if kind == "card":
        number, symbol = ("", JOKER) if name == JOKER else (str(TILE_OF_PERSON[name]), "")
        return CardModel(
            piece, number, influence_card_person(name, translator) + format_copies(copies), symbol
        )
    if kind == "intrigue":
        return CardModel(piece, "", names.person_name(translator, name) + format_copies(copies), kind)
    chips = tuple(chip for chip in printed_chips(name) if chip != ANY_CHIP)
    return CardModel(
        piece,
        "",
        translator.name_of("mission", name.partition(":")[0]) + format_copies(copies),
        "mission",
        chips,
    )
