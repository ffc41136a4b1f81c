"""How it stands, or how it ended, and how it came to that: the ranking, and beside it the chart of the rounds."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.asides import Standing
from companion.screen.draw.drawn import Act, lay
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GAP
from companion.screen.overlays.standing import StandingLayer
from companion.screen.widgets.chart import Chart, Course
from companion.screen.widgets.layer import Words


class CourseLayer(StandingLayer):
    """At the left the ranking, at the right the chart."""

    CHART = 68.0

    def __init__(self, act: Act, words: Words) -> None:
        self.chart = Chart()
        super().__init__(act, words)
        self.add_widget(self.chart)

    def show(self, value: Standing) -> None:
        """Show it."""
        super().show(value)
        if isinstance(value, Course):
            self.chart.show((value.steps, value.runs))

    def fill(self, rest: Rect, foot: Rect) -> None:
        """What the ranking leaves."""
        super().fill(rest, foot)
        right, left = self.ranking.rect.from_right(mm(self.CHART), mm(GAP + 1))
        lay(self.ranking, left)
        lay(self.chart, right)
