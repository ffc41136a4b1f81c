"""The board (L-M7): twelve tiles like a chessboard, and in the gaps what lies between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kivy.metrics import mm

from companion.games.louis_xiv.screen.tile_button import TileButton
from companion.games.louis_xiv.screen.view_models import BoardModel
from companion.screen.draw.canvas_widget import GlowingModelView, TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    BORDER,
    CHALK,
    CORNER_RADIUS,
    LEAD_TEXT,
    MUTED,
    NOTE_TEXT,
    PANEL,
    SMALL_TEXT,
    fade,
)
from companion.screen.view_models import CardModel

BOARD_LAYOUT: Final = (
    ("crown", 6, "sceptre", 7, "when"),
    (5, "general", 1, "general", 8),
    ("helmet", 4, "played", 2, "letter"),
    (12, "general", 3, "general", 9),
    ("intrigue", 11, "ring", 10, "crown"),
)
"""Rows from the top as printed in L-M7: tiles by number, and what lies in the gaps."""

TILE_WIDTH = 1.7
"""A tile's width in columns: like a brick it reaches into the gaps beside it, to have room for words."""


def rotate_square(row: int, column: int, quarters: int) -> tuple[int, int]:
    """The row and column of a square after that many counter-clockwise quarter turns of the board."""
    for _ in range(quarters % 4):
        row, column = 4 - column, row
    return row, column


class BoardView(GlowingModelView[BoardModel]):
    """The board, turned to the side at which the screen stands; its tiles stay upright."""

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.tile_buttons: dict[int, TileButton] = {}
        super().__init__()

    def on_model_changed(self, board: BoardModel, previous: object) -> None:
        """Make a button for every tile that is new."""
        for tile in board.tiles:
            if tile.number not in self.tile_buttons:
                self.tile_buttons[tile.number] = TileButton(tile, self.touch_handler)
                self.add_widget(self.tile_buttons[tile.number])
            self.tile_buttons[tile.number].show(tile)

    def _cell_rect(self, bounds: Rect, row: int, column: int, wide: float) -> Rect:
        """The rectangle of a square that is `wide` columns wide."""
        step = bounds.width / (4 + TILE_WIDTH)
        high = bounds.height / 5
        middle = bounds.x + step * (column + TILE_WIDTH / 2)
        return Rect(middle - wide * step / 2, bounds.top - (row + 1) * high, wide * step, high)

    def arrange_children(self, bounds: Rect) -> None:
        """Place the tiles on their squares."""
        if self.model is None:
            return
        for row, squares in enumerate(BOARD_LAYOUT):
            for column, what in enumerate(squares):
                if isinstance(what, int) and what in self.tile_buttons:
                    place_widget(
                        self.tile_buttons[what],
                        self._cell_rect(bounds, *rotate_square(row, column, self.model.rotation), TILE_WIDTH),
                    )

    def _gap_rect(self, bounds: Rect, row: int, column: int) -> Rect:
        """The room between the tiles at a gap, which is wider at the edge of the board."""
        narrow = self._cell_rect(bounds, row, column, 2 - TILE_WIDTH)
        if column == 0:
            return Rect(bounds.x, narrow.y, narrow.right - bounds.x, narrow.height)
        if column == 4:
            return Rect(narrow.x, narrow.y, bounds.right - narrow.x, narrow.height)
        return narrow

    def paint_model(self, painter: Painter, bounds: Rect, board: BoardModel) -> None:
        """Paint what lies in the gaps."""
        supplies = iter(board.general_supplies)
        for row, squares in enumerate(BOARD_LAYOUT):
            for column, what in enumerate(squares):
                gap = self._gap_rect(bounds, *rotate_square(row, column, board.rotation)).inset(mm(0.4))
                if what == "general":
                    supply = next(supplies, None)
                    if supply:
                        self._paint_supply(painter, gap, supply.symbol, supply.count)
                elif what == "played":
                    self._paint_played_cards(painter, gap, board.played_cards)
                elif what == "when":
                    above, below = gap.inset(mm(1), mm(1.6)).cut_top(gap.height / 2 - mm(1.6))
                    painter.draw_text(
                        board.round_and_phase[0], above, BODY_TEXT, CHALK, bold=True, halign="center"
                    )
                    painter.draw_text(
                        board.round_and_phase[1], below, SMALL_TEXT, MUTED, halign="center", max_lines=2
                    )
                elif isinstance(what, str):
                    painter.draw_symbol(what, gap.centred(mm(6), mm(6)), fade(CHALK, 0.45))

    def _paint_supply(self, painter: Painter, gap: Rect, colour: str, count: int) -> None:
        """Paint a player's square of the general supply."""
        painter.fill_rect(gap, BORDER, mm(CORNER_RADIUS))
        painter.fill_rect(gap.inset(mm(0.25)), PANEL, mm(CORNER_RADIUS - 0.25))
        sign, number = gap.inset(mm(0.6)).cut_top(gap.height * 0.46)
        painter.draw_symbol(colour, sign)
        painter.draw_text(str(count), number, LEAD_TEXT, CHALK, bold=True, halign="center")

    def _paint_played_cards(self, painter: Painter, gap: Rect, played: Sequence[CardModel]) -> None:
        """Paint the influence cards in the middle, with the number of the last one."""
        painter.draw_symbol(
            "influence", gap.cut_top(gap.height * 0.56)[0], fade(CHALK, 1.0 if played else 0.45)
        )
        if played:
            painter.draw_text(
                played[-1].number,
                gap.cut_bottom(gap.height * 0.44)[0],
                NOTE_TEXT,
                MUTED,
                bold=True,
                halign="center",
            )
