"""Clauses of the rules, and the refusals that cite them.

A clause is declared once, beside the rule it belongs to, with the names of its facts, and called with their values
when the rule forbids a move. Values are raw (numbers, words of the notation); sentences are made from the clause
catalogue of each game, per language, only when somebody reads them. What is wrong with a record is said in the same
way (`companion.rules.errors.InvalidInput`).
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from companion.rules.errors import HeraldError

if TYPE_CHECKING:
    from companion.rules.moves import Move

HOUSE_PACKAGE = "companion.rules"
"""The package that declares the house's own clauses."""


class Clause(Struct, frozen=True, cache_hash=True, gc=False):
    """One reason for a refusal: the rule's id (`L-2.4`), a code within it, the names of its facts.

    `package` is the one whose clause catalogue has its sentence; "" for a clause of the house under a game's id.
    """

    id: str
    code: str
    fact_names: tuple[str, ...] = ()
    package: str = ""

    def __call__(self, *values: Any) -> Refusal:
        """The refusal with these fact values, in declared order; raises TypeError for another number of them."""
        if len(values) != len(self.fact_names):
            raise TypeError(f"{self.id} {self.code} takes {self.fact_names}, got {values!r}")
        return Refusal(self, values)


class Refusal(Struct, frozen=True, cache_hash=True, gc=False):
    """Why something is not allowed: a clause and the values of its facts.

    A value may be a refusal, or a tuple of them, where something is wrong within something else.
    """

    clause: Clause
    fact_values: tuple[Any, ...] = ()

    @property
    def facts(self) -> Mapping[str, Any]:
        """Name of each fact -> its raw value."""
        return dict(zip(self.clause.fact_names, self.fact_values, strict=True))

    @property
    def english(self) -> str:
        """The sentence in English without its full stop, as an error says it; its id and code where there is none."""
        table = load_clause_texts(self.clause.package).get(self.clause.id, {}) if self.clause.package else {}
        pattern = table.get("refusal", {}).get(self.clause.code, "")
        said = self.in_words(pattern, lambda each: each.english, lambda _name, value: str(value))
        return said.removesuffix(".") or str(self)

    def in_words(
        self,
        pattern: str,
        say: Callable[[Refusal], str],
        format_fact: Callable[[str, Any], str],
        beside: Mapping[str, str] = {},
    ) -> str:
        """The sentence of that pattern; "" where it cannot be filled.

        `say` makes the sentence of a refusal that is a fact of this one, `format_fact` any other value readable.
        `beside`: what else the pattern may name, in words.
        """

        def text(name: str, value: Any) -> str:
            within = (value,) if isinstance(value, Refusal) else value
            if isinstance(within, tuple) and within and isinstance(within[0], Refusal):
                return "; ".join(say(each).removesuffix(".") for each in within)
            return format_fact(name, value)

        try:
            said = {name: text(name, value) for name, value in self.facts.items()}
            return pattern.format_map({**said, **beside})
        except (LookupError, ValueError, AttributeError):
            return ""

    def __str__(self) -> str:
        facts = " ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.clause.id} {self.clause.code}" + (f" ({facts})" if facts else "")


_declared: dict[tuple[str, str, str], Clause] = {}


def declare_clause(id: str, code: str, *fact_names: str) -> Clause:
    """Declare a clause; raises ValueError where the package has declared the same id and code already.

    Another game may declare the same id and code.
    """
    package = str(sys._getframe(1).f_globals.get("__package__") or "")
    if (id, code, package) in _declared:
        raise ValueError(f"clause {id} {code} is declared twice; call the first declaration instead")
    _declared[id, code, package] = made = Clause(id, code, fact_names, package)
    return made


def declared_clauses() -> tuple[Clause, ...]:
    """All clauses declared so far, sorted by id and code (what the catalogue must have texts for)."""
    return tuple(_declared[key] for key in sorted(_declared))


def is_declared(id: str, code: str, package: str) -> bool:
    """Whether that package, which is imported, has declared such a clause: for words from a file."""
    return (id, code, package) in _declared


CATALOGUE_FILE = "clauses.toml"


@cache
def catalogue_package(package: str) -> str:
    """The package that has the clause catalogue for what a package declares: itself, or one that it lies in."""
    while package and not resources.files(package).joinpath(_catalogue_name(package)).is_file():
        package = package.rpartition(".")[0]
    return package


@cache
def load_clause_texts(package: str) -> Mapping[str, Any]:
    """The clause catalogue for what a package declares, in English; {} where it has none.

    Clause id -> source, title, text, refusal -> code -> text. The house has it beside its rules, a game in its data.
    """
    found = catalogue_package(package)
    if not found:
        return {}
    return tomllib.loads(
        resources.files(found).joinpath(_catalogue_name(found)).read_text(encoding="utf-8-sig")
    )


def _catalogue_name(package: str) -> str:
    return CATALOGUE_FILE if package == HOUSE_PACKAGE else f"data/{CATALOGUE_FILE}"


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

# What is wrong with a record, wherever it is found; beside these, companion.rules.record and others have their own.
GAME_FAILED = declare_clause("H-4", "game-failed", "fault")
NO_SUCH_GAME = declare_clause("H-4", "no-such-game", "game", "known")
JOURNAL_TOO_LONG = declare_clause("H-4", "journal-too-long", "bytes", "command")
MOVE_REFUSED_NOW = declare_clause("H-4", "move-refused", "number", "move", "clause")


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
