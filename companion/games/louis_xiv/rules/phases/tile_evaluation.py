"""Who gets the reward of a tile, who may buy it, and where the stones go (L-3.4 to L-3.12)."""

from __future__ import annotations

from functools import cache
from typing import Literal

from companion.games.louis_xiv.rules.events import (
    KingLeftTile,
    MajorityCounted,
    MoneyPaid,
    NeutralStonesReturned,
    StonesReturned,
    TileTurned,
)
from companion.games.louis_xiv.rules.gains import gain_chip
from companion.games.louis_xiv.rules.phases.rewards import RewardReason, give_reward
from companion.games.louis_xiv.rules.phases.tile_ranking import TileRanking, players_with_most, rank_tile
from companion.games.louis_xiv.rules.pieces import NEUTRAL, button_step, implied_step
from companion.games.louis_xiv.rules.state import PlayerDecision, TableState, refusal_if_not_seated
from companion.rules.agenda import AgendaItem
from companion.rules.choice import Choice, branch_choice, end_of_move_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.transaction import Action, Transaction
from companion.rules.turn import Turn

NOT_YOUR_PURCHASE = declare_clause("L-3.4", "not-your-purchase", "who", "awaited")
FAVOURED_NOT_TIED = declare_clause("L-3.3", "agenda-favoured", "who", "tile")
NO_STONES_TO_RETURN = declare_clause("L-3.4", "agenda-home", "stones", "tile")
NOTHING_SOLD_AT_TILE = declare_clause("L-3.4", "agenda-sale", "tile")

MINUS_LOUIS_MISSION = "dark-minus-louis"


class EvaluateTile(AgendaItem, frozen=True, tag="evaluate"):
    """The evaluation of one tile, put on the agenda in its order; the stones are counted now.

    `favoured` is the player who used "once first".
    """

    tile: int
    favoured: str | None = None

    def settle(self, transaction: Transaction) -> bool:
        position: TableState = transaction.position
        stones = position.tiles[self.tile].stones
        ranks = rank_tile(stones, self.favoured, position.config.is_enabled("once-first-second"))
        condition = position.condition(self.tile)
        kind = condition.kind
        if stones:
            second = None if kind == "stones" else _second_on_kings_tile(position, self.tile, ranks)
            transaction.apply_event(MajorityCounted(self.tile, ranks.leaders, second, stones, self.favoured))
        if kind == "stones":
            items, turns = _stones_tile_items(position, self.tile, ranks, condition.number)
        elif position.king == self.tile:
            items, turns = _kings_tile_items(position, self.tile, ranks)
        else:
            items, turns = _majority_tile_items(position, self.tile, ranks)
        transaction.replace_current_item(*items, FinishTile(self.tile, turns and not position.is_last_round))
        return True

    def fault_in(self, position: TableState) -> Refusal | None:
        if self.favoured is not None and self.favoured not in players_with_most(
            position.tiles[self.tile].stones
        ):
            return FAVOURED_NOT_TIED(self.favoured, self.tile)
        return None


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
    money = position.condition(tile).kind == "money"
    items: list[AgendaItem] = []
    for who in position.players_from_start:
        if who in position.tiles[tile].stones and who not in served:
            items += [BuyRewardDecision(who, tile)] if money else []
            items.append(_return_stones(position, who, tile, "own"))
    return items


def _return_stones(
    position: TableState, who: str, tile: int, supply: Literal["own", "general"]
) -> ReturnStones:
    return ReturnStones(who, tile, position.tiles[tile].stones[who], supply)


# -- the agenda items of a tile


class _PlayerAtTile(AgendaItem, frozen=True):
    """What a player gets or does at a tile."""

    who: str
    tile: int

    def fault_in(self, position: TableState) -> Refusal | None:
        return refusal_if_not_seated(position, self.who)


class GiveReward(_PlayerAtTile, frozen=True, tag="reward"):
    """L-M8: a player gets the reward of the tile."""

    how: RewardReason

    def settle(self, transaction: Transaction) -> bool:
        give_reward(transaction, self.who, self.tile, self.how)
        return True


class GiveKingsCrown(_PlayerAtTile, frozen=True, tag="crown"):
    """L-3.7: a player gets the crown of the king."""

    def settle(self, transaction: Transaction) -> bool:
        gain_chip(transaction, self.who, "crown", "L-3.7")
        transaction.replace_current_item()
        return True


class ReturnStones(_PlayerAtTile, frozen=True, tag="home"):
    """The player's counted stones leave the tile; one just placed on tile 6 stays (L-3.10)."""

    stones: int
    supply: Literal["own", "general"]

    def fault_in(self, position: TableState) -> Refusal | None:
        if self.stones < 1:
            return NO_STONES_TO_RETURN(self.stones, self.tile)
        return _PlayerAtTile.fault_in(self, position)

    def settle(self, transaction: Transaction) -> bool:
        there = min(self.stones, transaction.position.tiles[self.tile].stones.get(self.who, 0))
        if there:  # a correction during the tile may have removed them
            transaction.apply_event(StonesReturned(self.who, self.tile, there, self.supply))
        transaction.replace_current_item()
        return True


class FinishTile(AgendaItem, frozen=True, tag="tile-done"):
    """L-3.8, L-3.11: the neutral stones leave, the tile turns if it `turns`, and the king leaves."""

    tile: int
    turns: bool

    def settle(self, transaction: Transaction) -> bool:
        position: TableState = transaction.position
        tile = position.tiles[self.tile]
        if NEUTRAL in tile.stones:
            transaction.apply_event(NeutralStonesReturned(self.tile, tile.stones[NEUTRAL]))
        if self.turns:
            transaction.apply_event(TileTurned(self.tile, "back" if tile.side == "front" else "front"))
        if position.king == self.tile:
            transaction.apply_event(KingLeftTile(self.tile))
        transaction.replace_current_item()
        return True


class BuyRewardDecision(PlayerDecision, frozen=True, tag="buy"):
    """L-3.4: a player may buy the reward; asked only of those who can pay."""

    tile: int

    def price(self, position: TableState) -> int:
        """The price in louis: the printed one, or one less with "-1 louis"."""
        price = position.condition(self.tile).number
        less = 1 if position.players[self.who].usable_mission_count(MINUS_LOUIS_MISSION) else 0
        return max(0, price - less)

    def fault_in(self, position: TableState) -> Refusal | None:
        if position.condition(self.tile).kind != "money":
            return NOTHING_SOLD_AT_TILE(self.tile)
        return PlayerDecision.fault_in(self, position)

    def is_moot(self, position: TableState) -> bool:
        return position.players[self.who].money < self.price(position)

    def build_choice_tree(self, position: TableState) -> Turn:
        who = self.who
        choice = _purchase_choice(who, self.tile, self.price(position))
        return Turn({who: choice}, position.config.actors, (who,), NOT_YOUR_PURCHASE)


@cache
def _purchase_choice(who: str, tile: int, price: int) -> Choice:
    yes = end_of_move_choice(BuyRewardAction(who, tile, price), "L-3.4", cacheable=True)
    no = end_of_move_choice(DeclinePurchaseAction(who), "L-3.4", cacheable=True)
    return single_word_choice(
        implied_step("buy"),
        branch_choice(
            "L-3.4", [(button_step(who, "yes"), yes), (button_step(who, "no"), no)], cacheable=True
        ),
    )


class BuyRewardAction(Action, frozen=True):
    """L-3.4: the player pays and gets the reward."""

    who: str
    tile: int
    price: int

    def perform(self, transaction: Transaction) -> None:
        if self.price:
            transaction.apply_event(MoneyPaid(self.who, self.price, f"tile/{self.tile}"))
        give_reward(transaction, self.who, self.tile, "bought")


class DeclinePurchaseAction(Action, frozen=True):
    """L-3.4: the player does not buy the reward."""

    who: str

    def perform(self, transaction: Transaction) -> None:
        transaction.replace_current_item()
