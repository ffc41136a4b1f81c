"""The cards of a hand of Louis XIV."""

from __future__ import annotations

from companion.games.louis_xiv.rules.pieces import JOKER, PERSON_TILE, printed_chips
from companion.games.louis_xiv.voice import names
from companion.games.louis_xiv.voice.things import person
from companion.screen.presenters.table_presenter import format_copies
from companion.screen.view_models import CardModel
from companion.voice.translator import Translator

ANY_CHIP = "?"


def card(piece: str, copies: int, words: Translator) -> CardModel:
    """A card of a hand; equal ones are one card that says how many it stands for."""
    kind, _, name = piece.partition("/")
    if kind == "card":
        number, symbol = ("", JOKER) if name == JOKER else (str(PERSON_TILE[name]), "")
        return CardModel(piece, number, person(name, words) + format_copies(copies), symbol)
    if kind == "intrigue":
        return CardModel(piece, "", names.tile(words, name) + format_copies(copies), kind)
    chips = tuple(chip for chip in printed_chips(name) if chip != ANY_CHIP)
    return CardModel(
        piece, "", words.name_of("mission", name.partition(":")[0]) + format_copies(copies), "mission", chips
    )
