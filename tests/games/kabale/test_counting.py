"""K-4.1: the final count, against every choice of six and by what must hold."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.kabale.rules.constants import OBJECTIVES, SYMBOLS, objective_symbol, objective_value
from companion.games.kabale.rules.final_scoring import ObjectivesScore, objectives_score
from tests.games.kabale.plain import scorer
from tests.long import examples

MOST_WON = 16  # every choice of six is tried, which takes too long for more
EVERY = tuple(f"{symbol}:{value}" for symbol, value in zip(SYMBOLS, (3, 2, 2, 3, 1, 2), strict=True))
won_by_one = st.lists(st.sampled_from(range(len(OBJECTIVES))), max_size=MOST_WON, unique=True).map(
    lambda places: [OBJECTIVES[place] for place in places]
)


def plain(won: list[str]) -> int:
    return scorer.final([(objective_symbol(each), objective_value(each)) for each in won])


# -- by hand


@pytest.mark.parametrize(
    ("won", "found"),
    [
        ((), ObjectivesScore(0)),
        (("music:5",), ObjectivesScore(5)),
        (EVERY[:5], ObjectivesScore(11)),
        (EVERY, ObjectivesScore(13, EVERY, 0, 26)),
        # the 5 is doubled, the 3 of its symbol costs 1
        ((*EVERY, "alchemy:5"), ObjectivesScore(18, ("alchemy:5", *EVERY[1:]), 1, 2 * 15 - 1)),
        # the better of two equal symbols once only: value 3 is there twice
        ((*EVERY, "alchemy:3"), ObjectivesScore(16, EVERY, 1, 26 - 1)),
        # three more of one symbol cost 3
        ((*EVERY, "trade:1", "trade:2", "trade:3"), ObjectivesScore(19, EVERY, 3, 26 - 3)),
    ],
)
def test_K_4_1__counted_by_hand(won: tuple[str, ...], found: ObjectivesScore) -> None:
    assert objectives_score(won) == found


def test_K_4_1__the_sum_when_doubling_is_worse() -> None:
    """The best six, 14 points, doubled less ten are 18; all sixteen are 40."""
    ones = [f"{symbol}:1" for symbol in SYMBOLS]
    others = [f"{symbol}:{value}" for symbol in ("trade", "music") for value in (5, 4, 3, 3, 2)]
    found = objectives_score([*ones, *others])
    best = ("alchemy:1", "fencing:1", "farming:1", "trade:5", "religion:1", "music:5")
    assert found == ObjectivesScore(6 + 34, best, 10, 2 * 14 - 10)
    assert found.points == 40


def test_K_4_1__both_ways_equal() -> None:
    """Six of 9 doubled less three; and 9 with 1, 2 and 3."""
    ones = [f"{symbol}:1" for symbol in SYMBOLS]
    best = ("alchemy:1", "fencing:1", "farming:1", "trade:4", "religion:1", "music:1")
    assert objectives_score([*ones, "trade:4", "trade:2", "trade:3"]) == ObjectivesScore(15, best, 3, 15)


# -- against every choice of six


def test_K_4_1__the_best_of_all_choices_of_six() -> None:
    better = 0
    for seed in range(2000):
        rng = Random(seed)
        won = rng.sample(OBJECTIVES, rng.randint(0, 12))
        found = objectives_score(won)
        assert found.points == plain(won), (seed, won)
        better += found.doubled is not None and found.plain > found.doubled
    for seed in range(200):
        rng = Random(seed)
        few = [objective for objective in OBJECTIVES if objective_value(objective) == 1]
        won = few + rng.sample([each for each in OBJECTIVES if each not in few], rng.randint(4, 9))
        found = objectives_score(won)
        assert found.points == plain(won), (seed, won)
        better += found.doubled is not None and found.plain > found.doubled
    assert better > 5


# -- what must hold


@settings(max_examples=examples(300))
@given(won_by_one, st.randoms(use_true_random=False))
def test_K_4_1__the_order_of_winning_does_not_matter(won: list[str], rng: Random) -> None:
    again = list(won)
    rng.shuffle(again)
    assert objectives_score(again) == objectives_score(won)


@settings(max_examples=examples(300))
@given(won_by_one)
def test_K_4_1__the_parts_add_up(won: list[str]) -> None:
    found = objectives_score(won)
    assert found.plain == sum(map(objective_value, won))
    assert (found.doubled is None) == ({objective_symbol(each) for each in won} != set(SYMBOLS))
    assert found.points >= found.plain
    if found.doubled is not None:
        assert tuple(map(objective_symbol, found.best)) == SYMBOLS
        assert all(won.count(each) for each in found.best)
        assert found.others == len(won) - 6
        assert found.doubled == 2 * sum(map(objective_value, found.best)) - found.others
    else:
        assert (found.best, found.others) == ((), 0)


@settings(max_examples=examples(300))
@given(won_by_one, st.sampled_from(OBJECTIVES))
def test_K_4_1__one_more_costs_at_most_1(won: list[str], more: str) -> None:
    assert objectives_score([*won, more]).points >= objectives_score(won).points - 1
