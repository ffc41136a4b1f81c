"""Buttons of printed values: a tile by its outline and name, and whether it was read off the copy."""

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
"""The height of the name in millimetres."""


class PrintedValueModel(NamedTuple):
    """A printed value: its name, and what Herald believes is printed.

    `is_read_off`: the owner read it off the copy, otherwise it is assumed. `is_changed`: it was changed and
    not kept yet. `is_selected`: it is shown large.
    """

    name: str
    value: TileOutline | tuple[int, ...]
    is_read_off: bool
    is_changed: bool
    is_selected: bool


class PrintedValueButton(ModelView[PrintedValueModel], TouchableWidget):
    """A button for a printed value, on parchment while it is selected."""

    def paint_model(self, painter: Painter, bounds: Rect, printed_value: PrintedValueModel) -> None:
        """Paint the background."""
        face, colour = (PARCHMENT, SEPIA) if printed_value.is_selected else (PANEL, CHALK)
        painter.fill_rect(bounds, WORN_PARCHMENT if printed_value.is_selected else BORDER, mm(CORNER_RADIUS))
        painter.fill_rect(
            bounds.inset(mm(0.25)),
            mix_colours(face, GOLD, 0.3) if self.is_pressed else face,
            mm(CORNER_RADIUS - 0.25),
        )
        self.draw_content(painter, bounds, printed_value, colour)

    def draw_content(
        self, painter: Painter, bounds: Rect, printed_value: PrintedValueModel, colour: Colour
    ) -> None:
        """Draw the value; subclasses must override it, else NotImplementedError is raised."""
        raise NotImplementedError

    def draw_certainty(
        self, painter: Painter, room: Rect, printed_value: PrintedValueModel, colour: Colour
    ) -> Rect:
        """Draw at the right how certain the value is; returns the room that is left."""
        sign, room = room.cut_right(mm(3.4))
        corner = sign.cut_top(mm(3.4))[0]
        if printed_value.is_changed:
            painter.draw_symbol("quill", corner, colour)
        elif printed_value.is_read_off:
            painter.draw_symbol("check", corner, YES_GREEN)
        else:
            painter.draw_text("?", corner, NOTE_TEXT, MUTED, bold=True, halign="center")
        return room


class TileOutlineButton(PrintedValueButton):
    """A tile, by its outline."""

    def __init__(self, tile: str, touch_handler: TouchHandler) -> None:
        self.tile = tile
        super().__init__(f"tile/{tile}", touch_handler)

    def draw_content(
        self, painter: Painter, bounds: Rect, printed_value: PrintedValueModel, colour: Colour
    ) -> None:
        """Draw its outline above its name."""
        name, picture = bounds.inset(mm(0.8), mm(0.7)).cut_bottom(mm(NAME_HEIGHT))
        painter.draw_text(
            printed_value.name, name, NOTE_TEXT, colour, bold=printed_value.is_selected, halign="center"
        )
        picture = self.draw_certainty(painter, picture, printed_value, colour)
        if isinstance(printed_value.value, TileOutline):
            paint_large_outline(painter, picture.inset(mm(0.4)), printed_value.value, TILE_COLOURS[self.tile])


def paint_large_outline(painter: Painter, room: Rect, drawn: TileOutline, colour: Colour) -> None:
    """Paint an outline as large as fits, without gaps between its squares."""
    high, wide = len(drawn.rows), len(drawn.rows[0])
    side = min(room.width / max(wide, 3), room.height / max(high, 3))
    place = room.centred(side * wide, side * high)
    cells = zip("".join(drawn.rows), place.split_grid(wide, high), strict=True)
    covered = [cell for mark, cell in cells if mark == "x"]
    for cell in covered:
        painter.fill_rect(cell.inset(-mm(0.3)), SEPIA)
    for cell in covered:
        painter.fill_rect(cell, colour)
