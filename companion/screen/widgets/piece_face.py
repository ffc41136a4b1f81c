"""A piece of the box, drawn large on parchment so that people find it among similar ones."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import ModelView
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    ART_COLOURS,
    CHALK,
    CORNER_RADIUS,
    HUGE_TEXT,
    PARCHMENT,
    POSTER_TEXT,
    SEPIA,
    YES_GREEN,
    mix_colours,
)
from companion.screen.view_models import CardModel


class PieceFaceView(ModelView[CardModel | None]):
    """A card with its number or symbol and what else is printed on it; a check mark for no card."""

    SYMBOL_HEIGHT = 11.0

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint parchment, and what is on it."""
        painter.fill_rect(bounds, mix_colours(PARCHMENT, SEPIA, 0.5), mm(CORNER_RADIUS))
        painter.fill_rect(bounds.inset(mm(0.3)), PARCHMENT, mm(CORNER_RADIUS - 0.3))
        inner, card = bounds.inset(mm(3)), self.model
        if card is None:
            painter.draw_symbol("check", inner.inset(mm(4)), YES_GREEN)
            return
        if card.printed_symbols:
            signs, inner = inner.cut_bottom(mm(self.SYMBOL_HEIGHT), mm(2))
            width = mm(self.SYMBOL_HEIGHT) * len(card.printed_symbols) + mm(2) * (
                len(card.printed_symbols) - 1
            )
            cells = signs.centred(width, signs.height).split_columns(len(card.printed_symbols), mm(2))
            for sign, cell in zip(card.printed_symbols, cells, strict=True):
                painter.draw_symbol(sign, cell)
        self._mark(painter, inner, card)

    def _mark(self, painter: Painter, inner: Rect, card: CardModel) -> None:
        """Paint the number, the symbol, or the number beneath the symbol."""
        if card.symbol and card.number:
            number, inner = inner.cut_bottom(mm(11), mm(1))
            painter.draw_text(card.number, number, HUGE_TEXT, SEPIA, bold=True, halign="center")
        if card.symbol:
            painter.draw_symbol(card.symbol, inner, ART_COLOURS["leaf"])
        elif card.number:
            side = mm(26)
            painter.draw_symbol("dot", inner.centred(side, side), ART_COLOURS["leaf"])
            painter.draw_text(
                card.number, inner.centred(side, side), POSTER_TEXT, CHALK, bold=True, halign="center"
            )
