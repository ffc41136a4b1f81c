"""A principality: the tiles that lie in it, and how it is painted."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from kivy.metrics import mm

from companion.games.florence.rules.grid_geometry import GRID_SIZE, PALAZZO_SQUARES, iter_bits
from companion.games.florence.rules.state import Grid, PlacedTile
from companion.games.florence.screen.piece_faces import symbol_of_word
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    SEPIA,
    WORN_PARCHMENT,
    Colour,
    mix_colours,
    parse_colour,
)

FREE_SQUARE_COLOUR: Final = mix_colours(WORN_PARCHMENT, SEPIA, 0.12)
GRID_LINE_COLOUR: Final = mix_colours(WORN_PARCHMENT, SEPIA, 0.3)
TILE_COLOURS: Final[dict[str, Colour]] = {
    "forest": parse_colour("#2c6a3c"),
    "lake": parse_colour("#3f83bd"),
    "park": parse_colour("#8fbf55"),
    "university": parse_colour("#6d50a8"),
    "laboratory": parse_colour("#1f8a7f"),
    "workshop": parse_colour("#7d5231"),
    "library": parse_colour("#9b3347"),
    "opera": parse_colour("#d06a97"),
    "studio": parse_colour("#dd8f3a"),
    "hospital": parse_colour("#f2ede0"),
    "theatre": parse_colour("#3d55b8"),
    "tower": parse_colour("#85858f"),
    "chapel": parse_colour("#e5c862"),
    "palazzo": parse_colour("#b4593c"),
}
"""The colour of each tile."""
MIN_SQUARE_FOR_SYMBOL = 4.2
"""The size of a square in millimetres from which on symbols are drawn."""
PALAZZO: Final = PlacedTile("palazzo", "a1", "r0", PALAZZO_SQUARES)


class GridRects:
    """The squares of a grid that fills a rectangle, on whole pixels."""

    def __init__(self, place: Rect) -> None:
        self.square_side = int(min(place.width, place.height) / GRID_SIZE)
        around = place.centred(self.square_side * GRID_SIZE, self.square_side * GRID_SIZE)
        self.grid_rect = Rect(round(around.x), round(around.y), around.width, around.height)
        self.gap = max(1, round(self.square_side * 0.06))

    def rect_at(self, column: int, row: int, wide: int = 1, high: int = 1) -> Rect:
        """The rectangle of so many squares, with the gap to the next ones at the right and above."""
        side = self.square_side
        return Rect(
            self.grid_rect.x + column * side,
            self.grid_rect.y + row * side,
            wide * side - self.gap,
            high * side - self.gap,
        )

    def square_rect(self, bit: int) -> Rect:
        """The rectangle of one square."""
        row, column = divmod(bit, GRID_SIZE)
        return self.rect_at(column, row)


def paint_principality(painter: Painter, place: Rect, grid: Grid) -> None:
    """Paint the grid with the palazzo and all tiles."""
    squares = GridRects(place)
    painter.fill_rect(squares.grid_rect, GRID_LINE_COLOUR)
    for bit in range(GRID_SIZE * GRID_SIZE):
        painter.fill_rect(squares.square_rect(bit), FREE_SQUARE_COLOUR)
    for tile in (PALAZZO, *grid):
        paint_tile(painter, squares, tile)


def paint_tile(painter: Painter, squares: GridRects, tile: PlacedTile, colour: Colour | None = None) -> None:
    """Paint one tile in its own or the given colour, with its symbol where there is room for it."""
    for rect in tile_rects(squares, tile.squares):
        painter.fill_rect(rect, colour or TILE_COLOURS[tile.name])
    if squares.square_side < mm(MIN_SQUARE_FOR_SYMBOL):
        return
    if tile.name == "palazzo":
        painter.draw_symbol("palazzo", squares.rect_at(0, 0, 3, 2).inset(squares.gap), SEPIA)
        return
    room = squares.rect_at(*_roomiest_squares(tile.squares))
    room = room.centred(min(room.width, mm(9)), min(room.height, mm(9)))
    painter.draw_symbol(symbol_of_word(tile.name), room.inset(squares.gap))


def tile_rects(squares: GridRects, covered: int) -> Iterator[Rect]:
    """The rectangles that make up a set of squares: rows, and joints between them."""
    for column, row, wide in _runs(covered):
        yield squares.rect_at(column, row, wide)
    for column, row, wide in _runs(covered & covered >> GRID_SIZE):
        joint = squares.rect_at(column, row, wide)
        yield Rect(joint.x, joint.top, joint.width, squares.gap)


@lru_cache(maxsize=4096)
def _runs(covered: int) -> tuple[tuple[int, int, int], ...]:
    """Squares side by side: column and row of the first, and how many."""
    runs: list[tuple[int, int, int]] = []
    for bit in iter_bits(covered):
        row, column = divmod(bit, GRID_SIZE)
        if runs and runs[-1][1] == row and sum(runs[-1][::2]) == column:
            runs[-1] = (runs[-1][0], row, runs[-1][2] + 1)
        else:
            runs.append((column, row, 1))
    return tuple(runs)


@lru_cache(maxsize=4096)
def _roomiest_squares(covered: int) -> tuple[int, int, int, int]:
    """The squares with most room for a symbol: two by two, else two in a row, else one.

    They are column, row, width and height; raises ValueError where nothing is covered.
    """
    for wide, high in ((2, 2), (2, 1), (1, 2), (1, 1)):
        mask = sum(1 << x + GRID_SIZE * y for x in range(wide) for y in range(high))
        for bit in iter_bits(covered):
            row, column = divmod(bit, GRID_SIZE)
            if column + wide <= GRID_SIZE and row + high <= GRID_SIZE and covered >> bit & mask == mask:
                return column, row, wide, high
    raise ValueError("no square is covered")
