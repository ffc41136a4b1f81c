"""Naming a card that nobody's reader saw: all characters in a grid, beside them the column it lies in."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.kabale.screen.column import ColumnFace
from companion.games.kabale.screen.views import Face, Naming
from companion.screen.draw.canvas_widget import ModelView, TouchHandler, place_widget
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    FADED_SEPIA,
    GAP,
    LEAD_TEXT,
)
from companion.screen.widgets.parchment_card import ParchmentCardView


class FaceButton(ParchmentCardView[Face]):
    """One character: name and value. Dark when its place is known."""

    def paint_model(self, ink: Painter, whole: Rect, face: Face) -> None:
        """Parchment, as a card is."""
        colour = self.paint_card(ink, whole)
        wide = text_width(face.value, font_pixels(BODY_TEXT), True) + 2
        value, name = whole.inset(mm(1.2), mm(0.6)).cut_right(wide, mm(0.6))
        ink.draw_text(face.name, name, LEAD_TEXT, colour, bold=True, max_lines=2)
        ink.draw_text(
            face.value, value, BODY_TEXT, FADED_SEPIA if self.enabled else colour, bold=True, halign="right"
        )


class NamingView(ModelView[Naming]):
    """At the left the column, at the right five by five characters."""

    COLUMN = 27.0
    ACROSS = 5

    def __init__(self, act: TouchHandler) -> None:
        self.act = act
        self.columns: list[ColumnFace] = []
        self.faces: list[FaceButton] = []
        super().__init__()

    def on_model_changed(self, naming: Naming, previous: object) -> None:
        """Which of these is it?"""
        self.sync_children(self.columns, [naming.column], lambda column: ColumnFace(column, self.act))
        self.sync_children(self.faces, naming.faces, lambda face: FaceButton(face, self.act))

    def arrange_children(self, whole: Rect) -> None:
        """Column and grid."""
        left, grid = whole.cut_left(mm(self.COLUMN), mm(GAP))
        for column in self.columns:
            place_widget(column, left)
        rows = -(-len(self.faces) // self.ACROSS)
        for face, cell in zip(
            self.faces, grid.inset(0, mm(0.3)).split_grid(self.ACROSS, rows, mm(0.8)), strict=False
        ):
            place_widget(face, cell)
