"""A round begins: its objectives are laid out, one a player (K-1.2)."""

from __future__ import annotations

from collections import Counter

from companion.games.kabale.rules.events import ObjectivesLaid
from companion.games.kabale.rules.pieces import TABLE, implied, objective
from companion.games.kabale.rules.printed import OBJECTIVES
from companion.games.kabale.rules.state import Table
from companion.rules.agenda import Decision
from companion.rules.choice import Choice, Turn, end, word
from companion.rules.clauses import Refusal, clause
from companion.rules.moves import Step
from companion.rules.tale import Deed, Tale

OBJECTIVES_AWAITED = clause("K-1.2", "objectives-awaited", "who", "awaited")
OBJECTIVE_OUT = clause("K-1.2", "objective-out", "objective")

COPIES = Counter(OBJECTIVES)
KINDS = tuple(COPIES)
PATTERN = "OBJECTIVE ..."


class Objectives(Decision, frozen=True, tag="objectives"):
    """The objectives of the round are awaited."""

    def moot(self, position: Table) -> bool:
        return False

    def offer(self, position: Table) -> Turn:
        out = Counter(position.lost)
        for player in position.players.values():
            out.update(player.won)
        choice = _objectives(len(position.players), out, ())
        choice.pattern = PATTERN
        after = {TABLE: word(implied("objectives"), choice)}
        return Turn(after, position.house.everybody, (TABLE,), OBJECTIVES_AWAITED)


def _objectives(columns: int, out: Counter[str], laid: tuple[str, ...]) -> Choice:
    """The next one to the right of those `laid`; `out`: those of earlier rounds."""
    if len(laid) == columns:
        return end(LayObjectives(laid), "K-1.2")

    def may(name: str) -> Refusal | None:
        return None if out[name] + laid.count(name) < COPIES[name] else OBJECTIVE_OUT(name)

    def step(name: str) -> Step:
        return objective(len(laid) + 1, name)

    def then(name: str) -> Choice:
        return _objectives(columns, out, (*laid, name))

    return Choice("K-1.2", KINDS, step, then, may, deep=False)


class LayObjectives(Deed, frozen=True):
    """They lie there, and the start player begins."""

    objectives: tuple[str, ...]

    def do(self, tale: Tale) -> None:
        tale.tell(ObjectivesLaid(self.objectives))
        tale.plan(*tale.position.phase_agenda("play"))
