"""The fast judge says what the slow way says, at moments of whole random evenings, whatever readers are dead."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games import game_rules
from companion.rules.moves import Move
from companion.table.interpretation.judge import (
    Ambiguous,
    Incomplete,
    Interpretation,
    Interpreted,
    Unexplained,
    judge,
    step_by_touch_target,
)
from companion.table.interpretation.search import shared_search
from measuring.judgements import Moment, evening_moments
from tests.long import ALL, LONG, usually
from tests.table.evenings import TABLES, USUAL
from tests.table.interpretation.slow_way import slow_judge
from tests.table.interpretation.slow_way.slow_search import CUT_SHORT

SEEDS = range(10 * LONG) if ALL else range(2)
SHARE = 0.5 if ALL else 0.1
"""Of the positions of an evening."""

every_table = pytest.mark.parametrize(("name", "players"), usually(USUAL, TABLES))


def moments(name: str, players: int) -> Iterator[Moment]:
    for seed in SEEDS:
        yield from evening_moments(game_rules(name), players, seed, SHARE)


def moves_offered(verdict: Interpretation) -> set[Move]:
    match verdict:
        case Interpreted(move):
            return {move}
        case Ambiguous(question):
            return {move for option in question.options for move in option.moves}
        case _:
            return set()


def says_the_same(fast: Interpretation, slow: Interpretation) -> bool:
    """Whether they agree; of what is missing the order is free, and what was not examined wholly names some of it."""
    if isinstance(fast, Incomplete) and isinstance(slow, Incomplete):
        fewer, all_of_them = set(fast.missing_steps), set(slow.missing_steps)
        return fewer == all_of_them if fast.is_search_complete else bool(fewer) and fewer <= all_of_them
    return fast == slow


@pytest.mark.long(usual=("louis-xiv-3", "kabale-3"))
@every_table
def test_the_verdict_is_that_of_the_slow_way(name: str, players: int) -> None:
    compared = 0
    for moment in moments(name, players):
        asked = moment.position, moment.observations, moment.sensors.zone_status
        fast = judge(*asked)
        CUT_SHORT.clear()
        slow = slow_judge.judge(*asked)
        if not CUT_SHORT:
            compared += 1
            assert says_the_same(fast, slow), (str(moment), fast, slow)
        elif isinstance(slow, Interpreted | Ambiguous):  # what it has found is there for the fast one, too
            assert moves_offered(slow) <= moves_offered(fast), moment
        elif isinstance(slow, Unexplained) and isinstance(fast, Unexplained):
            assert fast.offending_observation == slow.offending_observation, moment
    assert compared > 20


@pytest.mark.long(usual=("louis-xiv-3", "kabale-3"))
@every_table
def test_what_may_come_next_is_what_the_slow_way_says(name: str, players: int) -> None:
    compared = 0
    for moment in moments(name, players):
        asked = moment.position, moment.observations, moment.sensors.zone_status
        fast = step_by_touch_target(*asked)
        CUT_SHORT.clear()
        slow = slow_judge.step_by_touch_target(*asked)
        if not CUT_SHORT:
            compared += 1
            cut = not shared_search(asked[0].choice_tree, *asked[1:]).incomplete_moves().is_search_complete
            assert fast == slow or (cut and fast.items() <= slow.items()), str(moment)
    assert compared > 20
