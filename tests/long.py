"""What is long stays for `deploy/test --long`, which sets HERALD_LONG; the usual suite has one of its kind.

A test, or a case of one, is marked `long`. tests/conftest.py leaves those out unless HERALD_LONG is set, and
tests/test_long.py holds that a usual test stands for each: another case of the same function, or the one that its mark
names, `pytest.mark.long(instead="test_of_the_same_file")`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

ALL = bool(os.environ.get("HERALD_LONG"))
"""Whether what is long is run too."""
LONG = int(os.environ.get("HERALD_LONG") or 1)
"""So many times as many games, tables and seconds as usual: HERALD_LONG=10 plays ten times as many."""


def usually(wanted: Iterable[Any], values: Iterable[Any]) -> list[Any]:
    """The values of a parameter in their order, those that are not wanted every time marked `long`."""
    first, each = list(wanted), list(values)
    assert all(value in each for value in first), f"not all of {first} are among {each}"
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=() if value in first else pytest.mark.long,
        )
        for value in each
    ]


def examples(many: int) -> int:
    """So many examples of a property, a quarter of them in the usual suite."""
    return many if ALL else many // 4
