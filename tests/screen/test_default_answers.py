"""Answers of the default table: folded by the words they have in common where they are many."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from companion.screen.default.answers import AT_ONCE, level

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


@given(THINGS)
def test_every_answer_is_in_just_one_folder(things: list[str]) -> None:
    kept = [thing for thing in things if not any(other.startswith(f"{thing}/") for other in things)]
    assert sorted(found(kept)) == sorted(kept)
