"""The outline of a tile, and a spot of the grid where it may lie (`grid_geometry`)."""

from __future__ import annotations

from msgspec import Struct

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
