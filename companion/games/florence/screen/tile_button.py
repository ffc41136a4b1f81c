"""A tile to choose by its outline: drawn small, its name beneath, and whether somebody has read it off his copy."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.rules.grid import Outline
from companion.games.florence.screen.ground import TILES
from companion.screen.draw.drawn import Act, Touchable
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    GOLD,
    GRANTED,
    LINE,
    MUTED,
    NOTE,
    PANEL,
    PARCHMENT,
    ROUND,
    SEPIA,
    WORN,
    Colour,
    mixed,
)

NAME = 3.6
"""Millimetres for the name."""


class TileButton(Touchable):
    """`told`: the copy says so; else it is assumed. `changed`: it was drawn otherwise and not kept yet."""

    def __init__(self, tile: str, act: Act) -> None:
        self.tile = tile
        self.name = ""
        self.outline: Outline | None = None
        self.told = self.changed = self.chosen = False
        super().__init__(f"tile/{tile}", act)

    def show(self, name: str, outline: Outline, told: bool, changed: bool, chosen: bool) -> None:
        """As it is now."""
        new = (name, outline, told, changed, chosen)
        if new != (self.name, self.outline, self.told, self.changed, self.chosen):
            self.name, self.outline, self.told, self.changed, self.chosen = new
            self.again()

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Parchment when it is chosen."""
        face, colour = (PARCHMENT, SEPIA) if self.chosen else (PANEL, CHALK)
        if self.pressed:
            face = mixed(face, GOLD, 0.3)
        ink.box(whole, WORN if self.chosen else LINE, mm(ROUND))
        ink.box(whole.inset(mm(0.25)), face, mm(ROUND - 0.25))
        name, picture = whole.inset(mm(0.8), mm(0.7)).from_bottom(mm(NAME))
        ink.words(self.name, name, NOTE, colour, bold=self.chosen, across="center")
        sign, picture = picture.from_right(mm(3.4))
        if self.outline is not None:
            outline(ink, picture.inset(mm(0.4)), self.outline, TILES[self.tile])
        corner = sign.from_top(mm(3.4))[0]
        if self.changed:
            ink.picture("quill", corner, colour)
        elif self.told:
            ink.picture("check", corner, GRANTED)
        else:
            ink.words("?", corner, NOTE, MUTED, bold=True, across="center")


def outline(ink: Ink, room: Rect, drawn: Outline, colour: Colour) -> None:
    """An outline as large as fits, its squares touching."""
    high, wide = len(drawn.rows), len(drawn.rows[0])
    side = min(room.width / max(wide, 3), room.height / max(high, 3))
    place = room.middle(side * wide, side * high)
    cells = zip("".join(drawn.rows), place.grid(wide, high), strict=True)
    covered = [cell for mark, cell in cells if mark == "x"]
    for cell in covered:
        ink.box(cell.inset(-mm(0.3)), SEPIA)
    for cell in covered:
        ink.box(cell, colour)
