"""Cards to be named on the stage: which profession is recruited, which prestige cards are shown."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.screen.views import Face, Naming
from companion.screen.draw.canvas_widget import ModelView, TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    FADED_SEPIA,
    HEADING_TEXT,
    MUTED,
    NOTE_TEXT,
    PANEL,
    SEPIA,
    fade,
    mix_colours,
)
from companion.screen.widgets.parchment_card import ParchmentCardView


class FaceButton(ParchmentCardView[Face]):
    """One card: what it is about in signs, its name, on whose table it lies. Dark when it is known to be another."""

    def paint_model(self, ink: Painter, whole: Rect, face: Face) -> None:
        """Parchment."""
        inner = self.paint_plate(ink, whole, self.enabled, 0.7).inset(mm(0.8), mm(0.6))
        if face.owner:
            sign, inner = inner.cut_right(mm(4.6), mm(0.4))
            ink.draw_symbol(face.owner, sign.centred(mm(4.4), mm(4.4)))
        signs, below = inner.cut_top(min(inner.height * 0.46, mm(6.4)), mm(0.2))
        side = min(signs.height, mm(5.6))
        row = signs.cut_left(min(signs.width, (side + mm(0.5)) * len(face.signs)))[0]
        for symbol, cell in zip(
            face.signs, row.split_columns(len(face.signs)) if face.signs else (), strict=True
        ):
            ink.draw_symbol(symbol, cell.inset(mm(0.15)), fade(CHALK, 1.0 if self.enabled else 0.3))
        name, does = below.cut_top(mm(5.2) if face.does else below.height, mm(0.2))
        colour = SEPIA if self.enabled else mix_colours(MUTED, PANEL, 0.4)
        ink.draw_text(
            face.name, name, NOTE_TEXT, colour, bold=True, max_lines=1 if face.does else 2, valign="top"
        )
        ink.draw_text(face.does, does, NOTE_TEXT, FADED_SEPIA, max_lines=6, valign="top")


class NamingView(ModelView[Naming]):
    """All that may be meant, in a grid; or what to do, where only a reader may say which card it is."""

    HIGHEST = 20.0
    READ = 30.0
    """Millimetres of a card at most; of one on which is written what it does."""

    def __init__(self, act: TouchHandler) -> None:
        self.act = act
        self.faces: list[FaceButton] = []
        super().__init__()

    def on_model_changed(self, naming: Naming, previous: object) -> None:
        """Which of these is it?"""
        self.sync_children(self.faces, naming.faces, lambda face: FaceButton(face, self.act))

    def arrange_children(self, whole: Rect) -> None:
        """As many columns as make cards broad rather than high."""
        if self.model is None:
            return
        count = len(self.faces)
        across = 2 if count <= 4 else 3 if count <= 9 else 4
        rows = max(1, -(-count // across))
        highest = self.READ if any(face.does for face in self.model.faces) else self.HIGHEST
        room = whole.cut_top(min(whole.height, mm(highest) * rows))[0]
        for face, cell in zip(self.faces, room.split_grid(across, rows, mm(0.4)), strict=False):
            place_widget(face, cell)

    def paint_model(self, ink: Painter, whole: Rect, naming: Naming) -> None:
        """A sheet with what to do."""
        if not naming.sentence:
            return
        sheet = whole.centred(whole.width - mm(4), mm(34))
        ink.fill_rect(sheet, PANEL, mm(CORNER_RADIUS))
        sign, words = sheet.inset(mm(3), mm(3)).cut_left(mm(24), mm(3))
        ink.draw_symbol(naming.symbol, sign)
        ink.draw_text(naming.sentence, words, HEADING_TEXT, CHALK, max_lines=6)
