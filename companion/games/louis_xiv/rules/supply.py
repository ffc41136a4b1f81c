"""Phase 1, supply: money and the king, fulfilled missions, five cards (L-1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import ClassVar, Literal

from companion.games.louis_xiv.rules.events import MoneyTurned, PhaseBegan, StoneGiven
from companion.games.louis_xiv.rules.gains import (
    draw_influence,
    draw_intrigue,
    gain_arms,
    gain_money,
    take_stones,
)
from companion.games.louis_xiv.rules.outcomes import MissionUsed
from companion.games.louis_xiv.rules.pieces import KINGS, TABLE, button, implied, touched
from companion.games.louis_xiv.rules.printed import data
from companion.games.louis_xiv.rules.state import PlayersDecision, Table, sits_nowhere
from companion.rules.agenda import AgendaItem, Decision
from companion.rules.choice import Choice, Turn, branch_choice, end_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import MoveStep, Observation
from companion.rules.transaction import Action, Transaction

NOT_NOW = declare_clause("L-1.1", "money-card-awaited", "who", "awaited")
NO_SUCH_MONEY_CARD = declare_clause("L-1.1", "no-such-money-card", "louis", "king")
NOT_ASKED = declare_clause("L-1.2", "not-your-supply", "who", "awaited")
NOT_LAID_OUT = declare_clause("L-1.2", "agenda-mission", "who", "mission")

CARDS_DEALT: int = data()["setup"]["cards"]


# -- L-1.1


class MoneyCard(Decision, frozen=True, tag="money-card"):
    """A money card is turned."""

    ends_phase: ClassVar[bool] = True

    def is_moot(self, position: Table) -> bool:
        return False

    def build_choice_tree(self, position: Table) -> Turn:
        house = position.house
        money = _money(house.printed.likely_money(), position.money_left())
        return Turn({TABLE: money}, house.everybody, (TABLE,), NOT_NOW)


@lru_cache(maxsize=1024)
def _money(likely: tuple[tuple[int, int], ...], left: tuple[str, ...] | None) -> Choice:
    """likely: the money cards of this copy, as far as anybody knows; left: those that may still come."""

    def may(louis: int) -> Refusal | None:
        if left is None or any(card.startswith(f"{louis}:") for card in left):
            return None
        return NO_SUCH_MONEY_CARD(louis, "?")

    def king(louis: int) -> Choice:
        return _king(louis, left)

    among = tuple(sorted({louis for louis, _ in likely}))
    louis = Choice("L-1.1", among, _louis_step, king, may, parse_word=_louis, pattern="N T", cacheable=True)
    money = single_word_choice(implied("money"), louis)
    money.pattern = "money N T"
    return money


def _louis(word: str) -> int | None:
    if word.isascii() and word.isdigit() and not word.startswith("0") and len(word) <= 2:
        return int(word)
    return None


def _louis_step(louis: int) -> MoveStep:
    return implied(str(louis), f"louis/{louis}")


def _king(louis: int, left: tuple[str, ...] | None) -> Choice:
    def may(tile: int) -> Refusal | None:
        if left is None or f"{louis}:{tile}" in left:
            return None
        return NO_SUCH_MONEY_CARD(louis, tile)

    def step(tile: int) -> MoveStep:
        return MoveStep(
            str(tile), (Observation(f"money/{louis}:{tile}", "play"),), touch_target=f"tile/{tile}"
        )

    def turn(tile: int) -> Choice:
        return end_choice(TurnMoneyCard(louis, tile), "L-1.1", cacheable=True)

    return Choice("L-1.1", KINGS, step, turn, may, cacheable=True)


class TurnMoneyCard(Action, frozen=True):
    """The louis for each player, and the tile for the king."""

    louis: int
    king: int

    def perform(self, tale: Transaction) -> None:
        position: Table = tale.position
        tale.apply_event(MoneyTurned(self.louis, self.king))
        for who in position.from_start:
            gain_money(tale, who, self.louis, "L-1.1")
        tale.replace_current_item(StartIntrigue(), *(Supply(who) for who in position.from_start), Deal())


class StartIntrigue(AgendaItem, frozen=True, tag="start-intrigue"):
    """L-1.4: with three players, in round 4, the start player's intrigue card; before L-1.2 (RULING)."""

    def settle(self, tale: Transaction) -> bool:
        position: Table = tale.position
        if len(position.players) == 3 and position.last_round:
            draw_intrigue(tale, position.start, "L-1.4")
        tale.replace_current_item()
        return True


# -- L-1.2


class Supply(AgendaItem, frozen=True, tag="supply"):
    """One player's supply missions: gains without a choice now, then what he is asked."""

    who: str

    def settle(self, tale: Transaction) -> bool:
        ready = tale.position.players[self.who].usable
        gained = [mission for mission in GAINS for _ in range(ready.get(mission, 0))]
        for mission in gained:
            _gain(tale, self.who, mission)
        tale.replace_current_item(
            *(PlusTwo(self.who) for _ in range(ready.get("mid-plus-two", 0))),
            *(StoneForCard(self.who) for _ in range(ready.get("dark-stone-for-card", 0))),
        )
        return True

    def fault_in(self, position: Table) -> Refusal | None:
        return sits_nowhere(position, self.who)


GAINS = (
    *("light-plus-stone", "dark-plus-stones", "light-plus-louis", "dark-plus-louis"),
    *("mid-plus-arms", "dark-plus-intrigue"),
)


def _gain(tale: Transaction, who: str, mission: str) -> None:
    match mission:
        case "light-plus-stone":
            take_stones(tale, who, 1, mission)
        case "dark-plus-stones":
            take_stones(tale, who, 3, mission)
        case "light-plus-louis":
            gain_money(tale, who, 1, mission)
        case "dark-plus-louis":
            gain_money(tale, who, 3, mission)
        case "mid-plus-arms":
            gain_arms(tale, who, 1, mission)
        case "dark-plus-intrigue":
            draw_intrigue(tale, who, mission)


class PlusTwo(PlayersDecision, frozen=True, tag="plus-two"):
    """Two louis, one of each, or two stones; always asked."""

    def is_moot(self, position: Table) -> bool:
        return False

    def build_choice_tree(self, position: Table) -> Turn:
        who = self.who
        return Turn({who: _plus_two(who)}, position.house.everybody, (who,), NOT_ASKED)

    def fault_in(self, position: Table) -> Refusal | None:
        return _not_laid_out(position, self.who, "mid-plus-two")


@cache
def _plus_two(who: str) -> Choice:
    ways = [(touched(way), end_choice(TakePlusTwo(who, way), "L-1.2", cacheable=True)) for way in _PLUS_TWO]
    return single_word_choice(implied("plus-two"), branch_choice("L-1.2", ways, cacheable=True))


def _not_laid_out(position: Table, who: str, mission: str) -> Refusal | None:
    if stranger := sits_nowhere(position, who):
        return stranger
    return None if position.players[who].ready(mission) > 0 else NOT_LAID_OUT(who, mission)


_PLUS_TWO: Mapping[Literal["money", "mixed", "stones"], tuple[int, int]] = {
    "money": (2, 0),
    "mixed": (1, 1),
    "stones": (0, 2),
}


class TakePlusTwo(Action, frozen=True):
    """The choice; stones as available."""

    who: str
    way: Literal["money", "mixed", "stones"]

    def perform(self, tale: Transaction) -> None:
        louis, stones = _PLUS_TWO[self.way]
        tale.apply_event(MissionUsed(self.who, "mid-plus-two"))
        if louis:
            gain_money(tale, self.who, louis, "mid-plus-two")
        if stones:
            take_stones(tale, self.who, stones, "mid-plus-two")
        tale.replace_current_item()


class StoneForCard(PlayersDecision, frozen=True, tag="stone-for-card"):
    """One stone from the own to the general supply for the top influence card."""

    def is_moot(self, position: Table) -> bool:
        return position.players[self.who].own == 0 or position.influence_deck() == 0

    def build_choice_tree(self, position: Table) -> Turn:
        who = self.who
        return Turn({who: _stone_for_card(who)}, position.house.everybody, (who,), NOT_ASKED)

    def fault_in(self, position: Table) -> Refusal | None:
        return _not_laid_out(position, self.who, "dark-stone-for-card")


@cache
def _stone_for_card(who: str) -> Choice:
    yes = end_choice(GiveStoneForCard(who, True), "L-1.2", cacheable=True)
    no = end_choice(GiveStoneForCard(who, False), "L-1.2", cacheable=True)
    return single_word_choice(
        implied("stone-for-card"),
        branch_choice("L-1.2", [(button(who, "yes"), yes), (button(who, "no"), no)], cacheable=True),
    )


class GiveStoneForCard(Action, frozen=True):
    """Yes or no."""

    who: str
    yes: bool

    def perform(self, tale: Transaction) -> None:
        if self.yes:
            tale.apply_event(MissionUsed(self.who, "dark-stone-for-card"))
            tale.apply_event(StoneGiven(self.who))
            draw_influence(tale, self.who, 1, "dark-stone-for-card")
        tale.replace_current_item()


# -- L-1.3


class Deal(AgendaItem, frozen=True, tag="deal"):
    """Five influence cards each, then phase 2."""

    ends_phase: ClassVar[bool] = True

    def settle(self, tale: Transaction) -> bool:
        position: Table = tale.position
        for who in position.from_start:
            draw_influence(tale, who, CARDS_DEALT, "L-1.3")
        tale.apply_event(PhaseBegan("influence"))
        tale.replace_current_item(*tale.position.phase_agenda("influence"))
        return True
