"""Phase B: two actions in a turn, what each costs, and how often it may be done (P-B1, P-B4 to P-B6, P-B8)."""

from __future__ import annotations

import pytest

from companion.games.florence.rules.events import BuildingBuilt, PrestigeGained, TurnEnded
from tests.games.florence.tables import acting, florence


def test_P_B1__two_actions_and_the_next_player_comes() -> None:
    table = acting().say("blue freedom travel", "blue profession ?")
    assert table.position.awaited_player == "green"
    assert table.happened(TurnEnded) == [TurnEnded("blue", 0)]
    assert table.no("blue build tower d4 r0") == "P-B1 not-your-turn"


def test_P_B1__each_may_be_given_up() -> None:
    table = acting().say("blue done")
    assert table.happened(TurnEnded) == [TurnEnded("blue", 2)]
    table.say("green bonus ?", "green done")
    assert table.happened(TurnEnded) == [TurnEnded("green", 1)]
    assert table.position.awaited_player == "orange"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("build tower d4 r0", "build chapel f1 r0"),
        ("bonus ?", "bonus each-lake"),
        ("work poet take 900", "work painter take 900"),
    ],
)
def test_P_B1__works_buildings_and_bonus_cards_twice(first: str, second: str) -> None:
    table = florence("actions", people={"blue": {"hand": {"poet": 1, "painter": 1, "?": 1}, "jesters": 3}})
    table.say(f"blue {first}")
    assert table.position.to_json()["actions"] == [first.split()[0]]
    table.say(f"blue {second}")
    assert table.position.awaited_player == "green"


@pytest.mark.parametrize("action", ["profession ?", "freedom opinion"])
def test_P_B1__a_profession_and_a_freedom_once(action: str) -> None:
    word = action.split()[0]
    first = {"profession": "profession painter", "freedom": "freedom travel"}[word]
    assert acting().say(f"blue {first}").no(f"blue {action}") == "P-B1 once-a-turn"


def test_P_B1__no_third_action_while_he_may_still_recruit() -> None:
    table = acting(recruiting=1, people={"green": {"table": ["poet"]}})
    table.say("blue bonus ?", "blue bonus ?")
    assert table.position.awaited_player == "blue"
    assert table.no("blue bonus ?") == "P-B1 actions-done"
    assert table.legal == {"blue recruit poet from green", "blue done"}


# -- P-B4


@pytest.mark.parametrize(("builders", "price"), [(0, 700), (1, 300), (2, 300), (3, 0)])
def test_P_B4__a_building_costs_700_300_or_nothing_and_brings_three_points(builders: int, price: int) -> None:
    table = acting(builders=builders).say("blue build library d4 r0")
    assert table.happened(BuildingBuilt)[0].price == price
    assert table.happened(PrestigeGained) == [PrestigeGained("blue", 3, "building")]
    assert table.player("blue").money == 3500 - price


def test_P_B4__one_of_each_kind_in_a_principality() -> None:
    assert acting(grid=["library d4 r0"]).no("blue build library d1 r0") == "P-B4 one-of-each"


def test_P_B4__none_left_of_a_kind() -> None:
    built = {"grid": ["tower d4 r0"]}
    table = acting(4, people=dict.fromkeys(("green", "orange", "red"), built))
    assert table.no("blue build tower d4 r0") == "P-B4 none-left"


def test_P_B4__buildings_touch_by_corners_until_the_second_builder() -> None:
    table = acting(builders=1, grid=["tower e3 r0"])
    assert table.refusal("blue build chapel e4 r0").facts["other"] == "tower"
    assert table.refusal("blue build chapel a3 r0").facts["other"] == "palazzo"
    assert "blue build chapel d4 r0" in table.legal  # corner to corner
    touching = acting(builders=2, grid=["tower e3 r0"]).legal
    assert {"blue build chapel e4 r0", "blue build chapel a3 r0"} <= touching


def test_P_B4__too_little_cash_is_told_with_the_points_to_sell() -> None:
    table = acting(money=200, points=9)
    assert table.refusal("blue build tower d4 r0").facts == {"price": 700, "money": 200, "number": 5}
    assert acting(money=200, points=4).no("blue build tower d4 r0") == "P-B8 too-poor"


# -- P-B5


@pytest.mark.parametrize("move", ["profession painter", "bonus each-lake", "freedom travel"])
def test_P_B5__cards_and_freedoms_cost_300(move: str) -> None:
    table = acting().say(f"blue {move}")
    assert table.player("blue").money == 3200
    assert acting(money=200).no(f"blue {move}").startswith("P-B8")


def test_P_B5__a_new_profession_may_work_in_the_same_turn() -> None:
    table = acting(jesters=3, grid=["theatre d4 r0"]).say("blue profession poet", "blue work poet take 0")
    assert table.player("blue").table == ("poet",)


def test_P_B5__a_bonus_card_of_this_turn_may_be_used() -> None:
    table = acting(hand={"poet": 1}, jesters=3, grid=["theatre d4 r0", "lake f1 r0"])
    table.say("blue bonus each-lake", "blue work poet bonus each-lake take 1600")
    assert table.player("blue").used == ("each-lake",)


def test_P_B5__one_freedom_of_each_kind_and_one_fewer_of_each_than_players() -> None:
    assert acting(freedoms=["travel"]).no("blue freedom travel") == "P-B5 freedom-twice"
    taken = {who: {"freedoms": ["travel"]} for who in ("green", "orange")}
    assert acting(people=taken).no("blue freedom travel") == "P-B5 no-freedom-left"
    assert "blue freedom travel" in acting(4, people=taken).legal


def test_P_B5__an_empty_stack_gives_nothing() -> None:
    table = acting(people={"green": {"bonus": {"?": 20}}})
    assert table.no("blue bonus ?") == "P-B5 stack-empty"
    table = acting(people={"green": {"hand": {"?": 15}}})
    assert table.no("blue profession ?") == "P-B5 stack-empty"


def test_P_B5__a_card_known_elsewhere_is_not_drawn() -> None:
    table = acting(people={"green": {"table": ["poet"], "used": ["each-lake"]}})
    assert table.no("blue profession poet") == "P-B5 known-elsewhere"
    assert table.no("blue bonus each-lake") == "P-B5 known-elsewhere"


# -- P-B6


def test_P_B6__recruiting_is_no_action_and_any_number_before_between_and_after() -> None:
    green = {"table": ["poet", "painter", "lawyer"]}
    table = acting(recruiting=3, people={"green": green})
    table.say(
        "blue recruit poet from green", "blue bonus ?", "blue recruit painter from green", "blue bonus ?"
    )
    assert table.position.awaited_player == "blue"
    table.say("blue recruit lawyer from green")
    assert table.position.awaited_player == "green"
    assert table.player("blue").hand == {"?": 3, "poet": 1, "painter": 1, "lawyer": 1}
    assert table.player("green").table == ("recruiting",) * 3


def test_P_B6__the_recruiting_card_left_in_its_place_counts_there_as_a_profession_and_a_work() -> None:
    green = {"table": ["poet"], "hand": {"painter": 1}, "jesters": 4}
    table = acting(recruiting=1, people={"green": green})
    table.say("blue recruit poet from green", "blue done", "green work painter take 0")
    assert (
        table.player("green").points == 5
    )  # 8 for the jesters, 2 for the painter and the card in the poet's place


def test_P_B6__a_profession_fetched_back_may_work_again() -> None:
    table = acting(recruiting=1, jesters=3, grid=["theatre d4 r0"], people={"green": {"table": ["poet"]}})
    table.say("blue recruit poet from green", "blue work poet take 1400")
    assert table.player("blue").table == ("poet",)


def test_P_B6__without_a_card_or_a_profession_shown_nobody_is_recruited() -> None:
    assert acting(people={"green": {"table": ["poet"]}}).no("blue recruit poet from green") == (
        "P-B6 no-recruiting-card"
    )
    assert acting(recruiting=1).no("blue recruit poet from green") == "P-B6 nobody-shows"


# -- P-B8


def test_P_B8__anybody_sells_prestige_at_any_time_never_below_none() -> None:
    table = acting(points=3, people={"green": {"points": 2}})
    table.say("green sell 2", "blue sell 1")
    assert (table.player("green").money, table.player("green").points) == (3700, 0)
    assert (table.player("blue").money, table.player("blue").points) == (3600, 2)
    assert table.no("blue sell 3") == "P-B8 below-zero"
    assert (
        table.no("green sell 1") == "P-B1 not-your-turn"
    )  # they have nothing to sell, so that they have no move
    assert table.no("blue sell 0") == "P-B8 at-least-one"


@pytest.mark.parametrize("owed", ["place lake", "keep"])
def test_P_B8__while_something_is_owed_too(owed: str) -> None:
    table = florence(people={"green": {"points": 1}, "blue": {"points": 1}}, owed=owed)
    table.say("green sell 1", "blue sell 1")
    assert table.position.to_json()["owed"] == owed
