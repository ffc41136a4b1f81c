"""The faces of the pieces of Kabale und Hiebe, and the names of its zones."""

from __future__ import annotations

from companion.games.kabale.rules.constants import objective_symbol, objective_value, printed_value
from companion.games.kabale.rules.pieces import COLOURS
from companion.games.kabale.screen.piece_names import NO_VALUE, value_text
from companion.games.kabale.screen.symbols import movement_symbol
from companion.games.kabale.voice import names
from companion.screen.default import piece_faces as house
from companion.screen.view_models import CardModel
from companion.voice.translator import Translator


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


__all__ = ["movement_symbol", "piece_face", "zone_name"]
