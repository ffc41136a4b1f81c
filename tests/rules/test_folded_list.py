"""A list that grows without being copied or held whole is to everybody what it was when they were given it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import folded_list
from companion.rules.folded_list import FoldedList

NUMBERS = st.lists(st.integers(0, 3), max_size=40)


@pytest.fixture(autouse=True, scope="module")
def short_blocks() -> Iterator[None]:
    """Blocks of three, two of them kept as they are: what takes thousands of items happens with ten."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folded_list, "BLOCK_ITEMS", 3)
        patch.setattr(folded_list, "BLOCK_WEIGHT", 8)
        patch.setattr(folded_list, "UNFOLDED_BLOCKS", 2)
        yield


def of(numbers: list[int]) -> FoldedList[int]:
    return FoldedList[int](abs).with_items(numbers)


@given(NUMBERS, NUMBERS, st.slices(12), st.integers(0, 50))
def test_it_is_the_tuple_that_it_was_when_given(
    first: list[int], later: list[int], part: slice, start: int
) -> None:
    was, given_out = tuple(first), of(first)
    longer = given_out.with_items(later)
    assert given_out == was
    assert (len(given_out), bool(given_out), hash(given_out)) == (len(was), bool(was), hash(was))
    assert tuple(given_out) == was
    assert tuple(reversed(given_out)) == was[::-1]
    assert tuple(given_out.since(start)) == was[start:]
    assert given_out[part] == was[part]
    assert [given_out[at] for at in range(-len(was), len(was))] == [*was, *was]
    assert (given_out == of([*was, *later])) == (not later)
    assert longer == (*was, *later)
    assert (given_out.weight, longer.weight) == (sum(first), sum((*first, *later)))


@given(NUMBERS, st.integers(0, 20))
def test_what_came_later_is_not_in_it(first: list[int], beyond: int) -> None:
    given_out, count = of(first), len(first)
    given_out.with_items([1] * 30)
    for outside in (count + beyond, -count - 1 - beyond):
        with pytest.raises(IndexError):
            given_out[outside]


@given(NUMBERS, st.integers(0, 45), NUMBERS, NUMBERS)
def test_who_goes_on_from_the_same_items_does_not_disturb_the_other(
    first: list[int], count: int, later: list[int], elsewhere: list[int]
) -> None:
    given_out = of(first)
    shorter, kept = given_out.first(count), first[:count]
    one, another, third = (
        shorter.with_items(later),
        given_out.with_items(elsewhere),
        shorter.with_items(first),
    )
    assert shorter == tuple(kept)
    assert one == (*kept, *later)
    assert another == (*first, *elsewhere)
    assert third == (*kept, *first)
    assert given_out == tuple(first)
    assert [each.weight for each in (shorter, one, another)] == [
        sum(kept),
        sum((*kept, *later)),
        sum((*first, *elsewhere)),
    ]


def test_what_is_old_is_made_anew_and_what_is_new_is_there() -> None:
    items = [[number] for number in range(30)]
    made = FoldedList[list[int]](len).with_items(items)
    there = [one is another for one, another in zip(made, items, strict=True)]
    assert there == [False] * 24 + [True] * 6
    assert made == tuple(items)


def test_what_cannot_be_folded_stays_as_it_is() -> None:
    functions = [lambda: 7 for _ in range(30)]
    assert FoldedList[object](lambda _item: 1).with_items(functions) == tuple(functions)
