"""A tile to choose by its outline: drawn small, its name beneath, and whether somebody has read it off his copy."""

from __future__ import annotations

from typing import NamedTuple

from kivy.metrics import mm

from companion.games.florence.rules.grid import Outline
from companion.games.florence.screen.ground import TILES
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

NAME = 3.6
"""Millimetres for the name."""


class Copied(NamedTuple):
    """What an owner looks at on their copy: what it is called, what Herald believes is printed. `told`: the copy says
    so; else it is assumed. `changed`: it was set otherwise and not kept yet. `chosen`: it is shown large.
    """

    name: str
    printed: Outline | tuple[int, ...]
    told: bool
    changed: bool
    chosen: bool


class CopyButton(ModelView[Copied], TouchableWidget):
    """One of them, parchment when it is chosen."""

    def paint_model(self, ink: Painter, whole: Rect, copied: Copied) -> None:
        """Its ground."""
        face, colour = (PARCHMENT, SEPIA) if copied.chosen else (PANEL, CHALK)
        ink.fill_rect(whole, WORN_PARCHMENT if copied.chosen else BORDER, mm(CORNER_RADIUS))
        ink.fill_rect(
            whole.inset(mm(0.25)),
            mix_colours(face, GOLD, 0.3) if self.is_pressed else face,
            mm(CORNER_RADIUS - 0.25),
        )
        self.inside(ink, whole, copied, colour)

    def inside(self, ink: Painter, whole: Rect, copied: Copied, colour: Colour) -> None:
        """What is written on it."""
        raise NotImplementedError

    def corner(self, ink: Painter, room: Rect, copied: Copied, colour: Colour) -> Rect:
        """How sure it is, at the right; the room that is left."""
        sign, room = room.cut_right(mm(3.4))
        corner = sign.cut_top(mm(3.4))[0]
        if copied.changed:
            ink.draw_symbol("quill", corner, colour)
        elif copied.told:
            ink.draw_symbol("check", corner, YES_GREEN)
        else:
            ink.draw_text("?", corner, NOTE_TEXT, MUTED, bold=True, halign="center")
        return room


class TileButton(CopyButton):
    """A tile by its outline."""

    def __init__(self, tile: str, act: TouchHandler) -> None:
        self.tile = tile
        super().__init__(f"tile/{tile}", act)

    def inside(self, ink: Painter, whole: Rect, copied: Copied, colour: Colour) -> None:
        """Its outline above its name."""
        name, picture = whole.inset(mm(0.8), mm(0.7)).cut_bottom(mm(NAME))
        ink.draw_text(copied.name, name, NOTE_TEXT, colour, bold=copied.chosen, halign="center")
        picture = self.corner(ink, picture, copied, colour)
        if isinstance(copied.printed, Outline):
            outline(ink, picture.inset(mm(0.4)), copied.printed, TILES[self.tile])


def outline(ink: Painter, room: Rect, drawn: Outline, colour: Colour) -> None:
    """An outline as large as fits, its squares touching."""
    high, wide = len(drawn.rows), len(drawn.rows[0])
    side = min(room.width / max(wide, 3), room.height / max(high, 3))
    place = room.centred(side * wide, side * high)
    cells = zip("".join(drawn.rows), place.split_grid(wide, high), strict=True)
    covered = [cell for mark, cell in cells if mark == "x"]
    for cell in covered:
        ink.fill_rect(cell.inset(-mm(0.3)), SEPIA)
    for cell in covered:
        ink.fill_rect(cell, colour)
