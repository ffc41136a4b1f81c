"""A tile to choose by its outline: drawn small, its name beneath, and whether somebody has read it off his copy."""

from __future__ import annotations

from typing import NamedTuple

from kivy.metrics import mm

from companion.games.florence.rules.grid_geometry import TileOutline
from companion.games.florence.screen.principality.principality_painter import TILE_COLOURS
from companion.screen.draw.canvas_widget import ModelView, TouchableWidget, TouchHandler
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BORDER,
    CHALK,
    CORNER_RADIUS,
    GOLD,
    MUTED,
    NOTE_TEXT,
    PANEL,
    PARCHMENT,
    SEPIA,
    WORN_PARCHMENT,
    YES_GREEN,
    Colour,
    mix_colours,
)

NAME_HEIGHT = 3.6
"""Millimetres for the name."""


class PrintedValueModel(NamedTuple):
    """What an owner looks at on their copy: what it is called, what Herald believes is printed. `is_read_off`: the copy
    says so; else it is assumed. `is_changed`: it was set otherwise and not kept yet. `is_selected`: it is shown large.
    """

    name: str
    value: TileOutline | tuple[int, ...]
    is_read_off: bool
    is_changed: bool
    is_selected: bool


class PrintedValueButton(ModelView[PrintedValueModel], TouchableWidget):
    """One of them, parchment when it is chosen."""

    def paint_model(self, painter: Painter, bounds: Rect, copied: PrintedValueModel) -> None:
        """Its ground."""
        face, colour = (PARCHMENT, SEPIA) if copied.is_selected else (PANEL, CHALK)
        painter.fill_rect(bounds, WORN_PARCHMENT if copied.is_selected else BORDER, mm(CORNER_RADIUS))
        painter.fill_rect(
            bounds.inset(mm(0.25)),
            mix_colours(face, GOLD, 0.3) if self.is_pressed else face,
            mm(CORNER_RADIUS - 0.25),
        )
        self.draw_content(painter, bounds, copied, colour)

    def draw_content(self, painter: Painter, bounds: Rect, copied: PrintedValueModel, colour: Colour) -> None:
        """What is written on it."""
        raise NotImplementedError

    def draw_certainty(self, painter: Painter, room: Rect, copied: PrintedValueModel, colour: Colour) -> Rect:
        """How sure it is, at the right; the room that is left."""
        sign, room = room.cut_right(mm(3.4))
        corner = sign.cut_top(mm(3.4))[0]
        if copied.is_changed:
            painter.draw_symbol("quill", corner, colour)
        elif copied.is_read_off:
            painter.draw_symbol("check", corner, YES_GREEN)
        else:
            painter.draw_text("?", corner, NOTE_TEXT, MUTED, bold=True, halign="center")
        return room


class TileOutlineButton(PrintedValueButton):
    """A tile by its outline."""

    def __init__(self, tile: str, touch_handler: TouchHandler) -> None:
        self.tile = tile
        super().__init__(f"tile/{tile}", touch_handler)

    def draw_content(self, painter: Painter, bounds: Rect, copied: PrintedValueModel, colour: Colour) -> None:
        """Its outline above its name."""
        name, picture = bounds.inset(mm(0.8), mm(0.7)).cut_bottom(mm(NAME_HEIGHT))
        painter.draw_text(copied.name, name, NOTE_TEXT, colour, bold=copied.is_selected, halign="center")
        picture = self.draw_certainty(painter, picture, copied, colour)
        if isinstance(copied.value, TileOutline):
            paint_large_outline(painter, picture.inset(mm(0.4)), copied.value, TILE_COLOURS[self.tile])


def paint_large_outline(painter: Painter, room: Rect, drawn: TileOutline, colour: Colour) -> None:
    """An outline as large as fits, its squares touching."""
    high, wide = len(drawn.rows), len(drawn.rows[0])
    side = min(room.width / max(wide, 3), room.height / max(high, 3))
    place = room.centred(side * wide, side * high)
    cells = zip("".join(drawn.rows), place.split_grid(wide, high), strict=True)
    covered = [cell for mark, cell in cells if mark == "x"]
    for cell in covered:
        painter.fill_rect(cell.inset(-mm(0.3)), SEPIA)
    for cell in covered:
        painter.fill_rect(cell, colour)
