"""The grid of a principality and what a tile can cover on it: geometry alone (P-M2, P-M3).

A set of squares is a number: bit `column + 7 * row`, a1 (lower left) first. A place is a square and a turn, `d4 r1m`:
the printed outline is flipped left to right if `m`, then turned clockwise; the square is the lower left one of the
smallest box around it, covered or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product

from msgspec import Struct

from companion.rules.errors import Unreadable

SIZE = 7
BITS = range(SIZE * SIZE)
SQUARES = tuple(f"{column}{row}" for row, column in product(range(1, SIZE + 1), "abcdefg"))
"""The name of every square, by its bit."""
BIT: Mapping[str, int] = {name: bit for bit, name in enumerate(SQUARES)}

PALAZZO = sum(1 << BIT[name] for name in ("a1", "b1", "c1", "a2", "b2", "c2"))

TURNS = ("r0", "r1", "r2", "r3", "r0m", "r1m", "r2m", "r3m")
"""All turns, the one that spells a set of squares before the others that do (no m first, then fewest turns)."""

_WHOLE = (1 << len(BITS)) - 1
_FIRST_COLUMN = sum(1 << SIZE * row for row in range(SIZE))
_LAST_COLUMN = _FIRST_COLUMN << SIZE - 1

Rows = tuple[str, ...]


class Outline(Struct, frozen=True, cache_hash=True, gc=False):
    """The shape of a tile, rows from the top: `x` is covered, `.` is not."""

    rows: Rows

    def __str__(self) -> str:
        return "/".join(self.rows)

    @property
    def squares(self) -> int:
        """How many squares the tile covers."""
        return str(self).count("x")


class Spot(Struct, frozen=True, cache_hash=True, gc=False):
    """A place where an outline lies wholly on the grid, in its one spelling, and what that covers.

    edge: the squares that share an edge with those it covers.
    """

    square: str
    turn: str
    squares: int
    edge: int


def square_name(bit: int) -> str:
    """The square of that bit: `d4`."""
    return SQUARES[bit]


def bits(squares: int) -> Iterator[int]:
    """The bit of each square of a set, from a1 on."""
    return (bit for bit in BITS if squares >> bit & 1)


def edge(squares: int) -> int:
    """The squares beside a set that share an edge with one of it."""
    right = (squares & ~_LAST_COLUMN) << 1
    left = (squares & ~_FIRST_COLUMN) >> 1
    return (right | left | squares << SIZE | squares >> SIZE) & _WHOLE & ~squares


def spots(outline: Outline) -> tuple[Spot, ...]:
    """Every set of squares that the tile can cover on the empty grid, once, by square and then by turn."""
    return _every(outline)[0]


def spot(outline: Outline, square: str, turn: str) -> Spot | None:
    """The place of that name in its one spelling; None where the tile would not lie wholly on the grid."""
    return _every(outline)[1].get((square, turn))


@lru_cache(maxsize=512)
def turns(outline: Outline) -> Mapping[str, str]:
    """What each turn is spelt: the first one that makes the same shape."""
    first: dict[Rows, str] = {}
    return {turn: first.setdefault(rows, turn) for turn, rows in _turned(outline).items()}


@lru_cache(maxsize=512)
def _every(outline: Outline) -> tuple[tuple[Spot, ...], Mapping[tuple[str, str], Spot]]:
    spelt, shapes = turns(outline), _turned(outline)
    found: dict[tuple[str, str], Spot] = {}
    for bit, turn in product(BITS, TURNS):
        row, column = divmod(bit, SIZE)
        rows = shapes[turn]
        if column + len(rows[0]) > SIZE or row + len(rows) > SIZE:
            continue
        name = SQUARES[bit]
        if spelt[turn] != turn:
            found[name, turn] = found[name, spelt[turn]]
        else:
            squares = _mask(rows) << bit
            found[name, turn] = Spot(name, turn, squares, edge(squares))
    return tuple(each for (_, turn), each in found.items() if each.turn == turn), found


def _turned(outline: Outline) -> Mapping[str, Rows]:
    """The outline without empty borders, in every turn."""
    turned: dict[str, Rows] = {}
    plain = _cut(outline.rows)
    for mirror, rows in (("", plain), ("m", tuple(row[::-1] for row in plain))):
        for quarter in range(4):
            turned[f"r{quarter}{mirror}"] = rows
            rows = _clockwise(rows)
    return turned


def _clockwise(rows: Rows) -> Rows:
    return tuple("".join(column) for column in zip(*reversed(rows), strict=True))


def _cut(rows: Rows) -> Rows:
    """Without the empty rows and columns around it."""
    for _ in range(4):
        first = next((at for at, row in enumerate(rows) if "x" in row), len(rows))
        rows = _clockwise(rows[first:])
    return rows


def _mask(rows: Rows) -> int:
    """The squares a shape covers with its box at a1."""
    return sum(
        1 << column + SIZE * row
        for row, marks in enumerate(reversed(rows))
        for column, mark in enumerate(marks)
        if mark == "x"
    )


def read_outline(text: str, squares: int | None = None) -> Outline:
    """The outline written as `xxx/x.x`; `squares`: how many it must cover. Raises Unreadable with a sentence."""
    strange = set(text) - set("x./")
    if strange:
        raise Unreadable(f"an outline is written with x, . and / between its rows, not with {min(strange)!r}")
    drawn = tuple(text.split("/"))
    if "x" not in text:
        raise Unreadable("the outline covers no square: draw at least one x")
    if len(set(map(len, drawn))) > 1:
        lengths = ", ".join(str(len(row)) for row in drawn[:SIZE])
        raise Unreadable(f"the rows of the outline differ in length ({lengths}): fill them up with .")
    outline = Outline(_cut(drawn))
    if squares is not None and outline.squares != squares:
        raise Unreadable(f"the outline covers {outline.squares} squares where this tile has {squares}")
    too_big = max(len(outline.rows), len(outline.rows[0])) > SIZE
    if too_big or not any(each.squares & PALAZZO == 0 for each in spots(outline)):
        raise Unreadable(f"the outline fits nowhere on the grid of {SIZE} x {SIZE} beside the palazzo")
    if not _connected(spots(outline)[0].squares):
        raise Unreadable("the outline falls apart: its squares must hang together by their edges")
    return outline


def _connected(squares: int) -> bool:
    reached = squares & -squares
    while more := edge(reached) & squares:
        reached |= more
    return reached == squares
