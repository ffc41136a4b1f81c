"""A player's strip: how many cards he holds, can draw and has discarded. What he has won lies face down (K-3.8)."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.kabale.screen.view_models import PlayerModel
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    CHALK,
    MUTED,
)
from companion.screen.widgets.player_panel import BasePlayerPanel

SYMBOL_SIZES = (2.6, 2.3, 2.0)
"""Millimetres of a symbol: the first that leave room between them."""
NUMBER_SCALE = 1.2
"""The letters of its number, as a share of the symbol."""


class PlayerPanel(BasePlayerPanel[PlayerModel]):
    """Sign and name; beneath, cards in hand, deck, discard pile."""

    SIGN_WIDTH = 5.0

    def paint_name_row(self, painter: Painter, row: Rect, model: PlayerModel) -> None:
        """Name, start player."""
        if model.is_start_player:
            spot, row = row.cut_right(mm(3.8), mm(0.3))
            painter.draw_symbol("sun", spot.centred(mm(3.6), mm(3.6)))
        painter.draw_text(model.seat.name, row, BODY_TEXT, CHALK, bold=True)

    def paint_counts_row(self, painter: Painter, row: Rect, model: PlayerModel) -> None:
        """Cards where they are; smaller when there are many people."""
        things = (("held", model.hand_size), ("drawn", model.deck_size), ("discarded", model.discard_size))
        for icon in SYMBOL_SIZES:
            widths = [
                mm(icon + 0.3) + text_width(str(count), font_pixels(icon * NUMBER_SCALE), True) + 1
                for _, count in things
            ]
            gap = min(mm(3), (row.width - sum(widths)) / (len(things) - 1))
            if gap > mm(0.9):
                break
        for (symbol, count), wide in zip(things, widths, strict=True):
            cell, row = row.cut_left(wide, gap)
            spot, number = cell.cut_left(mm(icon), mm(0.3))
            painter.draw_symbol(symbol, spot, MUTED)
            painter.draw_text(str(count), number, icon * NUMBER_SCALE, CHALK, bold=True)
