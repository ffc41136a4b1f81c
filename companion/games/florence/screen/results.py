"""The stage when the game is over: everybody's principality beneath his points, in the order of the places."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.screen.ground import paint_ground
from companion.games.florence.screen.views import Result, Results
from companion.screen.draw.drawn import View
from companion.screen.draw.ink import Ink, letters, width_of
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, GOLD, HEADING, HUGE, LEAD, MUTED, ON_PLAYER, PANEL, ROUND


class ResultsView(View[Results]):
    """A column for each player, gold around the winner's."""

    WIDEST = 36.0

    def draw(self, ink: Ink, whole: Rect, value: Results) -> None:
        """Side by side, the first place first."""
        count = len(value.results)
        if count:
            room = whole.middle(min(whole.width, mm(self.WIDEST) * count), whole.height)
            for result, cell in zip(value.results, room.columns(count, mm(1.6)), strict=True):
                self._column(ink, cell.inset(mm(0.6)), result)

    def _column(self, ink: Ink, cell: Rect, result: Result) -> None:
        """Sign and name, points, florins, the principality."""
        player, colour = result.player, result.player.seat.colour
        if result.wins:
            ink.box(cell.inset(-mm(0.6)), GOLD, mm(ROUND + 0.5))
        ink.box(cell, PANEL, mm(ROUND))
        head, rest = cell.from_top(mm(8))
        ink.seat(colour, head, mm(ROUND))
        sign, name = head.inset(mm(0.9), mm(1)).from_left(mm(5), mm(0.7))
        ink.picture(f"{colour}/flat", sign, ON_PLAYER[colour])
        ink.words(player.seat.name, name, LEAD, ON_PLAYER[colour], bold=True, cut=True)
        place, rest = rest.from_top(mm(6), mm(0.6))
        ink.words(
            f"{result.place}.", place, HEADING, GOLD if result.wins else MUTED, bold=True, across="center"
        )
        points, rest = rest.from_top(mm(11), mm(0.4))
        _counted(ink, points, "points", player.points, HUGE)
        money, rest = rest.from_top(mm(5.4), mm(1))
        _counted(ink, money, "florin", player.money, LEAD)
        side = min(rest.width - mm(1.2), rest.height - mm(0.8))
        paint_ground(ink, rest.middle(side, side), player.ground)


def _counted(ink: Ink, row: Rect, symbol: str, number: int, size: float) -> None:
    """A sign and a number, together in the middle."""
    wide = width_of(str(number), letters(size), True) + 2.0
    sign, words = row.middle(min(row.width, row.height + mm(0.6) + wide), row.height).from_left(
        row.height, mm(0.6)
    )
    ink.picture(symbol, sign.inset(row.height * 0.08))
    ink.words(str(number), words, size, CHALK, bold=True)
