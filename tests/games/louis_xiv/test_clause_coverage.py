"""No clause without a test named after it, no refusal that no test provokes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.rules.clauses import declared
from tests.catalogues import read
from tests.games.louis_xiv.test_refusals import MOVES, POSITIONS

CLAUSES = read("companion.games.louis_xiv", "clauses.toml")
_TEST = re.compile(r"^def (test_(L_\w+?)__\w+)\(", re.MULTILINE)


def shown_by() -> dict[str, list[str]]:
    """Clause -> the tests named after it: `test_L_2_4__...` shows L-2.4."""
    found: dict[str, list[str]] = {}
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for test, clause in _TEST.findall(path.read_text(encoding="utf-8")):
            found.setdefault(clause.replace("_", "-", 1).replace("_", "."), []).append(test)
    return found


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_has_a_test_named_after_it(clause: str) -> None:
    assert shown_by().get(clause)


def test_tests_are_named_after_clauses_there_are() -> None:
    assert set(shown_by()) <= set(CLAUSES)


def test_every_declared_refusal_is_provoked_and_no_other() -> None:
    ours = {f"{clause.id} {clause.code}" for clause in declared() if clause.id.startswith("L-")}
    assert set(MOVES) | set(POSITIONS) == ours
