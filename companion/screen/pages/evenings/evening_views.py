"""The parts of the evenings page: a row for each evening."""

from __future__ import annotations

from typing import Final

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import ModelView, TouchableWidget, TouchHandler
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    CHALK,
    CORNER_RADIUS,
    GOLD,
    HEADING_TEXT,
    MUTED,
    NO_RED,
    NOTE_TEXT,
    PANEL,
    YES_GREEN,
    Colour,
    mix_colours,
)
from companion.screen.pages.evenings.evening_models import EveningRowModel
from companion.table.storage.saved_games import EveningState

STATE_COLOURS: Final[dict[EveningState, Colour]] = {
    "interrupted": GOLD,
    "over": YES_GREEN,
    "given-up": MUTED,
    "damaged": NO_RED,
    "unplayable": MUTED,
}
"""State -> the colour of its edge, and of what is said about it."""


class EveningRow(ModelView[EveningRowModel], TouchableWidget):
    """One evening: its game's symbol, game and name; below who played, and how far it is."""

    def __init__(self, touch_handler: TouchHandler) -> None:
        super().__init__("", touch_handler)

    def on_model_changed(self, row: EveningRowModel, previous: object) -> None:
        """Take the touch target of the evening."""
        self.touch_target = f"evening/{row.number}"

    def paint_model(self, painter: Painter, bounds: Rect, row: EveningRowModel) -> None:
        """Paint a plate with an edge in the colour of its state."""
        colour = STATE_COLOURS[row.state]
        face = mix_colours(PANEL, GOLD, 0.35) if self.is_pressed else PANEL
        painter.fill_rect(bounds, face, mm(CORNER_RADIUS))
        painter.fill_rect(bounds.cut_left(mm(1))[0], colour)
        sign, words = bounds.inset(mm(3), mm(1)).cut_left(mm(11), mm(2.4))
        painter.draw_symbol(row.symbol, sign, colour)
        above, below = words.cut_top(words.height * 0.38)
        when, title = above.cut_right(mm(40), mm(2))
        painter.draw_text(f"{row.number} · {row.when}", when, NOTE_TEXT, MUTED, halign="right")
        used = painter.draw_text(row.game, title, HEADING_TEXT, CHALK, bold=True, may_truncate=True)
        painter.draw_text(row.name, title.cut_left(used, mm(3))[1], BODY_TEXT, GOLD, may_truncate=True)
        if row.players:
            players, below = below.cut_top(below.height * 0.5)
            painter.draw_text(row.players, players, NOTE_TEXT, CHALK, may_truncate=True)
        lines = 1 if row.players else 2  # what cannot be read has no players, and a reason that is longer
        painter.draw_text(row.progress, below, NOTE_TEXT, colour, max_lines=lines, may_truncate=True)
