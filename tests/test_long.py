"""What is left to `deploy/test --long` has something of its kind in the usual suite, and what is quick is quick."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import LONG_TESTS, USUAL_TESTS
from tests.long import SLOW, SLOW_NAMES, is_usual_case, usual_patterns, usually

ROOT = Path(__file__).parents[1]


def function(test: pytest.Function) -> tuple[Path, str]:
    return test.path, test.originalname


def test_whatever_is_long_has_one_of_its_kind_in_the_usual_suite(request: pytest.FixtureRequest) -> None:
    usual = {function(test) for test in request.config.stash[USUAL_TESTS]}
    alone = {}
    for test in request.config.stash[LONG_TESTS]:
        mark = test.get_closest_marker("long")
        assert mark is not None
        if function(test) not in usual and not list(named(test.path, mark.kwargs.get("instead", ""))):
            alone[test.nodeid] = mark.kwargs
    assert alone == {}


def test_every_case_that_a_mark_leaves_in_the_usual_suite_is_there(request: pytest.FixtureRequest) -> None:
    wanted, found = set[tuple[Path, str, str]](), set[tuple[Path, str, str]]()
    for test in (*request.config.stash[LONG_TESTS], *request.config.stash[USUAL_TESTS]):
        for mark in test.iter_markers("long"):
            for pattern in usual_patterns(mark):
                wanted.add((*function(test), pattern))
                if is_usual_case(test, pytest.mark.long(usual=pattern).mark):
                    found.add((*function(test), pattern))
    assert wanted - found == set()


def named(path: Path, name: str) -> Iterator[str]:
    """That test, where there is one that is not long: `test_name` of the same file, or `tests/FILE::test_name`."""
    file, _, called = name.rpartition("::")
    tree = ast.parse((ROOT / file if file else path).read_text(encoding="utf-8"))
    for each in tree.body:
        if isinstance(each, ast.FunctionDef) and each.name == called:
            marks = [ast.unparse(mark) for mark in each.decorator_list]
            yield from [called] * (not any("mark.long" in mark and "usual=" not in mark for mark in marks))


def test_a_value_that_is_wanted_is_one_of_those_there_are() -> None:
    with pytest.raises(AssertionError, match=r"not all of \[7\] are among \[2, 3\]"):
        usually([7], [2, 3])


def test_what_is_not_wanted_every_time_is_long_and_all_come_in_their_order() -> None:
    cases = usually([("b", 2)], [("a", 1), ("b", 2)])
    assert [(case.values, bool(case.marks)) for case in cases] == [
        (("a", 1), True),
        (("b", 2), False),
    ]


def test_what_is_called_slow_is_there_and_every_room_has_something_quick() -> None:
    files = [str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py")]
    assert [slow for slow in SLOW if not any(file.startswith(slow) for file in files)] == []
    quick = {
        file.split("/")[1] for file in files if not file.startswith(SLOW) and not SLOW_NAMES.search(file)
    }
    assert quick >= {file.split("/")[1] for file in files if file.count("/") > 1}
