"""The checkerboard as it lies on the table (L-M7), from every side."""

from typing import Any

import pytest

from companion.games.louis_xiv.rules.layout import BOARD_LAYOUT
from companion.games.louis_xiv.screen.board import BoardView, rotate_square
from tests.screen import SIZES
from tests.screen.conftest import Sit
from tests.screen.harness.driver import Driver
from tests.screen.harness.stage import Alone, board

NEIGHBOURS = {
    1: {2, 4, 6, 7},
    2: {1, 3, 8, 9},
    3: {2, 4, 10, 11},
    4: {1, 3, 5, 12},
    5: {4, 6},
    6: {1, 5},
    7: {1, 8},
    8: {2, 7},
    9: {2, 10},
    10: {3, 9},
    11: {3, 12},
    12: {4, 11},
}

SQUARES = {
    what: (row, column)
    for row, line in enumerate(BOARD_LAYOUT)
    for column, what in enumerate(line)
    if isinstance(what, int)
}


def test_neighbours_are_diagonal() -> None:
    for number, (row, column) in SQUARES.items():
        beside = {other for other, (r, c) in SQUARES.items() if abs(r - row) == 1 and abs(c - column) == 1}
        assert beside == NEIGHBOURS[number]


def test_every_player_has_a_square_of_the_general_supply_and_crowns_lie_in_two_heaps() -> None:
    gaps = [what for line in BOARD_LAYOUT for what in line if isinstance(what, str)]
    assert gaps.count("general") == 4
    assert gaps.count("crown") == 2
    assert {"sceptre", "helmet", "ring", "letter", "played", "intrigue"} <= set(gaps)


def test_four_quarters_are_a_whole_turn() -> None:
    assert all(rotate_square(row, column, 4) == (row, column) for row, column in SQUARES.values())
    assert rotate_square(0, 1, 1) == (3, 0)


def shown(sit: Sit, side: int, size: tuple[int, int], heard: list[str] | None = None) -> Driver:
    def make() -> Any:
        view = BoardView((heard if heard is not None else []).append)
        view.show(board(side=side), frozenset({"tile/1", "tile/5", "tile/12"}))
        return view

    return sit(
        Alone(make, lambda whole: whole.cut_left(0.676 * whole.width)[0].cut_top(0.68 * whole.height)[0]),
        size,
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("side", range(4))
def test_from_every_side_all_words_fit_and_all_tiles_can_be_touched(
    sit: Sit, side: int, size: tuple[int, int]
) -> None:
    heard: list[str] = []
    person = shown(sit, side, size, heard)
    assert person.faults() == []
    for number in (1, 5, 12):
        person.tap(f"tile/{number}")
    assert heard == ["tile/1", "tile/5", "tile/12"]


def test_a_tile_that_may_not_be_touched_does_not_react(sit: Sit) -> None:
    heard: list[str] = []
    person = shown(sit, 0, SIZES[0], heard)
    person.tap("Colbert")
    assert heard == []
    assert person.things() == ["tile/1", "tile/12", "tile/5"]


def test_turned_by_a_quarter_what_was_above_lies_left(sit: Sit) -> None:
    upright = shown(sit, 0, SIZES[0])
    assert upright.find("Condé").y > upright.find("Anne d'Autriche").y
    turned_ = shown(sit, 1, SIZES[0])
    assert turned_.find("Condé").x < turned_.find("Anne d'Autriche").x


def test_who_leads_and_by_how_much_is_written_on_the_tile(sit: Sit) -> None:
    words = shown(sit, 0, SIZES[0]).words()
    assert "13" in words
    assert words.count("=") == 2
