"""A player's strip: how many cards he holds, can draw and has discarded. What he has won lies face down (K-3.8)."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.kabale.screen.views import Player
from companion.screen.draw.ink import Ink, letters, width_of
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY,
    CHALK,
    MUTED,
)
from companion.screen.widgets.seat_strip import SeatStrip

ICONS = (2.6, 2.3, 2.0)
"""Millimetres of a symbol: the first that leave room between them."""
NUMBER = 1.2
"""The letters of its number, as a share of the symbol."""


class PlayerStrip(SeatStrip[Player]):
    """Sign and name; beneath, cards in hand, deck, discard pile."""

    SIGN = 5.0

    def above(self, ink: Ink, row: Rect, player: Player) -> None:
        """Name, start player."""
        if player.start:
            spot, row = row.from_right(mm(3.8), mm(0.3))
            ink.picture("sun", spot.middle(mm(3.6), mm(3.6)))
        ink.words(player.seat.name, row, BODY, CHALK, bold=True)

    def below(self, ink: Ink, row: Rect, player: Player) -> None:
        """Cards where they are; smaller when there are many people."""
        things = (("held", player.hand), ("drawn", player.deck), ("discarded", player.discard))
        for icon in ICONS:
            widths = [
                mm(icon + 0.3) + width_of(str(count), letters(icon * NUMBER), True) + 1 for _, count in things
            ]
            gap = min(mm(3), (row.width - sum(widths)) / (len(things) - 1))
            if gap > mm(0.9):
                break
        for (symbol, count), wide in zip(things, widths, strict=True):
            cell, row = row.from_left(wide, gap)
            spot, number = cell.from_left(mm(icon), mm(0.3))
            ink.picture(symbol, spot, MUTED)
            ink.words(str(count), number, icon * NUMBER, CHALK, bold=True)
