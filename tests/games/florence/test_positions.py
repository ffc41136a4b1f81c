"""Positions of the Princes of Florence as JSON: written, read, in the middle of a game, and unreadable."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.errors import InvalidRecord
from tests.games.florence.tables import GAME, At, begun, florence, paper, read, setup

FROM_THE_PAGE: dict[str, Any] = {
    "round": 1,
    "phase": "auction",
    "start": "blue",
    "turn": "red",
    "auction": {"kind": "forest", "opener": "blue", "bid": 400, "by": "blue", "passed": ["green"]},
    "players": {
        "blue": {
            "money": 3500,
            "points": 12,
            "grid": ["forest d4 r1", "library d1 r0m"],
            "builders": 2,
            "jesters": 2,
            "recruiting": 1,
            "freedoms": ["travel"],
            "hand": {"painter": 1, "?": 2},
            "table": ["poet", "recruiting"],
            "bonus": {"?": 1},
            "used": ["each-lake"],
            "prestige": {"?": 1},
            "won": [],
            "out": False,
            "best": 15,
        },
        "green": {},
        "orange": {"won": ["lake 400"]},
        "red": {"money": 500},
    },
}


AUCTION = {"kind": "jester", "opener": "blue", "bid": 400, "by": "blue", "passed": []}


def test_a_position_as_the_page_has_it_is_read_and_goes_on() -> None:
    table = At(read(FROM_THE_PAGE, setup(4)))
    assert table.position.awaited_player == "red"
    assert table.say("red bid").position.awaited_player == "blue"


def test_any_spelling_of_a_place_is_read_and_one_is_written() -> None:
    position = read(paper("actions", people={"blue": {"grid": ["tower d4 r2m", "lake d1 r3"]}}))
    assert position.to_json()["players"]["blue"]["grid"] == ["tower d4 r0", "lake d1 r0"]


@pytest.mark.parametrize("owed", ["place forest", "keep", "recruit", "choose"])
def test_what_is_owed_goes_out_and_comes_back(owed: str) -> None:
    players = 2 if owed == "choose" else 3
    people: dict[str, Any] = {"green": {"table": ["poet"]}, "blue": {"recruiting": 1}}
    if players == 2:
        people["blue"]["won"] = ["jester 200", "lake 300"]
    position = florence(players=players, people=people, owed=owed).position
    written = position.to_json()
    assert written["owed"] == owed
    assert read(written, setup(players)) == position


def test_keys_left_out_mean_nothing_there() -> None:
    position = read({"phase": "actions", "players": {"blue": {}, "green": {}, "orange": {}}})
    assert (position.awaited_player, position.round, position.start) == ("blue", 1, "blue")
    assert position.players["green"].money == 0


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"owed": "dance"}, "/owed: 'dance'"),
        ({"owed": "place castle"}, "/owed"),
        ({"owed": "keep", "turn": None}, "/owed: 'keep' is owed by `turn`"),
        ({"owed": "keep", "phase": "actions"}, "/owed: 'keep' is owed by `turn`"),
        ({"turn": None, "auction": AUCTION}, "/turn: missing"),
        ({"phase": "tea"}, "/phase"),
        ({"moon": 1}, "/moon"),
        ({"people": {"blue": {"grid": ["lake g7 r0"]}}}, "/players/blue/grid/0: 'lake g7 r0'"),
        ({"people": {"blue": {"grid": ["lake"]}}}, "/players/blue/grid/0"),
        ({"people": {"blue": {"won": ["lake"]}}}, "/players/blue/won/0"),
        ({"people": {"blue": {"won": ["lake -1"]}}}, "/players/blue/won/0"),
        ({"people": {"blue": {"money": "much"}}}, "/players/blue/money"),
        ({"auction": {"kind": "lake"}}, "/auction"),
    ],
)
def test_what_cannot_be_read_is_told_by_its_path(facts: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidRecord, match=said):
        read(paper(**facts))


def test_a_result_that_does_not_follow_is_not_believed() -> None:
    over = paper("over", people={"blue": {"points": 3}})
    assert read(over | {"scores": {"blue": 3, "green": 0, "orange": 0}, "winners": ["blue"]})
    with pytest.raises(InvalidRecord, match="points and florins"):
        read(over | {"winners": ["green"]})


def test_the_public_position_shows_backs_and_in_the_final_count_prestige_cards() -> None:
    hands = {"hand": {"poet": 1, "?": 2}, "bonus": {"each-lake": 1}, "prestige": {"most-lakes": 1}}
    public = florence(people={"blue": hands}).position.to_public().players["blue"]
    assert (public.hand, public.bonus, public.prestige) == ({"?": 3}, {"?": 1}, {"?": 1})
    final = florence("final", people={"blue": hands, "green": {"prestige": {"?": 1}}}).position
    assert final.to_public().players["blue"].prestige == {"most-lakes": 1}
    assert begun().position.to_public() is not None


def test_another_turn_owes_nothing_and_has_done_nothing() -> None:
    assert GAME.derived_keys({"/turn": "green"}) == {"owed", "actions"}
    assert GAME.derived_keys({"/phase": "actions"}) == {"turn", "auction", "owed", "actions"}
    assert GAME.derived_keys({"/auction": None}) == {"turn", "owed"}
    assert GAME.derived_keys({"/players/blue/money": 300}) == set()


def told(position: dict[str, Any]) -> list[str]:
    return [str(fault) for fault in read(position).faults()]


def test_P_A1__nothing_is_owed_while_an_object_is_auctioned() -> None:
    assert told(paper(owed="keep", auction=AUCTION)) == ["P-A1 auction (kind=jester by=blue bid=400)"]


def test_P_A3__the_bid_that_stands_is_there_in_cash() -> None:
    poor = {"blue": {"money": 300, "points": 9}}
    assert told(paper(turn="green", people=poor, auction=AUCTION)) == [
        "P-A3 uncovered (who=blue price=400 money=300)"
    ]


def test_P_A3__nobody_with_three_builders_has_bid_for_one() -> None:
    three = {"blue": {"builders": 3}}
    bid = {**AUCTION, "kind": "builder"}
    assert told(paper(turn="green", people=three, auction=bid)) == [
        "P-A1 auction (kind=builder by=blue bid=400)"
    ]


def test_P_2_1__what_waits_aside_can_be_paid_and_kept() -> None:
    won = {"won": ["builder 300", "jester 500"]}
    poor, full = {"blue": {**won, "money": 400}}, {"blue": {**won, "builders": 3}}
    assert told(paper(players=2, people=poor, owed="choose")) == [
        "P-A3 uncovered (who=blue price=500 money=400)"
    ]
    assert told(paper(players=2, people=full, owed="choose")) == ["P-A3 builders (who=blue number=4)"]


def test_P_B8__more_prestige_than_anybody_could_sell_is_a_slip() -> None:
    many = {"blue": {"points": 10**18}}
    assert told(paper(people=many)) == [f"P-M1 too-many (what=points number={10**18} whole=999)"]
