"""Who gets what a tile gives, who may buy it, and where the stones go (L-3.4 to L-3.12)."""

from __future__ import annotations

from functools import cache
from typing import Literal

from companion.games.louis_xiv.rules.events import (
    KingLeft,
    Majority,
    MoneyPaid,
    NeutralHome,
    StonesHome,
    TileTurned,
)
from companion.games.louis_xiv.rules.gains import gain_chip
from companion.games.louis_xiv.rules.pieces import NEUTRAL, button, implied
from companion.games.louis_xiv.rules.ranking import Ranking, most, ranking
from companion.games.louis_xiv.rules.rewards import How, give
from companion.games.louis_xiv.rules.state import PlayersDecision, Table, sits_nowhere
from companion.rules.agenda import AgendaItem
from companion.rules.choice import Choice, Turn, branch_choice, end_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.transaction import Action, Transaction

NOT_YOUR_PURCHASE = declare_clause("L-3.4", "not-your-purchase", "who", "awaited")
NOT_TIED = declare_clause("L-3.3", "agenda-favoured", "who", "tile")
NONE_GO_HOME = declare_clause("L-3.4", "agenda-home", "stones", "tile")
NOTHING_SOLD = declare_clause("L-3.4", "agenda-sale", "tile")

MINUS_LOUIS = "dark-minus-louis"


class Evaluate(AgendaItem, frozen=True, tag="evaluate"):
    """One tile: what happens is put on the agenda in its order; the counts that decide are those of now."""

    tile: int
    favoured: str | None = None

    def settle(self, tale: Transaction) -> bool:
        position: Table = tale.position
        stones = position.tiles[self.tile].stones
        ranks = ranking(stones, self.favoured, position.house.yes("once-first-second"))
        kind = position.condition(self.tile).kind
        if stones:
            second = None if kind == "stones" else _second(position, self.tile, ranks)
            tale.apply_event(Majority(self.tile, ranks.first, second, stones, self.favoured))
        if kind == "stones":
            items, turns = _stones_tile(position, self.tile, ranks)
        elif position.king == self.tile:
            items, turns = _kings_tile(position, self.tile, ranks)
        else:
            items, turns = _majority_tile(position, self.tile, ranks)
        tale.replace_current_item(*items, TileDone(self.tile, turns and not position.last_round))
        return True

    def fault_in(self, position: Table) -> Refusal | None:
        if self.favoured is not None and self.favoured not in most(position.tiles[self.tile].stones):
            return NOT_TIED(self.favoured, self.tile)
        return None


def _second(position: Table, tile: int, ranks: Ranking) -> str | None:
    """L-3.7: the alone second on the king's tile, who must be a player."""
    if position.king != tile or ranks.alone is None or len(ranks.next) != 1:
        return None
    return ranks.next[0] if ranks.next[0] != NEUTRAL else None


def _majority_tile(position: Table, tile: int, ranks: Ranking) -> tuple[list[AgendaItem], bool]:
    """L-3.4, L-3.5: alone with most gets it; the others may buy on a money tile."""
    alone = ranks.alone
    items: list[AgendaItem] = []
    if alone is not None and alone != NEUTRAL:
        items += [Reward(alone, tile, "alone"), _home(position, alone, tile, "general")]
    items += _others(position, tile, {alone})
    turns = alone is not None and (alone != NEUTRAL or position.house.yes("neutral-turns-tile"))
    return items, turns


def _kings_tile(position: Table, tile: int, ranks: Ranking) -> tuple[list[AgendaItem], bool]:
    """L-3.7: the first also a crown, the alone second free, those tied for most each without a crown."""
    items: list[AgendaItem] = []
    served: set[str | None] = set()
    how: How = "alone" if ranks.alone else "tied"
    for who in position.from_start:
        if who in ranks.first:
            items.append(Reward(who, tile, how))
            items += [Crown(who, tile)] if ranks.alone else []
            items.append(_home(position, who, tile, "general"))
            served.add(who)
    second = _second(position, tile, ranks)
    if second is not None:
        items += [Reward(second, tile, "second"), _home(position, second, tile, "own")]
        served.add(second)
    items += _others(position, tile, served)
    turns = bool(position.tiles[tile].stones) or position.house.yes("king-empty-turns")
    return items, turns


def _stones_tile(position: Table, tile: int, ranks: Ranking) -> tuple[list[AgendaItem], bool]:
    """L-3.6: each with at least the printed number; majorities do not matter."""
    stones, least = position.tiles[tile].stones, position.condition(tile).number
    order = position.from_start
    if position.house.yes("stones-tile-majority-first") and ranks.alone in order:
        order = (str(ranks.alone), *(who for who in order if who != ranks.alone))
    items: list[AgendaItem] = []
    for who in order:
        if stones.get(who, 0) >= least:
            items.append(Reward(who, tile, "stones"))
        if who in stones:
            items.append(_home(position, who, tile, "own"))
    return items, any(isinstance(item, Reward) for item in items)


def _others(position: Table, tile: int, served: set[str | None]) -> list[AgendaItem]:
    """From the start player on: everybody else with a stone there may buy (money), stones to the own supply."""
    money = position.condition(tile).kind == "money"
    items: list[AgendaItem] = []
    for who in position.from_start:
        if who in position.tiles[tile].stones and who not in served:
            items += [Buy(who, tile)] if money else []
            items.append(_home(position, who, tile, "own"))
    return items


def _home(position: Table, who: str, tile: int, supply: Literal["own", "general"]) -> Home:
    return Home(who, tile, position.tiles[tile].stones[who], supply)


# -- what the agenda of a tile is made of


class _AtTile(AgendaItem, frozen=True):
    """Something a player gets or does at a tile."""

    who: str
    tile: int

    def fault_in(self, position: Table) -> Refusal | None:
        return sits_nowhere(position, self.who)


class Reward(_AtTile, frozen=True, tag="reward"):
    """L-M8: what the person gives."""

    how: How

    def settle(self, tale: Transaction) -> bool:
        give(tale, self.who, self.tile, self.how)
        return True


class Crown(_AtTile, frozen=True, tag="crown"):
    """L-3.7: the king's crown."""

    def settle(self, tale: Transaction) -> bool:
        gain_chip(tale, self.who, "crown", "L-3.7")
        tale.replace_current_item()
        return True


class Home(_AtTile, frozen=True, tag="home"):
    """The stones that were counted leave; one just placed on tile 6 stays (L-3.10)."""

    stones: int
    supply: Literal["own", "general"]

    def fault_in(self, position: Table) -> Refusal | None:
        if self.stones < 1:
            return NONE_GO_HOME(self.stones, self.tile)
        return _AtTile.fault_in(self, position)

    def settle(self, tale: Transaction) -> bool:
        there = min(self.stones, tale.position.tiles[self.tile].stones.get(self.who, 0))
        if there:  # a correction in the middle of a tile may have taken them
            tale.apply_event(StonesHome(self.who, self.tile, there, self.supply))
        tale.replace_current_item()
        return True


class TileDone(AgendaItem, frozen=True, tag="tile-done"):
    """L-3.8, L-3.11: neutral stones leave, the tile turns, the king leaves."""

    tile: int
    turns: bool

    def settle(self, tale: Transaction) -> bool:
        position: Table = tale.position
        tile = position.tiles[self.tile]
        if NEUTRAL in tile.stones:
            tale.apply_event(NeutralHome(self.tile, tile.stones[NEUTRAL]))
        if self.turns:
            tale.apply_event(TileTurned(self.tile, "back" if tile.side == "front" else "front"))
        if position.king == self.tile:
            tale.apply_event(KingLeft(self.tile))
        tale.replace_current_item()
        return True


class Buy(PlayersDecision, frozen=True, tag="buy"):
    """L-3.4: may buy the reward; asked only of those who can pay."""

    tile: int

    def price(self, position: Table) -> int:
        """The printed price, with "-1 louis" one less."""
        price = position.condition(self.tile).number
        less = 1 if position.players[self.who].ready(MINUS_LOUIS) else 0
        return max(0, price - less)

    def fault_in(self, position: Table) -> Refusal | None:
        if position.condition(self.tile).kind != "money":
            return NOTHING_SOLD(self.tile)
        return PlayersDecision.fault_in(self, position)

    def is_moot(self, position: Table) -> bool:
        return position.players[self.who].money < self.price(position)

    def build_choice_tree(self, position: Table) -> Turn:
        who = self.who
        choice = _buying(who, self.tile, self.price(position))
        return Turn({who: choice}, position.house.everybody, (who,), NOT_YOUR_PURCHASE)


@cache
def _buying(who: str, tile: int, price: int) -> Choice:
    yes = end_choice(Purchase(who, tile, price), "L-3.4", cacheable=True)
    no = end_choice(NoPurchase(who), "L-3.4", cacheable=True)
    return single_word_choice(
        implied("buy"),
        branch_choice("L-3.4", [(button(who, "yes"), yes), (button(who, "no"), no)], cacheable=True),
    )


class Purchase(Action, frozen=True):
    """Pays and gets it."""

    who: str
    tile: int
    price: int

    def perform(self, tale: Transaction) -> None:
        if self.price:
            tale.apply_event(MoneyPaid(self.who, self.price, f"tile/{self.tile}"))
        give(tale, self.who, self.tile, "bought")


class NoPurchase(Action, frozen=True):
    """Keeps the money."""

    who: str

    def perform(self, tale: Transaction) -> None:
        tale.replace_current_item()
