"""A round begins: its objectives are laid out, one a player (K-1.2)."""

from __future__ import annotations

from collections import Counter

from companion.games.kabale.rules.events import ObjectivesLaid
from companion.games.kabale.rules.pieces import TABLE, implied, objective
from companion.games.kabale.rules.printed import OBJECTIVES
from companion.games.kabale.rules.state import Table
from companion.rules.agenda import Decision
from companion.rules.choice import Choice, Turn, end_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import MoveStep
from companion.rules.transaction import Action, Transaction

OBJECTIVES_AWAITED = declare_clause("K-1.2", "objectives-awaited", "who", "awaited")
OBJECTIVE_OUT = declare_clause("K-1.2", "objective-out", "objective")

COPIES = Counter(OBJECTIVES)
KINDS = tuple(COPIES)
PATTERN = "OBJECTIVE ..."


class Objectives(Decision, frozen=True, tag="objectives"):
    """The objectives of the round are awaited."""

    def is_moot(self, position: Table) -> bool:
        return False

    def build_choice_tree(self, position: Table) -> Turn:
        out = Counter(position.lost)
        for player in position.players.values():
            out.update(player.won)
        choice = _objectives(len(position.players), out, ())
        choice.pattern = PATTERN
        after = {TABLE: single_word_choice(implied("objectives"), choice)}
        return Turn(after, position.house.everybody, (TABLE,), OBJECTIVES_AWAITED)


def _objectives(columns: int, out: Counter[str], laid: tuple[str, ...]) -> Choice:
    """The next one to the right of those `laid`; `out`: those of earlier rounds."""
    if len(laid) == columns:
        return end_choice(LayObjectives(laid), "K-1.2")

    def may(name: str) -> Refusal | None:
        return None if out[name] + laid.count(name) < COPIES[name] else OBJECTIVE_OUT(name)

    def step(name: str) -> MoveStep:
        return objective(len(laid) + 1, name)

    def then(name: str) -> Choice:
        return _objectives(columns, out, (*laid, name))

    return Choice("K-1.2", KINDS, step, then, may, can_dead_end=False)


class LayObjectives(Action, frozen=True):
    """They lie there, and the start player begins."""

    objectives: tuple[str, ...]

    def perform(self, tale: Transaction) -> None:
        tale.apply_event(ObjectivesLaid(self.objectives))
        tale.replace_current_item(*tale.position.phase_agenda("play"))
