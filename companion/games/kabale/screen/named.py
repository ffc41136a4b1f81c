"""What cards of Kabale und Hiebe are called on the screen, and their values."""

from __future__ import annotations

from companion.games.kabale.rules.printed import PROFESSIONS, Halves, printed
from companion.games.kabale.voice import names
from companion.rules.moves import UNKNOWN
from companion.screen.view_models import CardModel
from companion.voice.translator import Translator

NO_VALUE = "–"


def value_of(halves: Halves | None) -> str:
    """A value as it is written on a card; a dash for none."""
    return NO_VALUE if halves is None else names.number(halves)


def face(words: Translator, card: str) -> str:
    """A character as his card has it: short, with a capital."""
    return words.name_of("face", card)


def card(piece: str, words: Translator) -> CardModel:
    """A card of the hand that lies open; of a profession both values."""
    _, _, name = piece.split("/")
    value = value_of(None if name == UNKNOWN else printed(name, ""))
    if name in PROFESSIONS:
        value = f"{value}/{value_of(printed(name, PROFESSIONS[name]))}"
    return CardModel(piece, value, face(words, name))
