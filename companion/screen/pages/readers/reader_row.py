"""The parts of the readers page: a row for each reader, what its numbers are, troubles, the buttons of the table."""

from __future__ import annotations

from math import ceil
from typing import Final

from kivy.metrics import mm

from companion.screen.draw.drawn import Act, Drawn, Touchable, View
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY,
    CHALK,
    GOLD,
    GRANTED,
    LEAD,
    LINE,
    MUTED,
    NOTE,
    PANEL,
    RAISED,
    REFUSED,
    ROUND,
    SEPIA,
    SMALL,
    Colour,
    mixed,
)
from companion.screen.pages.readers.bench import Knob, Mood, Row
from companion.screen.pages.readers.bench_words import HEADS

MOODS: Final[dict[Mood, tuple[str, Colour]]] = {
    "well": ("check", GRANTED),
    "doubtful": ("warning", GOLD),
    "ill": ("halt", REFUSED),
}
"""Symbol and colour."""

NUMBER = 12.6
"""Millimetres for each number."""


class ReaderRow(View[Row], Touchable):
    """One reader: symbol, place and sentence at the left, its numbers at the right."""

    def __init__(self, act: Act) -> None:
        super().__init__("", act)

    def changed(self, row: Row, before: object) -> None:
        """Another reader."""
        self.thing = f"reader/{row.zone}"

    def draw(self, ink: Ink, whole: Rect, row: Row) -> None:
        """A row that lights up while something is laid on its reader."""
        symbol, colour = MOODS[row.mood]
        if row.lit:
            ink.box(whole, GOLD, mm(ROUND))
        face = mixed(PANEL, GOLD, 0.35) if row.lit or self.pressed else PANEL
        ink.box(whole.inset(mm(0.5)) if row.lit else whole, face, mm(ROUND))
        ink.box(whole.from_left(mm(1))[0], colour)
        sign, rest = whole.inset(mm(2.4), mm(0.6)).from_left(mm(6), mm(2))
        ink.picture("reader" if row.lit else symbol, sign, GOLD if row.lit else colour)
        numbers, words = rest.from_right(mm(NUMBER) * len(HEADS), mm(2))
        for number, cell in zip(row.numbers, numbers.columns(len(HEADS)), strict=True):
            ink.words(number, cell, BODY, CHALK, bold=True, across="right")
        name, sentence = words.from_top(words.height * 0.5)
        used = ink.words(row.place, name, LEAD, CHALK, bold=True)
        chip = name.from_left(used, mm(2.4))[1]
        ink.words(row.chip, chip, SMALL, MUTED, cut=True)
        ink.words(row.sentence, sentence, NOTE, MUTED if row.mood == "well" else colour, cut=True)


class Heads(View[tuple[str, ...]]):
    """What the numbers are, above them."""

    def draw(self, ink: Ink, whole: Rect, value: tuple[str, ...]) -> None:
        """Each above its number."""
        numbers = whole.inset(mm(2.4), 0).from_right(mm(NUMBER) * len(HEADS))[0]
        for words, cell in zip(value, numbers.columns(len(HEADS)), strict=True):
            ink.words(words, cell.from_right(mm(NUMBER - 1.6))[0], SMALL, MUTED, across="right")


class TroubleRow(Drawn):
    """Something else that does not work, in the machine's own words."""

    def __init__(self, words: str) -> None:
        self.words = words
        super().__init__()

    def paint(self, ink: Ink, whole: Rect) -> None:
        """The sentence."""
        ink.box(whole, PANEL, mm(ROUND))
        sign, words = whole.inset(mm(2.4), mm(0.6)).from_left(mm(6), mm(2))
        ink.picture("warning", sign, GOLD)
        ink.words(self.words, words, NOTE, CHALK, most=3, cut=True)


class Pressed(View[tuple[Knob, ...]]):
    """The buttons of the table by name; the one that is pressed lights up."""

    ABREAST = 8
    """So many names can be read side by side."""
    HIGH = 7.0
    """Of a name, in millimetres."""
    shown: tuple[Knob, ...] = ()

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return ceil(len(self.shown) / self.ABREAST)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Side by side, row by row; a pressed one has a tick too."""
        if not self.shown:
            return
        columns = ceil(len(self.shown) / self.rows)
        for button, cell in zip(self.shown, whole.grid(columns, self.rows, mm(1)), strict=False):
            pill = cell.middle(cell.width, mm(self.HIGH))
            ink.box(pill, GOLD if button.pressed else LINE, pill.height / 2)
            ink.box(pill.inset(mm(0.25)), GOLD if button.pressed else RAISED, (pill.height - mm(0.5)) / 2)
            inner = pill.inset(mm(1), mm(0.4))
            if button.pressed:
                sign, inner = inner.from_left(mm(3.4), mm(0.6))
                ink.picture("check", sign, SEPIA)
            colour = SEPIA if button.pressed else MUTED
            ink.words(button.words, inner, NOTE, colour, bold=button.pressed, across="center", most=2)
