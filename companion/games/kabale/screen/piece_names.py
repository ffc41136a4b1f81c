"""The names and values of cards on the screens of Kabale und Hiebe."""

from __future__ import annotations

from companion.games.kabale.rules.constants import SYMBOL_OF_PROFESSION, HalfPoints, printed_value
from companion.games.kabale.voice import names
from companion.rules.moves import UNKNOWN
from companion.screen.view_models import CardModel
from companion.voice.translator import Translator

NO_VALUE = "–"


def value_text(halves: HalfPoints | None) -> str:
    """The value as it is written on a card; a dash for none."""
    return NO_VALUE if halves is None else names.half_points_text(halves)


def character_name(translator: Translator, card: str) -> str:
    """The name of a character as printed on its card: short, with a capital."""
    return translator.name_of("face", card)


def hand_card_model(piece: str, translator: Translator) -> CardModel:
    """The model of a card of the open hand; one with two values has both."""
    _, _, name = piece.split("/")
    value = value_text(None if name == UNKNOWN else printed_value(name, ""))
    if name in SYMBOL_OF_PROFESSION:
        value = f"{value}/{value_text(printed_value(name, SYMBOL_OF_PROFESSION[name]))}"
    return CardModel(piece, value, character_name(translator, name))
