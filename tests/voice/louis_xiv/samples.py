"""What the tests of the voice know of Louis XIV alone."""

from __future__ import annotations

from typing import Any

from companion.games.louis_xiv.rules.events import (
    ArmsGained,
    IntrigueDrawn,
    MoneyGained,
    MoneyPaid,
    StoneGivenForCard,
    SubstituteNeeded,
)
from companion.games.louis_xiv.rules.mission_events import (
    ArmsShown,
    ChipSwapped,
    GameEnded,
    LeftoversExchanged,
    MissionReturned,
)
from companion.rules.history import MovesUndone, PositionCorrected
from companion.rules.transaction import Event

PLAYERS = (2, 3, 4)

RARE: tuple[Event, ...] = (
    SubstituteNeeded("money"),
    SubstituteNeeded("arms"),
    SubstituteNeeded("ring"),
    StoneGivenForCard("blue"),
    ChipSwapped("blue", "ring"),
    MissionReturned("red", "dark"),
    MoneyGained("blue", 2, "mid-plus-two"),
    ArmsGained("blue", 1, "tile/6"),
    IntrigueDrawn("blue", "L-1.4"),
    MoneyPaid("blue", 1, "tile/3"),
    LeftoversExchanged("blue", 0, 0, 0, {}, 0, 0),
    LeftoversExchanged("blue", 1, 2, 1, {3: 1, 9: 2}, 6, 9),
    ArmsShown("red", {}),
    GameEnded({"blue": 30, "yellow": 30, "red": 30}, ("yellow",), "stones"),
    GameEnded({"blue": 30, "yellow": 30, "red": 12}, ("blue", "yellow"), "shared"),
    MovesUndone(("blue inf6 place 6 6 1",)),
    MovesUndone(("blue done", "yellow done")),
    PositionCorrected((("/players/blue/money", 7),)),
)

FACTS: dict[str, Any] = {
    "who": "blue",
    "awaited": "yellow red",
    "players": "blue",
    "seats": "blue yellow",
    "start": "green",
    "tile": 6,
    "here": 6,
    "first": 1,
    "second": 5,
    "king": "?",
    "card": "inf6",
    "stack": "light",
    "mission": "light-plus-stone:helmet",
    "kind": "arms3",
    "phase": "influence",
    "chip": "ring",
}

RAW = ("arms3", "inf6", "light-plus")
"""Words of the notation that no sentence may let through."""

RUBBISH = ("inf6", "joker", "place", "take", "6", "12", "done", "yes", "fulfil", "arms1:99", "?", "{}", "ž")

NAMELESS = "blue"
"""The start player, whom people call by the colour where nobody gave a name."""
