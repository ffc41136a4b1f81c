"""What the tests of the voice know of Kabale und Hiebe alone."""

from __future__ import annotations

from typing import Any

from companion.games.kabale.rules.column_evaluation import evaluate_column
from companion.games.kabale.rules.events import (
    CardRemoved,
    ColumnEvaluated,
    ExplorerStayed,
    GameEnded,
    ObjectivesCounted,
    ObjectivesSwapped,
)
from companion.games.kabale.rules.final_scoring import objectives_score
from companion.rules.history import MovesUndone, PositionCorrected
from companion.rules.transaction import Event

PLAYERS = (2, 3, 6)


def evaluated(objective: str, cards: str) -> ColumnEvaluated:
    """The evaluation of column 2; `cards` from the objective down (`black/mage blue/king`)."""
    found = evaluate_column(
        objective, [(by, name) for by, _, name in (card.partition("/") for card in cards.split())]
    )
    return ColumnEvaluated(
        column=2,
        objective=objective,
        winner=found.winner,
        rule=found.rule,
        cards=found.cards,
        sums=found.sums,
        tied=found.tied,
        musketeers=found.musketeers,
        idle=found.idle,
    )


ALL_SIX = ("alchemy:5", "fencing:4", "farming:3", "trade:5", "religion:4", "music:5")

RARE: tuple[Event, ...] = (
    CardRemoved("blue", 1, 2, "?"),
    ExplorerStayed("blue", 1, "no-column"),
    ExplorerStayed("blue", 1, "moved-already"),
    ObjectivesSwapped("black", 1, 3),
    evaluated("trade:3", ""),
    evaluated("trade:3", "black/doppelgaenger"),
    evaluated("trade:3", "black/king"),
    evaluated("trade:3", "black/queen blue/queen"),
    evaluated("trade:3", "black/beggar blue/beggar"),
    evaluated("trade:3", "black/beggar"),
    evaluated("trade:3", "black/beggar blue/king"),
    evaluated("trade:3", "black/prince black/squire blue/king"),
    evaluated("trade:3", "black/prince black/squire blue/squire blue/prince"),
    ObjectivesCounted("blue", (), objectives_score(())),
    ObjectivesCounted("blue", ALL_SIX, objectives_score(ALL_SIX)),
    ObjectivesCounted("blue", (*ALL_SIX, "music:1"), objectives_score((*ALL_SIX, "music:1"))),
    GameEnded({"black": 30, "blue": 30, "green": 12}, ("black", "blue"), "shared"),
    MovesUndone(("black 2 ?",)),
    MovesUndone(("table shown 1.3 king", "black 1 ?")),
    PositionCorrected((("/columns/1/closed", True),)),
)

FACTS: dict[str, Any] = {
    "who": "black",
    "awaited": "table",
    "players": "black blue",
    "seats": "black green",
    "start": "white",
    "turn": "",
    "card": "little-giant",
    "objective": "fencing:3",
    "place": "1.3",
    "what": "slide",
    "column": 2,
}

RAW = ("little-giant", "fencing:3", "1.3", "slide.")
"""Words of the notation that no sentence may let through."""

RUBBISH = ("mage", "?", "1", "9", "skip", "swap", "slide", "turned", "shown", "1.3", "trade:3", "{}", "ž")

NAMELESS = "black"
"""The start player, whom people call by the colour where nobody gave a name."""
