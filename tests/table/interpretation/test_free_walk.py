"""The walk along what costs nothing: forks that are alike are walked through once."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import islice
from random import Random

import pytest

from companion.rules.choice import Choice, Turn
from companion.rules.moves import Observation, touch_observation
from companion.table.interpretation.judge import Ambiguous, Unexplained, judge
from tests.long import LONG
from tests.table.evenings import NOWHERE, Watching, evening
from tests.table.interpretation.slow_way.test_same_verdicts import moves_offered

MAX_CHOICES = 3_000
"""Looked at in one turn, in the order of the tree."""


def choices_from(choice: Choice) -> Iterator[Choice]:
    yield choice
    for candidate in choice.candidates:
        if choice.refusal_for(candidate) is None:
            yield from choices_from(choice.next_choice(candidate))


def what_may_follow(choice: Choice) -> tuple[object, ...]:
    """Whether a move may end here, and the words that are not refused, each with whether a move can end behind it."""
    return choice.action is None, [
        (choice.step_for(candidate), choice.is_allowed(candidate))
        for candidate in choice.candidates
        if choice.refusal_for(candidate) is None
    ]


def compared_choices(turn: Turn) -> int:
    """How many choices of the turn depend on the same as one before them; all offer what that one does."""
    compared = 0
    offered: dict[Hashable, tuple[object, ...]] = {}
    for root in turn.choice_by_actor.values():
        for choice in islice(choices_from(root), MAX_CHOICES):
            if choice.depends_on is not None:
                alike = choice.depends_on()
                compared += alike in offered
                assert offered.setdefault(alike, what_may_follow(choice)) == what_may_follow(choice)
    return compared


@pytest.mark.long(usual=("louis-xiv-3-True-0", "florence-3-False-0"))
@pytest.mark.parametrize("seed", range(LONG))
@pytest.mark.parametrize("knows_all", [True, False])
@pytest.mark.parametrize(("name", "players"), [("louis-xiv", 3), ("florence", 3), ("florence", 5)])
def test_choices_that_depend_on_the_same_offer_the_same(
    name: str, players: int, knows_all: bool, seed: int
) -> None:
    compared = sum(
        compared_choices((position if knows_all else position.to_public()).choice_tree)
        for position, _ in evening(name, players, Random(seed))
    )
    assert compared > 100


def test_an_answer_leaves_the_moves_it_stands_for_where_many_paths_met() -> None:
    position = next(
        position
        for position, move in evening("louis-xiv", 3, Random(1))
        if move.words[:2] == ("table", "arms")
    )
    touched = (touch_observation("arms0/4"),)
    asked = judge(position, touched, NOWHERE)
    assert isinstance(asked, Ambiguous)
    for option in asked.question.options:
        answered = judge(position, (*touched, option.observation), NOWHERE)
        assert moves_offered(answered) == set(option.moves)


def test_coats_of_arms_laid_one_by_one_are_not_refused_beside_a_dead_seat() -> None:
    position = next(
        position
        for position, move in evening("louis-xiv", 3, Random(3))
        if move.words[:2] == ("table", "arms")
    )
    laid: tuple[Observation, ...] = ()
    for _ in range(6):
        laid = (*laid, Observation("arms0", "seat/yellow"))
        assert not isinstance(judge(position, laid, Watching(lambda zone: zone != "seat/blue")), Unexplained)
