"""The geometry of a principality's grid: which squares a tile can cover (P-M2, P-M3).

A set of squares is a number: bit `column + 7 * row`, a1 (lower left) first. A spot is a square and a
rotation, `d4 r1m`: the printed outline is flipped left to right if `m`, then rotated clockwise; the square is
the lower left one of the smallest box around it, covered or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

from msgspec import Struct

from companion.rules.clauses import declare_clause
from companion.rules.errors import InvalidRecord

OutlineRows = tuple[str, ...]


class TileOutline(Struct, frozen=True, cache_hash=True, gc=False):
    """The shape of a tile, rows from the top: `x` is covered, `.` is not."""

    rows: OutlineRows

    def __str__(self) -> str:
        return "/".join(self.rows)

    @property
    def square_count(self) -> int:
        """How many squares the tile covers."""
        return str(self).count("x")


class GridSpot(Struct, frozen=True, cache_hash=True, gc=False):
    """A spot where an outline lies wholly on the grid, in its canonical spelling.

    `covered_squares` and `neighbouring_squares` are sets of squares: those it covers, and those that share an edge
    with one of them.
    """

    square: str
    rotation: str
    covered_squares: int
    neighbouring_squares: int


OUTLINE_LETTERS = declare_clause("P-M3", "outline-letters", "letter")
OUTLINE_EMPTY = declare_clause("P-M3", "outline-empty")
OUTLINE_ROWS = declare_clause("P-M3", "outline-rows", "lengths")
OUTLINE_SQUARES = declare_clause("P-M3", "outline-squares", "squares", "wanted")
OUTLINE_TOO_BIG = declare_clause("P-M3", "outline-too-big", "size")
OUTLINE_APART = declare_clause("P-M3", "outline-apart")

GRID_SIZE = 7
SQUARE_BITS = range(GRID_SIZE * GRID_SIZE)
SQUARE_NAMES = tuple(f"{column}{row}" for row, column in product(range(1, GRID_SIZE + 1), "abcdefg"))
"""The name of every square, by its bit."""
BIT_BY_SQUARE: Mapping[str, int] = {name: bit for bit, name in enumerate(SQUARE_NAMES)}

PALAZZO_SQUARES = sum(1 << BIT_BY_SQUARE[name] for name in ("a1", "b1", "c1", "a2", "b2", "c2"))

ROTATIONS = ("r0", "r1", "r2", "r3", "r0m", "r1m", "r2m", "r3m")
"""All rotations, preferred ones first: of those that cover the same squares, the first is canonical.

Those without a flip come first, then those by fewer quarter turns.
"""

_WHOLE = (1 << len(SQUARE_BITS)) - 1
_FIRST_COLUMN = sum(1 << GRID_SIZE * row for row in range(GRID_SIZE))
_FIRST_ROW = (1 << GRID_SIZE) - 1
_LAST_COLUMN = _FIRST_COLUMN << GRID_SIZE - 1


def square_name(bit: int) -> str:
    """The square of that bit: `d4`."""
    return SQUARE_NAMES[bit]


def iter_bits(squares: int) -> Iterator[int]:
    """The bit of each square of a set, from a1 on."""
    return (bit for bit in SQUARE_BITS if squares >> bit & 1)


def neighbouring_squares(squares: int) -> int:
    """The squares outside a set that share an edge with a square in it."""
    right = (squares & ~_LAST_COLUMN) << 1
    left = (squares & ~_FIRST_COLUMN) >> 1
    return (right | left | squares << GRID_SIZE | squares >> GRID_SIZE) & _WHOLE & ~squares


def spots_covering(outline: TileOutline, squares: int) -> int:
    """The set of the tile's spots that cover one of those squares: a number, a bit for each of `all_spots`."""
    return _union_of_spots(_covering_spots(outline), squares)


def spots_beside(outline: TileOutline, squares: int) -> int:
    """As `spots_covering`, of the spots that share an edge with one of those squares."""
    return _union_of_spots(_neighbouring_spots(outline), squares)


_SpotsByRow = Sequence[Sequence[int]]
"""The set of spots of any squares of one row, by the row and by the squares; bit 0 is its first square."""


def _union_of_spots(by_row: _SpotsByRow, squares: int) -> int:
    """The spots of all those squares; each row's are looked up at once."""
    found = 0
    for spots in by_row:
        if not squares:
            break
        found |= spots[squares & _FIRST_ROW]
        squares >>= GRID_SIZE
    return found


@lru_cache(maxsize=512)
def _covering_spots(outline: TileOutline) -> _SpotsByRow:
    return _spots_by_row([spot.covered_squares for spot in all_spots(outline)])


@lru_cache(maxsize=512)
def _neighbouring_spots(outline: TileOutline) -> _SpotsByRow:
    return _spots_by_row([spot.neighbouring_squares for spot in all_spots(outline)])


def _spots_by_row(squares_by_spot: Sequence[int]) -> _SpotsByRow:
    """Looked up by rows, as there are only 128 sets of squares in each."""
    by_row = []
    for row in range(GRID_SIZE):
        spots = [0]
        for bit in range(GRID_SIZE * row, GRID_SIZE * (row + 1)):
            here = sum([1 << number for number, squares in enumerate(squares_by_spot) if squares >> bit & 1])
            spots += [others | here for others in spots]
        by_row.append(spots)
    return by_row


@lru_cache(maxsize=512)
def spots_by_square(outline: TileOutline) -> Mapping[str, int]:
    """Each square where the tile has spots, from a1 on, with the set of them."""
    found: dict[str, int] = {}
    for number, spot in enumerate(all_spots(outline)):
        found[spot.square] = found.get(spot.square, 0) | 1 << number
    return found


def all_spots(outline: TileOutline) -> tuple[GridSpot, ...]:
    """Every spot of the tile on the empty grid, once for each set of squares, by square, then rotation."""
    return _spots_and_index(outline)[0]


def spots_of_set(outline: TileOutline, spots: int) -> tuple[GridSpot, ...]:
    """The spots of a set of them, in the order of `all_spots`."""
    every = all_spots(outline)
    found = []
    while spots:
        lowest = spots & -spots
        found.append(every[lowest.bit_length() - 1])
        spots ^= lowest
    return tuple(found)


def find_spot(outline: TileOutline, square: str, rotation: str) -> GridSpot | None:
    """The spot of that name in its canonical spelling; None where the tile is not wholly on the grid."""
    return _spots_and_index(outline)[1].get((square, rotation))


@lru_cache(maxsize=512)
def canonical_rotation_by_rotation(outline: TileOutline) -> Mapping[str, str]:
    """Rotation -> the canonical one of those that make the same shape."""
    first: dict[OutlineRows, str] = {}
    return {turn: first.setdefault(rows, turn) for turn, rows in _rotated_rows(outline).items()}


@lru_cache(maxsize=512)
def canonical_rotations(outline: TileOutline) -> tuple[str, ...]:
    """The rotations that cover different squares."""
    return tuple(dict.fromkeys(canonical_rotation_by_rotation(outline).values()))


@lru_cache(maxsize=512)
def _spots_and_index(outline: TileOutline) -> tuple[tuple[GridSpot, ...], Mapping[tuple[str, str], GridSpot]]:
    spelt, shapes = canonical_rotation_by_rotation(outline), _rotated_rows(outline)
    found: dict[tuple[str, str], GridSpot] = {}
    for bit, turn in product(SQUARE_BITS, ROTATIONS):
        row, column = divmod(bit, GRID_SIZE)
        rows = shapes[turn]
        if column + len(rows[0]) > GRID_SIZE or row + len(rows) > GRID_SIZE:
            continue
        name = SQUARE_NAMES[bit]
        if spelt[turn] != turn:
            found[name, turn] = found[name, spelt[turn]]
        else:
            squares = _rows_to_squares(rows) << bit
            found[name, turn] = GridSpot(name, turn, squares, neighbouring_squares(squares))
    return tuple(each for (_, turn), each in found.items() if each.rotation == turn), found


def _rotated_rows(outline: TileOutline) -> Mapping[str, OutlineRows]:
    """Rotation -> the outline in it, without empty borders."""
    turned: dict[str, OutlineRows] = {}
    plain = _crop_rows(outline.rows)
    for mirror, rows in (("", plain), ("m", tuple(row[::-1] for row in plain))):
        for quarter in range(4):
            turned[f"r{quarter}{mirror}"] = rows
            rows = _rotate_clockwise(rows)
    return turned


def _rotate_clockwise(rows: OutlineRows) -> OutlineRows:
    return tuple("".join(column) for column in zip(*reversed(rows), strict=True))


def _crop_rows(rows: OutlineRows) -> OutlineRows:
    """The rows without the empty rows and columns around the outline."""
    for _ in range(4):
        first = next((at for at, row in enumerate(rows) if "x" in row), len(rows))
        rows = _rotate_clockwise(rows[first:])
    return rows


def _rows_to_squares(rows: OutlineRows) -> int:
    """The set of squares that a shape covers with its box at a1."""
    return sum(
        1 << column + GRID_SIZE * row
        for row, marks in enumerate(reversed(rows))
        for column, mark in enumerate(marks)
        if mark == "x"
    )


def parse_outline(text: str, square_count: int | None = None) -> TileOutline:
    """The outline written as `xxx/x.x`, which must cover `square_count` squares where that is given.

    Raises InvalidRecord where it cannot be read, does not fit the grid or covers another number of squares.
    """
    unknown_letters = set(text) - set("x./")
    if unknown_letters:
        raise InvalidRecord(OUTLINE_LETTERS(repr(min(unknown_letters))))
    drawn = tuple(text.split("/"))
    if "x" not in text:
        raise InvalidRecord(OUTLINE_EMPTY())
    if len(set(map(len, drawn))) > 1:
        lengths = ", ".join(str(len(row)) for row in drawn[:GRID_SIZE])
        raise InvalidRecord(OUTLINE_ROWS(lengths))
    outline = TileOutline(_crop_rows(drawn))
    if square_count is not None and outline.square_count != square_count:
        raise InvalidRecord(OUTLINE_SQUARES(outline.square_count, square_count))
    too_big = max(len(outline.rows), len(outline.rows[0])) > GRID_SIZE
    if too_big or not any(each.covered_squares & PALAZZO_SQUARES == 0 for each in all_spots(outline)):
        raise InvalidRecord(OUTLINE_TOO_BIG(GRID_SIZE))
    if not _is_connected(all_spots(outline)[0].covered_squares):
        raise InvalidRecord(OUTLINE_APART())
    return outline


def _is_connected(squares: int) -> bool:
    reached = squares & -squares
    while more := neighbouring_squares(reached) & squares:
        reached |= more
    return reached == squares
