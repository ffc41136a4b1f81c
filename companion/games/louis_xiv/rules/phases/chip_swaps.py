"""The exchange of a chip for a crown, at any moment of phase 4, and whose turn it is beside it (L-4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from companion.games.louis_xiv.rules.events import MoneyPaid
from companion.games.louis_xiv.rules.mission_events import ChipSwapped, MissionUsed
from companion.games.louis_xiv.rules.pieces import CHIP_STEPS, CHIPS, button_step, implied_step, touch_step
from companion.games.louis_xiv.rules.state import TableState
from companion.rules.choice import Choice, Turn, branch_choice, end_of_move_choice
from companion.rules.clauses import Clause, Refusal, declare_clause
from companion.rules.game import RULES_OF_FIRST_EVENINGS
from companion.rules.moves import MoveStep
from companion.rules.transaction import Action, Transaction

NO_SWAP_CHIP_MISSION = declare_clause("L-4.3", "no-swap-card")
TOO_FEW_LOUIS_TO_SWAP = declare_clause("L-4.3", "swap-money", "money")
CROWN_NOT_SWAPPED = declare_clause("L-4.3", "swap-crown")
NO_SUCH_CHIP_TO_SWAP = declare_clause("L-4.3", "swap-no-chip", "chip")
NO_CHIP_TO_SWAP = declare_clause("L-4.3", "swap-nothing")

SWAP_CHIP_MISSION = "light-swap-chip"
SWAP_WORD = "swap"
SWAP_PRICE = 2
CROWN = "crown"

ChoiceBranch = tuple[MoveStep, Choice | Refusal]


def turn_beside_swaps(
    position: TableState,
    who: str,
    branches: Sequence[ChoiceBranch],
    clause_id: str,
    out_of_turn: Clause,
    keeps: bool = False,
) -> Turn:
    """The turn of phase 4 in which `who` is asked, and all who may exchange a chip do so when they like.

    `branches` are the answers of who is asked, governed by `clause_id`; `out_of_turn` says to others that it is not
    their turn. `keeps`: one chip is to be kept (`swap_choice`). In the first evenings a chip was exchanged only where
    missions were fulfilled (`missions.MissionsDecision`).
    """
    if position.config.rules != RULES_OF_FIRST_EVENINGS:
        branches = (*branches, (swap_step(who), swap_choice(position, who, keeps)))
    asked = _choice_among(clause_id, tuple(branches))
    return turn_beside_swaps_of_others(position, who, asked, out_of_turn, keeps)


def turn_beside_swaps_of_others(
    position: TableState, who: str, choice: Choice, out_of_turn: Clause, keeps: bool = False
) -> Turn:
    """As `turn_beside_swaps`, where `choice`, of who is asked, has their own exchange among its branches."""
    may, may_not = {who: choice}, {}
    is_first = position.config.rules == RULES_OF_FIRST_EVENINGS
    for other in () if is_first else position.config.clockwise_from[who][1:]:
        swap = swap_choice(position, other, keeps)
        only_swap = _only_swap_choice(other, swap, out_of_turn(other, who))
        if isinstance(swap, Choice):
            may[other] = only_swap
        else:
            may_not[other] = only_swap
    return Turn(
        may, position.config.actors, (who,), out_of_turn, always_ask=True, barred_choice_by_actor=may_not
    )


@lru_cache(maxsize=1024)
def _choice_among(clause_id: str, branches: tuple[ChoiceBranch, ...]) -> Choice:
    return branch_choice(clause_id, branches, cacheable=True)


@lru_cache(maxsize=256)
def _only_swap_choice(who: str, swap: Choice | Refusal, not_you: Refusal) -> Choice:
    """The choice of a player who is not asked: for anything but an exchange it is not their turn."""
    buttons = [(button_step(who, word), not_you) for word in ("done", "skip")]
    branch = swap_step(who), swap

    def read(word: str) -> ChoiceBranch:
        return branch if word == SWAP_WORD else (implied_step(word), not_you)

    choice = branch_choice("L-4.3", (branch, *buttons), cacheable=True)
    choice.parse_word = read
    return choice


@cache
def swap_step(who: str) -> MoveStep:
    """The step by which an owner says it; nobody asks them."""
    return touch_step(SWAP_WORD, f"swap/{who}")


def swap_choice(position: TableState, who: str, keeps: bool = False) -> Choice | Refusal:
    """The chips that the player may exchange now, or why none.

    `keeps`: a chip that is shown to a reader is the one that somebody keeps, so the one to exchange is touched.
    """
    player = position.players[who]
    if not player.usable_mission_count(SWAP_CHIP_MISSION):
        return _NO_CARD
    if player.money < SWAP_PRICE:
        return TOO_FEW_LOUIS_TO_SWAP(player.money)
    if not player.chips.keys() - {CROWN}:
        return _NO_CHIP
    return _swapped_chip_choice(who, frozenset(player.chips), keeps)


_NO_CARD, _NO_CHIP = NO_SWAP_CHIP_MISSION(), NO_CHIP_TO_SWAP()


@cache
def _swapped_chip_choice(who: str, chips: frozenset[str], keeps: bool) -> Choice:
    touched = {chip: touch_step(chip, f"swap/{who}/{chip}") for chip in CHIPS}

    def may(chip: str) -> Refusal | None:
        if chip == CROWN:
            return CROWN_NOT_SWAPPED()
        return None if chip in chips else NO_SUCH_CHIP_TO_SWAP(chip)

    def swap(chip: str) -> Choice:
        return end_of_move_choice(SwapChipAction(who, chip), "L-4.3", cacheable=True)

    return Choice("L-4.3", CHIPS, (touched if keeps else CHIP_STEPS).__getitem__, swap, may, cacheable=True)


class SwapChipAction(Action, frozen=True):
    """L-4.3: a player pays two louis and swaps one chip for a crown."""

    who: str
    chip: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(MissionUsed(self.who, SWAP_CHIP_MISSION))
        transaction.apply_event(MoneyPaid(self.who, SWAP_PRICE, SWAP_CHIP_MISSION))
        transaction.apply_event(ChipSwapped(self.who, self.chip))
