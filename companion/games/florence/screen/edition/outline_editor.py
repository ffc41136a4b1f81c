"""The grid on which an owner draws the outline of a tile, square by square or in strokes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import mm

from companion.games.florence.rules.grid_geometry import GRID_SIZE, SQUARE_BITS
from companion.screen.draw.canvas_widget import TouchableWidget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CORNER_RADIUS,
    GOLD,
    PARCHMENT,
    SEPIA,
    WORN_PARCHMENT,
    Colour,
    mix_colours,
)


class OutlineEditor(TouchableWidget):
    """A touch covers a square or frees it, and the stroke that follows does the same to others.

    `on_squares_changed` receives the set of squares.
    """

    def __init__(self, on_squares_changed: Callable[[int], None]) -> None:
        self.on_squares_changed = on_squares_changed
        self.squares = 0
        self.tile_colour = GOLD
        self.stroke_covers: bool | None = None
        """Whether the current stroke covers squares or frees them; None without a stroke."""
        super().__init__("grid", lambda _thing: None)

    def show(self, squares: int, colour: Colour) -> None:
        """Show these squares in the tile's colour."""
        if (squares, colour) != (self.squares, self.tile_colour):
            self.squares, self.tile_colour = squares, colour
            self.request_redraw()

    def cell_rect(self, bit: int) -> Rect:
        """The rectangle of a square."""
        whole = self.rect.largest_square()
        side = whole.width / GRID_SIZE
        return Rect(whole.x + bit % GRID_SIZE * side, whole.y + bit // GRID_SIZE * side, side, side)

    def _bit_at(self, x: float, y: float) -> int | None:
        """The square at a point; None beside the grid."""
        return next((bit for bit in SQUARE_BITS if self.cell_rect(bit).contains_point(x, y)), None)

    def accepts_touch(self, x: float, y: float) -> bool:
        """Whether the point is on the grid."""
        return self._bit_at(x, y) is not None

    def on_touch_down(self, touch: Any) -> bool:
        """Begin a stroke; the first square decides whether it covers or frees."""
        if not super().on_touch_down(touch):
            return False
        bit = self._bit_at(*touch.pos)
        assert bit is not None
        self.stroke_covers = not self.squares >> bit & 1
        self._stroke(bit)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Continue the stroke over other squares."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        bit = self._bit_at(*touch.pos)
        if bit is not None:
            self._stroke(bit)
        return True

    def _stroke(self, bit: int) -> None:
        new = self.squares | 1 << bit if self.stroke_covers else self.squares & ~(1 << bit)
        if new != self.squares:
            self.squares = new
            self.request_redraw()
            self.on_squares_changed(new)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint parchment with a grid; covered squares look like a tile."""
        plate = bounds.largest_square()
        painter.fill_rect(plate.inset(-mm(0.6)), mix_colours(WORN_PARCHMENT, SEPIA, 0.3), mm(CORNER_RADIUS))
        for bit in SQUARE_BITS:
            cell = self.cell_rect(bit).inset(mm(0.25))
            if self.squares >> bit & 1:
                painter.fill_rect(self.cell_rect(bit).inset(-mm(0.15)), SEPIA)
            else:
                painter.fill_rect(cell, PARCHMENT)
        for bit in SQUARE_BITS:
            if self.squares >> bit & 1:
                painter.fill_rect(self.cell_rect(bit).inset(mm(0.2)), self.tile_colour)
