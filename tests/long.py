"""What is long stays for `deploy/test --long`, which sets HERALD_LONG; the usual suite has one of its kind.

A test, or a case of one, is marked `long`. tests/conftest.py leaves those out unless HERALD_LONG is set, and
tests/test_long.py holds that a usual test stands for each: another case of the same function, or the one that its mark
names, `pytest.mark.long(instead="test_of_the_same_file")`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

ALL = bool(os.environ.get("HERALD_LONG"))
"""Whether what is long is run too."""
LONG = int(os.environ.get("HERALD_LONG") or 1)
"""So many times as many games, tables and seconds as usual: HERALD_LONG=10 plays ten times as many."""


def usually(wanted: Iterable[Any], values: Iterable[Any]) -> list[Any]:
    """The values of a parameter in their order, those that are not wanted every time marked `long`."""
    first = list(wanted)
    cases = [pytest.param(*each if isinstance(each, tuple) else (each,)) for each in values]
    usual = [case for case in cases if _only(case.values) in first]
    assert len(usual) == len(first), f"not all of {first} are among {[_only(case.values) for case in cases]}"
    return [case if case in usual else pytest.param(*case.values, marks=pytest.mark.long) for case in cases]


def _only(values: Sequence[Any]) -> Any:
    """One value as it was given, or several."""
    return values if len(values) > 1 else values[0]
