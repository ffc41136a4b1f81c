"""Missions laid out, and the cards drawn for them (L-4.1, L-4.2)."""

from __future__ import annotations

from functools import cache

from companion.games.louis_xiv.rules.mission_events import MissionDrawn, MissionFulfilled
from companion.games.louis_xiv.rules.phases.chip_swaps import turn_beside_swaps
from companion.games.louis_xiv.rules.pieces import STACK_STEPS, STACKS, TYPE_OF_MISSION, implied_step
from companion.games.louis_xiv.rules.state import PlayerDecision, TableState
from companion.rules.agenda import Decision
from companion.rules.choice import Choice, Turn, end_of_move_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import MoveStep
from companion.rules.transaction import Action, Transaction

NOT_YOUR_DRAW = declare_clause("L-4.2", "not-your-draw", "who", "awaited")
STACK_EMPTY = declare_clause("L-M6", "stack-empty", "stack")

EXTRA_DRAW_MISSION = "light-plus-mission"


class FulfilMissionAction(Action, frozen=True):
    """L-4.1: a player fulfils a mission, then draws: twice with "+1 mission card"."""

    who: str
    mission: str
    paid: tuple[str, ...]

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(MissionFulfilled(self.who, self.mission, self.paid))
        draws = 2 if TYPE_OF_MISSION[self.mission] == EXTRA_DRAW_MISSION else 1
        transaction.replace_current_item(
            *(DrawMissionDecision(self.who) for _ in range(draws)), transaction.agenda[0]
        )


class DrawMissionDecision(PlayerDecision, frozen=True, tag="draw"):
    """L-4.2: a player draws a mission card from a stack of their choice; from the only one left without being asked."""

    def is_moot(self, position: TableState) -> bool:
        return not any(position.mission_stack_sizes.values())

    def settle(self, transaction: Transaction) -> bool:
        left = _stacks_left(transaction.position)
        if len(left) == 1:
            DrawMissionAction(self.who, left[0]).perform(transaction)
            return True
        return Decision.settle(self, transaction)

    def build_choice_tree(self, position: TableState) -> Turn:
        branches = _draw_branches(self.who, _stacks_left(position))
        return turn_beside_swaps(position, self.who, branches, "L-4.2", NOT_YOUR_DRAW)


def _stacks_left(position: TableState) -> tuple[str, ...]:
    sizes = position.mission_stack_sizes
    return tuple(stack for stack in STACKS if sizes[stack])


@cache
def _draw_branches(who: str, left: tuple[str, ...]) -> tuple[tuple[MoveStep, Choice]]:
    def may(stack: str) -> Refusal | None:
        return None if stack in left else STACK_EMPTY(stack)

    def then(stack: str) -> Choice:
        return end_of_move_choice(DrawMissionAction(who, stack), "L-4.2", cacheable=True)

    stacks = Choice("L-4.2", STACKS, STACK_STEPS.__getitem__, then, may, cacheable=True)
    return ((implied_step("draw"), stacks),)


class DrawMissionAction(Action, frozen=True):
    """L-4.2: a player draws from that stack."""

    who: str
    stack: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(MissionDrawn(self.who, self.stack))
        transaction.replace_current_item()
