"""The end of the game: what is exchanged, and the coats of arms compared kind by kind."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.louis_xiv.screen.asides import Exchange, Given, Held, KindWon
from companion.screen.draw.drawn import Act, View, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY,
    CHALK,
    GAP,
    GOLD,
    LINE,
    MUTED,
    PANEL,
    PLAYERS,
    RAISED,
    ROUND,
    TITLE,
    faded,
)
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.layer import Layer, Words
from companion.screen.widgets.one_by_one import OneByOne
from companion.screen.widgets.ranking import Ranking


class Exchanged(View[tuple[Given, ...]]):
    """A row a player: what he gives, an arrow, the coats of arms he gets, and how many he has then."""

    def draw(self, ink: Ink, whole: Rect, everybody: tuple[Given, ...]) -> None:
        """Rows for four, however many there are."""
        for given, row in zip(everybody, whole.rows(4, mm(GAP)), strict=False):
            self._row(ink, row, given)

    def _row(self, ink: Ink, row: Rect, given: Given) -> None:
        ink.box(row, PANEL, mm(ROUND))
        inner = row.inset(mm(2), mm(1.4))
        sign, inner = inner.from_left(mm(9), mm(2))
        ink.picture(given.seat.colour, sign)
        name, inner = inner.from_left(mm(26), mm(1))
        ink.words(given.seat.name, name, TITLE, CHALK, bold=True)
        has, inner = inner.from_right(mm(20), mm(3))
        ink.box(has, RAISED, mm(ROUND))
        arms, number = has.inset(mm(1.2), mm(0.8)).from_left(mm(7), mm(1))
        ink.picture("arms", arms)
        ink.words(str(given.has), number, 6.4, CHALK, bold=True)
        gets, inner = inner.from_right(mm(21), mm(2))
        arrow, number = gets.from_left(mm(7), mm(1.5))
        ink.picture("next", arrow, GOLD if given.gets else LINE)
        ink.words(f"+{given.gets}", number, 6.4, GOLD if given.gets else MUTED, bold=True)
        for thing in given.things:
            spot, inner = inner.from_left(mm(13), mm(0.4))
            sign, count = spot.from_left(mm(6.2), mm(0.6))
            ink.picture(thing.symbol, sign)
            ink.words(str(thing.count), count, 4.4, CHALK, bold=True)


class ExchangeLayer(Layer):
    """Everybody's exchange in one look."""

    def __init__(self, act: Act, words: Words) -> None:
        self.value: Exchange | None = None
        self.rows = Exchanged()
        self.on = PushButton("next", act, symbol="next", style="main", size=TITLE)
        super().__init__(act, words)
        self.add_widget(self.rows)
        self.add_widget(self.on)

    def show(self, value: Exchange) -> None:
        """Tell it."""
        self.value = value
        self.head.show(value.title, value.subtitle, sign="arms")
        self.rows.show(value.given)
        self.on.show(self.words().gettext("Go on"))
        self.again()

    def fill(self, rest: Rect, foot: Rect) -> None:
        """Rows above, the button below."""
        lay(self.rows, rest)
        lay(self.on, foot.from_right(mm(52))[0])

    def paint(self, ink: Ink, whole: Rect) -> None:
        """What hands must do."""
        super().paint(ink, whole)
        if self.value is not None and self.value.hands:
            foot = Rect(self.rows.x, self.on.y, self.on.x - self.rows.x - mm(3), self.on.height)
            sign, words = foot.from_left(mm(8), mm(2))
            ink.picture("hand", sign, MUTED)
            ink.words(self.value.hands, words, BODY, CHALK, most=3)


class Kind(View[tuple[Held, ...]]):
    """Who has how many of a kind; gold around those with most, who get one more."""

    def draw(self, ink: Ink, whole: Rect, held: tuple[Held, ...]) -> None:
        """A row a player."""
        most = max((each.count for each in held), default=1) or 1
        for each, row in zip(held, whole.rows(4, mm(GAP)), strict=False):
            if each.most:
                ink.box(row.inset(-mm(0.4)), GOLD, mm(ROUND + 0.3))
            ink.box(row, RAISED if each.most else PANEL, mm(ROUND))
            inner = row.inset(mm(1.2), mm(0.8))
            sign, inner = inner.from_left(mm(7), mm(1.4))
            ink.picture(each.seat.colour, sign)
            count, inner = inner.from_left(mm(9), mm(2))
            ink.words(str(each.count), count, 6.4, CHALK if each.count else MUTED, bold=True, across="right")
            if each.most:
                more, inner = inner.from_right(mm(11), mm(1))
                ink.words("+1", more, 6.0, GOLD, bold=True, across="right")
            name, bar = inner.from_top(inner.height * 0.6)
            ink.words(each.seat.name, name, BODY, CHALK)
            track = bar.middle(bar.width, mm(1.6))
            ink.box(track, faded(LINE, 0.6), mm(0.8))
            if each.count:
                ink.box(
                    track.from_left(track.width * each.count / most)[0], PLAYERS[each.seat.colour], mm(0.8)
                )


class KindLayer(OneByOne):
    """At the left the kind, at the right the points as they grow."""

    LEFT = 62.0

    def __init__(self, act: Act, words: Words) -> None:
        self.kind = Kind()
        self.sentence = ""
        self.ranking = Ranking(act)
        super().__init__(act, words)
        for part in (self.kind, self.ranking):
            self.add_widget(part)

    def show(self, value: KindWon) -> None:
        """Tell this kind."""
        _ = self.words().gettext
        last = value.at == value.of
        self.sentence = value.sentence
        advice, far = _("Whoever has most gets one more."), f"{value.at} / {value.of}"
        self.head.show(value.words, advice, sign=value.symbol, far=far)
        self.kind.show(value.held)
        self.ranking.show(value.ranks, value.longest)
        self.ways(last, _("Who has won?") if last else _("Next kind"), _("Skip to the winner"))

    def fill(self, rest: Rect, foot: Rect) -> None:
        """Two columns."""
        left, right = rest.from_left(mm(self.LEFT), mm(4))
        lay(self.kind, left.from_top(mm(44))[0].inset(mm(0.5), 0))
        lay(self.ranking, right)
        self.low(foot)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Who gets one more, in words."""
        super().paint(ink, whole)
        room = Rect(
            self.kind.x, self.on.top + mm(GAP), self.kind.width, self.kind.y - self.on.top - mm(GAP + 1)
        )
        ink.words(self.sentence, room, BODY, CHALK, most=3)
