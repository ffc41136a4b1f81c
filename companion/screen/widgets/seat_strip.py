"""A player's strip at any table: their sign at the left, gold around whose turn it is."""

from __future__ import annotations

from typing import Any, Generic, Protocol, TypeVar

from kivy.metrics import mm

from companion.rules.game import Seat
from companion.screen.draw.drawn import View
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GOLD, ON_PLAYER, PANEL, RAISED, ROUND


class Seated(Protocol):
    """What a game's views know of a player."""

    @property
    def seat(self) -> Seat:
        """Whose strip it is."""
        ...

    @property
    def turn(self) -> bool:
        """Whether it is their turn."""
        ...


P = TypeVar("P", bound=Seated)


class SeatStrip(View[P], Generic[P]):
    """A player: their sign, and beside it two rows."""

    SIGN = 6.0

    def __init__(self, player: P, **settings: Any) -> None:
        super().__init__(**settings)
        self.show(player)

    @property
    def stands_for(self) -> str:
        """A finger on their sign."""
        return f"player/{self.shown.seat.colour}" if self.shown is not None else ""

    def draw(self, ink: Ink, whole: Rect, player: P) -> None:
        """Edge and sign; beside it two rows."""
        colour = player.seat.colour
        if player.turn:
            ink.box(whole.inset(-mm(0.35)), GOLD, mm(ROUND + 0.3))
        ink.box(whole, RAISED if player.turn else PANEL, mm(ROUND))
        sign, rest = whole.from_left(mm(self.SIGN), mm(1))
        ink.seat(colour, sign, mm(ROUND))
        side = mm(self.SIGN - 1)
        ink.picture(f"{colour}/flat", sign.middle(side, side), ON_PLAYER[colour])
        inner = rest.from_right(mm(0.8))[1].inset(0, mm(0.5))
        above, below = inner.from_top(rest.height * 0.5)
        self.above(ink, above, player)
        self.below(ink, below, player)

    def above(self, ink: Ink, row: Rect, player: P) -> None:
        """The row with their name."""
        raise NotImplementedError

    def below(self, ink: Ink, row: Rect, player: P) -> None:
        """What they have, counted."""
        raise NotImplementedError
