"""A list that grows without being copied is to everybody what it was when they were given it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.list_prefix import ListPrefix

NUMBERS = st.lists(st.integers(0, 3), max_size=12)


@given(NUMBERS, NUMBERS, st.slices(12))
def test_it_is_the_tuple_that_the_list_was(first: list[int], later: list[int], part: slice) -> None:
    was = tuple(first)
    given_out = ListPrefix(first)
    first += later
    assert given_out == was
    assert (len(given_out), bool(given_out), hash(given_out)) == (len(was), bool(was), hash(was))
    assert tuple(given_out) == was
    assert tuple(reversed(given_out)) == was[::-1]
    assert given_out[part] == was[part]
    assert [given_out[at] for at in range(-len(was), len(was))] == [*was, *was]
    assert (given_out == ListPrefix([*was, *later])) == (not later)


@given(NUMBERS, st.integers(0, 20))
def test_what_came_later_is_not_in_it(first: list[int], beyond: int) -> None:
    given_out, count = ListPrefix(first), len(first)
    first += [1] * 30
    for outside in (count + beyond, -count - 1 - beyond):
        with pytest.raises(IndexError):
            given_out[outside]
