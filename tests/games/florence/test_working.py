"""Working at the table (P-B2, P-B3): who may work and with what, and the split of the income."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import game_rules
from companion.games.florence.rules.events import WorkCompleted
from companion.games.florence.rules.position import FlorencePosition
from companion.games.florence.rules.state import PlayerState
from companion.rules.game import GameSetup, Seat
from tests.tables import AtTable

SEATS = ("blue", "green", "red")
BLUE = {
    "grid": ["theatre d4 r0"],
    "freedoms": ["travel"],
    "jesters": 2,
    "hand": {"poet": 1, "painter": 1, "?": 1},
    "table": ["recruiting"],
}
"""The rulebook's player: a theatre, the right to travel, two jesters, four at court; no lake."""


class At(AtTable[FlorencePosition]):
    """Blue's turn in the third round, of three players."""

    @property
    def blue(self) -> PlayerState:
        return self.position.players["blue"]

    def takes(self, work: str) -> list[int]:
        """The amounts that may be kept of that work's income."""
        return sorted(int(move.rsplit(" ", 1)[1]) for move in self.legal if move.startswith(f"{work} take"))


def at(round: int = 3, green: dict[str, Any] | None = None, **blue: Any) -> At:
    """The rulebook's table, changed where given."""
    players = {who: {"hand": {"?": 3}} for who in SEATS} | {
        "blue": BLUE | blue,
        "green": green or {"hand": {"?": 3}},
    }
    start = {"round": round, "phase": "actions", "start": "blue", "turn": "blue", "players": players}
    position = game_rules("florence").position_from_json(
        start, GameSetup(tuple(Seat(who, who.title()) for who in SEATS), "blue", {})
    )
    assert isinstance(position, FlorencePosition)
    return At(position)


def test_P_B2__the_work_of_15_becomes_100_florins_and_7_points() -> None:
    table = at().say("blue work poet take 100")
    [done] = table.happened(WorkCompleted)
    assert (done.value.total, done.kept, done.bought) == (15, 100, 7)
    assert (table.blue.money, table.blue.points, table.blue.best) == (100, 7, 15)
    assert table.blue.table == ("recruiting", "poet")
    assert table.blue.hand == {"painter": 1, "?": 1}


def test_P_B3__any_part_of_the_income_in_whole_points() -> None:
    assert at().takes("blue work poet") == list(range(100, 1501, 200))


@pytest.mark.parametrize(("kept", "why"), [(0, "steps"), (200, "steps"), (1600, "more-than-income")])
def test_P_B3__no_half_points_and_no_other_money(kept: int, why: str) -> None:
    assert at(money=3000).no(f"blue work poet take {kept}") == f"P-B3 {why}"


def test_P_B3__1500_florins_may_all_be_kept() -> None:
    table = at().say("blue work poet take 1500")
    assert (table.blue.money, table.blue.points) == (1500, 0)


@pytest.mark.parametrize("round", range(1, 8))
def test_P_B2__not_below_the_rounds_least_value(round: int) -> None:
    if round < 6:
        assert at(round).takes("blue work poet")
    else:
        assert at(round).no("blue work poet take 100") == "P-B2 below-least"


def test_P_B2__a_bonus_card_lifts_a_work_to_the_least_value() -> None:
    table = at(7, bonus={"each-jester": 1, "each-lake": 1})
    assert table.no("blue work poet take 100") == "P-B2 below-least"
    assert table.no("blue work poet bonus each-lake take 100") == "P-B2 below-least"
    table.say("blue work poet bonus each-jester take 1900")
    assert table.blue.best == 19


def test_P_B2__a_bonus_card_that_nobody_saw_may_lift_a_work_to_the_least_value() -> None:
    assert at(7, bonus={"?": 1}).say("blue work poet bonus each-jester take 1900").blue.best == 19
    assert at(7, bonus={"?": 1}).no("blue work poet bonus each-lake take 100") == "P-B2 below-least"


@pytest.mark.parametrize("played", ["each-freedom each-jester", "each-jester each-freedom"])
def test_P_B2__bonus_cards_go_out_face_up(played: str) -> None:
    """Named in any order, they are listed in that of the box."""
    table = at(bonus={"each-jester": 1, "?": 1}).say(f"blue work poet bonus {played} take 2100")
    [done] = table.happened(WorkCompleted)
    assert {line.what: line.points for line in done.value.lines[5:]} == {"each-freedom": 2, "each-jester": 4}
    assert (table.blue.bonus, table.blue.used) == ({}, ("each-freedom", "each-jester"))


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("each-forest", "bonus-not-in-hand"),
        ("each-lake", "bonus-used"),
        ("each-park", "bonus-used"),
        ("each-jester each-jester", "bonus-twice"),
    ],
)
def test_P_B2__only_bonus_cards_in_hand_each_once(cards: str, why: str) -> None:
    table = at(bonus={"each-jester": 1}, used=["each-lake"], green={"hand": {"?": 3}, "used": ["each-park"]})
    assert table.no(f"blue work poet bonus {cards} take 100") == f"P-B2 {why}"


def test_P_B2__an_unknown_card_is_none_that_lies_elsewhere() -> None:
    table = at(bonus={"?": 1}, green={"hand": {"?": 2, "sculptor": 1}, "bonus": {"each-park": 1}})
    assert table.no("blue work poet bonus each-park take 100") == "P-B2 known-elsewhere"
    assert table.no("blue work sculptor take 100") == "P-B2 known-elsewhere"


def test_P_B2__a_bonus_card_of_this_turn() -> None:
    table = at(money=300).say("blue bonus each-jester", "blue work poet bonus each-jester take 1900")
    assert table.happened(WorkCompleted)[0].value.total == 19


def test_P_B5__a_profession_of_this_turn_works_in_it() -> None:
    table = at(money=300).say("blue profession dramatist", "blue work dramatist take 1300")
    assert table.happened(WorkCompleted)[0].value.total == 4 + 4 + 5


def test_P_B2__a_work_is_done_by_somebody_in_hand() -> None:
    table = at(
        hand={"poet": 1, "painter": 1}, table=["dramatist"], green={"hand": {"?": 2}, "table": ["composer"]}
    )
    assert table.no("blue work dramatist take 100") == "P-B2 worked-already"
    assert table.no("blue work composer take 100") == "P-B2 worked-already"
    assert table.no("blue work sculptor take 100") == "P-B2 not-in-hand"


@pytest.mark.parametrize(
    "works", [("poet take 1500", "painter take 1100"), ("painter take 1100", "poet take 1500")]
)
def test_P_B7__of_two_works_the_better_one_is_his(works: tuple[str, str]) -> None:
    table = at(1).say(*(f"blue work {work}" for work in works))
    assert sorted(done.value.total for done in table.happened(WorkCompleted)) == [11, 15]
    assert table.blue.best == 15
