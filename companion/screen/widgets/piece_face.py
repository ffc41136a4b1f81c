"""A piece of the box, drawn large on parchment: so that one finds it among its like."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.draw.drawn import View
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, GRANTED, HUGE, METALS, PARCHMENT, POSTER, ROUND, SEPIA, mixed
from companion.screen.views import Card


class PieceFace(View[Card | None]):
    """A card with its number or symbol and what else is printed on it; a tick when there is none to ask for."""

    SIGNS = 11.0

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Parchment, and what is on it."""
        ink.box(whole, mixed(PARCHMENT, SEPIA, 0.5), mm(ROUND))
        ink.box(whole.inset(mm(0.3)), PARCHMENT, mm(ROUND - 0.3))
        inner, card = whole.inset(mm(3)), self.shown
        if card is None:
            ink.picture("check", inner.inset(mm(4)), GRANTED)
            return
        if card.signs:
            signs, inner = inner.from_bottom(mm(self.SIGNS), mm(2))
            width = mm(self.SIGNS) * len(card.signs) + mm(2) * (len(card.signs) - 1)
            cells = signs.middle(width, signs.height).columns(len(card.signs), mm(2))
            for sign, cell in zip(card.signs, cells, strict=True):
                ink.picture(sign, cell)
        self._mark(ink, inner, card)

    def _mark(self, ink: Ink, inner: Rect, card: Card) -> None:
        """The number, the symbol, or the number beneath the symbol."""
        if card.symbol and card.number:
            number, inner = inner.from_bottom(mm(11), mm(1))
            ink.words(card.number, number, HUGE, SEPIA, bold=True, across="center")
        if card.symbol:
            ink.picture(card.symbol, inner, METALS["leaf"])
        elif card.number:
            side = mm(26)
            ink.picture("dot", inner.middle(side, side), METALS["leaf"])
            ink.words(card.number, inner.middle(side, side), POSTER, CHALK, bold=True, across="center")
