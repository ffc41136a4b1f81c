"""The symbols of movements and events of Louis XIV."""

from __future__ import annotations

from companion.games.louis_xiv.rules.events import ArmsGained
from companion.games.louis_xiv.rules.mission_events import ArmsKindWon, LeftoversExchanged, MissionFulfilled
from companion.games.louis_xiv.rules.pieces import STACK_OF_MISSION
from companion.rules.movements import Movement
from companion.rules.transaction import Event

SYMBOL_OF_PIECE_KIND = {
    "money": "louis",
    "arms": "arms",
    "king": "king",
    "start": "sun",
    "tile": "turn",
    "card": "influence",
    "intrigue": "intrigue",
}


def movement_symbol(movement: Movement) -> str:
    """The symbol of the piece that is moved."""
    match movement.piece.split("/"):
        case ["stone" | "chip", which] | ["mission", which, _]:
            return which
        case ["mission", name]:
            return STACK_OF_MISSION[name]
        case [kind, *_]:
            return SYMBOL_OF_PIECE_KIND.get(kind, "hand")
    return "hand"


def points_source_symbol(event: Event | None) -> str:
    """The symbol of the event that gave points."""
    match event:
        case MissionFulfilled():
            return "mission"
        case ArmsKindWon(kind=kind):
            return kind
        case ArmsGained() | LeftoversExchanged():
            return "arms"
    return "quill"
