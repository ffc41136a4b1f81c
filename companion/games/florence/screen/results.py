"""The stage when the game is over: everybody's principality beneath his points, in the order of the places."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.screen.ground import paint_ground
from companion.games.florence.screen.views import Result, Results
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


class ResultsView(ModelView[Results]):
    """A column for each player, gold around the winner's."""

    WIDEST = 36.0

    def paint_model(self, ink: Painter, whole: Rect, model: Results) -> None:
        """Side by side, the first place first."""
        count = len(model.results)
        if count:
            room = whole.centred(min(whole.width, mm(self.WIDEST) * count), whole.height)
            for result, cell in zip(model.results, room.split_columns(count, mm(1.6)), strict=True):
                self._column(ink, cell.inset(mm(0.6)), result)

    def _column(self, ink: Painter, cell: Rect, result: Result) -> None:
        """Sign and name, points, florins, the principality."""
        player, colour = result.player, result.player.seat.colour
        if result.wins:
            ink.fill_rect(cell.inset(-mm(0.6)), GOLD, mm(CORNER_RADIUS + 0.5))
        ink.fill_rect(cell, PANEL, mm(CORNER_RADIUS))
        head, rest = cell.cut_top(mm(8))
        ink.fill_player_rect(colour, head, mm(CORNER_RADIUS))
        sign, name = head.inset(mm(0.9), mm(1)).cut_left(mm(5), mm(0.7))
        ink.draw_symbol(f"{colour}/flat", sign, TEXT_ON_PLAYER_COLOURS[colour])
        ink.draw_text(
            player.seat.name, name, LEAD_TEXT, TEXT_ON_PLAYER_COLOURS[colour], bold=True, may_truncate=True
        )
        place, rest = rest.cut_top(mm(6), mm(0.6))
        ink.draw_text(
            f"{result.place}.",
            place,
            HEADING_TEXT,
            GOLD if result.wins else MUTED,
            bold=True,
            halign="center",
        )
        points, rest = rest.cut_top(mm(11), mm(0.4))
        _counted(ink, points, "points", player.points, HUGE_TEXT)
        money, rest = rest.cut_top(mm(5.4), mm(1))
        _counted(ink, money, "florin", player.money, LEAD_TEXT)
        side = min(rest.width - mm(1.2), rest.height - mm(0.8))
        paint_ground(ink, rest.centred(side, side), player.ground)


def _counted(ink: Painter, row: Rect, symbol: str, number: int, size: float) -> None:
    """A sign and a number, together in the middle."""
    wide = text_width(str(number), font_pixels(size), True) + 2.0
    sign, words = row.centred(min(row.width, row.height + mm(0.6) + wide), row.height).cut_left(
        row.height, mm(0.6)
    )
    ink.draw_symbol(symbol, sign.inset(row.height * 0.08))
    ink.draw_text(str(number), words, size, CHALK, bold=True)
