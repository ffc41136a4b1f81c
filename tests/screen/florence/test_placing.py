"""A tile is laid by touch: dragged, sent by taps, turned, flipped; where it may not lie the reason stands there."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

import pytest
from kivy.metrics import mm

from companion.games.florence.rules.edition import TILE_NAMES, load_edition
from companion.games.florence.rules.grid_geometry import (
    BIT_BY_SQUARE,
    GRID_SIZE,
    ROTATIONS,
    all_spots,
    iter_bits,
)
from companion.games.florence.screen.placement import HeldTile, PlacementModel, PlacementView, placement_model
from companion.screen.context import UiState
from companion.screen.draw.rect import Rect
from companion.table.messages import MovePointer
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator
from companion.voice.voice import Voice
from tests.screen import everywhere
from tests.screen.conftest import Sit
from tests.screen.florence.desk import Desk
from tests.screen.harness.driver import Driver
from tests.screen.harness.stage import Alone

PEOPLE: dict[str, dict[str, Any]] = {
    "blue": {"money": 2500, "points": 5, "hand": {"?": 3}, "grid": ["forest d1 r0", "library d5 r0"]},
    "yellow": {"money": 2500, "points": 5, "hand": {"?": 3}},
    "red": {"money": 2500, "points": 5, "hand": {"?": 3}},
}


def stage(whole: Rect) -> Rect:
    """About where a tile is laid on the table's screen."""
    return Rect(whole.right - mm(103), whole.y + mm(15), mm(101), mm(61))


def shown(now: Snapshot, look: UiState, words: Translator) -> PlacementModel | None:
    return placement_model(now, look, Voice("florence", words.names_by_colour, words.lang))


def acting(*things: str, lang: str = "en", look: UiState | None = None, **blue: Any) -> Desk:
    """Blue's turn, with what fingers have said."""
    people = {**PEOPLE, "blue": PEOPLE["blue"] | blue}
    desk = Desk(people, shown, PlacementView, look=look, lang=lang)
    desk.say(*things)
    desk.heard.clear()
    return desk


def owing(kind: str = "forest", **blue: Any) -> Desk:
    """A landscape that blue has won."""
    people = {**PEOPLE, "blue": PEOPLE["blue"] | {"won": [f"{kind} 300"]} | blue}
    return Desk(people, shown, PlacementView, lang="en", phase="auction", owed=f"place {kind}")


class Hand:
    """A person's finger on the large grid."""

    def __init__(self, person: Driver) -> None:
        self.person = person

    @property
    def grid(self) -> Any:
        return self.person.find("grid").widget

    @property
    def lies(self) -> str:
        spot = self.grid.held_tile.spot
        return f"{spot.square} {spot.rotation}"

    def square(self, name: str) -> tuple[float, float]:
        """Its middle."""
        place, bit = self.person.find("grid"), BIT_BY_SQUARE[name]
        side = place.width / GRID_SIZE
        return place.x + (bit % GRID_SIZE + 0.5) * side, place.y + (bit // GRID_SIZE + 0.5) * side

    def tap(self, name: str) -> None:
        self.person.tap_at(*self.square(name))

    def drag(self, start: str, *over: str) -> None:
        """From one square over others; six steps each."""
        path = [self.square(start)]
        for name in over:
            (x0, y0), (x1, y1) = path[-1], self.square(name)
            path += [(x0 + (x1 - x0) * at / 6, y0 + (y1 - y0) * at / 6) for at in range(1, 7)]
        self.person.stroke(path)


@everywhere
def test_it_fits_in_every_language(sit: Sit, lang: str, size: tuple[int, int]) -> None:
    desk = acting("building/university", lang=lang)
    person = desk.before(sit, stage, size)
    seen = [person.faults()]
    for thing in ("clockwise", "flip"):
        person.tap(thing)
        seen.append(person.faults())
    assert seen == [[], [], []]


def test_a_tile_is_dragged_turned_and_laid(sit: Sit) -> None:
    desk = owing()
    person = desk.before(sit, stage)
    hand = Hand(person)
    assert hand.lies == "a3 r0"  # the first place where it may lie as it is printed
    hand.drag("b3", "d4", "b6")
    assert hand.lies == "a6 r0"
    person.tap("anticlockwise")
    assert hand.lies == "a5 r1"
    person.tap("lay")
    assert desk.heard == ["grid/blue/a5", "turn/r1"]
    assert desk.lines == ("blue place forest a5 r1",)


def test_a_building_is_laid_by_taps_alone(sit: Sit) -> None:
    desk = acting("building/chapel")
    person = desk.before(sit, stage)
    hand = Hand(person)
    hand.tap("a5")
    assert hand.lies == "a4 r0"
    person.tap("flip")
    assert hand.lies == "a4 r1"
    person.tap("lay")
    assert desk.heard == ["grid/blue/a4", "turn/r1"]
    assert desk.lines == ("blue build chapel a4 r1",)


def test_where_it_may_not_lie_the_reason_stands_there_at_once(sit: Sit) -> None:
    person = acting("building/tower").before(sit, stage)
    hand = Hand(person)
    hand.drag("e3", "a3")
    assert hand.lies == "a3 r0"
    assert person.sees("palazzo")
    assert person.sees("second builder")
    assert "lay" not in person.things()
    hand.drag("b3", "b1")
    assert person.sees("palazzo")
    assert not person.sees("builder")
    hand.drag("b1", "b4")
    assert person.sees("Here it may lie: 700 florins, +3 points.")
    assert "lay" in person.things()


def test_the_reason_follows_the_finger_while_it_drags(sit: Sit) -> None:
    person = acting("building/tower", builders=1).before(sit, stage)
    hand = Hand(person)
    hand.drag("e3", "f2")
    assert hand.lies == "e2 r0"
    assert person.sees("forest")
    hand.drag("f2", "b3", "b4")
    assert person.sees("300 florins")


def test_with_the_second_builder_it_may_touch(sit: Sit) -> None:
    desk = acting("building/tower", builders=2)
    person = desk.before(sit, stage)
    Hand(person).drag("e3", "b3")
    person.tap("lay")
    assert desk.lines == ("blue build tower a3 r0",)


def test_turned_so_that_it_fits_nowhere_that_is_said(sit: Sit) -> None:
    grid = ["forest d1 r0", "forest d3 r0", "forest a3 r0", "forest a5 r0", "tower d7 r0"]
    person = owing("forest", grid=grid).before(sit, stage)
    person.tap("clockwise")
    assert person.sees("it fits nowhere: turn or flip it")
    person.tap("clockwise")
    assert "lay" in person.things()


def test_a_tap_sends_it_where_it_may_lie_if_it_can_cover_the_square_so(sit: Sit) -> None:
    person = acting("building/tower").before(sit, stage)
    hand = Hand(person)
    hand.tap("f4")
    assert hand.lies == "e4 r0"  # touching the library whichever way
    assert person.sees("library")
    hand.tap("c4")
    assert hand.lies == "a4 r0"  # at b4 it would touch it
    hand.tap("a7")
    assert hand.lies == "a7 r0"
    hand.tap("e6")
    assert hand.lies == "d6 r0"
    assert person.sees("Something lies")


def test_another_building_may_be_chosen_and_a_landscape_must_be_laid(sit: Sit) -> None:
    desk = acting("building/tower")
    desk.before(sit, stage).tap("cancel")
    assert desk.now.pending_input == ()
    assert "cancel" not in owing().before(sit, stage).things()


def test_a_finger_that_comes_down_twice_lays_it_once(sit: Sit) -> None:
    placing, heard = acting("building/tower").value, list[str]()

    def before() -> PlacementView:
        view = PlacementView(heard.append)  # what comes of it takes a while
        view.show(placing)
        return view

    person = sit(Alone(before, stage))
    person.tap("lay")
    person.tap("lay")
    assert heard == ["grid/blue/d3", "turn/r0"]


def test_where_the_shared_buttons_point_it_lies_and_what_they_said_is_not_said_again(sit: Sit) -> None:
    desk = acting("building/chapel")
    person = desk.before(sit, stage)
    desk.session.handle_message(MovePointer("grid/blue/a4"))
    desk.show()
    assert Hand(person).lies.startswith("a4")
    desk.say("grid/blue/a4")
    person.rest()
    desk.heard.clear()
    person.tap("lay")
    assert desk.heard == ["turn/r0"]
    assert desk.lines == ("blue build chapel a4 r0",)


def test_laid_elsewhere_than_was_said_it_is_all_said_anew(sit: Sit) -> None:
    desk = acting("building/chapel", "grid/blue/a4")
    person = desk.before(sit, stage)
    hand = Hand(person)
    hand.drag("a4", "a5")
    person.tap("lay")
    assert desk.heard == ["clear", "building/chapel", "grid/blue/a5", "turn/r0"]
    assert desk.lines == ("blue build chapel a5 r0",)


def test_a_virtual_players_tile_is_not_laid_by_a_finger() -> None:
    assert acting("building/tower", look=UiState(True, ("yellow",))).value is None
    assert acting("building/tower", look=UiState(True, ("blue",))).value is not None
    assert acting().value is None


def test_it_stays_where_it_is_when_the_screen_is_only_shown_anew(sit: Sit) -> None:
    desk = owing()
    person = desk.before(sit, stage)
    hand = Hand(person)
    hand.drag("e3", "b6")
    there = hand.lies
    desk.show()
    assert hand.lies == there


# -- the tile in the hand


def covered(hand: HeldTile) -> set[tuple[int, int]]:
    return {(bit % GRID_SIZE, bit // GRID_SIZE) for bit in iter_bits(hand.spot.covered_squares)}


def boxed(squares: set[tuple[int, int]]) -> set[tuple[int, int]]:
    left, low = (min(each) for each in zip(*squares, strict=True))
    return {(x - left, y - low) for x, y in squares}


@pytest.mark.parametrize("tile", TILE_NAMES)
def test_turning_and_flipping_are_what_one_sees(tile: str) -> None:
    outline = load_edition(()).outlines[tile]
    for turn in ROTATIONS:
        hand = HeldTile(outline, 2, 2, turn)
        now = covered(hand)
        assert boxed(covered(hand.rotated(1))) == boxed({(y, -x) for x, y in now})
        assert boxed(covered(hand.flipped())) == boxed({(-x, y) for x, y in now})
        assert hand.flipped().flipped() == hand
        assert reduce(lambda one, _: one.rotated(1), range(4), hand) == hand
        assert hand.rotated(-1).rotated(1) == hand


@pytest.mark.parametrize("tile", TILE_NAMES)
def test_it_can_be_brought_to_every_place_and_nowhere_else(tile: str) -> None:
    outline = load_edition(()).outlines[tile]
    for spot in all_spots(outline):
        hand = HeldTile(outline).at_spot(spot)
        assert hand.spot == spot
        assert hand.moved_to(hand.column, hand.row) == hand
    for turn in ROTATIONS:
        corners = (HeldTile(outline, 3, 3, turn).moved_to(*to) for to in ((-9, -9), (-9, 9), (9, -9), (9, 9)))
        assert (
            reduce(or_, (hand.spot.covered_squares.bit_count() for hand in corners)) == outline.square_count
        )
