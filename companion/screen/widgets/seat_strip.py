"""A player's strip at any table: his sign at the left, gold around whose turn it is."""

from __future__ import annotations

from typing import Any

from kivy.metrics import mm

from companion.screen.draw.drawn import Drawn
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GOLD, ON_PLAYER, PANEL, RAISED, ROUND, SEPIA


class SeatStrip(Drawn):
    """`player` is what the game's views know of him, his `seat` and whether it is his `turn` among it."""

    SIGN = 6.0

    def __init__(self, player: Any) -> None:
        self.player = player
        super().__init__()

    @property
    def stands_for(self) -> str:
        """A finger on his sign."""
        return f"player/{self.player.seat.colour}"

    def show(self, player: Any) -> None:
        """Show him like this."""
        if player != self.player:
            self.player = player
            self.again()

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Edge and sign; beside it two rows."""
        colour = self.player.seat.colour
        if self.player.turn:
            ink.box(whole.inset(-mm(0.35)), GOLD, mm(ROUND + 0.3))
        ink.box(whole, RAISED if self.player.turn else PANEL, mm(ROUND))
        sign, rest = whole.from_left(mm(self.SIGN), mm(1))
        ink.seat(colour, sign, mm(ROUND))
        side = mm(self.SIGN - 1)
        ink.picture(f"{colour}/flat", sign.middle(side, side), ON_PLAYER.get(colour, SEPIA))
        inner = rest.from_right(mm(0.8))[1].inset(0, mm(0.5))
        above, below = inner.from_top(rest.height * 0.5)
        self.above(ink, above)
        self.below(ink, below)

    def above(self, ink: Ink, row: Rect) -> None:
        """The row with his name."""
        raise NotImplementedError

    def below(self, ink: Ink, row: Rect) -> None:
        """What he has, counted."""
        raise NotImplementedError
