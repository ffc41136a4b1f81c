"""Placing tiles a second time, by brute force over squares; nothing of the game is imported.

A square is a pair (column, row) from (1, 1), the lower left one; a drawing is a list of rows from the top.
From the rules page: P-M2: the grid is 7 x 7, with the palazzo, 3 wide and 2 high, at its lower left. P-A4:
landscapes may be turned and flipped, lie wholly on the grid and do not overlap. P-B4: the same for buildings,
which share no edge with another building or the palazzo until the second builder.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

Square = tuple[int, int]
Squares = frozenset[Square]

GRID = frozenset((column, row) for column in range(1, 8) for row in range(1, 8))
PALAZZO = frozenset({(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)})
SPELLINGS = [(quarters, flipped) for flipped in (False, True) for quarters in (0, 1, 2, 3)]


class Place(NamedTuple):
    """A drawing in one spelling: lower left square of its box, rotation, squares covered and beside."""

    square: str
    turn: str
    covers: Squares
    beside: Squares


class Lying(NamedTuple):
    """A tile in a principality; the palazzo is in every principality and not listed."""

    name: str
    building: bool
    covers: Squares


def places(drawing: list[str]) -> list[Place]:
    """Every spelling of the drawing with its box anywhere, where it lies wholly on the grid."""
    found = []
    for column, row in sorted(GRID, key=lambda square: (square[1], square[0])):
        for quarters, flipped in SPELLINGS:
            covers = _moved(_turned(drawing, quarters, flipped), column, row)
            if covers <= GRID:
                turn = f"r{quarters}{'m' if flipped else ''}"
                found.append(Place(name((column, row)), turn, covers, _beside(covers)))
    return found


def name(square: Square) -> str:
    """The name of a square, `d4`."""
    return "abcdefg"[square[0] - 1] + str(square[1])


def said_once(every: list[Place]) -> list[Place]:
    """One spelling for each set of squares: without m first, then with fewest turns."""
    best: dict[Squares, Place] = {}
    for place in every:
        other = best.get(place.covers)
        if other is None or (len(place.turn), place.turn) < (len(other.turn), other.turn):
            best[place.covers] = place
    return list(best.values())


def may_lie(every: Iterable[Place], building: bool, lying: list[Lying], builders: int) -> list[Place]:
    """The places where the tile may lie."""
    covered = PALAZZO.union(*(each.covers for each in lying))
    shunned: Squares = frozenset()
    if building and builders < 2:
        shunned = PALAZZO.union(*(each.covers for each in lying if each.building))
    return [place for place in every if place.covers.isdisjoint(covered) and place.beside.isdisjoint(shunned)]


def reasons(place: Place | None, building: bool, lying: list[Lying], builders: int) -> set[str]:
    """The first rule broken there, with everything it may name; empty where the tile may lie."""
    if place is None:
        return {"off-the-grid"}
    everything = [Lying("palazzo", True, PALAZZO), *lying]
    under = {f"overlaps {each.name}" for each in everything if each.covers & place.covers}
    if under or not building or builders >= 2:
        return under
    return {f"touches {each.name}" for each in everything if each.building and each.covers & place.beside}


def _turned(drawing: list[str], quarters: int, flipped: bool) -> set[Square]:
    """The x of the drawing, flipped left to right first, then turned clockwise, anywhere."""
    squares = set()
    for down, line in enumerate(drawing):
        for right, mark in enumerate(line):
            if mark == "x":
                squares.add((-right if flipped else right, -down))
    for _ in range(quarters):  # what pointed up points right, what pointed right points down
        squares = {(up, -right) for right, up in squares}
    return squares


def _moved(squares: set[Square], column: int, row: int) -> Squares:
    """The squares moved so that the lower left square of their box is there."""
    left, low = min(x for x, _ in squares), min(y for _, y in squares)
    return frozenset((x - left + column, y - low + row) for x, y in squares)


def _beside(covers: Squares) -> Squares:
    return frozenset(_neighbours(covers)) & GRID - covers


def _neighbours(covers: Squares) -> Iterator[Square]:
    for column, row in covers:
        yield from ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
