"""The end: clauses L-5.1 to L-5.3 of the rules page."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.louis_xiv.rules.mission_events import ArmsKindWon, GameEnded, LeftoversExchanged
from tests.tables import At, People, louis

ALL_KINDS = " ".join(f"arms{kind}:1" for kind in range(1, 7))


def last_round(people: People, **facts: Any) -> At:
    """The table when the last phase of the last round is over."""
    people = {who: {"money": 0, **people.get(who, {})} for who in ("blue", "yellow", "red")}
    return louis("missions", round=4, people=people, agenda=[{"do": "round-ends"}], **facts)


def showing(arms: dict[str, int], **missions: list[str]) -> At:
    """The table when these coats of arms are to be shown."""
    people: People = {
        who: {"arms": arms.get(who, 0), "missions": missions.get(who, [])}
        for who in ("blue", "yellow", "red")
    }
    return louis("final", people=people)


def won(at: At) -> dict[str, tuple[str, ...]]:
    """Kind -> who got one more for it."""
    return {event.kind: event.players for event in at.happened(ArmsKindWon)}


# -- L-5.1


@pytest.mark.parametrize(
    ("known", "arms"),
    [
        ({"influence": {"?": 2, "inf6": 1}}, 3),
        ({"intrigue": {"?": 1, "4": 1}}, 2),
        ({"chips": {"ring": 1, "crown": 2}}, 3),
        ({"money": 2}, 0),
        ({"money": 3}, 1),
        ({"money": 8}, 2),
        ({"own": 5, "general": 5}, 6),
        ({}, 0),
    ],
)
def test_L_5_1__one_coat_of_arms_for_each_thing_left(known: dict[str, Any], arms: int) -> None:
    stones = {5: {"blue": 4}, 6: {"blue": 2}} if "own" in known else {}
    at = last_round({"blue": known}, stones=stones)
    assert at.player("blue").arms == arms
    assert at.position.phase == "final"


def test_L_5_1__what_is_exchanged_is_gone_and_stones_go_to_the_general_supply() -> None:
    known = {
        "influence": {"?": 1},
        "intrigue": {"?": 1},
        "chips": {"ring": 1},
        "money": 7,
        "own": 8,
        "general": 5,
    }
    player = last_round({"blue": known}, stones={5: {"blue": 3}}).player("blue")
    assert (player.influence, player.intrigue, player.chips, player.money) == ({}, {}, {}, 1)
    assert (player.own, player.general) == (8, 8)
    assert player.arms == 1 + 1 + 1 + 2 + 3


def test_L_5_1__from_the_start_player_on_and_each_is_told() -> None:
    at = last_round({"red": {"money": 3}}, start="red")
    assert [(event.who, event.arms) for event in at.happened(LeftoversExchanged)] == [
        ("red", 1),
        ("blue", 0),
        ("yellow", 0),
    ]


def test_L_5_1__a_kept_chip_and_a_stone_of_tile_8_count_after_a_whole_last_phase() -> None:
    people: People = {who: {"money": 0} for who in ("blue", "yellow", "red")}
    people["blue"] |= {"chips": {"ring": 2}}
    at = louis("missions", round=4, people=people, stones={5: {"red": 2}}).say(
        "blue done", "yellow done", "red done"
    )
    assert {who: player.arms for who, player in at.position.players.items()} == {
        "blue": 2,
        "yellow": 0,
        "red": 2,
    }


# -- L-5.2


def test_L_5_2__all_are_shown_in_any_order_one_who_holds_none_too() -> None:
    at = showing({"blue": 2, "yellow": 0, "red": 1})
    assert at.no("blue done") == "L-5.2 arms-awaited"
    at.say("table arms red arms3:1", "table arms yellow")
    assert at.no("table arms red arms3:1") == "L-5.2 arms-answered"
    assert at.no("table arms yellow") == "L-5.2 arms-answered"
    at.say("table arms blue arms1:1 arms2:1")
    assert at.position.phase == "over"


def test_L_5_2__what_is_shown_must_agree_with_the_arms_counted() -> None:
    at = showing({"blue": 3})
    assert at.refusal("table arms blue arms1:2 arms2:2").facts["held"] == 3
    assert at.no("table arms blue arms1:2 arms2:2") == "L-5.2 arms-disagree"
    assert at.no("table arms blue arms1:4") == "L-5.2 arms-disagree"
    for shown, missing in ((" arms1:2", 1), ("", 3)):
        assert at.no(f"table arms blue{shown}") == "L-5.2 arms-missing"
        assert at.refusal(f"table arms blue{shown}").facts["missing"] == missing
    assert at.no("table arms yellow arms1:1") == "L-5.2 arms-disagree"
    for word in ("arms7:3", "arms1:0", "arms1", "arms1:x", "crown:3"):
        assert at.no(f"table arms blue {word}") == "L-5.2 not-offered"
    assert at.no("table arms blue arms1:1 arms1:2") == "L-5.2 kind-twice"
    at.say("table arms blue arms6:1 arms1:2")  # kinds in any order


def test_L_5_2__no_more_of_a_kind_than_there_are() -> None:
    at = showing({"blue": 11, "red": 3}).say("table arms blue arms1:9 arms2:2")
    assert at.refusal("table arms red arms1:2 arms3:1").facts == {"kind": "arms1", "left": 1}
    assert at.no("table arms red arms1:2 arms3:1") == "L-5.2 kind-copies"
    at.say("table arms red arms1:1 arms3:2")


def test_L_5_2__who_has_most_of_a_kind_gets_one_more() -> None:
    at = showing({"blue": 3, "yellow": 2, "red": 1})
    at.say("table arms blue arms1:2 arms2:1", "table arms yellow arms1:1 arms3:1", "table arms red arms3:1")
    assert won(at) == {"arms1": ("blue",), "arms2": ("blue",), "arms3": ("yellow", "red")}
    assert {who: player.arms for who, player in at.position.players.items()} == {
        "blue": 5,
        "yellow": 3,
        "red": 2,
    }


def test_L_5_2__tied_players_all_get_one_for_each_of_the_six_kinds() -> None:
    at = showing({"blue": 6, "yellow": 6, "red": 6})
    at.say(*(f"table arms {who} {ALL_KINDS}" for who in ("red", "blue", "yellow")))
    assert won(at) == {f"arms{kind}": ("blue", "yellow", "red") for kind in range(1, 7)}
    assert {player.arms for player in at.position.players.values()} == {12}


def test_L_5_2__the_extra_ones_count_for_no_kind() -> None:
    at = showing({"blue": 1, "yellow": 1}).say(
        "table arms blue arms1:1", "table arms yellow arms2:1", "table arms red"
    )
    assert at.player("blue").shown == {"arms1": 1}
    assert at.player("blue").arms == 2


def test_L_5_2__a_kind_nobody_has_gives_nothing_and_substitutes_are_no_kind() -> None:
    at = showing({"blue": 3}).say("table arms blue arms0:2 arms1:1", "table arms yellow", "table arms red")
    assert won(at) == {"arms1": ("blue",)}
    assert at.player("blue").arms == 4
    nobody = showing({}).say("table arms blue", "table arms yellow", "table arms red")
    assert won(nobody) == {}


# -- L-5.3


def test_L_5_3__a_point_for_a_coat_of_arms_and_five_for_a_mission() -> None:
    at = showing({"blue": 2, "red": 4}, red=["light-renew:ring", "dark-four:ring"])
    at.say("table arms blue arms1:2", "table arms yellow", "table arms red arms2:4")
    result = at.position.outcome()
    assert result is not None
    assert result.scores == {"blue": 3, "yellow": 0, "red": 5 + 10}
    assert (result.winners, result.decided_by) == (("red",), "points")
    assert at.position.to_json()["scores"] == result.scores
    assert at.position.to_json()["winners"] == ["red"]


@pytest.mark.parametrize(
    ("blue_own", "red_own", "winners", "decided_by"),
    [(9, 8, ("blue",), "stones"), (8, 9, ("red",), "stones"), (9, 9, ("blue", "red"), "shared")],
)
def test_L_5_3__tied_most_stones_in_the_own_supply_then_shared(
    blue_own: int, red_own: int, winners: tuple[str, ...], decided_by: str
) -> None:
    people: People = {
        "blue": {"arms": 2, "own": blue_own},
        "yellow": {"own": 16},
        "red": {"arms": 2, "own": red_own},
    }
    at = louis("final", people=people)
    at.say("table arms blue arms1:2", "table arms yellow", "table arms red arms2:2")
    [ended] = at.happened(GameEnded)
    assert (ended.winners, ended.decided_by) == (winners, decided_by)
    result = at.position.outcome()
    assert result is not None
    assert (result.winners, result.decided_by) == (winners, decided_by)
