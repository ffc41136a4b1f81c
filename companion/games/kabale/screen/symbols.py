"""The symbol of a hand movement: what is moved."""

from __future__ import annotations

from companion.games.kabale.rules.constants import objective_symbol
from companion.rules.movements import Movement
from companion.rules.moves import UNKNOWN


def movement_symbol(movement: Movement) -> str:
    """A card by its owner, an objective by its symbol."""
    match movement.piece.split("/"):
        case ["card", who, _]:
            return who
        case ["objective", name] if name != UNKNOWN:
            return objective_symbol(name)
    return "hand"
