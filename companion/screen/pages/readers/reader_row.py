"""The parts of the readers page: a row for each reader, what its numbers are, troubles, the buttons of the table."""

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
from companion.screen.pages.readers.bench import Knob, Mood, Row
from companion.screen.pages.readers.bench_words import HEADS

MOODS: Final[dict[Mood, tuple[str, Colour]]] = {
    "well": ("check", YES_GREEN),
    "doubtful": ("warning", GOLD),
    "ill": ("halt", NO_RED),
}
"""Symbol and colour."""

NUMBER = 12.6
"""Millimetres for each number."""


class ReaderRow(ModelView[Row], TouchableWidget):
    """One reader: symbol, place and sentence at the left, its numbers at the right."""

    def __init__(self, act: TouchHandler) -> None:
        super().__init__("", act)

    def on_model_changed(self, row: Row, before: object) -> None:
        """Another reader."""
        self.touch_target = f"reader/{row.zone}"

    def paint_model(self, ink: Painter, whole: Rect, row: Row) -> None:
        """A row that lights up while something is laid on its reader."""
        symbol, colour = MOODS[row.mood]
        if row.lit:
            ink.fill_rect(whole, GOLD, mm(CORNER_RADIUS))
        face = mix_colours(PANEL, GOLD, 0.35) if row.lit or self.is_pressed else PANEL
        ink.fill_rect(whole.inset(mm(0.5)) if row.lit else whole, face, mm(CORNER_RADIUS))
        ink.fill_rect(whole.cut_left(mm(1))[0], colour)
        sign, rest = whole.inset(mm(2.4), mm(0.6)).cut_left(mm(6), mm(2))
        ink.draw_symbol("reader" if row.lit else symbol, sign, GOLD if row.lit else colour)
        numbers, words = rest.cut_right(mm(NUMBER) * len(HEADS), mm(2))
        for number, cell in zip(row.numbers, numbers.split_columns(len(HEADS)), strict=True):
            ink.draw_text(number, cell, BODY_TEXT, CHALK, bold=True, halign="right")
        name, sentence = words.cut_top(words.height * 0.5)
        used = ink.draw_text(row.place, name, LEAD_TEXT, CHALK, bold=True)
        chip = name.cut_left(used, mm(2.4))[1]
        ink.draw_text(row.chip, chip, SMALL_TEXT, MUTED, may_truncate=True)
        ink.draw_text(
            row.sentence, sentence, NOTE_TEXT, MUTED if row.mood == "well" else colour, may_truncate=True
        )


class Heads(ModelView[tuple[str, ...]]):
    """What the numbers are, above them."""

    def paint_model(self, ink: Painter, whole: Rect, value: tuple[str, ...]) -> None:
        """Each above its number."""
        numbers = whole.inset(mm(2.4), 0).cut_right(mm(NUMBER) * len(HEADS))[0]
        for words, cell in zip(value, numbers.split_columns(len(HEADS)), strict=True):
            ink.draw_text(words, cell.cut_right(mm(NUMBER - 1.6))[0], SMALL_TEXT, MUTED, halign="right")


class TroubleRow(CanvasWidget):
    """Something else that does not work, in the machine's own words."""

    def __init__(self, words: str) -> None:
        self.words = words
        super().__init__()

    def paint(self, ink: Painter, whole: Rect) -> None:
        """The sentence."""
        ink.fill_rect(whole, PANEL, mm(CORNER_RADIUS))
        sign, words = whole.inset(mm(2.4), mm(0.6)).cut_left(mm(6), mm(2))
        ink.draw_symbol("warning", sign, GOLD)
        ink.draw_text(self.words, words, NOTE_TEXT, CHALK, max_lines=3, may_truncate=True)


class Pressed(ModelView[tuple[Knob, ...]]):
    """The buttons of the table by name; the one that is pressed lights up."""

    ABREAST = 8
    """So many names can be read side by side."""
    HIGH = 7.0
    """Of a name, in millimetres."""
    model: tuple[Knob, ...] = ()

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return ceil(len(self.model) / self.ABREAST)

    def paint(self, ink: Painter, whole: Rect) -> None:
        """Side by side, row by row; a pressed one has a tick too."""
        if not self.model:
            return
        columns = ceil(len(self.model) / self.rows)
        for button, cell in zip(self.model, whole.split_grid(columns, self.rows, mm(1)), strict=False):
            pill = cell.centred(cell.width, mm(self.HIGH))
            ink.fill_rect(pill, GOLD if button.pressed else BORDER, pill.height / 2)
            ink.fill_rect(
                pill.inset(mm(0.25)), GOLD if button.pressed else RAISED_PANEL, (pill.height - mm(0.5)) / 2
            )
            inner = pill.inset(mm(1), mm(0.4))
            if button.pressed:
                sign, inner = inner.cut_left(mm(3.4), mm(0.6))
                ink.draw_symbol("check", sign, SEPIA)
            colour = SEPIA if button.pressed else MUTED
            ink.draw_text(
                button.words, inner, NOTE_TEXT, colour, bold=button.pressed, halign="center", max_lines=2
            )
