"""Phase 4, missions: players fulfil them, draw, swap chips, keep one and renew cards (L-4)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import ClassVar

from companion.games.louis_xiv.rules.events import MoneyPaid, PhaseBegan, RoundBegan, StartPlayerPassed
from companion.games.louis_xiv.rules.gains import gain_arms
from companion.games.louis_xiv.rules.mission_events import ChipsReturned, ChipSwapped, MissionUsed
from companion.games.louis_xiv.rules.phases.final_scoring import exchange_all_leftovers
from companion.games.louis_xiv.rules.phases.mission_fulfilment import fulfilment_choice
from companion.games.louis_xiv.rules.phases.mission_renewal import RenewMissionsDecision
from companion.games.louis_xiv.rules.pieces import CHIP_STEPS, CHIPS, button_step, implied_step, touch_step
from companion.games.louis_xiv.rules.state import PlayerDecision, TableState
from companion.rules.agenda import AgendaItem, Decision
from companion.rules.choice import Choice, Turn, branch_choice, end_of_move_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import MoveStep
from companion.rules.transaction import Action, Transaction

NOT_YOUR_MISSIONS = declare_clause("L-4.1", "not-your-missions", "who", "awaited")
NO_SWAP_CHIP_MISSION = declare_clause("L-4.3", "no-swap-card")
TOO_FEW_LOUIS_TO_SWAP = declare_clause("L-4.3", "swap-money", "money")
CROWN_NOT_SWAPPED = declare_clause("L-4.3", "swap-crown")
NO_SUCH_CHIP_TO_SWAP = declare_clause("L-4.3", "swap-no-chip", "chip")
NOT_YOUR_CHIPS = declare_clause("L-4.4", "not-your-chips", "who", "awaited")
NO_SUCH_CHIP_TO_KEEP = declare_clause("L-4.4", "keep-no-chip", "chip")

_REFUSED_SWAP = NO_SWAP_CHIP_MISSION()
SWAP_CHIP_MISSION = "light-swap-chip"
SWAP_PRICE = 2


def missions_agenda(position: TableState, who: str | None = None) -> tuple[AgendaItem, ...]:
    """The agenda of phase 4 from `who` on, by default from the start player on."""
    order = position.players_from_start
    now = order[order.index(who) :] if who else order
    turns: list[AgendaItem] = []
    for each in now:
        turns += [MissionsDecision(each), KeepChipDecision(each)]
    return (*turns, *(RenewMissionsDecision(each) for each in order), EndRound())


class MissionsDecision(PlayerDecision, frozen=True, tag="missions"):
    """L-4.1: a player fulfils a mission, swaps a chip, or finishes; always asked."""

    def is_moot(self, position: TableState) -> bool:
        return False

    def build_choice_tree(self, position: TableState) -> Turn:
        who = self.who
        fulfil, swap = fulfilment_choice(position, who), _swap_choice(position, who)
        no_fulfilment = isinstance(fulfil, Refusal)
        choice = (_missions_choice_once if no_fulfilment else _missions_choice)(who, fulfil, swap)
        return Turn({who: choice}, position.config.actors, (who,), NOT_YOUR_MISSIONS, always_ask=True)


_FULFIL_STEP, _SWAP_STEP = implied_step("fulfil"), touch_step("swap")


def _missions_choice(who: str, fulfil: Choice | Refusal, swap: Choice | Refusal) -> Choice:
    branches = [(_FULFIL_STEP, fulfil), (_SWAP_STEP, swap), _done_branch(who)]
    return branch_choice("L-4.1", branches, cacheable=isinstance(fulfil, Refusal))


_missions_choice_once = lru_cache(maxsize=256)(_missions_choice)


@cache
def _done_branch(who: str) -> tuple[MoveStep, Choice]:
    return button_step(who, "done"), end_of_move_choice(FinishMissionsAction(who), "L-4.1", cacheable=True)


class FinishMissionsAction(Action, frozen=True):
    """A player fulfils no more missions in this round."""

    who: str

    def perform(self, transaction: Transaction) -> None:
        transaction.replace_current_item()


# -- L-4.3


def _swap_choice(position: TableState, who: str) -> Choice | Refusal:
    player = position.players[who]
    if not player.usable_mission_count(SWAP_CHIP_MISSION):
        return _REFUSED_SWAP
    if player.money < SWAP_PRICE:
        return TOO_FEW_LOUIS_TO_SWAP(player.money)

    return _swapped_chip_choice(who, frozenset(player.chips))


@cache
def _swapped_chip_choice(who: str, chips: frozenset[str]) -> Choice:
    def may(chip: str) -> Refusal | None:
        if chip == "crown":
            return CROWN_NOT_SWAPPED()
        return None if chip in chips else NO_SUCH_CHIP_TO_SWAP(chip)

    def swap(chip: str) -> Choice:
        return end_of_move_choice(SwapChipAction(who, chip), "L-4.3", cacheable=True)

    return Choice("L-4.3", CHIPS, CHIP_STEPS.__getitem__, swap, may, cacheable=True)


class SwapChipAction(Action, frozen=True):
    """L-4.3: a player pays two louis and swaps one chip for a crown."""

    who: str
    chip: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(MissionUsed(self.who, SWAP_CHIP_MISSION))
        transaction.apply_event(MoneyPaid(self.who, SWAP_PRICE, SWAP_CHIP_MISSION))
        transaction.apply_event(ChipSwapped(self.who, self.chip))


# -- L-4.4


class KeepChipDecision(PlayerDecision, frozen=True, tag="keep"):
    """L-4.4: a player with more than one chip keeps one and gets a coat of arms for each of the rest.

    Asked only of players with chips of two kinds.
    """

    def settle(self, transaction: Transaction) -> bool:
        chips = transaction.position.players[self.who].chips
        if sum(chips.values()) > 1 and len(chips) == 1:
            KeepChipAction(self.who, next(iter(chips))).perform(transaction)
            return True
        return Decision.settle(self, transaction)

    def is_moot(self, position: TableState) -> bool:
        return len(position.players[self.who].chips) < 2

    def build_choice_tree(self, position: TableState) -> Turn:
        who = self.who
        choice = _keep_choice(who, frozenset(position.players[who].chips))
        return Turn({who: choice}, position.config.actors, (who,), NOT_YOUR_CHIPS)


@cache
def _keep_choice(who: str, chips: frozenset[str]) -> Choice:
    def may(chip: str) -> Refusal | None:
        return None if chip in chips else NO_SUCH_CHIP_TO_KEEP(chip)

    def keep(chip: str) -> Choice:
        return end_of_move_choice(KeepChipAction(who, chip), "L-4.4", cacheable=True)

    return single_word_choice(
        implied_step("keep"), Choice("L-4.4", CHIPS, CHIP_STEPS.__getitem__, keep, may, cacheable=True)
    )


class KeepChipAction(Action, frozen=True):
    """L-4.4: the player keeps one chip of their choice."""

    who: str
    chip: str

    def perform(self, transaction: Transaction) -> None:
        chips = dict(transaction.position.players[self.who].chips)
        returned = {chip: count - (chip == self.chip) for chip, count in chips.items()}
        returned = {chip: count for chip, count in returned.items() if count}
        transaction.apply_event(ChipsReturned(self.who, self.chip, returned))
        gain_arms(transaction, self.who, sum(returned.values()), "L-4.4")
        transaction.replace_current_item()


# -- L-4.6


class EndRound(AgendaItem, frozen=True, tag="round-ends"):
    """L-4.6: the start player card moves on, or the game ends."""

    ends_phase: ClassVar[bool] = True

    def settle(self, transaction: Transaction) -> bool:
        position: TableState = transaction.position
        if position.is_last_round:
            exchange_all_leftovers(transaction)
            transaction.apply_event(PhaseBegan("final"))
            transaction.replace_current_item(*transaction.position.phase_agenda("final"))
        else:
            transaction.apply_event(StartPlayerPassed(position.players_from_start[1]))
            transaction.apply_event(RoundBegan(position.round + 1))
            transaction.apply_event(PhaseBegan("supply"))
            transaction.replace_current_item(*transaction.position.phase_agenda("supply"))
        return True
