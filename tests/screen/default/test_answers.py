"""Answers of the default table: folded by the words they have in common where they are many."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.position import Position
from companion.screen.context import UiState
from companion.screen.presenters.table_presenter import (
    MAX_ANSWERS_BESIDE_BOARD,
    MAX_UNFOLDED_ANSWERS,
    TablePresenter,
    answers_in_folder,
    numeric_answers,
    open_answer_folder,
)
from companion.voice.voice import Voice
from tests.ours import FIRST
from tests.screen.harness.plain import moments

MISSIONS = [
    f"mission/{does}:{chip}"
    for does in ("renew", "pay", "four", "swap")
    for chip in ("ring", "crown", "arms")
]
NAMES = st.sampled_from("abcd")
THINGS = st.lists(st.lists(NAMES, min_size=1, max_size=4).map("/".join), min_size=1, max_size=60, unique=True)


def found(things: list[str], folder: str = "") -> Iterator[str]:
    """Every answer that can be reached from a folder."""
    for words, count in open_answer_folder(things, folder).entries:
        if count:
            yield from found(things, words)
        else:
            yield words


def test_few_answers_are_never_folded() -> None:
    assert open_answer_folder(MISSIONS[:MAX_UNFOLDED_ANSWERS]).entries == tuple(
        (thing, 0) for thing in MISSIONS[:MAX_UNFOLDED_ANSWERS]
    )


def test_many_are_folded_by_the_first_word_in_which_they_differ() -> None:
    assert open_answer_folder(["done", *MISSIONS]).entries == (("done", 0), ("mission", 12))
    does = tuple((f"mission/{each}", 3) for each in ("renew", "pay", "four", "swap"))
    assert open_answer_folder(MISSIONS).entries == does
    assert open_answer_folder(["done", *MISSIONS], "mission").entries == does


def test_a_folder_that_is_open_has_its_answers_and_a_way_up() -> None:
    here = open_answer_folder(MISSIONS, "mission/pay")
    assert here.entries == tuple((thing, 0) for thing in MISSIONS[3:6])
    assert here.parent_path == "mission"


def test_a_folder_without_answers_is_the_whole() -> None:
    assert open_answer_folder(MISSIONS, "objective/1") == open_answer_folder(MISSIONS)


def test_answers_that_are_numbers_stand_in_their_order() -> None:
    things = [f"take/{number}" for number in (1000, 200, 0, 1400, 800, 600, 400, 1200, 2000)]
    assert [thing for thing, _ in open_answer_folder(things).entries] == sorted(
        things, key=lambda each: int(each[5:])
    )


def test_one_of_many_numbers_is_picked() -> None:
    many = [f"take/{number}" for number in range(200, 2001, 200)]
    assert numeric_answers(["pass", *reversed(many)]) == many
    assert numeric_answers([*many, "bonus/1", "bonus/2"], "take") == many


def test_few_numbers_or_many_of_two_kinds_are_answers_like_others() -> None:
    many = [f"arms/{kind}/{number}" for kind in "ab" for number in range(20)]
    assert numeric_answers(many[:MAX_UNFOLDED_ANSWERS]) == []
    assert numeric_answers(many) == []
    assert numeric_answers(many, "arms/b@1") == many[20:]


@given(THINGS)
def test_every_answer_is_in_just_one_folder(things: list[str]) -> None:
    kept = [thing for thing in things if not any(other.startswith(f"{thing}/") for other in things)]
    assert sorted(found(kept)) == sorted(kept)


@given(st.lists(st.lists(NAMES, min_size=1, max_size=4), max_size=30), st.data())
def test_answers_however_they_are_spelt_are_all_found(paths: list[list[str]], data: st.DataObject) -> None:
    things = sorted({"".join(_spelt(path, data)) for path in paths})
    assert {*found(things)} == {*things}


def _spelt(path: list[str], data: st.DataObject) -> Iterator[str]:
    for at, word in enumerate(path):
        yield f"{data.draw(st.sampled_from('/:')) if at else ''}{word}"


def test_answers_spelt_almost_alike_are_not_folded_for_ever() -> None:
    alike = ["a/b/c", "a:b/c", "a/b:c", "a:b:c"]
    assert open_answer_folder(alike, at_once=2).entries == tuple((thing, 0) for thing in alike)
    assert open_answer_folder([]).entries == ()


def test_a_folder_holds_what_begins_with_its_words_and_not_with_its_letters() -> None:
    assert answers_in_folder(["arms/1", "arms/1:2", "arms/10"], "arms/1") == ["arms/1", "arms/1:2"]
    swaps = [f"swap:{one}:{other}" for one in range(1, 4) for other in range(1, 5)]
    assert [len(answers_in_folder(swaps, words)) for words, _count in open_answer_folder(swaps).entries] == [
        4,
        4,
        4,
    ]


@pytest.mark.parametrize(
    ("count", "beside"),
    [
        (5, MAX_ANSWERS_BESIDE_BOARD),
        (9, MAX_UNFOLDED_ANSWERS),
        (30, MAX_UNFOLDED_ANSWERS),
        (47, MAX_UNFOLDED_ANSWERS),
    ],
)
def test_every_page_of_answers_is_turned_to(count: int, beside: int) -> None:
    class Many(TablePresenter[Position]):
        def answers_per_page(self, longest: int) -> int:
            return beside if beside == MAX_ANSWERS_BESIDE_BOARD else super().answers_per_page(longest)

    things, now = [f"take/{number}-all" for number in range(count)], next(moments(FIRST, 3, 1))
    look, seen = UiState(), set[str]()
    for _ in things:
        page = [*Many(now, look, Voice(FIRST, {}, "en")).choices_in_folder(things)]
        seen |= {choice.touch_target for choice in page}
        more = [choice.touch_target.removeprefix("open/") for choice in page if choice.symbol == "next"]
        look = UiState(answer_folder=more[0]) if more else look
    assert seen >= {*things}
