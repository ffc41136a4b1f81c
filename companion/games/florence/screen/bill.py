"""The reckoning of a work on parchment: line by line with its clause, the sum, and whether it is enough."""

from __future__ import annotations

from typing import Final

from kivy.metrics import mm

from companion.games.florence.screen.work_sheet import Part, WorkSheet
from companion.screen.draw.drawn import View
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY,
    FADED,
    FIGURE,
    FINE,
    GRANTED,
    HEADING,
    PARCHMENT,
    REFUSED,
    ROUND,
    SEPIA,
    SMALL,
    TITLE,
    WORN,
    faded,
    mixed,
)

YES: Final = mixed(GRANTED, SEPIA, 0.5)
NO: Final = mixed(REFUSED, SEPIA, 0.25)
"""The signs of what is there and what is not, on parchment."""


class Bill(View[WorkSheet]):
    """One work."""

    TITLE = 6.0
    ROW = 5.6
    SUM = 8.4

    def draw(self, ink: Ink, whole: Rect, sheet: WorkSheet) -> None:
        """Who works, the lines, the sum."""
        if sheet.worker is None:
            return
        ink.box(whole, mixed(PARCHMENT, SEPIA, 0.5), mm(ROUND))
        ink.box(whole.inset(mm(0.25)), PARCHMENT, mm(ROUND - 0.25))
        title, rest = whole.inset(mm(1.8), mm(0.8)).from_top(mm(self.TITLE), mm(0.3))
        ink.words(sheet.worker.name, title, TITLE, SEPIA, bold=True)
        total, rest = rest.from_bottom(mm(self.SUM), mm(0.5))
        high = min(mm(self.ROW), rest.height / max(1, len(sheet.parts)))
        for at, part in enumerate(sheet.parts):
            self._line(ink, Rect(rest.x, rest.top - (at + 1) * high, rest.width, high), part)
        self._sum(ink, total, sheet)

    def _line(self, ink: Ink, row: Rect, part: Part) -> None:
        """Symbol, what, clause, points; faded where it gives nothing."""
        there = part.points > 0
        colour = SEPIA if there else FADED
        sign, rest = row.from_left(mm(4.4), mm(1))
        points, rest = rest.from_right(mm(6.4), mm(0.6))
        clause, words = rest.from_right(mm(5.4), mm(0.6))
        side = min(mm(4.4), row.height * 0.92)
        ink.picture(part.symbol, sign.middle(side, side), SEPIA if there else faded(SEPIA, 0.35))
        ink.words(part.words, words, BODY, colour, bold=there, most=2, cut=True)
        ink.words(part.clause, clause, FINE, FADED, across="right")
        ink.words(str(part.points), points, HEADING, colour, bold=there, across="right")

    def _sum(self, ink: Ink, row: Rect, sheet: WorkSheet) -> None:
        """The sum in large letters, and beside it what the round asks for."""
        ink.box(Rect(row.x, row.top - mm(0.15), row.width, mm(0.3)), mixed(WORN, SEPIA, 0.4))
        total, rest = row.from_right(mm(13), mm(0.8))
        ink.words(str(sheet.total), total, FIGURE, SEPIA, bold=True, across="right")
        sign, said = rest.from_left(mm(4.4), mm(1))
        enough = not sheet.lacking
        ink.picture("check" if enough else "cross", sign.middle(mm(4), mm(4)), YES if enough else NO)
        ink.words(sheet.labels.least, said, SMALL, SEPIA if enough else NO, bold=not enough, most=2)
