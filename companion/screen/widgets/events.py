"""What has just happened: the last three events, the newest on top."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from kivy.metrics import mm

from companion.screen.draw.drawn import View
from companion.screen.draw.ink import LEADING, Ink, letters, set_words
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, FINE, LEAST, MUTED, SMALL, mixed
from companion.screen.views import Event

SIZES = (SMALL, FINE, LEAST)
"""Millimetres of the letters: the largest at which everything fits."""


class Events(View[tuple[Event, ...]]):
    """Three sentences, the last one the newest, older ones paler. Where they do not all fit the newest is told whole,
    the older ones are cut short, or left out.
    """

    SHOWN = 3
    SIGN = 4.4

    def draw(self, ink: Ink, whole: Rect, events: tuple[Event, ...]) -> None:
        """One below the other, as many lines as each needs."""
        newest = events[: -self.SHOWN - 1 : -1]
        size, needs = self._needs(newest, whole)
        step = ceil(letters(size) * LEADING)
        gap = min(mm(1.2), max(0.0, (whole.height - step * sum(needs)) / self.SHOWN))
        rest = whole
        for age, (event, lines) in enumerate(zip(newest, filter(None, needs), strict=False)):
            row, rest = rest.from_top(step * lines, gap)
            colour = mixed(CHALK, MUTED, 0.5 * age)
            sign, words = row.from_left(mm(self.SIGN))
            if event.symbol:
                ink.picture(event.symbol, sign.from_left(mm(3.4))[0], colour)
            ink.words(event.sentence, words, size, colour, most=lines, least=size, cut=age > 0)

    def _needs(self, newest: Sequence[Event], whole: Rect) -> tuple[float, list[int]]:
        """The size of the letters, and how many lines each gets."""
        width = whole.width - mm(self.SIGN)
        for size in SIZES:
            pixels = letters(size)
            room = int((whole.height + 1) / (pixels * LEADING))
            settings = [
                set_words(e.sentence, width, whole.height, pixels, pixels, False, room) for e in newest
            ]
            needs = [len(setting.lines) for setting in settings]
            if sum(needs) <= room and all(setting.fits for setting in settings):
                return size, needs
        left = max(1, room)
        for age, need in enumerate(needs):
            older = len(needs) - age - 1
            needs[age] = min(need, left if age == 0 else max(1, left // (older + 1)), left)
            left -= needs[age]
        return SIZES[-1], needs
