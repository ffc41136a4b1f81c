"""A chart of points: a line for each player, in their colour and with their sign at every step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from kivy.metrics import mm

from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    BORDER,
    CHALK,
    CORNER_RADIUS,
    GOLD,
    MUTED,
    PANEL,
    PLAYER_COLOURS,
    PLAYER_OUTLINES,
    SMALL_TEXT,
    fade,
)
from companion.screen.report_models import ChartLineModel, ChartStepModel, PointsChartModel
from companion.screen.widgets.report_blocks import ReportBlockView

GRID_STEPS = (1, 2, 5, 10, 20, 25, 50, 100)
"""The possible distances of grid lines, in points; then ten times the last three, and so on."""
MAX_GRID_LINES = 5
"""The greatest number of grid lines."""


class PointsChartView(ReportBlockView[PointsChartModel]):
    """Steps from left to right, points upwards; the last points are written at the right edge."""

    AXIS_WIDTH = 6.0
    FINAL_POINTS_WIDTH = 13.0
    STEP_LABEL_HEIGHT = 4.6
    PLAYER_SIGN_SIZE = 3.0

    def height_range(self, width: float) -> tuple[float, float]:
        """At least 30 mm; it can use all the room there is."""
        return mm(30), mm(200)

    def paint_model(self, painter: Painter, bounds: Rect, model: PointsChartModel) -> None:
        """Paint the line of the leader on top; of those that are tied, that of the first."""
        steps, chart_lines = model.steps, model.lines
        painter.fill_rect(bounds, PANEL, mm(CORNER_RADIUS))
        room = bounds.inset(mm(1.2), mm(2))
        low, room = room.cut_bottom(mm(self.STEP_LABEL_HEIGHT))
        _, room = room.cut_left(mm(self.AXIS_WIDTH))
        ends, plot = room.cut_right(mm(self.FINAL_POINTS_WIDTH), mm(1.4))
        top_points = self._scale(painter, plot, chart_lines)
        places = list(_places(plot, len(steps)))
        for step, x in zip(steps, places, strict=True):
            self._step(painter, Rect(x - mm(3), low.y, mm(6), low.height - mm(0.6)), step)
        ranked = sorted(chart_lines, key=lambda run: run.points[-1], reverse=True)[::-1]
        high = plot.height / top_points
        lines = {
            run.colour: [(x, plot.y + high * points) for x, points in zip(places, run.points, strict=True)]
            for run in ranked
        }
        for run in ranked:
            self._line(painter, run.colour, lines[run.colour])
        for run, y in zip(ranked, _apart([lines[run.colour][-1][1] for run in ranked], ends), strict=True):
            self._end(painter, Rect(ends.x, y - mm(2.2), ends.width, mm(4.4)), run)

    def _scale(self, painter: Painter, plot: Rect, runs: Sequence[ChartLineModel]) -> int:
        """Paint grid lines with their points, and return the points at the upper edge."""
        highest = max((max(run.points) for run in runs), default=0)
        step = next(step for step in _steps() if highest <= step * MAX_GRID_LINES)
        most = max(step, -(-highest // step) * step)
        for points in range(0, most + 1, step):
            y = plot.y + plot.height * points / most
            painter.fill_rect(Rect(plot.x, y - mm(0.1), plot.width, mm(0.2)), fade(BORDER, 0.9))
            label_rect = Rect(plot.x - mm(self.AXIS_WIDTH), y - mm(2), mm(self.AXIS_WIDTH - 1), mm(4))
            painter.draw_text(str(points), label_rect, SMALL_TEXT, MUTED, halign="right")
        return most

    def _step(self, painter: Painter, room: Rect, step: ChartStepModel) -> None:
        if step.symbol:
            painter.draw_symbol(step.symbol, room, MUTED)
        painter.draw_text(step.text, room, SMALL_TEXT, MUTED, halign="center")

    def _line(self, painter: Painter, colour: str, points: list[tuple[float, float]]) -> None:
        if len(points) > 1:
            if colour in PLAYER_OUTLINES:
                painter.draw_line(points, PLAYER_OUTLINES[colour], mm(1.1))
            painter.draw_line(points, PLAYER_COLOURS.get(colour, GOLD), mm(0.7))
        for x, y in points[1:] or points:
            side = mm(self.PLAYER_SIGN_SIZE)
            painter.draw_symbol(colour, Rect(x - side / 2, y - side / 2, side, side))

    def _end(self, painter: Painter, room: Rect, run: ChartLineModel) -> None:
        sign, number = room.cut_left(mm(4.2), mm(0.8))
        painter.draw_symbol(run.colour, sign)
        painter.draw_text(str(run.points[-1]), number, BODY_TEXT, CHALK, bold=True)


def _steps() -> Iterator[int]:
    """The distances of grid lines, for any number of points."""
    yield from GRID_STEPS
    yield from (10**zeros * step for zeros in count(1) for step in GRID_STEPS[-3:])


def _places(plot: Rect, steps: int) -> Iterator[float]:
    """The x of each step; a single one stands at the right."""
    for at in range(steps):
        yield plot.x + plot.width * (at / (steps - 1) if steps > 1 else 1)


def _apart(heights: Sequence[float], room: Rect) -> list[float]:
    """The same heights, the lowest first, moved so far apart that the labels can be read."""
    step = min(mm(4.6), room.height / max(1, len(heights)))
    apart: list[float] = []
    for y in heights:
        apart.append(max(y, apart[-1] + step) if apart else max(y, room.y + step / 2))
    top = room.top - step / 2
    for at in reversed(range(len(apart))):
        apart[at] = min(apart[at], top)
        top = apart[at] - step
    return apart
