"""What is to be done at a tile: rewards, purchases, stones returned, the tile turned (L-3.4 to L-3.11)."""

from __future__ import annotations

from functools import cache
from typing import Literal

from companion.games.louis_xiv.rules.events import (
    KingLeftTile,
    MoneyPaid,
    NeutralStonesReturned,
    StonesReturned,
    TileTurned,
)
from companion.games.louis_xiv.rules.gains import gain_chip
from companion.games.louis_xiv.rules.phases.rewards import RewardReason, give_reward
from companion.games.louis_xiv.rules.pieces import NEUTRAL, button_step, implied_step
from companion.games.louis_xiv.rules.state import PlayerDecision, TableState, refusal_if_not_seated
from companion.rules.agenda import AgendaItem
from companion.rules.choice import Choice, Turn, branch_choice, end_of_move_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.transaction import Action, Transaction

NOT_YOUR_PURCHASE = declare_clause("L-3.4", "not-your-purchase", "who", "awaited")
NO_STONES_TO_RETURN = declare_clause("L-3.4", "agenda-home", "stones", "tile")
NOTHING_SOLD_AT_TILE = declare_clause("L-3.4", "agenda-sale", "tile")

MINUS_LOUIS_MISSION = "dark-minus-louis"


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
