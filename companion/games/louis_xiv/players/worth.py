"""What things are worth to a player who thinks one move ahead, in victory points. Rough, and meant to be read."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.louis_xiv.rules.paying import affordable, fitting
from companion.games.louis_xiv.rules.printed import REWARDS
from companion.games.louis_xiv.rules.state import Table
from companion.games.louis_xiv.rules.verdict import MINUS_LOUIS
from companion.rules.multiset import Multiset

LOUIS = 0.33  # three are a coat of arms at the end (L-5.1)
CHIP = 2.5  # two fulfil a mission, five points
CROWN = 3.0  # a chip that always fits
SPENT = 0.25  # a stone in the general supply must be taken back by a card
PLACED = 0.05  # a stone on a tile cannot stand elsewhere
CARD = 1.0  # an influence or intrigue card is a coat of arms at the end at least

REWARD = {
    "crown": CROWN,
    "arms and stone": 1.5,
    "louis": 5 * LOUIS,
    "stones": 1.0,
    "arms": 2.0,
    "influence": CARD,
    "arms and intrigue": 1.0 + CARD,
}
LEAD = {-2: 0.05, -1: 0.15, 0: 0.3, 1: 0.6, 2: 0.8, 3: 0.9}
"""How likely a lead of so many stones lasts until the tile is evaluated."""
NOW = {-2: 0.0, -1: 0.0, 0: 0.0, 1: 1.0, 2: 1.0, 3: 1.0}
"""The same when nobody can add a stone any more."""


def reward(tile: int) -> float:
    """What the person gives (L-M8)."""
    return REWARD.get(REWARDS[tile], CHIP)


def price(position: Table, who: str, tile: int) -> int | None:
    """What he would pay there; None where nothing is sold or he has too little."""
    condition = position.condition(tile)
    cost = condition.number - (1 if position.players[who].ready(MINUS_LOUIS) else 0)
    return cost if condition.kind == "money" and cost <= position.players[who].money else None


def hope(position: Table, who: str, tile: int, stones: int, lasting: dict[int, float] = LEAD) -> float:
    """What `stones` of his on that tile are worth, with those of the others as they lie."""
    if not stones:
        return 0.0
    gain, condition = reward(tile), position.condition(tile)
    if condition.kind == "stones":
        return gain if stones >= condition.number else gain * 0.3 * stones / condition.number
    others = max((n for other, n in position.tiles[tile].stones.items() if other != who), default=0)
    first = lasting[max(-2, min(3, stones - others))]
    crown = CROWN if position.king == tile else 0.0
    cost = price(position, who, tile)
    bought = max(0.0, gain - LOUIS * cost) if cost is not None else 0.0
    return first * (gain + crown - SPENT * stones) + (1 - first) * bought


def more(position: Table, who: str, tile: int, stones: int, lasting: dict[int, float] = LEAD) -> float:
    """What `stones` more of his on that tile add."""
    there = position.tiles[tile].stones.get(who, 0)
    return hope(position, who, tile, there + stones, lasting) - hope(position, who, tile, there, lasting)


def stone_back(own: int) -> float:
    """What a stone from the general supply is worth to one who has `own` left."""
    return 0.5 if own < 3 else 0.25 if own < 6 else 0.1


def payable(missions: Iterable[str], chips: Multiset) -> bool:
    """Whether some of these missions can be fulfilled with those chips."""
    pairs = affordable(tuple(sorted(chips.items())))
    return any(pairs & fitting(mission) for mission in missions)
