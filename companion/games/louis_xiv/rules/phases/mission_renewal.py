"""L-4.5: at the end of phase 4, players may exchange mission cards of their hand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.games.louis_xiv.rules.mission_events import MissionDrawn, MissionReturned, MissionUsed
from companion.games.louis_xiv.rules.phases.chip_swaps import turn_beside_swaps
from companion.games.louis_xiv.rules.phases.mission_drawing import STACK_EMPTY
from companion.games.louis_xiv.rules.pieces import STACK_STEPS, STACKS, button_step, implied_step, touch_step
from companion.games.louis_xiv.rules.state import PlayerDecision, TableState
from companion.rules.choice import Choice, Turn, branch_choice, end_of_move_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import MoveStep
from companion.rules.transaction import Action, Transaction

NOT_YOUR_RENEWAL = declare_clause("L-4.5", "not-your-renewal", "who", "awaited")
NOT_IN_HAND = declare_clause("L-4.5", "not-in-hand", "stack")
AT_MOST_TWO_RETURNED = declare_clause("L-4.5", "two-at-most")
RETURN_FIRST = declare_clause("L-4.5", "return-first")

RENEW_MISSION = "light-renew"
MAX_RETURNED = 2
StackNames = tuple[str, ...]


class RenewMissionsDecision(PlayerDecision, frozen=True, tag="renew"):
    """L-4.5: asked once for each card laid out, not in round 4 (RULING); `skip` declines all of them."""

    def is_moot(self, position: TableState) -> bool:
        player = position.players[self.who]
        return position.is_last_round or not player.usable_mission_count(RENEW_MISSION) or not player.hand

    def build_choice_tree(self, position: TableState) -> Turn:
        who, hand, stacks = self.who, position.players[self.who].hand, position.mission_stack_sizes
        branches = _renewal_branches(who, _two_of_each(hand), _two_of_each(stacks))
        return turn_beside_swaps(position, who, branches, "L-4.5", NOT_YOUR_RENEWAL)


def _two_of_each(cards: Mapping[str, int]) -> StackNames:
    """The stack of each card, at most two of each, as more make no difference."""
    return tuple(stack for stack in STACKS for _ in range(min(MAX_RETURNED, cards.get(stack, 0))))


@lru_cache(maxsize=512)
def _renewal_branches(
    who: str, hand: StackNames, left: StackNames
) -> tuple[tuple[MoveStep, Choice], tuple[MoveStep, Choice]]:
    skip = end_of_move_choice(DeclineRenewalAction(who), "L-4.5", cacheable=True)
    return (
        (implied_step("renew"), _return_choice(who, hand, left, ())),
        (button_step(who, "skip"), skip),
    )


def _return_choice(who: str, hand: StackNames, left: StackNames, returned: StackNames) -> Choice:
    """The choice of cards to return: all are returned first, then as many are drawn."""
    full = len(returned) == MAX_RETURNED
    more = AT_MOST_TWO_RETURNED() if full else _hand_stack_choice(who, hand, left, returned)
    draw = _draw_choice(who, left + returned, returned, ()) if returned else RETURN_FIRST()
    return branch_choice(
        "L-4.5", [(implied_step("return"), more), (implied_step("draw"), draw)], cacheable=True
    )


def _hand_stack_choice(who: str, hand: StackNames, left: StackNames, returned: StackNames) -> Choice:
    def may(stack: str) -> Refusal | None:
        return None if hand.count(stack) > returned.count(stack) else NOT_IN_HAND(stack)

    def then(stack: str) -> Choice:
        return _return_choice(who, hand, left, (*returned, stack))

    return Choice(
        "L-4.5",
        STACKS,
        lambda stack: touch_step(stack, f"return/{stack}"),
        then,
        may,
        cacheable=True,
        can_dead_end=False,
    )


def _draw_choice(who: str, left: StackNames, returned: StackNames, drawn: StackNames) -> Choice:
    """The choice of the stacks to draw from; `left` counts the stacks with the returned cards in them."""

    def may(stack: str) -> Refusal | None:
        return None if left.count(stack) > drawn.count(stack) else STACK_EMPTY(stack)

    def then(stack: str) -> Choice:
        now = (*drawn, stack)
        if len(now) == len(returned):
            renewal = RenewMissionsAction(who, tuple(sorted(returned)), tuple(sorted(now)))
            return end_of_move_choice(renewal, "L-4.5", cacheable=True)
        return single_word_choice(implied_step("draw"), _draw_choice(who, left, returned, now))

    return Choice("L-4.5", STACKS, STACK_STEPS.__getitem__, then, may, cacheable=True, can_dead_end=False)


class RenewMissionsAction(Action, frozen=True):
    """L-4.5: a player returns cards and draws as many from these stacks."""

    who: str
    returned: StackNames
    drawn: StackNames

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(MissionUsed(self.who, RENEW_MISSION))
        for stack in self.returned:
            transaction.apply_event(MissionReturned(self.who, stack))
        for stack in self.drawn:
            transaction.apply_event(MissionDrawn(self.who, stack))


class DeclineRenewalAction(Action, frozen=True):
    """L-4.5: a player renews no cards in this round."""

    who: str

    def perform(self, transaction: Transaction) -> None:
        transaction.replace_current_item()
