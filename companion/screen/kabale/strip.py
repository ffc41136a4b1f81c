"""A player's strip: how many cards he holds, can draw and has discarded. What he has won lies face down (K-3.8)."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.drawn import Drawn
from companion.screen.ink import Ink, letters, width_of
from companion.screen.kabale.views import Player
from companion.screen.rect import Rect
from companion.screen.theme import (
    BODY,
    CHALK,
    GOLD,
    MUTED,
    ON_PLAYER,
    PANEL,
    RAISED,
    ROUND,
)

SIZES = ((2.6, 3.1), (2.3, 2.7), (2.0, 2.3))
"""Millimetres of a symbol, and of the letters of its number: the first that leave room between them."""


class PlayerStrip(Drawn):
    """Sign and name; beneath, cards in hand, deck, discard pile."""

    SIGN = 5.0

    def __init__(self, player: Player) -> None:
        self.player = player
        super().__init__()

    def show(self, player: Player) -> None:
        """Show him like this."""
        if player != self.player:
            self.player = player
            self.again()

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Gold around whose turn it is."""
        player, colour = self.player, self.player.seat.colour
        if player.turn:
            ink.box(whole.inset(-mm(0.45)), GOLD, mm(ROUND + 0.4))
        ink.box(whole, RAISED if player.turn else PANEL, mm(ROUND))
        sign, rest = whole.from_left(mm(self.SIGN), mm(0.8))
        ink.seat(colour, sign, mm(ROUND))
        ink.picture(f"{colour}/flat", sign.middle(mm(4.2), mm(4.2)), ON_PLAYER[colour])
        name, counts = rest.from_right(mm(0.6))[1].inset(0, mm(0.4)).from_top(rest.height * 0.5)
        if player.start:
            spot, name = name.from_right(mm(3.8), mm(0.3))
            ink.picture("sun", spot.middle(mm(3.6), mm(3.6)))
        ink.words(player.seat.name, name, BODY, CHALK, bold=True)
        things = (("held", player.hand), ("drawn", player.deck), ("discarded", player.discard))
        for icon, letter in SIZES:
            widths = [mm(icon + 0.3) + width_of(str(count), letters(letter), True) + 1 for _, count in things]
            gap = min(mm(3), (counts.width - sum(widths)) / (len(things) - 1))
            if gap > mm(0.9):
                break
        for (symbol, count), wide in zip(things, widths, strict=True):
            cell, counts = counts.from_left(wide, gap)
            spot, number = cell.from_left(mm(icon), mm(0.3))
            ink.picture(symbol, spot, MUTED)
            ink.words(str(count), number, letter, CHALK, bold=True)
