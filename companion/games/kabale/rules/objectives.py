"""The beginning of a round: as many objectives as players are laid out (K-1.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import chain

from companion.games.kabale.rules.constants import OBJECTIVES
from companion.games.kabale.rules.events import ObjectivesLaid
from companion.games.kabale.rules.pieces import (
    OBJECTIVE_PREFIX,
    column_zone,
    implied_step,
    objective_place,
    objective_step,
)
from companion.games.kabale.rules.state import TableState
from companion.rules.agenda import Decision
from companion.rules.choice import Choice, Turn, end_of_move_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import FINGER, TABLE_ACTOR, MoveStep, Observation
from companion.rules.transaction import Action, Transaction

OBJECTIVES_AWAITED = declare_clause("K-1.2", "objectives-awaited", "who", "awaited")
ALL_COPIES_OUT = declare_clause("K-1.2", "objective-out", "objective")

OBJECTIVE_COPY_COUNTS = Counter(OBJECTIVES)
OBJECTIVE_KINDS = tuple(OBJECTIVE_COPY_COUNTS)
_OBJECTIVE_NAMES = {name: name for name in OBJECTIVE_KINDS}
OBJECTIVES_PATTERN = "OBJECTIVE ..."


class ObjectivesDecision(Decision, frozen=True, tag="objectives"):
    """K-1.2: the objectives of the round are laid out."""

    def is_moot(self, position: TableState) -> bool:
        return False

    def build_choice_tree(self, position: TableState) -> Turn:
        won = [player.won for player in position.players.values()]
        out = Counter(chain(position.lost, *won))
        choice = _objective_choice(len(position.players), out, ())
        choice.pattern = OBJECTIVES_PATTERN
        after = {TABLE_ACTOR: single_word_choice(implied_step("objectives"), choice)}
        left = [name for name, copies in OBJECTIVE_COPY_COUNTS.items() if out[name] < copies]
        several_orders = len(left) > 1  # so nobody need look for the second one
        return Turn(
            after, position.config.actors, (TABLE_ACTOR,), OBJECTIVES_AWAITED, always_ask=several_orders
        )


def _objective_choice(columns: int, out: Counter[str], laid: tuple[str, ...]) -> Choice:
    """The choice of the next objective, right of those `laid`; `out` counts those of earlier rounds."""
    if len(laid) == columns:
        return end_of_move_choice(LayObjectivesAction(laid), "K-1.2")

    def may(name: str) -> Refusal | None:
        return None if out[name] + laid.count(name) < OBJECTIVE_COPY_COUNTS[name] else ALL_COPIES_OUT(name)

    def step(name: str) -> MoveStep:
        return objective_step(len(laid) + 1, name)

    def then(name: str) -> Choice:
        return _objective_choice(columns, out, (*laid, name))

    return Choice(
        "K-1.2",
        OBJECTIVE_KINDS,
        step,
        then,
        may,
        parse_word=_OBJECTIVE_NAMES.get,
        can_dead_end=False,
        observation_prefixes=_observed_of_columns(len(laid) + 1, columns),
        could_explain=_are_of_objectives,
    )


def _are_of_objectives(observations: Sequence[Observation]) -> bool:
    """Whether no card lies among them, which is at home in a column as well."""
    return all(
        observation.piece == FINGER or observation.piece.startswith(OBJECTIVE_PREFIX)
        for observation in observations
    )


@cache
def _observed_of_columns(first: int, last: int) -> tuple[str, ...]:
    """What every observation of an objective of these columns begins with."""
    columns = range(first, last + 1)
    return tuple(prefix for column in columns for prefix in (column_zone(column), objective_place(column)))


class LayObjectivesAction(Action, frozen=True):
    """K-1.2: the objectives are laid out, and the start player begins."""

    objectives: tuple[str, ...]

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(ObjectivesLaid(self.objectives))
        transaction.replace_current_item(*transaction.position.phase_agenda("play"))
