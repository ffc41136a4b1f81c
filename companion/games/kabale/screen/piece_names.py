"""What cards of Kabale und Hiebe are called on the screen, and their values."""

from __future__ import annotations

from companion.games.kabale.rules.constants import SYMBOL_OF_PROFESSION, HalfPoints, printed_value
from companion.games.kabale.voice import names
from companion.rules.moves import UNKNOWN
from companion.screen.view_models import CardModel
from companion.voice.translator import Translator

NO_VALUE = "–"


def value_text(halves: HalfPoints | None) -> str:
    """A value as it is written on a card; a dash for none."""
    return NO_VALUE if halves is None else names.half_points_text(halves)


def character_name(translator: Translator, card: str) -> str:
    """A character as his card has it: short, with a capital."""
    return translator.name_of("face", card)


def hand_card_model(piece: str, translator: Translator) -> CardModel:
    """A card of the hand that lies open; of a profession both values."""
    _, _, name = piece.split("/")
    value = value_text(None if name == UNKNOWN else printed_value(name, ""))
    if name in SYMBOL_OF_PROFESSION:
        value = f"{value}/{value_text(printed_value(name, SYMBOL_OF_PROFESSION[name]))}"
    return CardModel(piece, value, character_name(translator, name))
