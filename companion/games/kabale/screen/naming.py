"""Naming a card that nobody's reader saw: all characters in a grid, beside them the column it lies in."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.kabale.screen.column import ColumnFace
from companion.games.kabale.screen.views import Face, Naming
from companion.screen.draw.drawn import Act, Touchable, View, lay
from companion.screen.draw.ink import Ink, letters, width_of
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY,
    FADED,
    GAP,
    GOLD,
    LEAD,
    MUTED,
    PANEL,
    PARCHMENT,
    ROUND,
    SEPIA,
    WORN,
    mixed,
)


class FaceButton(Touchable):
    """One character: name and value. Dark when its place is known."""

    def __init__(self, face: Face, act: Act) -> None:
        self.face = face
        super().__init__(face.thing, act)
        self.open = face.open

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Parchment, as a card is."""
        paper = mixed(PARCHMENT, GOLD, 0.5) if self.pressed else PARCHMENT
        ink.box(whole, mixed(WORN, SEPIA, 0.3) if self.open else PANEL, mm(ROUND))
        ink.box(whole.inset(mm(0.25)), paper if self.open else PANEL, mm(ROUND - 0.25))
        wide = width_of(self.face.value, letters(BODY), True) + 2
        value, name = whole.inset(mm(1.2), mm(0.6)).from_right(wide, mm(0.6))
        colour = SEPIA if self.open else mixed(MUTED, PANEL, 0.55)
        ink.words(self.face.name, name, LEAD, colour, bold=True, most=2)
        ink.words(self.face.value, value, BODY, FADED if self.open else colour, bold=True, across="right")


class NamingView(View[Naming]):
    """At the left the column, at the right five by five characters."""

    COLUMN = 27.0
    ACROSS = 5

    def __init__(self, act: Act) -> None:
        self.act = act
        self.column: ColumnFace | None = None
        self.faces: list[FaceButton] = []
        super().__init__()

    def changed(self, naming: Naming, before: object) -> None:
        """Which of these is it?"""
        self.clear_widgets()
        self.column = ColumnFace(naming.column, self.act)
        self.faces = [FaceButton(face, self.act) for face in naming.faces]
        for part in (self.column, *self.faces):
            self.add_widget(part)

    def arrange(self, whole: Rect) -> None:
        """Column and grid."""
        if self.column is None:
            return
        column, grid = whole.from_left(mm(self.COLUMN), mm(GAP))
        lay(self.column, column)
        rows = -(-len(self.faces) // self.ACROSS)
        for face, cell in zip(
            self.faces, grid.inset(0, mm(0.3)).grid(self.ACROSS, rows, mm(0.8)), strict=False
        ):
            lay(face, cell)
