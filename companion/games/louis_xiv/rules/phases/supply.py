"""Phase 1, supply: money and the king, supply missions, five influence cards (L-1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import ClassVar, Literal

from companion.games.louis_xiv.rules.edition import load_data_file
from companion.games.louis_xiv.rules.events import MoneyCardTurned, PhaseBegan, StoneGivenForCard
from companion.games.louis_xiv.rules.gains import (
    draw_influence,
    draw_intrigue,
    gain_arms,
    gain_money,
    take_stones,
)
from companion.games.louis_xiv.rules.mission_events import MissionUsed
from companion.games.louis_xiv.rules.pieces import (
    KING_TILES,
    button_step,
    implied_step,
    touch_step,
)
from companion.games.louis_xiv.rules.state import PlayerDecision, TableState, refusal_if_not_seated
from companion.rules.agenda import AgendaItem, Decision
from companion.rules.choice import Choice, Turn, branch_choice, end_of_move_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.game import RULES_OF_FIRST_EVENINGS
from companion.rules.moves import TABLE_ACTOR, UNKNOWN, MoveStep, Observation
from companion.rules.transaction import Action, Transaction

MONEY_CARD_AWAITED = declare_clause("L-1.1", "money-card-awaited", "who", "awaited")
NO_SUCH_MONEY_CARD = declare_clause("L-1.1", "no-such-money-card", "louis", "king")
NOT_YOUR_SUPPLY = declare_clause("L-1.2", "not-your-supply", "who", "awaited")
MISSION_NOT_LAID_OUT = declare_clause("L-1.2", "agenda-mission", "who", "mission")

CARDS_DEALT: int = load_data_file()["setup"]["cards"]


# -- L-1.1


class MoneyCardDecision(Decision, frozen=True, tag="money-card"):
    """L-1.1: a money card is turned."""

    ends_phase: ClassVar[bool] = True

    def is_moot(self, position: TableState) -> bool:
        return False

    def build_choice_tree(self, position: TableState) -> Turn:
        house = position.config
        money = _money_choice(house.edition.likely_money_cards(), position.unturned_money_cards())
        return Turn({TABLE_ACTOR: money}, house.actors, (TABLE_ACTOR,), MONEY_CARD_AWAITED)


@lru_cache(maxsize=1024)
def _money_choice(likely: tuple[tuple[int, int], ...], left: tuple[str, ...] | None) -> Choice:
    """The choice of louis and tile of a money card.

    `likely` are the money cards of this copy as far as they are known; `left` are those not yet used, or None
    where nobody knows.
    """

    def may(louis: int) -> Refusal | None:
        if left is None or any(card.startswith(f"{louis}:") for card in left):
            return None
        return NO_SUCH_MONEY_CARD(louis, UNKNOWN)

    def king(louis: int) -> Choice:
        return _king_choice(louis, left)

    among = tuple(sorted({louis for louis, _ in likely}))
    louis = Choice(
        "L-1.1", among, _louis_step, king, may, parse_word=_parse_louis, pattern="N T", cacheable=True
    )
    money = single_word_choice(implied_step("money"), louis)
    money.pattern = "money N T"
    return money


def _parse_louis(word: str) -> int | None:
    if word.isascii() and word.isdigit() and not word.startswith("0") and len(word) <= 2:
        return int(word)
    return None


def _louis_step(louis: int) -> MoveStep:
    return implied_step(str(louis), f"louis/{louis}")


def _king_choice(louis: int, left: tuple[str, ...] | None) -> Choice:
    def may(tile: int) -> Refusal | None:
        if left is None or f"{louis}:{tile}" in left:
            return None
        return NO_SUCH_MONEY_CARD(louis, tile)

    def step(tile: int) -> MoveStep:
        return MoveStep(
            str(tile), (Observation(f"money/{louis}:{tile}", "play"),), touch_target=f"tile/{tile}"
        )

    def turn(tile: int) -> Choice:
        return end_of_move_choice(TurnMoneyCardAction(louis, tile), "L-1.1", cacheable=True)

    return Choice("L-1.1", KING_TILES, step, turn, may, cacheable=True)


class TurnMoneyCardAction(Action, frozen=True):
    """L-1.1: the money card gives each player `louis` and sends the king to tile `king`."""

    louis: int
    king: int

    def perform(self, transaction: Transaction) -> None:
        position: TableState = transaction.position
        transaction.apply_event(MoneyCardTurned(self.louis, self.king))
        for who in position.players_from_start:
            gain_money(transaction, who, self.louis, "L-1.1")
        transaction.replace_current_item(
            DrawStartIntrigueCard(),
            *(ApplySupplyMissions(who) for who in position.players_from_start),
            DealInfluenceCards(),
        )


class DrawStartIntrigueCard(AgendaItem, frozen=True, tag="start-intrigue"):
    """L-1.4: with three players the start player of round 4 draws an intrigue card, before L-1.2 (RULING)."""

    def settle(self, transaction: Transaction) -> bool:
        position: TableState = transaction.position
        if len(position.players) == 3 and position.is_last_round:
            draw_intrigue(transaction, position.start, "L-1.4")
        transaction.replace_current_item()
        return True


# -- L-1.2


class ApplySupplyMissions(AgendaItem, frozen=True, tag="supply", omit_defaults=True):
    """L-1.2: one player's supply missions give what needs no choice now; their decisions follow.

    Stone for card is asked before it of one with a stone in the own supply (`stone_for_card_asked`), else after it.
    """

    who: str
    stone_for_card_asked: bool = False

    def settle(self, transaction: Transaction) -> bool:
        position: TableState = transaction.position
        ready = position.players[self.who].usable_mission_count_by_type
        cards = 0 if self.stone_for_card_asked else ready.get("dark-stone-for-card", 0)
        asked = [StoneForCardDecision(self.who) for _ in range(cards)]
        if asked and position.players[self.who].own and position.config.rules != RULES_OF_FIRST_EVENINGS:
            transaction.replace_current_item(*asked, ApplySupplyMissions(self.who, stone_for_card_asked=True))
            return True
        gained = [mission for mission in GAIN_MISSIONS for _ in range(ready.get(mission, 0))]
        for mission in gained:
            _apply_gain_mission(transaction, self.who, mission)
        transaction.replace_current_item(
            *(PlusTwoMissionDecision(self.who) for _ in range(ready.get("mid-plus-two", 0))),
            *asked,
        )
        return True

    def fault_in(self, position: TableState) -> Refusal | None:
        return refusal_if_not_seated(position, self.who)


GAIN_MISSIONS = (
    *("light-plus-stone", "dark-plus-stones", "light-plus-louis", "dark-plus-louis"),
    *("mid-plus-arms", "dark-plus-intrigue"),
)


def _apply_gain_mission(transaction: Transaction, who: str, mission: str) -> None:
    match mission:
        case "light-plus-stone":
            take_stones(transaction, who, 1, mission)
        case "dark-plus-stones":
            take_stones(transaction, who, 3, mission)
        case "light-plus-louis":
            gain_money(transaction, who, 1, mission)
        case "dark-plus-louis":
            gain_money(transaction, who, 3, mission)
        case "mid-plus-arms":
            gain_arms(transaction, who, 1, mission)
        case "dark-plus-intrigue":
            draw_intrigue(transaction, who, mission)


class PlusTwoMissionDecision(PlayerDecision, frozen=True, tag="plus-two"):
    """L-1.2: two louis, one louis and one stone, or two stones; always asked."""

    def is_moot(self, position: TableState) -> bool:
        return False

    def build_choice_tree(self, position: TableState) -> Turn:
        who = self.who
        return Turn({who: _plus_two_choice(who)}, position.config.actors, (who,), NOT_YOUR_SUPPLY)

    def fault_in(self, position: TableState) -> Refusal | None:
        return _not_laid_out(position, self.who, "mid-plus-two")


@cache
def _plus_two_choice(who: str) -> Choice:
    ways = [
        (touch_step(way), end_of_move_choice(PlusTwoMissionAction(who, way), "L-1.2", cacheable=True))
        for way in _PLUS_TWO
    ]
    return single_word_choice(implied_step("plus-two"), branch_choice("L-1.2", ways, cacheable=True))


def _not_laid_out(position: TableState, who: str, mission: str) -> Refusal | None:
    if stranger := refusal_if_not_seated(position, who):
        return stranger
    return (
        None
        if position.players[who].usable_mission_count(mission) > 0
        else MISSION_NOT_LAID_OUT(who, mission)
    )


_PLUS_TWO: Mapping[Literal["money", "mixed", "stones"], tuple[int, int]] = {
    "money": (2, 0),
    "mixed": (1, 1),
    "stones": (0, 2),
}


class PlusTwoMissionAction(Action, frozen=True):
    """L-1.2: the player takes that option, with as many stones as there are."""

    who: str
    option: Literal["money", "mixed", "stones"]

    def perform(self, transaction: Transaction) -> None:
        louis, stones = _PLUS_TWO[self.option]
        transaction.apply_event(MissionUsed(self.who, "mid-plus-two"))
        if louis:
            gain_money(transaction, self.who, louis, "mid-plus-two")
        if stones:
            take_stones(transaction, self.who, stones, "mid-plus-two")
        transaction.replace_current_item()


class StoneForCardDecision(PlayerDecision, frozen=True, tag="stone-for-card"):
    """L-1.2: a player may move one stone from the own to the general supply for an influence card."""

    def is_moot(self, position: TableState) -> bool:
        return position.players[self.who].own == 0 or position.influence_deck_size() == 0

    def build_choice_tree(self, position: TableState) -> Turn:
        who = self.who
        return Turn({who: _stone_for_card_choice(who)}, position.config.actors, (who,), NOT_YOUR_SUPPLY)

    def fault_in(self, position: TableState) -> Refusal | None:
        return _not_laid_out(position, self.who, "dark-stone-for-card")


@cache
def _stone_for_card_choice(who: str) -> Choice:
    yes = end_of_move_choice(GiveStoneForCardAction(who, True), "L-1.2", cacheable=True)
    no = end_of_move_choice(GiveStoneForCardAction(who, False), "L-1.2", cacheable=True)
    return single_word_choice(
        implied_step("stone-for-card"),
        branch_choice(
            "L-1.2", [(button_step(who, "yes"), yes), (button_step(who, "no"), no)], cacheable=True
        ),
    )


class GiveStoneForCardAction(Action, frozen=True):
    """L-1.2: the player gives the stone, or does not."""

    who: str
    accepts: bool

    def perform(self, transaction: Transaction) -> None:
        if self.accepts:
            transaction.apply_event(MissionUsed(self.who, "dark-stone-for-card"))
            transaction.apply_event(StoneGivenForCard(self.who))
            draw_influence(transaction, self.who, 1, "dark-stone-for-card")
        transaction.replace_current_item()


# -- L-1.3


class DealInfluenceCards(AgendaItem, frozen=True, tag="deal"):
    """L-1.3: each player draws five influence cards; phase 2 follows."""

    ends_phase: ClassVar[bool] = True

    def settle(self, transaction: Transaction) -> bool:
        position: TableState = transaction.position
        for who in position.players_from_start:
            draw_influence(transaction, who, CARDS_DEALT, "L-1.3")
        transaction.apply_event(PhaseBegan("influence"))
        transaction.replace_current_item(*transaction.position.phase_agenda("influence"))
        return True
