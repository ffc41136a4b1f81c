"""What a tile gives, and the choices that two of the rewards bring (L-M8, L-3.10)."""

from __future__ import annotations

from functools import cache
from typing import Literal

from companion.games.louis_xiv.rules.events import Rewarded
from companion.games.louis_xiv.rules.gains import (
    draw_influence,
    draw_intrigue,
    gain_arms,
    gain_chip,
    gain_money,
    place_from_general,
    take_stones,
)
from companion.games.louis_xiv.rules.pieces import STONE, TILES, button, implied
from companion.games.louis_xiv.rules.printed import REWARDS
from companion.games.louis_xiv.rules.state import PlayersDecision, Table
from companion.rules.agenda import AgendaItem
from companion.rules.choice import Choice, Turn, branch_choice, end_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import MoveStep
from companion.rules.transaction import Action, Transaction

NOT_YOUR_REWARD = declare_clause("L-3.10", "not-your-reward", "who", "awaited")
TOO_FEW_STONES = declare_clause("L-3.10", "too-few-stones", "stones")

MAINTENON_GIVES_ON = 5  # L-3.10: tile 8 places on tile 5
MAINTENON_STONES = 2
How = Literal["alone", "second", "tied", "bought", "stones"]


def give(tale: Transaction, who: str, tile: int, how: How) -> None:
    """L-M8: the reward of a tile, in place of the item that is being done; a choice in it comes at once."""
    tale.apply_event(Rewarded(who, tile, how))
    why = f"tile/{tile}"
    then: tuple[AgendaItem, ...] = ()
    match REWARDS[tile]:
        case "arms and stone":
            gain_arms(tale, who, 1, why)
            then = (CondeStone(who),)
        case "louis":
            gain_money(tale, who, 5, why)
        case "stones":
            then = (MaintenonStones(who),)
        case "arms":
            gain_arms(tale, who, 2, why)
        case "influence":
            draw_influence(tale, who, 1, why)
        case "arms and intrigue":
            gain_arms(tale, who, 1, why)
            draw_intrigue(tale, who, why)
        case chip:
            gain_chip(tale, who, chip, why)
    tale.replace_current_item(*then)


class CondeStone(PlayersDecision, frozen=True, tag="conde-stone"):
    """L-3.10, tile 6: may place one stone on any tile."""

    def is_moot(self, position: Table) -> bool:
        return not position.players[self.who].stones

    def build_choice_tree(self, position: Table) -> Turn:
        who = self.who
        return Turn({who: _conde_stone(who)}, position.house.everybody, (who,), NOT_YOUR_REWARD)


@cache
def _conde_stone(who: str) -> Choice:
    def place(tile: int | None) -> Choice:
        return end_choice(PlaceCondeStone(who, tile), "L-3.10", cacheable=True)

    tiles = Choice("L-3.10", TILES, STONE[who].__getitem__, place, cacheable=True)
    branches = [(implied("stone"), tiles), (button(who, "skip"), place(None))]
    return branch_choice("L-3.10", branches, cacheable=True)


class PlaceCondeStone(Action, frozen=True):
    """The stone of tile 6, or none."""

    who: str
    tile: int | None

    def perform(self, tale: Transaction) -> None:
        if self.tile is not None:
            place_from_general(tale, self.who, self.tile)
        tale.replace_current_item()


class MaintenonStones(PlayersDecision, frozen=True, tag="maintenon-stones"):
    """L-3.10, tile 8: up to two stones on tile 5, then one back."""

    def is_moot(self, position: Table) -> bool:
        return not position.players[self.who].stones

    def build_choice_tree(self, position: Table) -> Turn:
        who = self.who
        choice = _maintenon_stones(who, min(position.players[who].stones, MAINTENON_STONES))
        return Turn({who: choice}, position.house.everybody, (who,), NOT_YOUR_REWARD)


@cache
def _maintenon_stones(who: str, most: int) -> Choice:
    def may(stones: int) -> Refusal | None:
        return None if stones <= most else TOO_FEW_STONES(most)

    def place(stones: int) -> Choice:
        return end_choice(PlaceMaintenonStones(who, stones), "L-3.10", cacheable=True)

    among = range(MAINTENON_STONES, -1, -1)
    counts = Choice("L-3.10", among, lambda stones: _stones_step(who, stones), place, may, cacheable=True)
    return single_word_choice(implied("stones"), counts)


def _stones_step(who: str, stones: int) -> MoveStep:
    if not stones:
        return button(who, "0")
    return MoveStep(
        str(stones), STONE[who][MAINTENON_GIVES_ON].observations * stones, touch_target=f"stones/{stones}"
    )


class PlaceMaintenonStones(Action, frozen=True):
    """The stones for tile 5; then one from the general to the own supply, if there is one."""

    who: str
    stones: int

    def perform(self, tale: Transaction) -> None:
        for _ in range(self.stones):
            place_from_general(tale, self.who, MAINTENON_GIVES_ON)
        take_stones(tale, self.who, 1, "tile/8")
        tale.replace_current_item()
