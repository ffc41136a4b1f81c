"""The value of a work on parchment: line by line with clauses, the sum, and whether it is enough."""

from __future__ import annotations

from typing import Final

from kivy.metrics import mm

from companion.games.florence.screen.works.work_presenter import ValueLineModel, WorkModel
from companion.screen.draw.canvas_widget import ModelView
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    CORNER_RADIUS,
    FADED_SEPIA,
    FIGURE_TEXT,
    FINE_TEXT,
    HEADING_TEXT,
    NO_RED,
    PARCHMENT,
    SEPIA,
    SMALL_TEXT,
    TITLE_TEXT,
    WORN_PARCHMENT,
    YES_GREEN,
    fade,
    mix_colours,
)

MET_COLOUR: Final = mix_colours(YES_GREEN, SEPIA, 0.5)
UNMET_COLOUR: Final = mix_colours(NO_RED, SEPIA, 0.25)
"""The colours of wants that are met and not met, on parchment."""


class WorkValueView(ModelView[WorkModel]):
    """The value of one work."""

    TITLE_HEIGHT = 6.0
    ROW_HEIGHT = 5.6
    TOTAL_HEIGHT = 8.4

    def paint_model(self, painter: Painter, bounds: Rect, sheet: WorkModel) -> None:
        """Paint worker, lines and sum."""
        if sheet.worker is None:
            return
        painter.fill_rect(bounds, mix_colours(PARCHMENT, SEPIA, 0.5), mm(CORNER_RADIUS))
        painter.fill_rect(bounds.inset(mm(0.25)), PARCHMENT, mm(CORNER_RADIUS - 0.25))
        title, rest = bounds.inset(mm(1.8), mm(0.8)).cut_top(mm(self.TITLE_HEIGHT), mm(0.3))
        painter.draw_text(sheet.worker.name, title, TITLE_TEXT, SEPIA, bold=True)
        total, rest = rest.cut_bottom(mm(self.TOTAL_HEIGHT), mm(0.5))
        high = min(mm(self.ROW_HEIGHT), rest.height / max(1, len(sheet.value_lines)))
        for at, part in enumerate(sheet.value_lines):
            self._line(painter, Rect(rest.x, rest.top - (at + 1) * high, rest.width, high), part)
        self._sum(painter, total, sheet)

    def _line(self, painter: Painter, row: Rect, part: ValueLineModel) -> None:
        """Paint symbol, text, clause and points, faded where there are none."""
        there = part.points > 0
        colour = SEPIA if there else FADED_SEPIA
        sign, rest = row.cut_left(mm(4.4), mm(1))
        points, rest = rest.cut_right(mm(6.4), mm(0.6))
        clause, text_rect = rest.cut_right(mm(5.4), mm(0.6))
        side = min(mm(4.4), row.height * 0.92)
        painter.draw_symbol(part.symbol, sign.centred(side, side), SEPIA if there else fade(SEPIA, 0.35))
        painter.draw_text(part.text, text_rect, BODY_TEXT, colour, bold=there, max_lines=2, may_truncate=True)
        painter.draw_text(part.clause, clause, FINE_TEXT, FADED_SEPIA, halign="right")
        painter.draw_text(str(part.points), points, HEADING_TEXT, colour, bold=there, halign="right")

    def _sum(self, painter: Painter, row: Rect, sheet: WorkModel) -> None:
        """Paint the sum in large letters, and beside it the least value of the round."""
        painter.fill_rect(
            Rect(row.x, row.top - mm(0.15), row.width, mm(0.3)), mix_colours(WORN_PARCHMENT, SEPIA, 0.4)
        )
        total, rest = row.cut_right(mm(13), mm(0.8))
        painter.draw_text(str(sheet.total_value), total, FIGURE_TEXT, SEPIA, bold=True, halign="right")
        sign, text_rect = rest.cut_left(mm(4.4), mm(1))
        enough = not sheet.value_still_lacking
        painter.draw_symbol(
            "check" if enough else "cross", sign.centred(mm(4), mm(4)), MET_COLOUR if enough else UNMET_COLOUR
        )
        painter.draw_text(
            sheet.labels.least_value,
            text_rect,
            SMALL_TEXT,
            SEPIA if enough else UNMET_COLOUR,
            bold=not enough,
            max_lines=2,
        )
