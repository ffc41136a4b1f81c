"""The geometry of a tile held over the grid: moved, rotated, flipped, never beyond the edge."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.games.florence.rules import grid_geometry
from companion.games.florence.rules.grid_geometry import (
    GRID_SIZE,
    SQUARE_NAMES,
    GridSpot,
    TileOutline,
    iter_bits,
)


class HeldTile(Struct, frozen=True):
    """A held tile: the lower left square of the box around it, and its rotation."""

    outline: TileOutline
    column: int = 0
    row: int = 0
    rotation: str = "r0"

    @property
    def covered_offsets(self) -> tuple[tuple[int, int], ...]:
        """Column and row of each square it covers, counted from the lower left one of its box."""
        spot = grid_geometry.find_spot(self.outline, SQUARE_NAMES[0], self.rotation)
        assert spot is not None  # an outline that does not fit the grid cannot be one
        return tuple((bit % GRID_SIZE, bit // GRID_SIZE) for bit in iter_bits(spot.covered_squares))

    @property
    def bounding_box_size(self) -> tuple[int, int]:
        """The number of columns and rows of its box."""
        columns, rows = zip(*self.covered_offsets, strict=True)
        return max(columns) + 1, max(rows) + 1

    @property
    def spot(self) -> GridSpot:
        """The spot where it would lie."""
        found = grid_geometry.find_spot(
            self.outline, SQUARE_NAMES[self.column + GRID_SIZE * self.row], self.rotation
        )
        assert found is not None
        return found

    def covers(self, column: int, row: int) -> bool:
        """Whether it covers that square."""
        return (column - self.column, row - self.row) in self.covered_offsets

    def moved_to(self, column: int, row: int) -> HeldTile:
        """The tile with its box there, or as near as the edge of the grid allows."""
        wide, high = self.bounding_box_size
        column, row = (max(0, min(at, GRID_SIZE - of)) for at, of in ((column, wide), (row, high)))
        return replace(self, column=column, row=row)

    def centred_on(self, column: float, row: float) -> HeldTile:
        """The tile with the middle of its box there; squares count from their lower left corner."""
        wide, high = self.bounding_box_size
        return self.moved_to(round(column - wide / 2), round(row - high / 2))

    def at_spot(self, spot: GridSpot) -> HeldTile:
        """The tile at that spot."""
        row, column = divmod(SQUARE_NAMES.index(spot.square), GRID_SIZE)
        return replace(self, column=column, row=row, rotation=spot.rotation)

    def rotated(self, quarters: int) -> HeldTile:
        """The tile rotated clockwise around its middle by that many quarter turns."""
        return self._with_rotation(f"r{(int(self.rotation[1]) + quarters) % 4}{self.rotation[2:]}")

    def flipped(self) -> HeldTile:
        """The tile mirrored left to right, as it lies.

        As the printed outline is flipped before it is rotated, the rotation changes, too.
        """
        return self._with_rotation(f"r{-int(self.rotation[1]) % 4}{'' if self.rotation[2:] else 'm'}")

    def _with_rotation(self, turn: str) -> HeldTile:
        wide, high = self.bounding_box_size
        new = replace(self, rotation=turn)
        column, row = (
            at + int((old - now) / 2)
            for at, old, now in zip((self.column, self.row), (wide, high), new.bounding_box_size, strict=True)
        )
        return new.moved_to(column, row)
