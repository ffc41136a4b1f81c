"""The faces, names and symbols of the pieces of Kabale und Hiebe, the cards of a hand, and the names of its zones."""

from __future__ import annotations

from companion.games.kabale.rules.constants import (
    SYMBOL_OF_PROFESSION,
    HalfPoints,
    objective_symbol,
    objective_value,
    printed_value,
)
from companion.games.kabale.rules.pieces import COLOURS
from companion.games.kabale.voice import names
from companion.rules.movements import Movement
from companion.rules.moves import UNKNOWN
from companion.screen.default import piece_faces as house
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


def movement_symbol(movement: Movement) -> str:
    """The symbol of what is moved: the owner of a card, or the symbol of an objective."""
    match movement.piece.split("/"):
        case ["card", who, _]:
            return who
        case ["objective", name] if name != UNKNOWN:
            return objective_symbol(name)
    return "hand"


def piece_face(word: str) -> CardModel:
    """The face of a piece given by its word (`card/black/mage`): value and sign, or symbol, but no name."""
    match word.split("/"):
        case ["card", who, name]:
            return CardModel(word, value_text(printed_value(name, "")), "", who)
        case ["objective", name]:
            return CardModel(word, str(objective_value(name)), "", objective_symbol(name))
    return CardModel(word, NO_VALUE, "", "deck")


def zone_name(zone: str, translator: Translator) -> str:
    """The name of a zone (`column/2`) as people call it; "" where it has none."""
    kind, _, number = zone.partition("/")
    if kind == "column" and number in map(str, range(1, len(COLOURS) + 1)):
        return names.column_name(translator, number)
    return house.zone_name(zone, translator)
