"""The table when the game is over: everybody's objectives, face up."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.kabale.screen.views import Trophies
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


class TrophiesView(ModelView[tuple[Trophies, ...]]):
    """A panel for each player: his points, gold around the winner's; beneath, what he has won."""

    ROWS = 5

    def paint_model(self, ink: Painter, whole: Rect, trophies: tuple[Trophies, ...]) -> None:
        """Side by side, clockwise."""
        if trophies:
            for each, cell in zip(trophies, whole.split_columns(len(trophies), mm(1)), strict=True):
                self._panel(ink, cell.inset(mm(0.7)), each)

    def _panel(self, ink: Painter, panel: Rect, each: Trophies) -> None:
        if each.wins:
            ink.fill_rect(panel.inset(-mm(0.5)), GOLD, mm(CORNER_RADIUS + 0.4))
        ink.fill_rect(panel, PANEL, mm(CORNER_RADIUS))
        colour = each.seat.colour
        head, rest = panel.cut_top(mm(10))
        ink.fill_player_rect(colour, head, mm(CORNER_RADIUS))
        sign, points = head.inset(mm(1.4), mm(1)).cut_left(mm(8), mm(1))
        ink.draw_symbol(f"{colour}/flat", sign, TEXT_ON_PLAYER_COLOURS[colour])
        ink.draw_text(
            str(each.points), points, PROMPT_TEXT, TEXT_ON_PLAYER_COLOURS[colour], bold=True, halign="right"
        )
        across = max(1, -(-len(each.won) // self.ROWS))
        cells = rest.inset(mm(0.8)).split_grid(max(across, 2), self.ROWS, mm(0.5))
        for won, cell in zip(each.won, cells, strict=False):
            ink.fill_rect(cell, PARCHMENT, mm(0.9))
            picture, value = cell.inset(mm(0.5), mm(0.3)).cut_left(cell.width * 0.5)
            ink.draw_symbol(won.symbol, picture)
            ink.draw_text(str(won.value), value, TITLE_TEXT, SEPIA, bold=True, halign="center")
        if not each.won:
            ink.draw_text("–", rest, TITLE_TEXT, CHALK, halign="center")
