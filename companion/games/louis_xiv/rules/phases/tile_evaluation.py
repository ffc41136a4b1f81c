"""Who gets the reward of a tile, who may buy it, and where the stones go (L-3.4 to L-3.12)."""

from __future__ import annotations

from typing import Literal

from companion.games.louis_xiv.rules.events import MajorityCounted
from companion.games.louis_xiv.rules.phases.rewards import RewardReason
from companion.games.louis_xiv.rules.phases.tile_items import (
    BuyRewardDecision,
    FinishTile,
    GiveKingsCrown,
    GiveReward,
    ReturnStones,
)
from companion.games.louis_xiv.rules.phases.tile_ranking import TileRanking, rank_tile
from companion.games.louis_xiv.rules.pieces import NEUTRAL
from companion.games.louis_xiv.rules.state import TableState
from companion.rules.agenda import AgendaItem
from companion.rules.transaction import Transaction


def evaluate_tile(transaction: Transaction, tile: int, favoured: str | None) -> None:
    """Count the stones on a tile now, and put what follows on the agenda in its order.

    `favoured` is the player who used "once first".
    """
    position: TableState = transaction.position
    stones = position.tiles[tile].stones
    ranks = rank_tile(stones, favoured, position.config.is_enabled("once-first-second"))
    condition = position.condition(tile)
    kind = condition.kind
    if stones:
        second = None if kind == "stones" else _second_on_kings_tile(position, tile, ranks)
        transaction.apply_event(MajorityCounted(tile, ranks.leaders, second, stones, favoured))
    if kind == "stones":
        items, turns = _stones_tile_items(position, tile, ranks, condition.number)
    elif position.king == tile:
        items, turns = _kings_tile_items(position, tile, ranks)
    else:
        items, turns = _majority_tile_items(position, tile, ranks)
    transaction.replace_current_item(*items, FinishTile(tile, turns and not position.is_last_round))


def _second_on_kings_tile(position: TableState, tile: int, ranks: TileRanking) -> str | None:
    """L-3.7: the sole second on the king's tile; None where that is nobody or the neutral player."""
    if position.king != tile or ranks.sole_leader is None or len(ranks.runners_up) != 1:
        return None
    return ranks.runners_up[0] if ranks.runners_up[0] != NEUTRAL else None


def _majority_tile_items(
    position: TableState, tile: int, ranks: TileRanking
) -> tuple[list[AgendaItem], bool]:
    """L-3.4, L-3.5: the items of a majority tile, and whether it turns.

    The sole leader gets the reward; the others may buy it on a money tile.
    """
    alone = ranks.sole_leader
    items: list[AgendaItem] = []
    if alone is not None and alone != NEUTRAL:
        items += [GiveReward(alone, tile, "alone"), _return_stones(position, alone, tile, "general")]
    items += _items_of_others(position, tile, {alone})
    turns = alone is not None and (alone != NEUTRAL or position.config.is_enabled("neutral-turns-tile"))
    return items, turns


def _kings_tile_items(position: TableState, tile: int, ranks: TileRanking) -> tuple[list[AgendaItem], bool]:
    """L-3.7: the items of the king's tile, and whether it turns.

    The first gets a crown as well, the sole second the reward for nothing; those tied for most get it without
    a crown.
    """
    items: list[AgendaItem] = []
    served: set[str | None] = set()
    how: RewardReason = "alone" if ranks.sole_leader else "tied"
    for who in position.players_from_start:
        if who in ranks.leaders:
            items.append(GiveReward(who, tile, how))
            items += [GiveKingsCrown(who, tile)] if ranks.sole_leader else []
            items.append(_return_stones(position, who, tile, "general"))
            served.add(who)
    second = _second_on_kings_tile(position, tile, ranks)
    if second is not None:
        items += [GiveReward(second, tile, "second"), _return_stones(position, second, tile, "own")]
        served.add(second)
    items += _items_of_others(position, tile, served)
    turns = bool(position.tiles[tile].stones) or position.config.is_enabled("king-empty-turns")
    return items, turns


def _stones_tile_items(
    position: TableState, tile: int, ranks: TileRanking, least: int
) -> tuple[list[AgendaItem], bool]:
    """L-3.6: the items of a stones tile, and whether it turns.

    Everybody with at least the printed number of stones, `least`, gets the reward; majorities do not matter.
    """
    stones = position.tiles[tile].stones
    order = position.players_from_start
    if position.config.is_enabled("stones-tile-majority-first") and ranks.sole_leader in order:
        order = (str(ranks.sole_leader), *(who for who in order if who != ranks.sole_leader))
    items: list[AgendaItem] = []
    turns = False
    for who in order:
        if who in stones:
            if stones[who] >= least:
                items.append(GiveReward(who, tile, "stones"))
                turns = True
            items.append(_return_stones(position, who, tile, "own"))
    return items, turns


def _items_of_others(position: TableState, tile: int, served: set[str | None]) -> list[AgendaItem]:
    """The items of all others with a stone there, from the start player on.

    They may buy on a money tile, and take their stones into the own supply.
    """
    stones = position.tiles[tile].stones
    items: list[AgendaItem] = []
    for who in position.players_from_start if stones else ():
        if who in stones and who not in served:
            if position.condition(tile).kind == "money":
                items.append(BuyRewardDecision(who, tile))
            items.append(_return_stones(position, who, tile, "own"))
    return items


def _return_stones(
    position: TableState, who: str, tile: int, supply: Literal["own", "general"]
) -> ReturnStones:
    return ReturnStones(who, tile, position.tiles[tile].stones[who], supply)
