"""The parts of the readers page: a row for each reader, the headings, problems, the table's buttons."""

from __future__ import annotations

from math import ceil
from typing import Final

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import CanvasWidget, ModelView, TouchableWidget, TouchHandler
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    BORDER,
    CHALK,
    CORNER_RADIUS,
    GOLD,
    LEAD_TEXT,
    MUTED,
    NO_RED,
    NOTE_TEXT,
    PANEL,
    RAISED_PANEL,
    SEPIA,
    SMALL_TEXT,
    YES_GREEN,
    Colour,
    mix_colours,
)
from companion.screen.pages.readers.reader_models import ReaderHealth, ReaderModel, WiredButtonModel
from companion.screen.pages.readers.reader_texts import NUMBER_HEADINGS

HEALTH_SYMBOLS: Final[dict[ReaderHealth, tuple[str, Colour]]] = {
    "well": ("check", YES_GREEN),
    "doubtful": ("warning", GOLD),
    "ill": ("halt", NO_RED),
}
"""Health -> symbol and colour."""

NUMBER_WIDTH = 12.6
"""Millimetres for each number."""


class ReaderRow(ModelView[ReaderModel], TouchableWidget):
    """One reader: symbol, place and sentence at the left, its numbers at the right."""

    def __init__(self, touch_handler: TouchHandler) -> None:
        super().__init__("", touch_handler)

    def on_model_changed(self, row: ReaderModel, previous: object) -> None:
        """Take the touch target of the reader."""
        self.touch_target = f"reader/{row.zone}"

    def paint_model(self, painter: Painter, bounds: Rect, row: ReaderModel) -> None:
        """Paint a row that lights up while something is laid on its reader."""
        symbol, colour = HEALTH_SYMBOLS[row.health]
        if row.is_lit:
            painter.fill_rect(bounds, GOLD, mm(CORNER_RADIUS))
        face = mix_colours(PANEL, GOLD, 0.35) if row.is_lit or self.is_pressed else PANEL
        painter.fill_rect(bounds.inset(mm(0.5)) if row.is_lit else bounds, face, mm(CORNER_RADIUS))
        painter.fill_rect(bounds.cut_left(mm(1))[0], colour)
        sign, rest = bounds.inset(mm(2.4), mm(0.6)).cut_left(mm(6), mm(2))
        painter.draw_symbol("reader" if row.is_lit else symbol, sign, GOLD if row.is_lit else colour)
        numbers, words = rest.cut_right(mm(NUMBER_WIDTH) * len(NUMBER_HEADINGS), mm(2))
        for number, cell in zip(row.scan_numbers, numbers.split_columns(len(NUMBER_HEADINGS)), strict=True):
            painter.draw_text(number, cell, BODY_TEXT, CHALK, bold=True, halign="right")
        name, sentence = words.cut_top(words.height * 0.5)
        used = painter.draw_text(row.zone_name, name, LEAD_TEXT, CHALK, bold=True)
        chip = name.cut_left(used, mm(2.4))[1]
        painter.draw_text(row.chip, chip, SMALL_TEXT, MUTED, may_truncate=True)
        painter.draw_text(
            row.message, sentence, NOTE_TEXT, MUTED if row.health == "well" else colour, may_truncate=True
        )


class NumberHeadingsView(ModelView[tuple[str, ...]]):
    """The headings above the numbers."""

    def paint_model(self, painter: Painter, bounds: Rect, model: tuple[str, ...]) -> None:
        """Paint each above its number."""
        numbers = bounds.inset(mm(2.4), 0).cut_right(mm(NUMBER_WIDTH) * len(NUMBER_HEADINGS))[0]
        for words, cell in zip(model, numbers.split_columns(len(NUMBER_HEADINGS)), strict=True):
            painter.draw_text(
                words, cell.cut_right(mm(NUMBER_WIDTH - 1.6))[0], SMALL_TEXT, MUTED, halign="right"
            )


class ProblemRow(CanvasWidget):
    """Something else that does not work, in the machine's own words."""

    def __init__(self, words: str) -> None:
        self.text = words
        super().__init__()

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the sentence."""
        painter.fill_rect(bounds, PANEL, mm(CORNER_RADIUS))
        sign, words = bounds.inset(mm(2.4), mm(0.6)).cut_left(mm(6), mm(2))
        painter.draw_symbol("warning", sign, GOLD)
        painter.draw_text(self.text, words, NOTE_TEXT, CHALK, max_lines=3, may_truncate=True)


class WiredButtonsView(ModelView[tuple[WiredButtonModel, ...]]):
    """The buttons of the table by name; the one that is pressed lights up."""

    BUTTONS_PER_ROW = 8
    """The number of names that can be read side by side."""
    BUTTON_HEIGHT = 7.0
    """The height of a name, in millimetres."""
    model: tuple[WiredButtonModel, ...] = ()

    @property
    def row_count(self) -> int:
        """The number of rows."""
        return ceil(len(self.model) / self.BUTTONS_PER_ROW)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint them side by side, row by row; a pressed one has a check mark too."""
        if not self.model:
            return
        columns = ceil(len(self.model) / self.row_count)
        for button, cell in zip(self.model, bounds.split_grid(columns, self.row_count, mm(1)), strict=False):
            pill = cell.centred(cell.width, mm(self.BUTTON_HEIGHT))
            painter.fill_rect(pill, GOLD if button.is_pressed else BORDER, pill.height / 2)
            painter.fill_rect(
                pill.inset(mm(0.25)), GOLD if button.is_pressed else RAISED_PANEL, (pill.height - mm(0.5)) / 2
            )
            inner = pill.inset(mm(1), mm(0.4))
            if button.is_pressed:
                sign, inner = inner.cut_left(mm(3.4), mm(0.6))
                painter.draw_symbol("check", sign, SEPIA)
            colour = SEPIA if button.is_pressed else MUTED
            painter.draw_text(
                button.text, inner, NOTE_TEXT, colour, bold=button.is_pressed, halign="center", max_lines=2
            )
