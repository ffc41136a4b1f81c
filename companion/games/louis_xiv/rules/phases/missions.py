"""Phase 4, missions: players fulfil them, keep one chip, and the round ends (L-4)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import ClassVar

from companion.games.louis_xiv.rules.events import PhaseBegan, RoundBegan, StartPlayerPassed
from companion.games.louis_xiv.rules.gains import gain_arms
from companion.games.louis_xiv.rules.mission_events import ChipsReturned
from companion.games.louis_xiv.rules.phases.chip_swaps import (
    swap_choice,
    swap_step,
    turn_beside_swaps,
    turn_beside_swaps_of_others,
)
from companion.games.louis_xiv.rules.phases.final_scoring import exchange_all_leftovers
from companion.games.louis_xiv.rules.phases.mission_fulfilment import fulfilment_choice
from companion.games.louis_xiv.rules.phases.mission_renewal import RenewMissionsDecision
from companion.games.louis_xiv.rules.pieces import CHIP_STEPS, CHIPS, button_step, implied_step
from companion.games.louis_xiv.rules.state import PlayerDecision, TableState
from companion.rules.agenda import AgendaItem, Decision
from companion.rules.choice import Choice, Turn, branch_choice, end_of_move_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import MoveStep
from companion.rules.transaction import Action, Transaction

NOT_YOUR_MISSIONS = declare_clause("L-4.1", "not-your-missions", "who", "awaited")
NOT_YOUR_CHIPS = declare_clause("L-4.4", "not-your-chips", "who", "awaited")
NO_SUCH_CHIP_TO_KEEP = declare_clause("L-4.4", "keep-no-chip", "chip")


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
        fulfil, swap = fulfilment_choice(position, who), swap_choice(position, who)
        no_fulfilment = isinstance(fulfil, Refusal)
        choice = (_missions_choice_once if no_fulfilment else _missions_choice)(who, fulfil, swap)
        return turn_beside_swaps_of_others(position, who, choice, NOT_YOUR_MISSIONS)


_FULFIL_STEP = implied_step("fulfil")


def _missions_choice(who: str, fulfil: Choice | Refusal, swap: Choice | Refusal) -> Choice:
    branches = [(_FULFIL_STEP, fulfil), (swap_step(who), swap), _done_branch(who)]
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
        branches = _keep_branches(self.who, frozenset(position.players[self.who].chips))
        return turn_beside_swaps(position, self.who, branches, "L-4.4", NOT_YOUR_CHIPS, keeps=True)


@cache
def _keep_branches(who: str, chips: frozenset[str]) -> tuple[tuple[MoveStep, Choice]]:
    def may(chip: str) -> Refusal | None:
        return None if chip in chips else NO_SUCH_CHIP_TO_KEEP(chip)

    def keep(chip: str) -> Choice:
        return end_of_move_choice(KeepChipAction(who, chip), "L-4.4", cacheable=True)

    chosen = Choice("L-4.4", CHIPS, CHIP_STEPS.__getitem__, keep, may, cacheable=True)
    return ((implied_step("keep"), chosen),)


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
