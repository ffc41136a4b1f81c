"""Clauses of the rules, and the refusals that cite them.

A clause is declared once, beside the rule it belongs to, with the names of its facts, and called
with their values when the rule says no. Values are raw (numbers, words of the notation); sentences
are made from the clause catalogue of each game, per language, only when somebody reads them.
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
    """One reason to say no: the rule's id (`L-2.4`), a code within it, the names of its facts."""

    id: str
    code: str
    facts: tuple[str, ...] = ()

    def __call__(self, *values: Any) -> Refusal:
        """The refusal with these values for the facts, in the order they were declared."""
        if len(values) != len(self.facts):
            raise TypeError(f"{self.id} {self.code} takes {self.facts}, got {values!r}")
        return Refusal(self, values)


class Refusal(Struct, frozen=True, cache_hash=True, gc=False):
    """Why something is not allowed: a clause and the values of its facts."""

    why: Clause
    values: tuple[Any, ...] = ()

    @property
    def params(self) -> Mapping[str, Any]:
        """Name of each fact -> its raw value."""
        return dict(zip(self.why.facts, self.values, strict=True))

    def __str__(self) -> str:
        facts = " ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.why.id} {self.why.code}" + (f" ({facts})" if facts else "")


_declared: dict[tuple[str, str, str], Clause] = {}


def clause(id: str, code: str, *facts: str) -> Clause:
    """Declare a clause. The same id and code may not be declared twice in a package; another game may have them too."""
    package = str(sys._getframe(1).f_globals.get("__package__"))
    if (id, code, package) in _declared:
        raise ValueError(f"clause {id} {code} is declared twice; call the first declaration instead")
    _declared[id, code, package] = made = Clause(id, code, facts)
    return made


def declared() -> tuple[Clause, ...]:
    """All clauses declared so far, sorted by id and code (what the catalogue must have texts for)."""
    return tuple(_declared[key] for key in sorted(_declared))


# The house's own clauses: what any game's notation asks of a line (NOTATION.md of each).
# The first two are said under the id of the decision that was open, so they are made on the way.
NOT_OFFERED = clause("H-1", "not-offered", "word")
UNFINISHED = clause("H-1", "unfinished")
EMPTY_MOVE = clause("H-1", "empty-move")
UNDO_TOO_MANY = clause("H-2", "undo-too-many", "asked", "standing")
UNDO_NUMBER = clause("H-2", "undo-number", "word")
CORRECT_PAIRS = clause("H-3", "correct-pairs")
CORRECT_PATH = clause("H-3", "correct-path", "path")
CORRECT_VALUE = clause("H-3", "correct-value", "value")
CORRECT_SHAPE = clause("H-3", "correct-shape", "what")


def not_offered(id: str, word: str) -> Refusal:
    """`word` is no candidate of the decision that clause `id` governs."""
    return Clause(id, NOT_OFFERED.code, NOT_OFFERED.facts)(word)


def unfinished(id: str) -> Refusal:
    """The move stops before the decision that clause `id` governs is taken."""
    return Clause(id, UNFINISHED.code)()


class Refused(HeraldError, ValueError):
    """The rules forbid it. The position is as it was.

    `refusal` says why; `nearest` are whole legal moves close to what was tried, nearest first.
    """

    def __init__(self, refusal: Refusal, nearest: tuple[Move, ...] = ()) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
        self.nearest = nearest
