"""Florins or prestige in large numbers."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.draw.drawn import View
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, HUGE, MUTED, NOTE, PANEL, ROUND


def grouped(number: int) -> str:
    """A number as it is read best: `1 500`."""
    return f"{number:,}".replace(",", "\u00a0")


class Amount(View[tuple[str, int]]):
    """What it is above how much of it."""

    def __init__(self, symbol: str) -> None:
        self.symbol = symbol
        super().__init__()

    def draw(self, ink: Ink, whole: Rect, value: tuple[str, int]) -> None:
        """On a dark plate, so that the number shines."""
        label, number = value
        ink.box(whole, PANEL, mm(ROUND))
        head, rest = whole.inset(mm(1.0), mm(0.8)).from_top(mm(4.6), mm(0.2))
        sign, said = head.from_left(mm(4.6), mm(0.8))
        ink.picture(self.symbol, sign, MUTED)
        ink.words(label, said, NOTE, MUTED)
        colour = CHALK if number else MUTED
        ink.words(grouped(number), rest, HUGE, colour, bold=True, across="center")
