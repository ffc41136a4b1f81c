"""The panel of a player: cards in hand, deck and discard pile.

Objectives won lie face down (K-3.8).
"""

from __future__ import annotations

from collections.abc import Iterable

from kivy.metrics import mm
from msgspec import Struct

from companion.games.kabale.rules.state import TableState as Position
from companion.rules.game import Seat
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    CHALK,
    MUTED,
)
from companion.screen.widgets.player_panel import BasePlayerPanel


class PlayerModel(Struct, frozen=True):
    """The panel of a player, which has only counts."""

    seat: Seat
    hand_size: int
    deck_size: int
    discard_size: int
    is_start_player: bool = False
    is_on_turn: bool = False


def player_models(position: Position, seats: Iterable[Seat]) -> tuple[PlayerModel, ...]:
    """The panels of all players, clockwise."""
    turn = position.turn_player if position.phase == "play" else None
    return tuple(
        PlayerModel(
            seat,
            position.players[seat.colour].hand_size,
            position.players[seat.colour].deck,
            sum(position.players[seat.colour].discard.values()),
            is_start_player=position.start == seat.colour,
            is_on_turn=turn == seat.colour,
        )
        for seat in seats
    )


SYMBOL_SIZES = (2.6, 2.3, 2.0)
"""The sizes of a symbol in millimetres; the first that leaves gaps is used."""
NUMBER_SCALE = 1.2
"""The letter size of a number, as a share of its symbol."""


class PlayerPanel(BasePlayerPanel[PlayerModel]):
    """Sign and name; below them cards in hand, deck and discard pile."""

    SIGN_WIDTH = 5.0

    def paint_name_row(self, painter: Painter, row: Rect, model: PlayerModel) -> None:
        """Paint name and start player."""
        if model.is_start_player:
            spot, row = row.cut_right(mm(3.8), mm(0.3))
            painter.draw_symbol("sun", spot.centred(mm(3.6), mm(3.6)))
        painter.draw_text(model.seat.shown_name, row, BODY_TEXT, CHALK, bold=True)

    def paint_counts_row(self, painter: Painter, row: Rect, model: PlayerModel) -> None:
        """Paint the numbers of cards, smaller where there are many players."""
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
