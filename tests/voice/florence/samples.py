"""What the tests of the voice know of the Princes of Florence alone."""

from __future__ import annotations

from typing import Any

from companion.games.florence.rules.events import (
    BestWork,
    BonusTaken,
    BuilderCame,
    BuildingBuilt,
    Chosen,
    FreedomGone,
    Gained,
    JesterCame,
    LandscapeLaid,
    LandscapeReturned,
    Passed,
    PassedPhase,
    PrestigeKept,
    ProfessionTaken,
    Recruited,
    RecruitingTaken,
    WorkDone,
)
from companion.games.florence.rules.final import GameEnded, PrestigeCounted, PrestigeShown
from companion.games.florence.rules.prestige import counted
from companion.games.florence.rules.principality import Principality
from companion.games.florence.rules.state import Tile
from companion.games.florence.rules.work import value
from companion.rules.history import MovesUndone, PositionCorrected
from companion.rules.transaction import Event

PLAYERS = (2, 3, 5)

FOREST = Tile("forest", "d4", "r1", 1 << 24)
LIBRARY = Tile("library", "a3", "r0m", 1 << 14)
RICH = Principality(
    buildings=frozenset({"theatre", "university"}),
    landscapes={"lake": 2},
    freedoms=frozenset({"travel"}),
    jesters=2,
    hand=2,
    table=2,
)
POOR = Principality(landscapes={"lake": 2})


def count(card: str) -> PrestigeCounted:
    """A card of blue's, who is rich where green is poor."""
    return PrestigeCounted("blue", card, counted(card, "blue", {"blue": RICH, "green": POOR}))


RARE: tuple[Event, ...] = (
    Passed("blue", "builder", "builders"),
    Passed("blue", "lake", "no-room"),
    Passed("blue", "lake", "money"),
    PassedPhase("blue", "money"),
    PassedPhase("blue", "nothing"),
    Chosen("blue", "builder", 400),
    Chosen("blue", "jester", 400, "prestige"),
    JesterCame("blue"),
    *(BuilderCame("blue", number) for number in (1, 2, 3)),
    RecruitingTaken("blue"),
    LandscapeLaid("blue", FOREST),
    LandscapeReturned("blue", "park"),
    PrestigeKept("blue", "?"),
    *(Gained("blue", 3, why) for why in ("landscape", "builder", "building", "best-work")),
    WorkDone("blue", "poet", ("each-lake", "each-category"), value(RICH, "poet", ("each-lake",)), 1900, 0),
    WorkDone("blue", "poet", (), value(RICH, "poet"), 0, 9),
    WorkDone("blue", "poet", (), value(RICH, "poet"), 100, 1),
    BuildingBuilt("blue", LIBRARY, 700),
    BuildingBuilt("blue", LIBRARY, 0),
    ProfessionTaken("blue", "?", 300),
    BonusTaken("blue", "?", 300),
    FreedomGone("religion"),
    Recruited("blue", "organ-builder", "green"),
    BestWork(15, ("blue",)),
    BestWork(15, ("blue", "green")),
    PrestigeShown("blue", ("most-lakes",)),
    PrestigeShown("blue", ("most-lakes", "two-large-buildings", "builder-jester-landscapes")),
    *map(count, ("most-lakes", "most-jesters", "two-large-buildings", "builder-jester-landscapes")),
    GameEnded({"blue": 40, "green": 40, "orange": 12}, ("green",), "money"),
    GameEnded({"blue": 40, "green": 40, "orange": 12}, ("blue", "green"), "shared"),
    GameEnded({"blue": 40, "green": 39, "orange": 12}, ("blue",), "points"),
    MovesUndone(("blue bid",)),
    MovesUndone(("blue keep most-lakes",)),
    MovesUndone(("blue bid", "green pass")),
    PositionCorrected((("/players/blue/money", 300),)),
)

FACTS: dict[str, Any] = {
    "who": "blue",
    "awaited": "table",
    "by": "green",
    "player": "green",
    "players": "blue green",
    "seats": "blue orange",
    "start": "red",
    "turn": "r1m",
    "kind": "prestige",
    "tile": "forest",
    "building": "library",
    "one": "palazzo",
    "other": "library",
    "square": "d4",
    "profession": "organ-builder",
    "card": "each-lake",
    "freedom": "opinion",
    "what": "professions",
    "action": "profession",
    "actions": "work build",
    "path": "/players/blue/money",
    "name": "banana",
}

RAW = ("organ-builder", "each-lake", "r1m", "work build", " blue")
"""Words of the notation that no sentence may let through."""

RUBBISH = ("bid", "pass", "?", "0", "9", "forest", "poet", "d4", "r3m", "open", "take", "sell", "{}", "ž")

NAMELESS = "blue"
"""The start player, whom people call by the colour where nobody gave a name."""
