"""A column that was evaluated: each card and why it counts what it counts, the sums, and who takes the objective."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.kabale.screen.asides import Evaluation, Judged, Sum
from companion.games.kabale.screen.card import CHANGED
from companion.screen.draw.drawn import Act, View, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    FADED,
    GOLD,
    MUTED,
    ON_PLAYER,
    PANEL,
    PARCHMENT,
    RAISED,
    ROUND,
    SEPIA,
    WORN,
    mixed,
)
from companion.screen.widgets.layer import Words
from companion.screen.widgets.one_by_one import OneByOne
from companion.screen.widgets.sentences import Sentences


class Cards(View[tuple[Judged, ...]]):
    """A row for each card, from the objective down: owner, name, what is printed, what changed it, what it counts."""

    ROW = 10.5

    def draw(self, ink: Ink, whole: Rect, cards: tuple[Judged, ...]) -> None:
        """As high as there is room."""
        high = min(mm(self.ROW), whole.height / max(1, len(cards)))
        for at, card in enumerate(cards):
            top = whole.top - at * high
            self._row(ink, Rect(whole.x, top - high + mm(0.5), whole.width, high - mm(0.5)), card)

    def _row(self, ink: Ink, row: Rect, card: Judged) -> None:
        tall = row.height / mm(1)
        size = max(2.2, min(4.0, tall * 0.72))
        paper = mixed(WORN, PANEL, 0.25) if card.removed else PARCHMENT
        colour = FADED if card.removed else SEPIA
        ink.seat(card.by, row, mm(0.8))
        block, rest = row.from_left(min(mm(8), row.height * 1.2))
        ink.picture(f"{card.by}/flat", block.inset(mm(0.5), mm(0.4)), ON_PLAYER[card.by])
        edge = min(mm(0.35), row.height * 0.06)
        face = Rect(rest.x, rest.y + edge, rest.width - edge, rest.height - 2 * edge)
        ink.box(face, paper, mm(0.6))
        name, rest = face.inset(mm(1), -edge).from_left(mm(30), mm(1))
        counts, rest = rest.from_right(mm(10), mm(1))
        printed, why = rest.from_left(mm(8), mm(1.5))
        used = ink.words(card.name, name, size, colour, bold=True)
        ink.words(card.printed, printed, size * 0.9, FADED, across="right")
        ink.words(card.why, why, min(3.4, size * 0.9), CHANGED, most=2 if tall > 6 else 1)
        if card.removed:
            ink.box(Rect(name.x, name.center[1] - mm(0.15), used, mm(0.35)), CHANGED)
        ink.words(card.counts, counts, min(5.2, size * 1.25), colour, bold=True, across="right")


class Sums(View[tuple[Sum, ...]]):
    """A row for each player: gold around who takes the objective."""

    ROW = 9.6

    def draw(self, ink: Ink, whole: Rect, sums: tuple[Sum, ...]) -> None:
        """Sign, name, sum."""
        high = min(mm(self.ROW), whole.height / max(1, len(sums)))
        for at, each in enumerate(sums):
            top = whole.top - at * high
            row = Rect(whole.x, top - high + mm(1.1), whole.width, high - mm(1.1))
            if each.wins:
                ink.box(row.inset(-mm(0.45)), GOLD, mm(ROUND + 0.4))
            ink.box(row, RAISED if each.wins else PANEL, mm(ROUND))
            sign, rest = row.inset(mm(1), mm(0.5)).from_left(mm(6.4), mm(1.2))
            ink.picture(each.seat.colour, sign)
            number, name = rest.from_right(mm(14), mm(1))
            ink.words(each.seat.name, name, 4.0, CHALK, bold=each.wins)
            ink.words(each.sum, number, 6.0, CHALK if each.wins else MUTED, bold=True, across="right")


class EvaluationLayer(OneByOne):
    """At the left the cards, at the right sums, beneath them what worked on the whole column, and the hands."""

    LEFT = 88.0
    WHY = 21.0

    def __init__(self, act: Act, words: Words) -> None:
        self.value: Evaluation | None = None
        self.cards = Cards()
        self.sums = Sums()
        self.why = Sentences(3.6)
        super().__init__(act, words)
        for part in (self.cards, self.sums, self.why):
            self.add_widget(part)

    def show(self, value: Evaluation) -> None:
        """Tell this column."""
        _ = self.words().gettext
        self.value = value
        last = value.at == value.of
        far = f"{value.at} / {value.of}" if value.of > 1 else ""
        self.head.show(value.title, sign=value.symbol, far=far)
        self.cards.show(value.cards)
        self.sums.show(value.sums)
        self.why.show(value.lines)
        self.ways(last, _("Go on") if last else _("Next column"), _("Skip to what is asked"))

    def fill(self, rest: Rect, foot: Rect) -> None:
        """Two columns."""
        assert self.value is not None
        left, right = rest.from_left(mm(self.LEFT), mm(3))
        lay(self.cards, left)
        wanted = mm(Sums.ROW) * len(self.value.sums)
        sums, right = right.from_top(min(wanted, right.height - mm(self.WHY)), mm(1))
        lay(self.sums, sums.inset(mm(0.5), 0))
        lay(self.why, right)
        self.low(foot)
