"""Phase 4, missions: fulfil, draw, swap, keep one chip, exchange mission cards (L-4)."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from companion.games.louis_xiv.rules.events import MoneyPaid, PhaseBegan, RoundBegan, StartPassed
from companion.games.louis_xiv.rules.final import exchange_all
from companion.games.louis_xiv.rules.gains import gain_arms
from companion.games.louis_xiv.rules.outcomes import ChipsReturned, ChipSwapped, MissionUsed
from companion.games.louis_xiv.rules.paying import paying
from companion.games.louis_xiv.rules.pieces import CHIP, CHIPS, button, implied, touched
from companion.games.louis_xiv.rules.renewing import Renew
from companion.games.louis_xiv.rules.state import PlayersDecision, Table
from companion.rules.agenda import AgendaItem, Decision
from companion.rules.choice import Choice, Turn, branch_choice, end_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import MoveStep
from companion.rules.transaction import Action, Transaction

NOT_YOUR_MISSIONS = declare_clause("L-4.1", "not-your-missions", "who", "awaited")
NO_SWAP_CARD = declare_clause("L-4.3", "no-swap-card")
SWAP_MONEY = declare_clause("L-4.3", "swap-money", "money")
SWAP_CROWN = declare_clause("L-4.3", "swap-crown")
SWAP_NO_CHIP = declare_clause("L-4.3", "swap-no-chip", "chip")
NOT_YOUR_CHIPS = declare_clause("L-4.4", "not-your-chips", "who", "awaited")
KEEP_NO_CHIP = declare_clause("L-4.4", "keep-no-chip", "chip")

SWAP_CHIP = "light-swap-chip"
SWAP_PRICE = 2


def missions_agenda(position: Table, who: str | None = None) -> tuple[AgendaItem, ...]:
    """Phase 4, from `who` on (default: from the start player on)."""
    order = position.from_start
    now = order[order.index(who) :] if who else order
    turns: list[AgendaItem] = []
    for each in now:
        turns += [Missions(each), Keep(each)]
    return (*turns, *(Renew(each) for each in order), RoundEnds())


class Missions(PlayersDecision, frozen=True, tag="missions"):
    """L-4.1: fulfil, swap a chip, or be done; always asked."""

    def is_moot(self, position: Table) -> bool:
        return False

    def build_choice_tree(self, position: Table) -> Turn:
        who = self.who
        choice = branch_choice(
            "L-4.1",
            [(_FULFIL, paying(position, who)), (_SWAP, _swapping(position, who)), _done(who)],
        )
        return Turn({who: choice}, position.house.everybody, (who,), NOT_YOUR_MISSIONS, always_ask=True)


_FULFIL, _SWAP = implied("fulfil"), touched("swap")


@cache
def _done(who: str) -> tuple[MoveStep, Choice]:
    return button(who, "done"), end_choice(Done(who), "L-4.1", cacheable=True)


class Done(Action, frozen=True):
    """No more missions now."""

    who: str

    def perform(self, tale: Transaction) -> None:
        tale.replace_current_item()


# -- L-4.3


def _swapping(position: Table, who: str) -> Choice | Refusal:
    player = position.players[who]
    if not player.ready(SWAP_CHIP):
        return NO_SWAP_CARD()
    if player.money < SWAP_PRICE:
        return SWAP_MONEY(player.money)

    return _swapped(who, frozenset(player.chips))


@cache
def _swapped(who: str, chips: frozenset[str]) -> Choice:
    def may(chip: str) -> Refusal | None:
        if chip == "crown":
            return SWAP_CROWN()
        return None if chip in chips else SWAP_NO_CHIP(chip)

    def swap(chip: str) -> Choice:
        return end_choice(Swap(who, chip), "L-4.3", cacheable=True)

    return Choice("L-4.3", CHIPS, CHIP.__getitem__, swap, may, cacheable=True)


class Swap(Action, frozen=True):
    """Two louis, and one chip becomes a crown."""

    who: str
    chip: str

    def perform(self, tale: Transaction) -> None:
        tale.apply_event(MissionUsed(self.who, SWAP_CHIP))
        tale.apply_event(MoneyPaid(self.who, SWAP_PRICE, SWAP_CHIP))
        tale.apply_event(ChipSwapped(self.who, self.chip))


# -- L-4.4


class Keep(PlayersDecision, frozen=True, tag="keep"):
    """More than one chip: one is kept, a coat of arms for each of the rest. Asked only of one with two kinds."""

    def settle(self, tale: Transaction) -> bool:
        chips = tale.position.players[self.who].chips
        if sum(chips.values()) > 1 and len(chips) == 1:
            KeepChip(self.who, next(iter(chips))).perform(tale)
            return True
        return Decision.settle(self, tale)

    def is_moot(self, position: Table) -> bool:
        return len(position.players[self.who].chips) < 2

    def build_choice_tree(self, position: Table) -> Turn:
        who = self.who
        choice = _keeping(who, frozenset(position.players[who].chips))
        return Turn({who: choice}, position.house.everybody, (who,), NOT_YOUR_CHIPS)


@cache
def _keeping(who: str, chips: frozenset[str]) -> Choice:
    def may(chip: str) -> Refusal | None:
        return None if chip in chips else KEEP_NO_CHIP(chip)

    def keep(chip: str) -> Choice:
        return end_choice(KeepChip(who, chip), "L-4.4", cacheable=True)

    return single_word_choice(
        implied("keep"), Choice("L-4.4", CHIPS, CHIP.__getitem__, keep, may, cacheable=True)
    )


class KeepChip(Action, frozen=True):
    """One chip of his choice stays."""

    who: str
    chip: str

    def perform(self, tale: Transaction) -> None:
        chips = dict(tale.position.players[self.who].chips)
        returned = {chip: count - (chip == self.chip) for chip, count in chips.items()}
        returned = {chip: count for chip, count in returned.items() if count}
        tale.apply_event(ChipsReturned(self.who, self.chip, returned))
        gain_arms(tale, self.who, sum(returned.values()), "L-4.4")
        tale.replace_current_item()


# -- L-4.6


class RoundEnds(AgendaItem, frozen=True, tag="round-ends"):
    """The start player card moves on, or the game comes to its end."""

    ends_phase: ClassVar[bool] = True

    def settle(self, tale: Transaction) -> bool:
        position: Table = tale.position
        if position.last_round:
            exchange_all(tale)
            tale.apply_event(PhaseBegan("final"))
            tale.replace_current_item(*tale.position.phase_agenda("final"))
        else:
            tale.apply_event(StartPassed(position.from_start[1]))
            tale.apply_event(RoundBegan(position.round + 1))
            tale.apply_event(PhaseBegan("supply"))
            tale.replace_current_item(*tale.position.phase_agenda("supply"))
        return True
