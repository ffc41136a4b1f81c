"""The table when the game is over: everybody's objectives, face up."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.kabale.screen.view_models import WonObjectivesModel
from companion.screen.draw.canvas_widget import ModelView
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    GOLD,
    PANEL,
    PARCHMENT,
    PROMPT_TEXT,
    SEPIA,
    TEXT_ON_PLAYER_COLOURS,
    TITLE_TEXT,
)


class WonObjectivesView(ModelView[tuple[WonObjectivesModel, ...]]):
    """A panel for each player with their points and what they have won; gold around the winner's."""

    ROWS = 5

    def paint_model(self, painter: Painter, bounds: Rect, winnings: tuple[WonObjectivesModel, ...]) -> None:
        """Paint the panels side by side, clockwise."""
        if winnings:
            for each, cell in zip(winnings, bounds.split_columns(len(winnings), mm(1)), strict=True):
                self._paint_panel(painter, cell.inset(mm(0.7)), each)

    def _paint_panel(self, painter: Painter, panel: Rect, each: WonObjectivesModel) -> None:
        if each.is_winner:
            painter.fill_rect(panel.inset(-mm(0.5)), GOLD, mm(CORNER_RADIUS + 0.4))
        painter.fill_rect(panel, PANEL, mm(CORNER_RADIUS))
        colour = each.seat.colour
        head, rest = panel.cut_top(mm(10))
        painter.fill_player_rect(colour, head, mm(CORNER_RADIUS))
        sign, points = head.inset(mm(1.4), mm(1)).cut_left(mm(8), mm(1))
        painter.draw_symbol(f"{colour}/flat", sign, TEXT_ON_PLAYER_COLOURS[colour])
        painter.draw_text(
            str(each.points), points, PROMPT_TEXT, TEXT_ON_PLAYER_COLOURS[colour], bold=True, halign="right"
        )
        across = max(1, -(-len(each.won) // self.ROWS))
        cells = rest.inset(mm(0.8)).split_grid(max(across, 2), self.ROWS, mm(0.5))
        for won, cell in zip(each.won, cells, strict=False):
            painter.fill_rect(cell, PARCHMENT, mm(0.9))
            picture, value = cell.inset(mm(0.5), mm(0.3)).cut_left(cell.width * 0.5)
            painter.draw_symbol(won.symbol, picture)
            painter.draw_text(str(won.value), value, TITLE_TEXT, SEPIA, bold=True, halign="center")
        if not each.won:
            painter.draw_text("–", rest, TITLE_TEXT, CHALK, halign="center")
