"""Answers of the default table: folded by the words they have in common where they are many."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.position import Position
from companion.screen.default.shown import BESIDE
from companion.screen.presenters.folders import AT_ONCE, level, numbers, within
from companion.screen.presenters.presenter import Presenter
from companion.screen.ui_state import UiState
from companion.voice.voice import Voice
from tests.ours import FIRST
from tests.screen.plain import moments

MISSIONS = [
    f"mission/{does}:{chip}"
    for does in ("renew", "pay", "four", "swap")
    for chip in ("ring", "crown", "arms")
]
NAMES = st.sampled_from("abcd")
THINGS = st.lists(st.lists(NAMES, min_size=1, max_size=4).map("/".join), min_size=1, max_size=60, unique=True)


def found(things: list[str], folder: str = "") -> Iterator[str]:
    """Every answer that can be reached from a folder."""
    for words, count in level(things, folder).entries:
        if count:
            yield from found(things, words)
        else:
            yield words


def test_few_answers_are_never_folded() -> None:
    assert level(MISSIONS[:AT_ONCE]).entries == tuple((thing, 0) for thing in MISSIONS[:AT_ONCE])


def test_many_are_folded_by_the_first_word_in_which_they_differ() -> None:
    assert level(["done", *MISSIONS]).entries == (("done", 0), ("mission", 12))
    does = tuple((f"mission/{each}", 3) for each in ("renew", "pay", "four", "swap"))
    assert level(MISSIONS).entries == does
    assert level(["done", *MISSIONS], "mission").entries == does


def test_a_folder_that_is_open_has_its_answers_and_a_way_up() -> None:
    here = level(MISSIONS, "mission/pay")
    assert here.entries == tuple((thing, 0) for thing in MISSIONS[3:6])
    assert here.above == "mission"


def test_a_folder_without_answers_is_the_whole() -> None:
    assert level(MISSIONS, "objective/1") == level(MISSIONS)


def test_answers_that_are_numbers_stand_in_their_order() -> None:
    things = [f"take/{number}" for number in (1000, 200, 0, 1400, 800, 600, 400, 1200, 2000)]
    assert [thing for thing, _ in level(things).entries] == sorted(things, key=lambda each: int(each[5:]))


def test_one_of_many_numbers_is_picked() -> None:
    many = [f"take/{number}" for number in range(200, 2001, 200)]
    assert numbers(["pass", *reversed(many)]) == many
    assert numbers([*many, "bonus/1", "bonus/2"], "take") == many


def test_few_numbers_or_many_of_two_kinds_are_answers_like_others() -> None:
    many = [f"arms/{kind}/{number}" for kind in "ab" for number in range(20)]
    assert numbers(many[:AT_ONCE]) == []
    assert numbers(many) == []
    assert numbers(many, "arms/b@1") == many[20:]


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
    assert level(alike, at_once=2).entries == tuple((thing, 0) for thing in alike)
    assert level([]).entries == ()


def test_a_folder_holds_what_begins_with_its_words_and_not_with_its_letters() -> None:
    assert within(["arms/1", "arms/1:2", "arms/10"], "arms/1") == ["arms/1", "arms/1:2"]
    swaps = [f"swap:{one}:{other}" for one in range(1, 4) for other in range(1, 5)]
    assert [len(within(swaps, words)) for words, _count in level(swaps).entries] == [4, 4, 4]


@pytest.mark.parametrize(("count", "beside"), [(5, BESIDE), (9, AT_ONCE), (30, AT_ONCE), (47, AT_ONCE)])
def test_every_page_of_answers_is_turned_to(count: int, beside: int) -> None:
    class Many(Presenter[Position]):
        at_once = beside

        def at_a_page(self, longest: int) -> int:
            return beside if beside == BESIDE else super().at_a_page(longest)

    things, now = [f"take/{number}-all" for number in range(count)], next(moments(FIRST, 3, 1))
    look, seen = UiState(), set[str]()
    for _ in things:
        page = [*Many(now, look, Voice(FIRST, {}, "en")).offered(things)]
        seen |= {choice.touch_target for choice in page}
        more = [choice.touch_target.removeprefix("open/") for choice in page if choice.symbol == "next"]
        look = UiState(answer_folder=more[0]) if more else look
    assert seen >= {*things}
