"""An outline while an owner draws it: squares on an empty grid, and what is still wrong with them (P-M2, P-M3)."""

from __future__ import annotations

from typing import Literal

from companion.games.florence.rules import grid
from companion.games.florence.rules.grid import PALAZZO, SIZE, Outline, bits
from companion.games.florence.rules.printed import SQUARES
from companion.games.florence.screen.in_hand import InHand

Fault = Literal["", "empty", "number", "apart", "too-big"]


def drawn(outline: Outline) -> int:
    """The squares of an outline, in the middle of the grid."""
    return InHand(outline).over(SIZE / 2, SIZE / 2).spot.squares


def outline_of(squares: int) -> Outline:
    """The outline that covers these squares, wherever on the grid they lie."""
    columns, rows = [bit % SIZE for bit in bits(squares)], [bit // SIZE for bit in bits(squares)]
    return Outline(
        tuple(
            "".join("x" if squares >> column + SIZE * row & 1 else "." for column in _all(columns))
            for row in reversed(_all(rows))
        )
    )


def _all(numbers: list[int]) -> range:
    return range(min(numbers), max(numbers) + 1)


def fault(tile: str, squares: int) -> Fault:
    """What keeps the squares from being that tile's outline."""
    if not squares:
        return "empty"
    if squares.bit_count() != SQUARES.get(tile, squares.bit_count()):
        return "number"
    if not _connected(squares):
        return "apart"
    spots = grid.spots(outline_of(squares))
    return "" if any(not spot.squares & PALAZZO for spot in spots) else "too-big"


def _connected(squares: int) -> bool:
    """Whether one can go from each square to each other over edges."""
    reached = squares & -squares
    while more := grid.edge(reached) & squares:
        reached |= more
    return reached == squares
