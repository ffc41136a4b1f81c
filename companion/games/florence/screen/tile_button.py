"""A tile to choose by its outline: drawn small, its name beneath, and whether somebody has read it off his copy."""

from __future__ import annotations

from typing import NamedTuple

from kivy.metrics import mm

from companion.games.florence.rules.grid import Outline
from companion.games.florence.screen.ground import TILES
from companion.screen.draw.drawn import Act, Touchable, View
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


class Copied(NamedTuple):
    """What an owner looks at on their copy: what it is called, what Herald believes is printed. `told`: the copy says
    so; else it is assumed. `changed`: it was set otherwise and not kept yet. `chosen`: it is shown large.
    """

    name: str
    printed: Outline | tuple[int, ...]
    told: bool
    changed: bool
    chosen: bool


class CopyButton(View[Copied], Touchable):
    """One of them, parchment when it is chosen."""

    def draw(self, ink: Ink, whole: Rect, copied: Copied) -> None:
        """Its ground."""
        face, colour = (PARCHMENT, SEPIA) if copied.chosen else (PANEL, CHALK)
        ink.box(whole, WORN if copied.chosen else LINE, mm(ROUND))
        ink.box(whole.inset(mm(0.25)), mixed(face, GOLD, 0.3) if self.pressed else face, mm(ROUND - 0.25))
        self.inside(ink, whole, copied, colour)

    def inside(self, ink: Ink, whole: Rect, copied: Copied, colour: Colour) -> None:
        """What is written on it."""
        raise NotImplementedError

    def corner(self, ink: Ink, room: Rect, copied: Copied, colour: Colour) -> Rect:
        """How sure it is, at the right; the room that is left."""
        sign, room = room.from_right(mm(3.4))
        corner = sign.from_top(mm(3.4))[0]
        if copied.changed:
            ink.picture("quill", corner, colour)
        elif copied.told:
            ink.picture("check", corner, GRANTED)
        else:
            ink.words("?", corner, NOTE, MUTED, bold=True, across="center")
        return room


class TileButton(CopyButton):
    """A tile by its outline."""

    def __init__(self, tile: str, act: Act) -> None:
        self.tile = tile
        super().__init__(f"tile/{tile}", act)

    def inside(self, ink: Ink, whole: Rect, copied: Copied, colour: Colour) -> None:
        """Its outline above its name."""
        name, picture = whole.inset(mm(0.8), mm(0.7)).from_bottom(mm(NAME))
        ink.words(copied.name, name, NOTE, colour, bold=copied.chosen, across="center")
        picture = self.corner(ink, picture, copied, colour)
        if isinstance(copied.printed, Outline):
            outline(ink, picture.inset(mm(0.4)), copied.printed, TILES[self.tile])


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
