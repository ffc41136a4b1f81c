"""The symbol of a hand movement and of an event: what is moved, or what it is about."""

from __future__ import annotations

from companion.games.louis_xiv.rules.events import ArmsGained
from companion.games.louis_xiv.rules.outcomes import Exchanged, KindWon, MissionFulfilled
from companion.games.louis_xiv.rules.pieces import MISSION_STACK
from companion.rules.movements import Movement
from companion.rules.transaction import Event

THINGS = {
    "money": "louis",
    "arms": "arms",
    "king": "king",
    "start": "sun",
    "tile": "turn",
    "card": "influence",
    "intrigue": "intrigue",
}


def sign_of(movement: Movement) -> str:
    """The symbol of what is moved."""
    match movement.piece.split("/"):
        case ["stone" | "chip", which] | ["mission", which, _]:
            return which
        case ["mission", name]:
            return MISSION_STACK[name]
        case [kind, *_]:
            return THINGS.get(kind, "hand")
    return "hand"


def sign_of_points(event: Event | None) -> str:
    """The symbol of what gave points."""
    match event:
        case MissionFulfilled():
            return "mission"
        case KindWon(kind=kind):
            return kind
        case ArmsGained() | Exchanged():
            return "arms"
    return "quill"
