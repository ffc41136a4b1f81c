"""The rewards of tiles, and the choices that two of them bring (L-M8, L-3.10)."""

from __future__ import annotations

from functools import cache
from typing import Literal

from companion.games.louis_xiv.rules.edition import MATERIAL, TILE_REWARDS
from companion.games.louis_xiv.rules.events import RewardGiven
from companion.games.louis_xiv.rules.gains import (
    draw_influence,
    draw_intrigue,
    gain_arms,
    gain_chip,
    gain_money,
    place_stone_from_supply,
    take_stones,
)
from companion.games.louis_xiv.rules.pieces import STONE_STEPS, TILES, button_step, implied_step
from companion.games.louis_xiv.rules.state import PlayerDecision, TableState
from companion.rules.agenda import AgendaItem
from companion.rules.choice import Choice, Turn, branch_choice, end_of_move_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import MoveStep
from companion.rules.transaction import Action, Transaction

NOT_YOUR_REWARD = declare_clause("L-3.10", "not-your-reward", "who", "awaited")
AT_MOST_TWO_STONES = declare_clause("L-3.10", "two-stones")
TOO_FEW_STONES = declare_clause("L-3.10", "too-few-stones", "stones")

MAINTENON_STONES_TILE = 5  # L-3.10: tile 8 places on tile 5
MAX_MAINTENON_STONES = 2
RewardReason = Literal["alone", "second", "tied", "bought", "stones"]


def give_reward(transaction: Transaction, who: str, tile: int, how: RewardReason) -> None:
    """L-M8: give the reward of a tile; a choice in it takes the place of the current agenda item."""
    transaction.apply_event(RewardGiven(who, tile, how))
    why = f"tile/{tile}"
    then: tuple[AgendaItem, ...] = ()
    match TILE_REWARDS[tile]:
        case "arms and stone":
            gain_arms(transaction, who, 1, why)
            then = (CondeStoneDecision(who),)
        case "louis":
            gain_money(transaction, who, 5, why)
        case "stones":
            then = (MaintenonStonesDecision(who),)
        case "arms":
            gain_arms(transaction, who, 2, why)
        case "influence":
            draw_influence(transaction, who, 1, why)
        case "arms and intrigue":
            gain_arms(transaction, who, 1, why)
            draw_intrigue(transaction, who, why)
        case chip:
            gain_chip(transaction, who, chip, why)
    transaction.replace_current_item(*then)


class CondeStoneDecision(PlayerDecision, frozen=True, tag="conde-stone"):
    """L-3.10, tile 6: the player may place one stone on any tile."""

    def is_moot(self, position: TableState) -> bool:
        return not position.players[self.who].placeable_stones

    def build_choice_tree(self, position: TableState) -> Turn:
        who = self.who
        return Turn({who: _conde_stone_choice(who)}, position.config.actors, (who,), NOT_YOUR_REWARD)


@cache
def _conde_stone_choice(who: str) -> Choice:
    def place(tile: int | None) -> Choice:
        return end_of_move_choice(PlaceCondeStoneAction(who, tile), "L-3.10", cacheable=True)

    tiles = Choice("L-3.10", TILES, STONE_STEPS[who].__getitem__, place, cacheable=True)
    branches = [(implied_step("stone"), tiles), (button_step(who, "skip"), place(None))]
    return branch_choice("L-3.10", branches, cacheable=True)


class PlaceCondeStoneAction(Action, frozen=True):
    """L-3.10: the player places the stone of tile 6 on `tile`, or declines where it is None."""

    who: str
    tile: int | None

    def perform(self, transaction: Transaction) -> None:
        if self.tile is not None:
            place_stone_from_supply(transaction, self.who, self.tile)
        transaction.replace_current_item()


class MaintenonStonesDecision(PlayerDecision, frozen=True, tag="maintenon-stones"):
    """L-3.10, tile 8: the player places up to two stones on tile 5, then gets one back."""

    def is_moot(self, position: TableState) -> bool:
        return not position.players[self.who].placeable_stones

    def build_choice_tree(self, position: TableState) -> Turn:
        who = self.who
        choice = _maintenon_stones_choice(
            who, min(position.players[who].placeable_stones, MAX_MAINTENON_STONES)
        )
        return Turn({who: choice}, position.config.actors, (who,), NOT_YOUR_REWARD)


@cache
def _maintenon_stones_choice(who: str, most: int) -> Choice:
    def may(stones: int) -> Refusal | None:
        if stones > MAX_MAINTENON_STONES:
            return AT_MOST_TWO_STONES()
        return None if stones <= most else TOO_FEW_STONES(most)

    def place(stones: int) -> Choice:
        return end_of_move_choice(PlaceMaintenonStonesAction(who, stones), "L-3.10", cacheable=True)

    among = range(MAX_MAINTENON_STONES, -1, -1)
    counts = Choice(
        "L-3.10",
        among,
        lambda stones: _stones_step(who, stones),
        place,
        may,
        parse_word=_PARSED_STONES.get,
        cacheable=True,
    )
    return single_word_choice(implied_step("stones"), counts)


_PARSED_STONES = {str(stones): stones for stones in range(MATERIAL["stones"] + 1)}


def _stones_step(who: str, stones: int) -> MoveStep:
    if not stones:
        return button_step(who, "0")
    return MoveStep(
        str(stones),
        STONE_STEPS[who][MAINTENON_STONES_TILE].observations * stones,
        touch_target=f"stones/{stones}",
    )


class PlaceMaintenonStonesAction(Action, frozen=True):
    """L-3.10: the player places stones on tile 5, then takes one from the general into the own supply."""

    who: str
    stones: int

    def perform(self, transaction: Transaction) -> None:
        for _ in range(self.stones):
            place_stone_from_supply(transaction, self.who, MAINTENON_STONES_TILE)
        take_stones(transaction, self.who, 1, "tile/8")
        transaction.replace_current_item()
