"""What has just happened: the last three events, the newest on top."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import ModelView
from companion.screen.draw.painter import LINE_SPACING, Painter, fit_text, font_pixels
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, FINE_TEXT, MIN_TEXT, MUTED, SMALL_TEXT, mix_colours
from companion.screen.view_models import EventModel

FONT_SIZES = (SMALL_TEXT, FINE_TEXT, MIN_TEXT)
"""The letter sizes in millimetres; the largest at which everything fits is used."""


class EventPanel(ModelView[tuple[EventModel, ...]]):
    """Shows the last three events, the newest on top, older ones paler.

    Where they do not all fit, the newest is shown whole, and the older ones are cut short or left out.
    """

    MAX_EVENTS = 3
    SYMBOL_WIDTH = 4.4

    def paint_model(self, painter: Painter, bounds: Rect, model: tuple[EventModel, ...]) -> None:
        """Paint one below the other, each in as many lines as it needs."""
        newest = model[: -self.MAX_EVENTS - 1 : -1]
        size, needs = self._needs(newest, bounds)
        step = ceil(font_pixels(size) * LINE_SPACING)
        gap = min(mm(1.2), max(0.0, (bounds.height - step * sum(needs)) / self.MAX_EVENTS))
        rest = bounds
        for age, (event, lines) in enumerate(zip(newest, filter(None, needs), strict=False)):
            row, rest = rest.cut_top(step * lines, gap)
            colour = mix_colours(CHALK, MUTED, 0.5 * age)
            symbol_rect, text_rect = row.cut_left(mm(self.SYMBOL_WIDTH))
            if event.symbol:
                painter.draw_symbol(event.symbol, symbol_rect.cut_left(mm(3.4))[0], colour)
            painter.draw_text(
                event.sentence, text_rect, size, colour, max_lines=lines, min_size=size, may_truncate=age > 0
            )

    def _needs(self, newest: Sequence[EventModel], bounds: Rect) -> tuple[float, list[int]]:
        """The size of the letters in millimetres, and the number of lines for each event."""
        width = bounds.width - mm(self.SYMBOL_WIDTH)
        for size in FONT_SIZES:
            pixels = font_pixels(size)
            room = int((bounds.height + 1) / (pixels * LINE_SPACING))
            settings = [
                fit_text(e.sentence, width, bounds.height, pixels, pixels, False, room) for e in newest
            ]
            needs = [len(setting.lines) for setting in settings]
            if sum(needs) <= room and all(setting.fits for setting in settings):
                return size, needs
        left = max(1, room)
        for age, need in enumerate(needs):
            older = len(needs) - age - 1
            needs[age] = min(need, left if age == 0 else max(1, left // (older + 1)), left)
            left -= needs[age]
        return FONT_SIZES[-1], needs
