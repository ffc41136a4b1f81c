"""The value of a work (P-B2): the rulebook's work of 15 in round 3, and all that may add to it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.florence.rules.edition import DEFAULT_LEAST_BY_ROUND, WANTS_BY_PROFESSION
from companion.games.florence.rules.grid_geometry import find_spot, parse_outline
from companion.games.florence.rules.principality_counts import (
    BUILDABLE_SQUARES,
    PrincipalityCounts,
    count_principality,
)
from companion.games.florence.rules.state import PlacedTile, PlayerState
from companion.games.florence.rules.work_value import ValueLine, itemised_work_value

POET = PrincipalityCounts(
    buildings=frozenset({"theatre"}),
    freedoms=frozenset({"travel"}),
    jesters=2,
    professions_in_hand=3,
    works_on_table=1,
)
"""The rulebook's example: four professions at court, the worker and a recruiting card among them."""
BARE = PrincipalityCounts(professions_in_hand=1)


def worth(who: PrincipalityCounts, profession: str, *bonus: str) -> dict[str, int]:
    """The points of each line of the value."""
    return {line.what: line.points for line in itemised_work_value(who, profession, bonus).lines}


def test_P_B2__the_work_of_15_in_the_third_round() -> None:
    found = itemised_work_value(POET, "poet")
    assert found.lines == (
        ValueLine("building", 4, "P-B2"),
        ValueLine("landscape", 0, "P-B2"),
        ValueLine("freedom", 3, "P-B2"),
        ValueLine("jesters", 4, "P-B2"),
        ValueLine("professions", 4, "P-B2"),
    )
    assert found.total == 15 >= DEFAULT_LEAST_BY_ROUND[2] == 12


@pytest.mark.parametrize("profession", WANTS_BY_PROFESSION)
def test_P_B2__every_worker_finds_what_he_wants(profession: str) -> None:
    wants = WANTS_BY_PROFESSION[profession]
    found = PrincipalityCounts(
        buildings=frozenset({wants.building}),
        landscapes={wants.landscape: 1},
        freedoms=frozenset({wants.freedom}),
        professions_in_hand=1,
    )
    assert worth(found, profession) == {
        "building": 4,
        "landscape": 3,
        "freedom": 3,
        "jesters": 0,
        "professions": 1,
    }


@pytest.mark.parametrize("profession", WANTS_BY_PROFESSION)
def test_P_B2__nothing_for_what_he_does_not_want(profession: str) -> None:
    wants = WANTS_BY_PROFESSION[profession]
    every = WANTS_BY_PROFESSION.values()
    found = PrincipalityCounts(
        buildings=frozenset(each.building for each in every) - {wants.building},
        landscapes={each.landscape: 2 for each in every if each.landscape != wants.landscape},
        freedoms=frozenset(each.freedom for each in every) - {wants.freedom},
        professions_in_hand=1,
    )
    assert itemised_work_value(found, profession).total == 1


def test_P_B2__a_second_lake_adds_nothing() -> None:
    one, two = (worth(replace(BARE, landscapes={"lake": lakes}), "poet")["landscape"] for lakes in (1, 2))
    assert one == two == 3


@pytest.mark.parametrize("jesters", range(8))
def test_P_B2__every_jester_2(jesters: int) -> None:
    assert worth(replace(BARE, jesters=jesters), "poet")["jesters"] == 2 * jesters


def test_P_B2__the_worker_alone_counts_1() -> None:
    assert itemised_work_value(BARE, "poet").total == 1


def test_P_B2__professions_in_hand_and_on_the_table_count_alike() -> None:
    assert {
        worth(PrincipalityCounts(professions_in_hand=hand, works_on_table=5 - hand), "poet")["professions"]
        for hand in range(1, 6)
    } == {5}


def test_P_B2__recruiting_cards_count_on_the_table_and_not_in_hand() -> None:
    assert worth(replace(BARE, works_on_table=2), "poet")["professions"] == 3
    assert worth(replace(BARE, recruiting_cards=2), "poet")["professions"] == 1


def test_P_B2__recruiting_cards_in_hand_count_for_one_bonus_card() -> None:
    who = replace(BARE, recruiting_cards=2)
    assert worth(who, "poet", "each-profession-in-hand")["each-profession-in-hand"] == 2
    assert worth(who, "poet", "each-profession-on-table")["each-profession-on-table"] == 1


def test_P_B2__the_worker_is_on_the_table_and_not_in_hand_for_bonus_cards() -> None:
    who = PrincipalityCounts(professions_in_hand=3, works_on_table=2)
    found = worth(who, "poet", "each-profession-in-hand", "each-profession-on-table")
    assert (found["each-profession-in-hand"], found["each-profession-on-table"]) == (2, 3)


def test_P_B2__any_number_of_bonus_cards_adds_to_the_rest() -> None:
    who = replace(POET, landscapes={"forest": 2, "park": 1}, builders=1)
    added = {"each-forest": 4, "each-lake": 0, "each-landscape": 3}
    assert worth(who, "poet", *added) == {**worth(who, "poet"), **added}


def test_P_B2__kinds_count_once_however_many_there_are() -> None:
    who = replace(
        BARE,
        buildings=frozenset({"library", "opera", "studio"}),
        landscapes={"park": 3},
        jesters=4,
        freedoms=frozenset({"travel", "religion"}),
    )
    found = worth(who, "poet", "each-building-size", "each-landscape-kind", "each-category")
    assert (found["each-building-size"], found["each-landscape-kind"], found["each-category"]) == (2, 2, 3)


def test_P_M2__a_players_principality_by_numbers() -> None:
    player = PlayerState(
        grid=(lying("library", "xxx/x.x", "d4"), lying("lake", "xx/xx", "a3"), lying("lake", "xx/xx", "f1")),
        builders=1,
        jesters=2,
        recruiting=1,
        freedoms=("travel",),
        hand={"painter": 1, "?": 2},
        table=("poet", "recruiting"),
        bonus={"?": 1},
        used=("each-lake",),
        prestige={"most-lakes": 1, "?": 1},
    )
    assert BUILDABLE_SQUARES == 43
    assert count_principality(player) == PrincipalityCounts(
        buildings=frozenset({"library"}),
        landscapes={"lake": 2},
        freedoms=frozenset({"travel"}),
        jesters=2,
        builders=1,
        prestige_cards=2,
        professions_in_hand=3,
        works_on_table=2,
        recruiting_cards=1,
        empty_squares=43 - 5 - 2 * 4,
    )
    assert count_principality(PlayerState()) == PrincipalityCounts()


def lying(name: str, rows: str, square: str) -> PlacedTile:
    """A tile upright at that square."""
    found = find_spot(parse_outline(rows, None), square, "r0")
    assert found
    return PlacedTile(name, found.square, found.rotation, found.covered_squares)
