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
    made = FoldedList[int](abs)
    for number in numbers:
        made.append(number)
    return made


@given(NUMBERS, NUMBERS, st.slices(12), st.integers(0, 50))
def test_it_is_the_tuple_that_the_list_was(
    first: list[int], later: list[int], part: slice, start: int
) -> None:
    was, made = tuple(first), of(first)
    given_out = made.view
    for number in later:
        made.append(number)
    assert given_out == was
    assert (len(given_out), bool(given_out), hash(given_out)) == (len(was), bool(was), hash(was))
    assert tuple(given_out) == was
    assert tuple(reversed(given_out)) == was[::-1]
    assert tuple(given_out.since(start)) == was[start:]
    assert given_out[part] == was[part]
    assert [given_out[at] for at in range(-len(was), len(was))] == [*was, *was]
    assert (given_out == of([*was, *later]).view) == (not later)
    assert made.view == (*was, *later)
    assert made.weight == sum((*first, *later))


@given(NUMBERS, st.integers(0, 20))
def test_what_came_later_is_not_in_it(first: list[int], beyond: int) -> None:
    made = of(first)
    given_out, count = made.view, len(first)
    for _ in range(30):
        made.append(1)
    for outside in (count + beyond, -count - 1 - beyond):
        with pytest.raises(IndexError):
            given_out[outside]


@given(NUMBERS, st.data(), NUMBERS, NUMBERS)
def test_what_is_taken_away_stays_with_those_who_were_given_it(
    first: list[int], data: st.DataObject, later: list[int], elsewhere: list[int]
) -> None:
    made = of(first)
    given_out = made.view
    count = data.draw(st.integers(0, len(first)))
    shorter = made.without_last(count)
    kept = first[: len(first) - count]
    for number in later:
        shorter.append(number)
    for number in elsewhere:
        made.append(number)
    assert shorter.view == (*kept, *later)
    assert (len(shorter), shorter.weight) == (len(kept) + len(later), sum(kept) + sum(later))
    assert made.view == (*first, *elsewhere)
    assert given_out == tuple(first)
    if len(shorter):
        assert shorter.last == [*kept, *later][-1]


def test_what_is_old_is_made_anew_and_what_is_new_is_there() -> None:
    made = FoldedList[list[int]](len)
    items = [[number] for number in range(30)]
    for item in items:
        made.append(item)
    there = [one is another for one, another in zip(made.view, items, strict=True)]
    assert there == [False] * 24 + [True] * 6
    assert made.view == tuple(items)


def test_what_cannot_be_folded_stays_as_it_is() -> None:
    made, functions = FoldedList[object](lambda _item: 1), [lambda: 7 for _ in range(30)]
    for function in functions:
        made.append(function)
    assert made.view == tuple(functions)
