"""What the tests of the voice know of the Princes of Florence alone."""

from __future__ import annotations

from typing import Any

from companion.games.florence.rules.auction_events import (
    AuctionPhasePassed,
    BuilderGained,
    JesterGained,
    LandscapePlaced,
    LandscapeReturned,
    ObjectChosen,
    ObjectPassed,
    PrestigeCardKept,
    RecruitingCardGained,
)
from companion.games.florence.rules.events import (
    BestWorkAwarded,
    BonusCardTaken,
    BuildingBuilt,
    FreedomRemoved,
    PrestigeGained,
    ProfessionRecruited,
    ProfessionTaken,
    WorkCompleted,
)
from companion.games.florence.rules.phases.final_scoring import (
    GameEnded,
    PrestigeCardCounted,
    PrestigeCardsShown,
)
from companion.games.florence.rules.prestige_cards import prestige_card_score
from companion.games.florence.rules.principality_counts import PrincipalityCounts
from companion.games.florence.rules.state import PlacedTile
from companion.games.florence.rules.work_value import itemised_work_value
from companion.rules.history import MovesUndone, PositionCorrected
from companion.rules.transaction import Event

PLAYERS = (2, 3, 5)

FOREST = PlacedTile("forest", "d4", "r1", 1 << 24)
LIBRARY = PlacedTile("library", "a3", "r0m", 1 << 14)
RICH = PrincipalityCounts(
    buildings=frozenset({"theatre", "university"}),
    landscapes={"lake": 2},
    freedoms=frozenset({"travel"}),
    jesters=2,
    professions_in_hand=2,
    works_on_table=2,
)
POOR = PrincipalityCounts(landscapes={"lake": 2})


def count(card: str) -> PrestigeCardCounted:
    """A card of blue's, who is rich where green is poor."""
    return PrestigeCardCounted("blue", card, prestige_card_score(card, "blue", {"blue": RICH, "green": POOR}))


RARE: tuple[Event, ...] = (
    ObjectPassed("blue", "builder", "builders"),
    ObjectPassed("blue", "lake", "no-room"),
    ObjectPassed("blue", "lake", "money"),
    AuctionPhasePassed("blue", "money"),
    AuctionPhasePassed("blue", "nothing"),
    ObjectChosen("blue", "builder", 400),
    ObjectChosen("blue", "jester", 400, "prestige"),
    JesterGained("blue"),
    *(BuilderGained("blue", number) for number in (1, 2, 3)),
    RecruitingCardGained("blue"),
    LandscapePlaced("blue", FOREST),
    LandscapeReturned("blue", "park"),
    PrestigeCardKept("blue", "?"),
    *(PrestigeGained("blue", 3, why) for why in ("landscape", "builder", "building", "best-work")),
    WorkCompleted(
        "blue",
        "poet",
        ("each-lake", "each-category"),
        itemised_work_value(RICH, "poet", ("each-lake",)),
        1900,
        0,
    ),
    WorkCompleted("blue", "poet", (), itemised_work_value(RICH, "poet"), 0, 9),
    WorkCompleted("blue", "poet", (), itemised_work_value(RICH, "poet"), 100, 1),
    BuildingBuilt("blue", LIBRARY, 700),
    BuildingBuilt("blue", LIBRARY, 0),
    ProfessionTaken("blue", "?", 300),
    BonusCardTaken("blue", "?", 300),
    FreedomRemoved("religion"),
    ProfessionRecruited("blue", "organ-builder", "green"),
    BestWorkAwarded(15, ("blue",)),
    BestWorkAwarded(15, ("blue", "green")),
    PrestigeCardsShown("blue", ("most-lakes",)),
    PrestigeCardsShown("blue", ("most-lakes", "two-large-buildings", "builder-jester-landscapes")),
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
