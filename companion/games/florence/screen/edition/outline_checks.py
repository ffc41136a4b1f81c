"""Checks of an outline while it is drawn: squares on an empty grid, and their faults (P-M2, P-M3)."""

from __future__ import annotations

from typing import Literal

from companion.games.florence.rules import grid_geometry
from companion.games.florence.rules.edition import SQUARES_BY_BUILDING
from companion.games.florence.rules.grid_geometry import GRID_SIZE, PALAZZO_SQUARES, TileOutline, iter_bits
from companion.games.florence.screen.principality.held_tile import HeldTile

OutlineFault = Literal["", "empty", "number", "apart", "too-big"]


def centred_squares(outline: TileOutline) -> int:
    """The squares of an outline in the middle of the grid, as a set."""
    return HeldTile(outline).centred_on(GRID_SIZE / 2, GRID_SIZE / 2).spot.covered_squares


def outline_from_squares(squares: int) -> TileOutline:
    """The outline that covers these squares, wherever they lie on the grid."""
    columns, rows = (
        [bit % GRID_SIZE for bit in iter_bits(squares)],
        [bit // GRID_SIZE for bit in iter_bits(squares)],
    )
    return TileOutline(
        tuple(
            "".join("x" if squares >> column + GRID_SIZE * row & 1 else "." for column in _all(columns))
            for row in reversed(_all(rows))
        )
    )


def _all(numbers: list[int]) -> range:
    return range(min(numbers), max(numbers) + 1)


def find_outline_fault(tile: str, squares: int) -> OutlineFault:
    """Why the squares are not the outline of that tile yet."""
    if not squares:
        return "empty"
    if squares.bit_count() != SQUARES_BY_BUILDING.get(tile, squares.bit_count()):
        return "number"
    if not _is_connected(squares):
        return "apart"
    spots = grid_geometry.all_spots(outline_from_squares(squares))
    return "" if any(not spot.covered_squares & PALAZZO_SQUARES for spot in spots) else "too-big"


def _is_connected(squares: int) -> bool:
    """Whether all squares are connected by edges."""
    reached = squares & -squares
    while more := grid_geometry.neighbouring_squares(reached) & squares:
        reached |= more
    return reached == squares
