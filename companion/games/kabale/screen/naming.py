"""Naming a card that nobody's reader saw: all characters in a grid, beside them the column it lies in."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.kabale.screen.column import ColumnFace
from companion.games.kabale.screen.views import Face, Naming
from companion.screen.draw.drawn import Act, View, lay
from companion.screen.draw.ink import Ink, letters, width_of
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY,
    FADED,
    GAP,
    LEAD,
)
from companion.screen.widgets.paper import Paper


class FaceButton(Paper[Face]):
    """One character: name and value. Dark when its place is known."""

    def draw(self, ink: Ink, whole: Rect, face: Face) -> None:
        """Parchment, as a card is."""
        colour = self.card(ink, whole)
        wide = width_of(face.value, letters(BODY), True) + 2
        value, name = whole.inset(mm(1.2), mm(0.6)).from_right(wide, mm(0.6))
        ink.words(face.name, name, LEAD, colour, bold=True, most=2)
        ink.words(face.value, value, BODY, FADED if self.open else colour, bold=True, across="right")


class NamingView(View[Naming]):
    """At the left the column, at the right five by five characters."""

    COLUMN = 27.0
    ACROSS = 5

    def __init__(self, act: Act) -> None:
        self.act = act
        self.columns: list[ColumnFace] = []
        self.faces: list[FaceButton] = []
        super().__init__()

    def changed(self, naming: Naming, before: object) -> None:
        """Which of these is it?"""
        self.each(self.columns, [naming.column], lambda column: ColumnFace(column, self.act))
        self.each(self.faces, naming.faces, lambda face: FaceButton(face, self.act))

    def arrange(self, whole: Rect) -> None:
        """Column and grid."""
        left, grid = whole.from_left(mm(self.COLUMN), mm(GAP))
        for column in self.columns:
            lay(column, left)
        rows = -(-len(self.faces) // self.ACROSS)
        for face, cell in zip(
            self.faces, grid.inset(0, mm(0.3)).grid(self.ACROSS, rows, mm(0.8)), strict=False
        ):
            lay(face, cell)
