"""The symbol of a hand movement: what is moved."""

from __future__ import annotations

from companion.games.kabale.rules.printed import symbol_of
from companion.rules.movements import Movement
from companion.rules.moves import UNKNOWN


def sign_of(movement: Movement) -> str:
    """A card by its owner, an objective by its symbol."""
    match movement.piece.split("/"):
        case ["card", who, _]:
            return who
        case ["objective", name] if name != UNKNOWN:
            return symbol_of(name)
    return "hand"
