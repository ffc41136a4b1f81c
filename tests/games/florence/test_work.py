"""A work's value (P-B2): the rulebook's work of 15 in the third round, and each thing that may add to it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.florence.rules.grid import read_outline, spot
from companion.games.florence.rules.principality import SQUARES, Principality, principality
from companion.games.florence.rules.printed import LEAST, PROFESSIONS
from companion.games.florence.rules.state import Player, Tile
from companion.games.florence.rules.work import Line, value

POET = Principality(
    buildings=frozenset({"theatre"}), freedoms=frozenset({"travel"}), jesters=2, hand=3, table=1
)
"""Of the rulebook's example: four professions at his court, the worker and a recruiting card among them; no lake."""
BARE = Principality(hand=1)


def worth(who: Principality, profession: str, *bonus: str) -> dict[str, int]:
    """What each line of the reckoning gives."""
    return {line.what: line.points for line in value(who, profession, bonus).lines}


def test_P_B2__the_work_of_15_in_the_third_round() -> None:
    found = value(POET, "poet")
    assert found.lines == (
        Line("building", 4, "P-B2"),
        Line("landscape", 0, "P-B2"),
        Line("freedom", 3, "P-B2"),
        Line("jesters", 4, "P-B2"),
        Line("professions", 4, "P-B2"),
    )
    assert found.total == 15 >= LEAST[2] == 12


@pytest.mark.parametrize("profession", PROFESSIONS)
def test_P_B2__every_worker_finds_what_he_wants(profession: str) -> None:
    wants = PROFESSIONS[profession]
    found = Principality(
        buildings=frozenset({wants.building}),
        landscapes={wants.landscape: 1},
        freedoms=frozenset({wants.freedom}),
        hand=1,
    )
    assert worth(found, profession) == {
        "building": 4,
        "landscape": 3,
        "freedom": 3,
        "jesters": 0,
        "professions": 1,
    }


@pytest.mark.parametrize("profession", PROFESSIONS)
def test_P_B2__nothing_for_what_he_does_not_want(profession: str) -> None:
    wants = PROFESSIONS[profession]
    every = PROFESSIONS.values()
    found = Principality(
        buildings=frozenset(each.building for each in every) - {wants.building},
        landscapes={each.landscape: 2 for each in every if each.landscape != wants.landscape},
        freedoms=frozenset(each.freedom for each in every) - {wants.freedom},
        hand=1,
    )
    assert value(found, profession).total == 1


def test_P_B2__a_second_lake_adds_nothing() -> None:
    one, two = (worth(replace(BARE, landscapes={"lake": lakes}), "poet")["landscape"] for lakes in (1, 2))
    assert one == two == 3


@pytest.mark.parametrize("jesters", range(8))
def test_P_B2__every_jester_2(jesters: int) -> None:
    assert worth(replace(BARE, jesters=jesters), "poet")["jesters"] == 2 * jesters


def test_P_B2__the_worker_alone_counts_1() -> None:
    assert value(BARE, "poet").total == 1


def test_P_B2__professions_in_hand_and_on_the_table_count_alike() -> None:
    assert {
        worth(Principality(hand=hand, table=5 - hand), "poet")["professions"] for hand in range(1, 6)
    } == {5}


def test_P_B2__recruiting_cards_count_on_the_table_and_not_in_hand() -> None:
    assert worth(replace(BARE, table=2), "poet")["professions"] == 3
    assert worth(replace(BARE, recruiting=2), "poet")["professions"] == 1


def test_P_B2__recruiting_cards_in_hand_count_for_one_bonus_card() -> None:
    who = replace(BARE, recruiting=2)
    assert worth(who, "poet", "each-profession-in-hand")["each-profession-in-hand"] == 2
    assert worth(who, "poet", "each-profession-on-table")["each-profession-on-table"] == 1


def test_P_B2__the_worker_is_on_the_table_and_not_in_hand_for_bonus_cards() -> None:
    who = Principality(hand=3, table=2)
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
    player = Player(
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
    assert SQUARES == 43
    assert principality(player) == Principality(
        buildings=frozenset({"library"}),
        landscapes={"lake": 2},
        freedoms=frozenset({"travel"}),
        jesters=2,
        builders=1,
        prestige=2,
        hand=3,
        table=2,
        recruiting=1,
        empty=43 - 5 - 2 * 4,
    )
    assert principality(Player()) == Principality()


def lying(name: str, rows: str, square: str) -> Tile:
    """A tile upright at that square."""
    found = spot(read_outline(rows, None), square, "r0")
    assert found
    return Tile(name, found.square, found.turn, found.squares)
