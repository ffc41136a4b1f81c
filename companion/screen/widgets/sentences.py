"""Sentences one below the other, in the order they are meant, as large as fits."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.metrics import mm

from companion.screen.draw.drawn import View
from companion.screen.draw.ink import LEADING, Ink, letters, set_words
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, LEAST, MUTED
from companion.screen.views import Event

SIGN = 6.0
"""Millimetres for the symbol before a sentence."""


class Sentences(View[tuple[Event, ...]]):
    """Everything is said; the letters are `size` millimetres, or smaller when it is much."""

    def __init__(self, size: float = 4.2) -> None:
        self.size_wanted = size
        super().__init__()

    def draw(self, ink: Ink, whole: Rect, sentences: tuple[Event, ...]) -> None:
        """Symbol and sentence each."""
        if not sentences or whole.height < mm(LEAST):
            return
        size, needs = self._needs(whole, sentences)
        step = letters(size) * LEADING
        spare = whole.height - step * sum(needs)
        gap = max(0.0, min(mm(1.6), spare / len(needs)))
        rest = whole
        for sentence, lines in zip(sentences, needs, strict=True):
            row, rest = rest.from_top(step * lines, gap)
            sign, words = row.from_left(mm(SIGN))
            if sentence.symbol:
                mark = sign.from_top(step)[0].from_left(mm(4.4))[0]
                ink.picture(sentence.symbol, mark.middle(mm(4.4), mm(4.4)), MUTED)
            ink.words(sentence.sentence, words, size, CHALK, most=lines, least=size, along="top")

    def _needs(self, whole: Rect, sentences: Sequence[Event]) -> tuple[float, list[int]]:
        """The size of the letters and how many lines each sentence takes; the smallest where nothing fits."""
        size = self.size_wanted
        width = whole.width - mm(SIGN)
        while True:
            pixels = letters(size)
            room = max(1, int((whole.height + 1) / (pixels * LEADING)))
            set_ = [
                set_words(each.sentence, width, whole.height, pixels, pixels, False, room)
                for each in sentences
            ]
            needs = [len(each.lines) for each in set_]
            if size <= LEAST or (sum(needs) <= room and all(each.fits for each in set_)):
                return size, needs
            size = max(LEAST, size * 0.94)
