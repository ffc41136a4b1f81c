"""The symbols of movements of Kabale und Hiebe."""

from __future__ import annotations

from companion.games.kabale.rules.constants import objective_symbol
from companion.rules.movements import Movement
from companion.rules.moves import UNKNOWN


def movement_symbol(movement: Movement) -> str:
    """The symbol of what is moved: the owner of a card, or the symbol of an objective."""
    match movement.piece.split("/"):
        case ["card", who, _]:
            return who
        case ["objective", name] if name != UNKNOWN:
            return objective_symbol(name)
    return "hand"
