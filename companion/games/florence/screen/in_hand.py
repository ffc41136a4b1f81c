"""A tile in somebody's hand over the grid: moved, turned, flipped, never beyond the edge. Geometry alone."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.games.florence.rules import grid
from companion.games.florence.rules.grid import SIZE, SQUARES, Outline, Spot, bits


class InHand(Struct, frozen=True):
    """Where the box around a tile lies, by its lower left square, and how the tile is turned."""

    outline: Outline
    column: int = 0
    row: int = 0
    turn: str = "r0"

    @property
    def shape(self) -> tuple[tuple[int, int], ...]:
        """Column and row of each square it covers, from the lower left one of its box on."""
        spot = grid.spot(self.outline, SQUARES[0], self.turn)
        assert spot is not None  # an outline that is too big is no outline
        return tuple((bit % SIZE, bit // SIZE) for bit in bits(spot.squares))

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of its box."""
        columns, rows = zip(*self.shape, strict=True)
        return max(columns) + 1, max(rows) + 1

    @property
    def spot(self) -> Spot:
        """The place where it would lie."""
        found = grid.spot(self.outline, SQUARES[self.column + SIZE * self.row], self.turn)
        assert found is not None
        return found

    def holds(self, column: int, row: int) -> bool:
        """Whether it covers that square."""
        return (column - self.column, row - self.row) in self.shape

    def moved(self, column: int, row: int) -> InHand:
        """With its box there, or as near as the edge of the grid allows."""
        wide, high = self.size
        column, row = (max(0, min(at, SIZE - of)) for at, of in ((column, wide), (row, high)))
        return replace(self, column=column, row=row)

    def over(self, column: float, row: float) -> InHand:
        """With the middle of its box there (squares count from their lower left corner)."""
        wide, high = self.size
        return self.moved(round(column - wide / 2), round(row - high / 2))

    def at(self, spot: Spot) -> InHand:
        """At a place."""
        row, column = divmod(SQUARES.index(spot.square), SIZE)
        return replace(self, column=column, row=row, turn=spot.turn)

    def turned(self, quarters: int) -> InHand:
        """Turned clockwise around its middle."""
        return self._as(f"r{(int(self.turn[1]) + quarters) % 4}{self.turn[2:]}")

    def flipped(self) -> InHand:
        """As seen in a mirror beside it: what is printed left to right is flipped before it is turned."""
        return self._as(f"r{-int(self.turn[1]) % 4}{'' if self.turn[2:] else 'm'}")

    def _as(self, turn: str) -> InHand:
        wide, high = self.size
        new = replace(self, turn=turn)
        column, row = (
            at + int((old - now) / 2)
            for at, old, now in zip((self.column, self.row), (wide, high), new.size, strict=True)
        )
        return new.moved(column, row)
