"""Rectangles, cut like paper: every page is laid out by cutting strips off what is left."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import NamedTuple


class Rect(NamedTuple):
    """A rectangle in pixels; (`x`, `y`) is its lower left corner, y grows upwards."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of its right edge."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """The y of its upper edge."""
        return self.y + self.height

    @property
    def center(self) -> tuple[float, float]:
        """The point in its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, horizontal: float, vertical: float | None = None) -> Rect:
        """A rectangle smaller by `horizontal` on the left and the right and by `vertical` above and below.

        `vertical` is the same as `horizontal` when left out.
        """
        vertical = horizontal if vertical is None else vertical
        return Rect(
            self.x + horizontal,
            self.y + vertical,
            max(0.0, self.width - 2 * horizontal),
            max(0.0, self.height - 2 * vertical),
        )

    def cut_left(self, width: float, gap: float = 0.0) -> tuple[Rect, Rect]:
        """A strip off the left side, and what is left after a gap."""
        left = Rect(self.x, self.y, min(width, self.width), self.height)
        taken = min(width + gap, self.width)
        return left, Rect(self.x + taken, self.y, self.width - taken, self.height)

    def cut_right(self, width: float, gap: float = 0.0) -> tuple[Rect, Rect]:
        """A strip off the right side, and what is left after a gap."""
        wide = min(width, self.width)
        taken = min(width + gap, self.width)
        return Rect(self.right - wide, self.y, wide, self.height), Rect(
            self.x, self.y, self.width - taken, self.height
        )

    def cut_top(self, height: float, gap: float = 0.0) -> tuple[Rect, Rect]:
        """A strip off the top, and what is left after a gap."""
        high = min(height, self.height)
        taken = min(height + gap, self.height)
        return Rect(self.x, self.top - high, self.width, high), Rect(
            self.x, self.y, self.width, self.height - taken
        )

    def cut_bottom(self, height: float, gap: float = 0.0) -> tuple[Rect, Rect]:
        """A strip off the bottom, and what is left after a gap."""
        high = min(height, self.height)
        taken = min(height + gap, self.height)
        return Rect(self.x, self.y, self.width, high), Rect(
            self.x, self.y + taken, self.width, self.height - taken
        )

    def split_columns(self, count: int, gap: float = 0.0) -> Iterator[Rect]:
        """Equal columns from left to right."""
        width = (self.width - gap * (count - 1)) / count
        for column in range(count):
            yield Rect(self.x + column * (width + gap), self.y, width, self.height)

    def split_rows(self, count: int, gap: float = 0.0) -> Iterator[Rect]:
        """Equal rows from top to bottom."""
        height = (self.height - gap * (count - 1)) / count
        for row in range(count):
            yield Rect(self.x, self.top - height - row * (height + gap), self.width, height)

    def split_grid(self, columns: int, rows: int, gap: float = 0.0) -> Iterator[Rect]:
        """Equal cells, row by row from the upper left."""
        for row in self.split_rows(rows, gap):
            yield from row.split_columns(columns, gap)

    def centred(self, width: float, height: float) -> Rect:
        """A rectangle of this size around the same middle."""
        x, y = self.center
        return Rect(x - width / 2, y - height / 2, width, height)

    def largest_square(self) -> Rect:
        """The largest square around the same middle."""
        side = min(self.width, self.height)
        return self.centred(side, side)

    def contains_point(self, x: float, y: float) -> bool:
        """Whether a point lies in it, its edges included."""
        return self.x <= x <= self.right and self.y <= y <= self.top

    def distance_to(self, x: float, y: float) -> float:
        """From a point to the nearest one of the rectangle; 0 within it."""
        return hypot(max(self.x - x, 0.0, x - self.right), max(self.y - y, 0.0, y - self.top))

    def overlaps(self, other: Rect, min_overlap: float = 0.5) -> bool:
        """Whether the two share more than `min_overlap` pixels in both directions."""
        across = min(self.right, other.right) - max(self.x, other.x)
        along = min(self.top, other.top) - max(self.y, other.y)
        return across > min_overlap and along > min_overlap
