"""The stage when the game is over: everybody's principality below their points, the first place first."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.screen.principality.principality_painter import paint_principality
from companion.games.florence.screen.view_models import PlayerResultModel, ResultsModel
from companion.screen.draw.canvas_widget import ModelView
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    GOLD,
    HEADING_TEXT,
    HUGE_TEXT,
    LEAD_TEXT,
    MUTED,
    PANEL,
    TEXT_ON_PLAYER_COLOURS,
)


class ResultsView(ModelView[ResultsModel]):
    """A column for each player, with gold around the winner's."""

    MAX_COLUMN_WIDTH = 36.0

    def paint_model(self, painter: Painter, bounds: Rect, model: ResultsModel) -> None:
        """Paint the columns side by side, the first place first."""
        count = len(model.results)
        if count:
            room = bounds.centred(min(bounds.width, mm(self.MAX_COLUMN_WIDTH) * count), bounds.height)
            for result, cell in zip(model.results, room.split_columns(count, mm(1.6)), strict=True):
                self._column(painter, cell.inset(mm(0.6)), result)

    def _column(self, painter: Painter, cell: Rect, result: PlayerResultModel) -> None:
        """Paint sign and name, points, florins and the principality."""
        player, colour = result.player, result.player.seat.colour
        if result.is_winner:
            painter.fill_rect(cell.inset(-mm(0.6)), GOLD, mm(CORNER_RADIUS + 0.5))
        painter.fill_rect(cell, PANEL, mm(CORNER_RADIUS))
        head, rest = cell.cut_top(mm(8))
        painter.fill_player_rect(colour, head, mm(CORNER_RADIUS))
        sign, name = head.inset(mm(0.9), mm(1)).cut_left(mm(5), mm(0.7))
        painter.draw_symbol(f"{colour}/flat", sign, TEXT_ON_PLAYER_COLOURS[colour])
        painter.draw_text(
            player.seat.shown_name,
            name,
            LEAD_TEXT,
            TEXT_ON_PLAYER_COLOURS[colour],
            bold=True,
            may_truncate=True,
        )
        place, rest = rest.cut_top(mm(6), mm(0.6))
        painter.draw_text(
            f"{result.place}.",
            place,
            HEADING_TEXT,
            GOLD if result.is_winner else MUTED,
            bold=True,
            halign="center",
        )
        points, rest = rest.cut_top(mm(11), mm(0.4))
        _paint_symbol_and_number(painter, points, "points", player.points, HUGE_TEXT)
        money, rest = rest.cut_top(mm(5.4), mm(1))
        _paint_symbol_and_number(painter, money, "florin", player.money, LEAD_TEXT)
        side = min(rest.width - mm(1.2), rest.height - mm(0.8))
        paint_principality(painter, rest.centred(side, side), player.placed_tiles)


def _paint_symbol_and_number(painter: Painter, row: Rect, symbol: str, number: int, size: float) -> None:
    """Paint a symbol and a number, centred together."""
    wide = text_width(str(number), font_pixels(size), True) + 2.0
    sign, text_rect = row.centred(min(row.width, row.height + mm(0.6) + wide), row.height).cut_left(
        row.height, mm(0.6)
    )
    painter.draw_symbol(symbol, sign.inset(row.height * 0.08))
    painter.draw_text(str(number), text_rect, size, CHALK, bold=True)
