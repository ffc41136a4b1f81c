"""What things are worth in victory points to a player who looks one move ahead; roughly."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.louis_xiv.rules.edition import TILE_REWARDS
from companion.games.louis_xiv.rules.phases.mission_fulfilment import (
    affordable_chip_pairs,
    chip_pairs_for_mission,
)
from companion.games.louis_xiv.rules.phases.tile_items import MINUS_LOUIS_MISSION
from companion.games.louis_xiv.rules.state import TableState
from companion.rules.multiset import Multiset

LOUIS_VALUE = 0.33  # three are a coat of arms at the end (L-5.1)
CHIP_VALUE = 2.5  # two fulfil a mission, five points
CROWN_VALUE = 3.0  # a chip that always fits
SPENT_STONE_COST = 0.25  # a stone in the general supply must be taken back by a card
PLACED_STONE_COST = 0.05  # a stone on a tile cannot stand elsewhere
CARD_VALUE = 1.0  # at the end at least a coat of arms for an influence or intrigue card

REWARD_VALUES = {
    "crown": CROWN_VALUE,
    "arms and stone": 1.5,
    "louis": 5 * LOUIS_VALUE,
    "stones": 1.0,
    "arms": 2.0,
    "influence": CARD_VALUE,
    "arms and intrigue": 1.0 + CARD_VALUE,
}
LEAD_PROBABILITIES = {-2: 0.05, -1: 0.15, 0: 0.3, 1: 0.6, 2: 0.8, 3: 0.9}
"""Lead in stones -> the probability that it lasts until the tile is evaluated."""
FINAL_LEAD_PROBABILITIES = {-2: 0.0, -1: 0.0, 0: 0.0, 1: 1.0, 2: 1.0, 3: 1.0}
"""Lead in stones -> the same probability when nobody can add a stone any more."""


def reward_value(tile: int) -> float:
    """The value of the tile's reward (L-M8)."""
    return REWARD_VALUES.get(TILE_REWARDS[tile], CHIP_VALUE)


def purchase_price(position: TableState, who: str, tile: int) -> int | None:
    """What the player would pay for the reward; None where it is not for sale or they have too little."""
    condition = position.condition(tile)
    cost = condition.number - (1 if position.players[who].usable_mission_count(MINUS_LOUIS_MISSION) else 0)
    return cost if condition.kind == "money" and cost <= position.players[who].money else None


def expected_tile_value(
    position: TableState,
    who: str,
    tile: int,
    stones: int,
    lead_probabilities: dict[int, float] = LEAD_PROBABILITIES,
) -> float:
    """The value of `stones` of the player on that tile, with the stones of the others as they lie."""
    if not stones:
        return 0.0
    gain, condition = reward_value(tile), position.condition(tile)
    if condition.kind == "stones":
        return gain if stones >= condition.number else gain * 0.3 * stones / condition.number
    others = max((n for other, n in position.tiles[tile].stones.items() if other != who), default=0)
    first = lead_probabilities[max(-2, min(3, stones - others))]
    crown = CROWN_VALUE if position.king == tile else 0.0
    cost = purchase_price(position, who, tile)
    bought = max(0.0, gain - LOUIS_VALUE * cost) if cost is not None else 0.0
    return first * (gain + crown - SPENT_STONE_COST * stones) + (1 - first) * bought


def added_stones_value(
    position: TableState,
    who: str,
    tile: int,
    stones: int,
    lead_probabilities: dict[int, float] = LEAD_PROBABILITIES,
) -> float:
    """How much `stones` more of the player add on that tile."""
    there = position.tiles[tile].stones.get(who, 0)
    return expected_tile_value(position, who, tile, there + stones, lead_probabilities) - expected_tile_value(
        position, who, tile, there, lead_probabilities
    )


def returned_stone_value(own: int) -> float:
    """The value of taking a stone back from the general supply, for a player with `own` left."""
    return 0.5 if own < 3 else 0.25 if own < 6 else 0.1


def can_fulfil_any(missions: Iterable[str], chips: Multiset) -> bool:
    """Whether some of these missions can be fulfilled with those chips."""
    pairs = affordable_chip_pairs(chips)
    return any(pairs & chip_pairs_for_mission(mission) for mission in missions)
