"""A chart of points: a line a player, in the player's colour and with the player's sign at every step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from kivy.metrics import mm

from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    AROUND,
    BODY,
    CHALK,
    GOLD,
    LINE,
    MUTED,
    PANEL,
    PLAYERS,
    ROUND,
    SMALL,
    faded,
)
from companion.screen.reports import Course, Run, Step
from companion.screen.widgets.blocks import Block

STEPS = (1, 2, 5, 10, 20, 25, 50, 100)
"""How far the lines across may lie apart, in points; then ten times as far as the last three, and so on."""
ACROSS = 5
"""More lines across there are not."""


class Chart(Block[Course]):
    """Steps from left to right, points upwards; the last points are written at the right edge."""

    LEFT = 6.0
    RIGHT = 13.0
    LOW = 4.6
    SIGN = 3.0

    def heights(self, width: float) -> tuple[float, float]:
        """All that there is room for."""
        return mm(30), mm(200)

    def draw(self, ink: Ink, whole: Rect, value: Course) -> None:
        """The line of the leader on top; of those that are tied, that of the first."""
        steps, runs = value.steps, value.runs
        ink.box(whole, PANEL, mm(ROUND))
        room = whole.inset(mm(1.2), mm(2))
        low, room = room.from_bottom(mm(self.LOW))
        _, room = room.from_left(mm(self.LEFT))
        ends, plot = room.from_right(mm(self.RIGHT), mm(1.4))
        most = self._scale(ink, plot, runs)
        places = list(_places(plot, len(steps)))
        for step, x in zip(steps, places, strict=True):
            self._step(ink, Rect(x - mm(3), low.y, mm(6), low.height - mm(0.6)), step)
        ranked = sorted(runs, key=lambda run: run.points[-1], reverse=True)[::-1]
        high = plot.height / most
        lines = {
            run.colour: [(x, plot.y + high * points) for x, points in zip(places, run.points, strict=True)]
            for run in ranked
        }
        for run in ranked:
            self._line(ink, run.colour, lines[run.colour])
        for run, y in zip(ranked, _apart([lines[run.colour][-1][1] for run in ranked], ends), strict=True):
            self._end(ink, Rect(ends.x, y - mm(2.2), ends.width, mm(4.4)), run)

    def _scale(self, ink: Ink, plot: Rect, runs: Sequence[Run]) -> int:
        """Lines across with their points; gives what the upper edge stands for."""
        highest = max((max(run.points) for run in runs), default=0)
        step = next(step for step in _steps() if highest <= step * ACROSS)
        most = max(step, -(-highest // step) * step)
        for points in range(0, most + 1, step):
            y = plot.y + plot.height * points / most
            ink.box(Rect(plot.x, y - mm(0.1), plot.width, mm(0.2)), faded(LINE, 0.9))
            said = Rect(plot.x - mm(self.LEFT), y - mm(2), mm(self.LEFT - 1), mm(4))
            ink.words(str(points), said, SMALL, MUTED, across="right")
        return most

    def _step(self, ink: Ink, room: Rect, step: Step) -> None:
        if step.symbol:
            ink.picture(step.symbol, room, MUTED)
        ink.words(step.words, room, SMALL, MUTED, across="center")

    def _line(self, ink: Ink, colour: str, points: list[tuple[float, float]]) -> None:
        if len(points) > 1:
            if colour in AROUND:
                ink.line(points, AROUND[colour], mm(1.1))
            ink.line(points, PLAYERS.get(colour, GOLD), mm(0.7))
        for x, y in points[1:] or points:
            side = mm(self.SIGN)
            ink.picture(colour, Rect(x - side / 2, y - side / 2, side, side))

    def _end(self, ink: Ink, room: Rect, run: Run) -> None:
        sign, number = room.from_left(mm(4.2), mm(0.8))
        ink.picture(run.colour, sign)
        ink.words(str(run.points[-1]), number, BODY, CHALK, bold=True)


def _steps() -> Iterator[int]:
    """However many points there are, a few lines."""
    yield from STEPS
    yield from (10**zeros * step for zeros in count(1) for step in STEPS[-3:])


def _places(plot: Rect, steps: int) -> Iterator[float]:
    """Where each step stands; a single one at the right."""
    for at in range(steps):
        yield plot.x + plot.width * (at / (steps - 1) if steps > 1 else 1)


def _apart(heights: Sequence[float], room: Rect) -> list[float]:
    """The same heights, the lowest first, moved so far apart that what stands there can be read."""
    step = min(mm(4.6), room.height / max(1, len(heights)))
    apart: list[float] = []
    for y in heights:
        apart.append(max(y, apart[-1] + step) if apart else max(y, room.y + step / 2))
    top = room.top - step / 2
    for at in reversed(range(len(apart))):
        apart[at] = min(apart[at], top)
        top = apart[at] - step
    return apart
