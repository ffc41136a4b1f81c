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
from companion.rules.agenda import Decision, Item
from companion.rules.choice import Choice, Turn, either, end, word
from companion.rules.clauses import Refusal, clause
from companion.rules.moves import Step
from companion.rules.tale import Deed, Tale

NOT_YOUR_MISSIONS = clause("L-4.1", "not-your-missions", "who", "awaited")
NO_SWAP_CARD = clause("L-4.3", "no-swap-card")
SWAP_MONEY = clause("L-4.3", "swap-money", "money")
SWAP_CROWN = clause("L-4.3", "swap-crown")
SWAP_NO_CHIP = clause("L-4.3", "swap-no-chip", "chip")
NOT_YOUR_CHIPS = clause("L-4.4", "not-your-chips", "who", "awaited")
KEEP_NO_CHIP = clause("L-4.4", "keep-no-chip", "chip")

SWAP_CHIP = "light-swap-chip"
SWAP_PRICE = 2


def missions_agenda(position: Table, who: str | None = None) -> tuple[Item, ...]:
    """Phase 4, from `who` on (default: from the start player on)."""
    order = position.from_start
    now = order[order.index(who) :] if who else order
    turns: list[Item] = []
    for each in now:
        turns += [Missions(each), Keep(each)]
    return (*turns, *(Renew(each) for each in order), RoundEnds())


class Missions(PlayersDecision, frozen=True, tag="missions"):
    """L-4.1: fulfil, swap a chip, or be done; always asked."""

    def moot(self, position: Table) -> bool:
        return False

    def offer(self, position: Table) -> Turn:
        who = self.who
        choice = either(
            "L-4.1",
            [(_FULFIL, paying(position, who)), (_SWAP, _swapping(position, who)), _done(who)],
        )
        return Turn({who: choice}, position.house.everybody, (who,), NOT_YOUR_MISSIONS, said=True)


_FULFIL, _SWAP = implied("fulfil"), touched("swap")


@cache
def _done(who: str) -> tuple[Step, Choice]:
    return button(who, "done"), end(Done(who), "L-4.1", fixed=True)


class Done(Deed, frozen=True):
    """No more missions now."""

    who: str

    def do(self, tale: Tale) -> None:
        tale.plan()


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
        return end(Swap(who, chip), "L-4.3", fixed=True)

    return Choice("L-4.3", CHIPS, CHIP.__getitem__, swap, may, fixed=True)


class Swap(Deed, frozen=True):
    """Two louis, and one chip becomes a crown."""

    who: str
    chip: str

    def do(self, tale: Tale) -> None:
        tale.tell(MissionUsed(self.who, SWAP_CHIP))
        tale.tell(MoneyPaid(self.who, SWAP_PRICE, SWAP_CHIP))
        tale.tell(ChipSwapped(self.who, self.chip))


# -- L-4.4


class Keep(PlayersDecision, frozen=True, tag="keep"):
    """More than one chip: one is kept, a coat of arms for each of the rest. Asked only of one with two kinds."""

    def settle(self, tale: Tale) -> bool:
        chips = tale.position.players[self.who].chips
        if sum(chips.values()) > 1 and len(chips) == 1:
            KeepChip(self.who, next(iter(chips))).do(tale)
            return True
        return Decision.settle(self, tale)

    def moot(self, position: Table) -> bool:
        return len(position.players[self.who].chips) < 2

    def offer(self, position: Table) -> Turn:
        who = self.who
        choice = _keeping(who, frozenset(position.players[who].chips))
        return Turn({who: choice}, position.house.everybody, (who,), NOT_YOUR_CHIPS)


@cache
def _keeping(who: str, chips: frozenset[str]) -> Choice:
    def may(chip: str) -> Refusal | None:
        return None if chip in chips else KEEP_NO_CHIP(chip)

    def keep(chip: str) -> Choice:
        return end(KeepChip(who, chip), "L-4.4", fixed=True)

    return word(implied("keep"), Choice("L-4.4", CHIPS, CHIP.__getitem__, keep, may, fixed=True))


class KeepChip(Deed, frozen=True):
    """One chip of his choice stays."""

    who: str
    chip: str

    def do(self, tale: Tale) -> None:
        chips = dict(tale.position.players[self.who].chips)
        returned = {chip: count - (chip == self.chip) for chip, count in chips.items()}
        returned = {chip: count for chip, count in returned.items() if count}
        tale.tell(ChipsReturned(self.who, self.chip, returned))
        gain_arms(tale, self.who, sum(returned.values()), "L-4.4")
        tale.plan()


# -- L-4.6


class RoundEnds(Item, frozen=True, tag="round-ends"):
    """The start player card moves on, or the game comes to its end."""

    terminal: ClassVar[bool] = True

    def settle(self, tale: Tale) -> bool:
        position: Table = tale.position
        if position.last_round:
            exchange_all(tale)
            tale.tell(PhaseBegan("final"))
            tale.plan(*tale.position.phase_agenda("final"))
        else:
            tale.tell(StartPassed(position.from_start[1]))
            tale.tell(RoundBegan(position.round + 1))
            tale.tell(PhaseBegan("supply"))
            tale.plan(*tale.position.phase_agenda("supply"))
        return True
