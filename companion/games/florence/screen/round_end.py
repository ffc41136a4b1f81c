"""A round that is over: whose work was the best, and how it stands."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.screen.asides import RoundEnd, Worked
from companion.screen.draw.drawn import Act, View, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import BODY, CHALK, GAP, GOLD, LINE, PANEL, RAISED, ROUND
from companion.screen.widgets.layer import Words
from companion.screen.widgets.one_by_one import OneByOne
from companion.screen.widgets.ranking import Ranking
from companion.screen.widgets.sentences import Sentences


class Works(View[tuple[Worked, ...]]):
    """A row a player: his best work of the round; gold around the best of all, and what it gives."""

    ROW = 9.6

    shown: tuple[Worked, ...] = ()

    def draw(self, ink: Ink, whole: Rect, works: tuple[Worked, ...]) -> None:
        """One below the other, the best first."""
        high = mm(self.ROW)
        for at, work in enumerate(works):
            top = whole.top - at * high
            self._row(ink, Rect(whole.x, top - high + mm(1.1), whole.width, high - mm(1.1)), work)

    def _row(self, ink: Ink, row: Rect, work: Worked) -> None:
        if work.best:
            ink.box(row.inset(-mm(0.45)), GOLD, mm(ROUND + 0.4))
        ink.box(row, RAISED if work.best else PANEL, mm(ROUND))
        sign, rest = row.inset(mm(1), mm(0.6)).from_left(mm(6.4), mm(1.4))
        ink.picture(work.seat.colour, sign)
        gives, rest = rest.from_right(mm(10), mm(1))
        value, name = rest.from_right(mm(10), mm(1))
        ink.words(work.seat.name, name, BODY, CHALK, bold=bool(work.best))
        said = str(work.value) if work.value else "–"
        ink.words(said, value, 5.6, CHALK if work.value else LINE, bold=True, across="right")
        if work.best:
            ink.words(f"+{work.best}", gives, 5.2, GOLD, bold=True, across="right")


class RoundEndLayer(OneByOne):
    """At the left the works and what comes next, at the right the points."""

    LEFT = 66.0

    def __init__(self, act: Act, words: Words) -> None:
        self.works = Works()
        self.next = Sentences(BODY)
        self.ranking = Ranking(act)
        super().__init__(act, words)
        for part in (self.works, self.next, self.ranking):
            self.add_widget(part)

    def show(self, value: RoundEnd) -> None:
        """Tell it."""
        self.head.show(value.title, value.subtitle, sign="best-work")
        self.works.show(value.works)
        self.next.show(value.lines)
        self.ranking.show(value.ranks)
        self.ways(True, self.words().gettext("Go on"), "")

    def fill(self, rest: Rect, foot: Rect) -> None:
        """Two columns."""
        left, right = rest.from_left(mm(self.LEFT), mm(4))
        works, below = left.from_top(mm(Works.ROW) * len(self.works.shown), mm(GAP))
        lay(self.works, works.inset(mm(0.5), 0))
        lay(self.next, Rect(below.x, foot.y, below.width, below.top - foot.y))
        lay(self.ranking, right)
        self.low(foot)
