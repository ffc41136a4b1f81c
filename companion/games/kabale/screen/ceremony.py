"""The end of the game: one player's objectives after another are opened and counted both ways."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.kabale.screen.asides import Opening, Way, Won
from companion.screen.draw.drawn import Act, View, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY,
    CHALK,
    GOLD,
    LINE,
    MUTED,
    PANEL,
    PARCHMENT,
    RAISED,
    ROUND,
    SEPIA,
    TITLE,
    faded,
)
from companion.screen.widgets.layer import Words
from companion.screen.widgets.one_by_one import OneByOne
from companion.screen.widgets.ranking import Ranking


class Opened(View[Opening]):
    """A column for each symbol: the objectives of it, the highest on top; beneath, both ways of counting."""

    WAYS = 13.0

    def draw(self, ink: Ink, whole: Rect, opening: Opening) -> None:
        """Objectives above, ways below."""
        ways, rest = whole.from_bottom(mm(self.WAYS), mm(1.5))
        for symbol, cell in zip(opening.symbols, rest.columns(len(opening.symbols), mm(1)), strict=True):
            self._symbol(ink, cell, symbol, [won for won in opening.won if won.symbol == symbol])
        for way, cell in zip(opening.ways, ways.columns(2, mm(2)), strict=True):
            self._way(ink, cell.inset(mm(0.5)), way)

    def _symbol(self, ink: Ink, cell: Rect, symbol: str, won: list[Won]) -> None:
        head, rest = cell.from_top(mm(9.5), mm(0.8))
        ink.box(cell, PANEL, mm(ROUND))
        if not won:
            ink.picture(symbol, head.inset(mm(1)), faded(MUTED, 0.3))
            ink.words("–", rest, TITLE, MUTED, across="center")
            return
        ink.picture(symbol, head.inset(mm(0.8)))
        high = min(mm(7.4), rest.height / len(won))
        for at, each in enumerate(won):
            card = Rect(rest.x, rest.top - (at + 1) * high, rest.width, high).inset(mm(0.8), mm(0.4))
            if each.best:
                ink.box(card.inset(-mm(0.5)), GOLD, mm(1.2))
            ink.box(card, PARCHMENT, mm(0.9))
            said = f"2×{each.value}" if each.best else str(each.value)
            ink.words(said, card, 5.2, SEPIA, bold=True, across="center")

    def _way(self, ink: Ink, cell: Rect, way: Way) -> None:
        """Gold around the better one; a way that is not allowed is dark."""
        if way.better:
            ink.box(cell.inset(-mm(0.5)), GOLD, mm(ROUND + 0.4))
        ink.box(cell, RAISED if way.better else PANEL, mm(ROUND))
        inner = cell.inset(mm(1.6), mm(0.8))
        points, words = inner.from_right(mm(13), mm(1))
        title, below = words.from_top(words.height * 0.48)
        colour = CHALK if way.better else MUTED
        ink.words(way.title, title, BODY, colour, bold=True)
        ink.words(way.sum, below, 3.4, colour, most=2)
        ink.words(way.points or "–", points, 9.0, colour if way.points else LINE, bold=True, across="right")


class OpeningLayer(OneByOne):
    """At the left the objectives, at the right the points as they grow."""

    LEFT = 88.0

    def __init__(self, act: Act, words: Words) -> None:
        self.opened = Opened()
        self.ranking = Ranking(act)
        super().__init__(act, words)
        for part in (self.opened, self.ranking):
            self.add_widget(part)

    def show(self, value: Opening) -> None:
        """Open this player's."""
        _ = self.words().gettext
        last = value.at == value.of
        far = f"{value.at} / {value.of}"
        self.head.show(value.seat.name, value.subtitle, sign=value.seat.colour, far=far)
        self.opened.show(value)
        self.ranking.show(value.ranks, value.longest)
        self.ways(last, _("Who has won?") if last else _("Next player"), _("Skip to the winner"))

    def fill(self, rest: Rect, foot: Rect) -> None:
        """Two columns."""
        left, right = rest.from_left(mm(self.LEFT), mm(3))
        lay(self.opened, left)
        lay(self.ranking, right)
        self.low(foot)
