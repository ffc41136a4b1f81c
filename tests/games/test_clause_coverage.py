"""Every clause of every game has a test named after it, and every refusal a test that provokes it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from companion.voice.game_texts import load_clauses
from companion.voice.language import SOURCE_LANGUAGE
from tests.catalogues import declared_by, is_of_records
from tests.ours import GAMES

_TEST = re.compile(r"^def (test_([A-Z]_\w+?)__\w+)\(", re.MULTILINE)
every_game = pytest.mark.parametrize("name", GAMES)


def shown_by(name: str) -> Mapping[str, list[str]]:
    """Clause, or whole section, -> the tests named after it: `test_L_2_4__...` shows L-2.4, `test_K_3__...` all K-3."""
    found: dict[str, list[str]] = {}
    for path in sorted((Path(__file__).parent / GAMES[name]).rglob("test_*.py")):
        for test, clause in _TEST.findall(path.read_text(encoding="utf-8")):
            found.setdefault(clause.replace("_", "-", 1).replace("_", "."), []).append(test)
    return found


def refusals(name: str) -> ModuleType:
    """A game's own module: `MOVES` and `POSITIONS`, which provoke each refusal."""
    return import_module(f"tests.games.{GAMES[name]}.test_refusals")


@every_game
def test_a_clause_has_a_test_named_after_it(name: str) -> None:
    assert [clause for clause in load_clauses(name, SOURCE_LANGUAGE) if not shown_by(name).get(clause)] == []


@every_game
def test_tests_are_named_after_clauses_there_are(name: str) -> None:
    sections = {id.partition(".")[0] for id in load_clauses(name, SOURCE_LANGUAGE)}
    assert set(shown_by(name)) <= {*load_clauses(name, SOURCE_LANGUAGE), *sections}


@every_game
def test_every_declared_refusal_is_provoked_and_no_other(name: str) -> None:
    # what is wrong with records is provoked in tests/commands/test_invalid_records.py
    ours = {f"{clause.id} {clause.code}" for clause in declared_by(name) if not is_of_records(clause)}
    assert {*refusals(name).MOVES, *refusals(name).POSITIONS} == ours
