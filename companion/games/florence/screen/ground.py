"""A principality drawn from above: the palazzo, and every tile in its colour, with its sign or the letters of its name.
At any size: small beside a player's name, large where a tile is laid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from kivy.metrics import mm

from companion.games.florence.rules.grid import PALAZZO, SIZE, bits
from companion.games.florence.rules.printed import LANDSCAPES
from companion.games.florence.screen.named import sign
from companion.games.florence.screen.views import Laid
from companion.screen.draw.painter import LINE_SPACING, Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    MIN_TEXT,
    SEPIA,
    SMALL_TEXT,
    WORN_PARCHMENT,
    Colour,
    mix_colours,
    parse_colour,
)

SOIL: Final = mix_colours(WORN_PARCHMENT, SEPIA, 0.12)
FURROW: Final = mix_colours(WORN_PARCHMENT, SEPIA, 0.3)
TILES: Final[dict[str, Colour]] = {
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
DRAWN = 4.2
"""Millimetres of a square from which on signs are drawn; below it stand letters."""


class Squares:
    """The squares of a grid that fills a place, on whole pixels."""

    def __init__(self, place: Rect) -> None:
        self.side = int(min(place.width, place.height) / SIZE)
        around = place.centred(self.side * SIZE, self.side * SIZE)
        self.whole = Rect(round(around.x), round(around.y), around.width, around.height)
        self.gap = max(1, round(self.side * 0.06))

    def at(self, column: int, row: int, wide: int = 1, high: int = 1) -> Rect:
        """The place of so many squares; the gap to the next ones is at the right and above."""
        side = self.side
        return Rect(
            self.whole.x + column * side,
            self.whole.y + row * side,
            wide * side - self.gap,
            high * side - self.gap,
        )

    def square(self, bit: int) -> Rect:
        """The place of one square."""
        row, column = divmod(bit, SIZE)
        return self.at(column, row)


def paint_ground(ink: Painter, place: Rect, laid: Sequence[Laid]) -> None:
    """The grid with the palazzo and everything that lies there."""
    squares = Squares(place)
    ink.fill_rect(squares.whole, FURROW)
    for bit in range(SIZE * SIZE):
        ink.fill_rect(squares.square(bit), SOIL)
    for tile in (Laid("palazzo", PALAZZO), *laid):
        paint_tile(ink, squares, tile)


def paint_tile(ink: Painter, squares: Squares, tile: Laid, colour: Colour | None = None) -> None:
    """One tile: its squares without gaps between them, its sign or its letters. `colour`: another than its own."""
    paint = colour or TILES[tile.name]
    for rect in shape(squares, tile.squares):
        ink.fill_rect(rect, paint)
    _named(ink, squares, tile)


def shape(squares: Squares, covered: int) -> Iterator[Rect]:
    """The rectangles that make up a set of squares: rows, and what joins each to the next."""
    for column, row, wide in _runs(covered):
        yield squares.at(column, row, wide)
    for column, row, wide in _runs(covered & covered >> SIZE):
        joint = squares.at(column, row, wide)
        yield Rect(joint.x, joint.top, joint.width, squares.gap)


@lru_cache(maxsize=4096)
def _runs(covered: int) -> tuple[tuple[int, int, int], ...]:
    """Squares side by side: column and row of the first, and how many."""
    runs: list[tuple[int, int, int]] = []
    for bit in bits(covered):
        row, column = divmod(bit, SIZE)
        if runs and runs[-1][1] == row and sum(runs[-1][::2]) == column:
            runs[-1] = (runs[-1][0], row, runs[-1][2] + 1)
        else:
            runs.append((column, row, 1))
    return tuple(runs)


@lru_cache(maxsize=4096)
def _widest(covered: int) -> tuple[int, int, int, int]:
    """Where there is most room for a sign: two by two squares, else two in a row, else one."""
    for wide, high in ((2, 2), (2, 1), (1, 2), (1, 1)):
        mask = sum(1 << x + SIZE * y for x in range(wide) for y in range(high))
        for bit in bits(covered):
            row, column = divmod(bit, SIZE)
            if column + wide <= SIZE and row + high <= SIZE and covered >> bit & mask == mask:
                return column, row, wide, high
    raise ValueError("no square is covered")


def _named(ink: Painter, squares: Squares, tile: Laid) -> None:
    """Its sign, or letters where it is too small for one."""
    column, row, wide, high = _widest(tile.squares)
    room = squares.at(column, row, wide, high)
    if tile.name == "palazzo":
        across = squares.at(0, 0, 3, 2)
        ink.draw_symbol("palazzo", across.inset(squares.gap), SEPIA)
    elif squares.side >= mm(DRAWN):
        ink.draw_symbol(
            sign(tile.name), room.centred(min(room.width, mm(9)), min(room.height, mm(9))).inset(squares.gap)
        )
    elif tile.name in LANDSCAPES:
        ink.draw_symbol(f"{sign(tile.name)}/flat", room.inset(squares.gap / 2), _on(TILES[tile.name]))
    else:
        _letters(ink, room, tile)


def _letters(ink: Painter, room: Rect, tile: Laid) -> None:
    """The letters that tell a building from the others, larger than the square where that is small."""
    size = max(MIN_TEXT, min(SMALL_TEXT, room.height / mm(1) / LINE_SPACING))
    pixels = font_pixels(size)
    wide = max(room.width, text_width(tile.mark, pixels, True) + 2)
    colour = _on(TILES[tile.name])
    ink.draw_text(
        tile.mark, room.centred(wide, pixels * LINE_SPACING), size, colour, bold=True, halign="center"
    )


def _on(paint: Colour) -> Colour:
    """What is read on that colour."""
    red, green, blue, _ = paint
    return SEPIA if 0.3 * red + 0.59 * green + 0.11 * blue > 0.55 else CHALK
