"""The final count: one prestige card after another is opened, and points grow (P-E1)."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.metrics import mm

from companion.games.florence.screen.asides import CardCounted, Had, Need
from companion.screen.draw.drawn import Act, View, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY,
    CHALK,
    FADED,
    GOLD,
    GRANTED,
    LINE,
    MUTED,
    PANEL,
    PARCHMENT,
    PLAYERS,
    RAISED,
    REFUSED,
    ROUND,
    SEPIA,
    faded,
)
from companion.screen.widgets.layer import Words
from companion.screen.widgets.one_by_one import OneByOne
from companion.screen.widgets.ranking import Ranking


class OpenedCard(View[CardCounted]):
    """The card on parchment, who has how many of what beneath it, and at the foot what came of it."""

    CARD = 17.0
    ROW = 8.0
    FOOT = 9.5

    def draw(self, ink: Ink, whole: Rect, value: CardCounted) -> None:
        """Card, rows, sentence."""
        card, rest = whole.from_top(mm(self.CARD), mm(2))
        foot, rest = rest.from_bottom(mm(self.FOOT), mm(1))
        self._card(ink, card, value)
        needs, had = value.needs, value.had
        rows = _rows(len(needs or had), rest, mm(self.ROW))
        if needs:
            for need, row in zip(needs, rows, strict=True):
                self._need(ink, row, need)
        else:
            most = max((each.count for each in had), default=0) or 1
            for each, row in zip(had, rows, strict=True):
                self._had(ink, row, each, most)
        ink.words(value.sentence, foot, BODY, CHALK, most=2)

    def _card(self, ink: Ink, card: Rect, value: CardCounted) -> None:
        ink.box(card, PARCHMENT, mm(ROUND))
        inner = card.inset(mm(2), mm(1.4))
        sign, inner = inner.from_left(mm(11), mm(2.4))
        ink.picture(value.symbol, sign, SEPIA)
        points, inner = inner.from_right(mm(16), mm(1.5))
        made = value.points > 0
        ink.words(
            f"+{value.points}" if made else "0",
            points,
            10.0,
            SEPIA if made else FADED,
            bold=True,
            across="right",
        )
        name, gives = inner.from_top(inner.height * 0.62)
        ink.words(value.name, name, 5.0, SEPIA, bold=True, most=2)
        ink.words(value.gives, gives, BODY, FADED)

    def _had(self, ink: Ink, row: Rect, had: Had, most: int) -> None:
        """Gold around the owner where he makes points; a bar as long as his count."""
        if had.owner and had.most:
            ink.box(row.inset(-mm(0.45)), GOLD, mm(ROUND + 0.4))
        ink.box(row, RAISED if had.owner else PANEL, mm(ROUND))
        sign, rest = row.inset(mm(1), mm(0.5)).from_left(mm(6), mm(1.4))
        ink.picture(had.seat.colour, sign)
        name, rest = rest.from_left(mm(25), mm(1))
        ink.words(had.seat.name, name, BODY, CHALK if had.owner or had.most else MUTED, bold=had.owner)
        count, rest = rest.from_right(mm(9), mm(1.5))
        ink.words(str(had.count), count, 5.4, CHALK if had.most else MUTED, bold=True, across="right")
        track = rest.middle(rest.width, mm(1.8))
        ink.box(track, faded(LINE, 0.6), mm(0.9))
        if had.count:
            bar = track.from_left(track.width * had.count / most)[0]
            ink.box(bar, PLAYERS[had.seat.colour], mm(0.9))

    def _need(self, ink: Ink, row: Rect, need: Need) -> None:
        """A yes or a no before each condition."""
        met = need.have >= need.needed
        ink.box(row, RAISED if met else PANEL, mm(ROUND))
        mark, rest = row.inset(mm(1), mm(0.5)).from_left(mm(6), mm(1.4))
        ink.picture("check" if met else "cross", mark.middle(mm(5), mm(5)), GRANTED if met else REFUSED)
        count, rest = rest.from_right(mm(17), mm(1.5))
        ink.words(
            f"{need.have} / {need.needed}", count, 5.4, CHALK if met else MUTED, bold=True, across="right"
        )
        if need.symbol:
            sign, rest = rest.from_left(mm(6), mm(1.4))
            ink.picture(need.symbol, sign)
        ink.words(need.words, rest, BODY, CHALK)


def _rows(count: int, room: Rect, high: float) -> Iterator[Rect]:
    """So many rows from the top, no higher than that."""
    high = min(high, room.height / max(1, count))
    for at in range(count):
        yield Rect(room.x, room.top - (at + 1) * high + mm(1.1), room.width, high - mm(1.1))


class CardLayer(OneByOne):
    """At the left the card, at the right the points as they grow."""

    LEFT = 84.0

    def __init__(self, act: Act, words: Words) -> None:
        self.card = OpenedCard()
        self.ranking = Ranking(act)
        super().__init__(act, words)
        for part in (self.card, self.ranking):
            self.add_widget(part)

    def show(self, value: CardCounted) -> None:
        """Count this card."""
        _ = self.words().gettext
        last = value.at == value.of
        far = f"{value.at} / {value.of}"
        self.head.show(value.seat.name, _("Prestige card"), sign=value.seat.colour, far=far)
        self.card.show(value)
        self.ranking.show(value.ranks, value.longest)
        self.ways(last, _("Who has won?") if last else _("Next card"), _("Skip to the winner"))

    def fill(self, rest: Rect, foot: Rect) -> None:
        """Two columns; the left one reaches down beside the buttons as far as they leave room."""
        left, right = rest.from_left(mm(self.LEFT), mm(3))
        lay(self.card, left.inset(mm(0.5), 0))
        lay(self.ranking, right)
        self.low(foot)
