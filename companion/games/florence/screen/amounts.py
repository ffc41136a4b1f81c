"""Florins or prestige in large numbers."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import ModelView
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    HUGE_TEXT,
    MUTED,
    NOTE_TEXT,
    NUMBER_TEXT,
    PANEL,
    SMALL_TEXT,
)


def group_digits(number: int) -> str:
    """The number with gaps between its groups of digits: `1 500`."""
    return f"{number:,}".replace(",", "\u00a0")


class AmountView(ModelView[tuple[str, int]]):
    """A title above an amount."""

    asked_target = "prompt"

    def __init__(self, symbol: str) -> None:
        self.symbol = symbol
        super().__init__()

    def paint_model(self, painter: Painter, bounds: Rect, model: tuple[str, int]) -> None:
        """Paint both on a dark plate, so that the number stands out."""
        label, number = model
        painter.fill_rect(bounds, PANEL, mm(CORNER_RADIUS))
        head, rest = bounds.inset(mm(1.0), mm(0.8)).cut_top(mm(4.6), mm(0.2))
        sign, label_rect = head.cut_left(mm(4.6), mm(0.8))
        painter.draw_symbol(self.symbol, sign, MUTED)
        painter.draw_text(label, label_rect, NOTE_TEXT, MUTED, min_size=SMALL_TEXT)
        colour = CHALK if number else MUTED
        painter.draw_text(
            group_digits(number), rest, HUGE_TEXT, colour, bold=True, halign="center", min_size=NUMBER_TEXT
        )
