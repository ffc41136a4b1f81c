"""Clauses of the rules, and the refusals that cite them.

A clause is declared once, beside the rule it belongs to, with the names of its facts, and called with their values
when the rule forbids a move. Values are raw (numbers, words of the notation); sentences are made from the clause
catalogue of each game, per language, only when somebody reads them.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from companion.rules.errors import HeraldError

if TYPE_CHECKING:
    from companion.rules.moves import Move


class Clause(Struct, frozen=True, cache_hash=True, gc=False):
    """One reason for a refusal: the rule's id (`L-2.4`), a code within it, the names of its facts."""

    id: str
    code: str
    fact_names: tuple[str, ...] = ()

    def __call__(self, *values: Any) -> Refusal:
        """The refusal with these fact values, in declared order; raises TypeError for another number of them."""
        if len(values) != len(self.fact_names):
            raise TypeError(f"{self.id} {self.code} takes {self.fact_names}, got {values!r}")
        return Refusal(self, values)


class Refusal(Struct, frozen=True, cache_hash=True, gc=False):
    """Why something is not allowed: a clause and the values of its facts."""

    clause: Clause
    fact_values: tuple[Any, ...] = ()

    @property
    def facts(self) -> Mapping[str, Any]:
        """Name of each fact -> its raw value."""
        return dict(zip(self.clause.fact_names, self.fact_values, strict=True))

    def __str__(self) -> str:
        facts = " ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.clause.id} {self.clause.code}" + (f" ({facts})" if facts else "")


_declared: dict[tuple[str, str, str], Clause] = {}


def declare_clause(id: str, code: str, *fact_names: str) -> Clause:
    """Declare a clause; raises ValueError where the package has declared the same id and code already.

    Another game may declare the same id and code.
    """
    package = str(sys._getframe(1).f_globals.get("__package__"))
    if (id, code, package) in _declared:
        raise ValueError(f"clause {id} {code} is declared twice; call the first declaration instead")
    _declared[id, code, package] = made = Clause(id, code, fact_names)
    return made


def declared_clauses() -> tuple[Clause, ...]:
    """All clauses declared so far, sorted by id and code (what the catalogue must have texts for)."""
    return tuple(_declared[key] for key in sorted(_declared))


# Herald's own clauses: what the notation of any game requires of a line (NOTATION.md of each).
NOT_OFFERED = declare_clause("H-1", "not-offered", "word")
UNFINISHED = declare_clause("H-1", "unfinished")
NOTHING_ALLOWED = declare_clause("H-1", "nothing-allowed")
INSTEAD = declare_clause("H-1", "instead", "word", "entered")
SAID_UNDER_ANY_CLAUSE = {
    clause.code: clause for clause in (NOT_OFFERED, UNFINISHED, NOTHING_ALLOWED, INSTEAD)
}
"""By code: what is cited under the id of the decision that is open (the functions below)."""
EMPTY_MOVE = declare_clause("H-1", "empty-move")
UNDO_TOO_MANY = declare_clause("H-2", "undo-too-many", "asked", "standing")
BAD_UNDO_NUMBER = declare_clause("H-2", "undo-number", "word")
BAD_CORRECTION_PAIRS = declare_clause("H-3", "correct-pairs")
BAD_CORRECTION_PATH = declare_clause("H-3", "correct-path", "path")
BAD_CORRECTION_VALUE = declare_clause("H-3", "correct-value", "value")
BAD_CORRECTED_SHAPE = declare_clause("H-3", "correct-shape", "what")


def not_offered_refusal(clause_id: str, word: str) -> Refusal:
    """The refusal of a `word` that is no candidate of the decision that clause `clause_id` governs."""
    return Clause(clause_id, NOT_OFFERED.code, NOT_OFFERED.fact_names)(word)


def unfinished_refusal(clause_id: str) -> Refusal:
    """The refusal of a move that stops before the decision that clause `clause_id` governs is taken."""
    return Clause(clause_id, UNFINISHED.code)()


def nothing_allowed_refusal(clause_id: str) -> Refusal:
    """The refusal of a decision, governed by clause `clause_id`, whose candidates are refused for several reasons."""
    return Clause(clause_id, NOTHING_ALLOWED.code)()


def instead_refusal(clause_id: str, word: str, entered: str) -> Refusal:
    """The refusal of a `word` that would do in place of one `entered` before; `clause_id` governs the decision."""
    return Clause(clause_id, INSTEAD.code, INSTEAD.fact_names)(word, entered)


class MoveRefused(HeraldError, ValueError):
    """The rules forbid the move. The position is as it was.

    `refusal` gives the reason; `nearest_moves` are complete legal moves close to what was tried, nearest first.
    """

    def __init__(self, refusal: Refusal, nearest_moves: tuple[Move, ...] = ()) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
        self.nearest_moves = nearest_moves
