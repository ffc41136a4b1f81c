"""Observations at a table of Florence in any order: the move they mean, and how soon that is certain."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from companion.rules.history import GameHistory
from companion.rules.moves import PLAY_ZONE, Observation, touch_observation
from companion.rules.position import Position
from companion.rules.record import RecordHeader
from companion.table.guesses import values_to_overrule
from companion.table.interpretation.judge import Interpreted, Unexplained, judge
from companion.table.zones import TOUCH_ONLY_PLAN, ZoneStatus
from tests.games.florence.tables import GAME, acting, florence, paper, setup

BY_TOUCH = ZoneStatus(TOUCH_ONLY_PLAN, {})
SAID = ("action/work", "profession/poet", "bonus/each-lake", "bonus/each-jester")
RICH: dict[str, Any] = {"hand": {"?": 3}, "jesters": 3, "grid": ["lake d4 r0"], "freedoms": ["travel"]}


@pytest.mark.parametrize("first", range(4))
def test_P_B2__a_work_with_all_the_bonus_cards_there_are_is_taken_at_once(first: int) -> None:
    position = acting(**RICH, bonus={"?": 2}).position
    for said in permutations((*SAID[:first], *SAID[first + 1 :])):
        verdict = judge(
            position, [touch_observation(thing) for thing in (SAID[first], *said, "take/500")], BY_TOUCH
        )
        assert isinstance(verdict, Interpreted)
        assert str(verdict.move) == "blue work poet bonus each-lake each-jester take 500"
        assert not verdict.may_continue


def test_P_B2__with_another_card_in_hand_it_waits_for_the_next_sighting() -> None:
    position = acting(**RICH, bonus={"?": 3}).position
    verdict = judge(position, [touch_observation(thing) for thing in (*SAID, "take/500")], BY_TOUCH)
    assert isinstance(verdict, Interpreted)
    assert verdict.may_continue


def test_P_B6__recruiting_from_somebody_else_cannot_be_let_stand() -> None:
    people: dict[str, Any] = {"blue": {"recruiting": 1}, "green": {"table": ["poet"]}}
    account = GameHistory.from_header(
        RecordHeader("florence", setup(), paper("actions", people=people), 1), GAME
    )
    words = ("blue", "recruit", "poet", "from", "orange")
    assert values_to_overrule(GAME, setup(), account.position, words) is None


def reason(position: Position, *pieces: str) -> str:
    """Why these cards cannot mean a move; a piece with a place is a touch."""
    seen = [
        touch_observation(piece[1:]) if piece[0] == "@" else Observation(piece, PLAY_ZONE) for piece in pieces
    ]
    verdict = judge(position, seen, BY_TOUCH)
    assert isinstance(verdict, Unexplained)
    return str(verdict.refusal)


STRAY = ("prestige/most-lakes", "landscape/forest", "jester")


@pytest.mark.parametrize("stray", STRAY)
@pytest.mark.parametrize(
    "blue", [{"money": 0}, {"money": 0, "points": 9}, {"freedoms": ["travel", "opinion", "religion"]}]
)
def test_P_B1__what_belongs_to_nothing_is_not_refused_for_a_building_or_a_freedom(
    blue: dict[str, Any], stray: str
) -> None:
    assert reason(acting(**blue).position, stray) == f"P-B1 not-offered (word={stray})"


@pytest.mark.parametrize("stray", STRAY)
def test_P_B1__nor_because_an_action_was_done_already(stray: str) -> None:
    position = florence("actions", actions=["freedom"]).position
    assert reason(position, stray) == f"P-B1 not-offered (word={stray})"
    assert reason(position, "freedom/travel") == "P-B1 once-a-turn (action=freedom)"


@pytest.mark.parametrize(
    ("piece", "price"),
    [
        ("bonus/each-lake", 300),
        ("freedom/travel", 300),
        ("building/library", 700),
    ],
)
def test_P_B8__a_price_that_is_not_there_is_that_of_what_was_shown(piece: str, price: int) -> None:
    poor = acting(money=0, points=9).position
    assert reason(poor, piece) == f"P-B8 sell-first (price={price} money=0 number={price // 100})"


@pytest.mark.parametrize(
    "piece", ["bonus/each-lake", "profession/lawyer", "freedom/travel", "building/library"]
)
def test_P_B1__after_two_actions_that_is_the_reason_for_every_piece(piece: str) -> None:
    people: dict[str, Any] = {"blue": {"recruiting": 1}, "green": {"table": ["poet"]}}
    position = florence("actions", people=people, actions=["build", "work"]).position
    assert reason(position, piece) == "P-B1 actions-done (actions=2)"


def test_P_B2__a_building_beside_a_work_is_not_too_little_for_it() -> None:
    position = acting(**RICH, bonus={"?": 1}).position
    assert reason(position, "@action/work", "profession/poet", "building/library").startswith(
        "P-B1 not-offered"
    )


def test_P_A1__an_opener_who_must_sell_first_is_told_so_for_objects_alone() -> None:
    position = florence(people={"blue": {"money": 0, "points": 9}}).position
    assert reason(position, "landscape/forest") == "P-B8 sell-first (price=200 money=0 number=2)"
    assert reason(position, "building/library") == "P-B1 after-auction"
