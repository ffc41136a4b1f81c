"""Rounds, the best work, and the end (P-B7, P-B9, P-E)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.florence.rules.events import BestWorkAwarded, PrestigeGained, RoundBegan
from companion.games.florence.rules.phases.final_scoring import (
    GameEnded,
    PrestigeCardCounted,
    PrestigeCardsShown,
)
from tests.games.florence.tables import At, begun, florence


def last_turn(round: int = 2, **best: int) -> At:
    """Orange's turn, the last one of the round, after these `best` works."""
    people = {who: {"best": value} for who, value in best.items()}
    return florence("actions", people=people, round=round, turn="orange")


def test_P_B7__the_best_work_brings_three_points() -> None:
    table = last_turn(blue=15, green=17).say("orange done")
    assert table.happened(BestWorkAwarded) == [BestWorkAwarded(17, ("green",))]
    assert table.happened(PrestigeGained) == [PrestigeGained("green", 3, "best-work")]


def test_P_B7__to_every_player_tied() -> None:
    table = last_turn(blue=15, orange=15).say("orange done")
    assert {who: player.points for who, player in table.position.players.items()} == {
        "blue": 3,
        "green": 0,
        "orange": 3,
    }


def test_P_B7__nobody_has_it_where_no_work_was_done() -> None:
    assert last_turn().say("orange done").happened(BestWorkAwarded) == []


def test_P_B7__works_belong_to_their_round() -> None:
    table = last_turn(blue=15).say("orange done")
    assert all(player.best == 0 for player in table.position.players.values())


def test_P_B9__the_start_player_moves_left_and_objects_may_be_won_again() -> None:
    table = begun().opens("jester", "green pass", "orange pass").all_pass()
    table.say("blue done", "green done", "orange done")
    assert table.happened(RoundBegan) == [RoundBegan(2, "green")]
    assert (table.position.round, table.position.start, table.position.awaited_player) == (
        2,
        "green",
        "green",
    )
    assert not any(player.won or player.out for player in table.position.players.values())


def test_P_B9__seven_rounds_and_the_actions_begin_with_the_start_player() -> None:
    table = begun()
    for round in range(1, 8):
        assert table.position.round == round
        table.all_pass()
        assert table.position.awaited_player == table.position.start
        while table.position.phase == "actions" and table.position.round == round:
            table.say(f"{table.position.awaited_player} done")
    assert table.position.phase == "over"


@pytest.mark.parametrize(("round", "least"), list(enumerate((7, 10, 12, 14, 15, 16, 17), 1)))
def test_P_M4__the_least_value_grows_from_round_to_round(round: int, least: int) -> None:
    assert florence(round=round).position.least_work_value == least
    own = florence(round=round, prints=["least 1 2 3 4 5 6 7"])
    assert own.position.least_work_value == round


# -- P-E


def at_the_end(**people: Any) -> At:
    return florence("actions", people=people, round=7, turn="orange").say("orange done")


def test_P_E1__known_cards_are_counted_by_themselves_from_the_start_player_on() -> None:
    table = at_the_end(
        green={"prestige": {"most-jesters": 1, "most-builders": 1}, "jesters": 2, "builders": 1},
        blue={"prestige": {"most-jesters": 0, "most-works": 1}, "builders": 1},
    )
    assert [(each.who, each.card, each.counted.points) for each in table.happened(PrestigeCardCounted)] == [
        ("blue", "most-works", 0),
        ("green", "most-jesters", 6),
        ("green", "most-builders", 3),
    ]
    assert table.player("green").points == 9


def test_P_E1__cards_that_nobody_knows_are_shown_first_all_of_a_player_at_once() -> None:
    table = at_the_end(
        green={"prestige": {"?": 2, "most-parks": 1}}, blue={"prestige": {"?": 1}, "jesters": 1}
    )
    assert table.no("table prestige green most-lakes") == "P-E1 cards-missing"
    assert table.refusal("table prestige green most-lakes").facts["missing"] == 1
    assert table.no("table prestige green most-lakes most-lakes") == "P-E1 named-twice"
    assert table.no("table prestige green most-lakes most-parks") == "P-E1 known-elsewhere"
    assert table.no("table prestige orange most-lakes") == "P-E1 shown-already"
    assert table.no("green done") == "P-E1 prestige-awaited"
    table.say("table prestige green most-works most-lakes")  # in any order
    assert table.happened(PrestigeCardsShown) == [PrestigeCardsShown("green", ("most-lakes", "most-works"))]
    table.say("table prestige blue most-jesters")
    assert table.position.phase == "over"
    assert table.player("blue").points == 6


def test_P_E2__most_prestige_wins() -> None:
    [end] = at_the_end(blue={"points": 30}, green={"points": 31}).happened(GameEnded)
    assert (end.winners, end.decided_by, end.scores["green"]) == (("green",), "points", 31)


def test_P_E2__tied_most_florins_and_still_tied_they_share() -> None:
    rich = at_the_end(blue={"points": 30}, green={"points": 30, "money": 3600})
    assert rich.happened(GameEnded)[0].winners == ("green",)
    assert rich.happened(GameEnded)[0].decided_by == "money"
    [end] = at_the_end(blue={"points": 30}, green={"points": 30}).happened(GameEnded)
    assert (end.winners, end.decided_by) == (("blue", "green"), "shared")


def test_P_E2__nothing_is_said_any_more() -> None:
    table = at_the_end()
    assert table.no("blue sell 1") == "P-E2 game-over"
    assert table.position.choice_tree.awaited_actors == ()
