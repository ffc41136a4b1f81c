"""The symbol of a hand movement and of an event: what is moved, or what it is about."""

from __future__ import annotations

from companion.games.louis_xiv.rules.events import ArmsGained
from companion.games.louis_xiv.rules.outcomes import Exchanged, KindWon, MissionFulfilled
from companion.rules.movements import Movement
from companion.rules.tale import Event

THINGS = {
    "money": "louis",
    "arms": "arms",
    "king": "king",
    "start": "sun",
    "tile": "turn",
    "card": "influence",
    "influence": "influence",
    "intrigue": "intrigue",
}


def sign_of(movement: Movement) -> str:
    """The symbol of what is moved."""
    kind, _, which = movement.what.partition("/")
    return which if kind in ("stone", "chip", "mission") else THINGS.get(kind, "hand")


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
