"""Amounts: florins or prestige in large numbers, and what a player has beside them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from kivy.metrics import mm

from companion.games.florence.rules.edition import FREEDOMS
from companion.games.florence.rules.state import PlayerState
from companion.screen.draw.canvas_widget import ModelView
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    HUGE_TEXT,
    MUTED,
    NOTE_TEXT,
    NUMBER_TEXT,
    PANEL,
    PARCHMENT,
    SMALL_TEXT,
)


def group_digits(number: int) -> str:
    """The number with gaps between its groups of digits: `1 500`."""
    return f"{number:,}".replace(",", "\u00a0")


class AmountView(ModelView[tuple[str, int]]):
    """A title above an amount."""

    asked_target = "prompt"

    def __init__(self, symbol: str) -> None:
        self.symbol = symbol
        super().__init__()

    def paint_model(self, painter: Painter, bounds: Rect, model: tuple[str, int]) -> None:
        """Paint both on a dark plate, so that the number stands out."""
        label, number = model
        painter.fill_rect(bounds, PANEL, mm(CORNER_RADIUS))
        head, rest = bounds.inset(mm(1.0), mm(0.8)).cut_top(mm(4.6), mm(0.2))
        sign, label_rect = head.cut_left(mm(4.6), mm(0.8))
        painter.draw_symbol(self.symbol, sign, MUTED)
        painter.draw_text(label, label_rect, NOTE_TEXT, MUTED, min_size=SMALL_TEXT)
        colour = CHALK if number else MUTED
        painter.draw_text(
            group_digits(number), rest, HUGE_TEXT, colour, bold=True, halign="center", min_size=NUMBER_TEXT
        )


PLACES = (0.0, 8.7, 17.9, 25.5, 34.8)
"""Where the places of a row begin and the last one ends, in millimetres: the same for all players, so that equal
things lie below each other. Of money and prestige each has two.
"""
MAX_SYMBOL_SIZE = 3.5
"""The greatest size of a symbol, in millimetres."""


class CountItem(NamedTuple):
    """A symbol with a number, nothing for none."""

    symbol: str
    number: int

    def paint(self, painter: Painter, cell: Rect) -> None:
        """Paint the symbol and the number."""
        if self.number:
            paint_count(painter, cell, self.symbol, str(self.number))


class SymbolsItem(NamedTuple):
    """Things that are told by their symbols."""

    symbols: tuple[str, ...]

    def paint(self, painter: Painter, cell: Rect) -> None:
        """Paint the symbols side by side."""
        for symbol in self.symbols:
            spot, cell = cell.cut_left(mm((PLACES[4] - PLACES[3]) / len(FREEDOMS)))
            painter.draw_symbol(symbol, spot, PARCHMENT)


PanelItem = CountItem | SymbolsItem


def item_places(row: Rect) -> list[Rect]:
    """The places of a row."""
    return [Rect(row.x + mm(x), row.y, mm(end - x), row.height) for x, end in pairwise(PLACES)]


def paint_count(painter: Painter, cell: Rect, symbol: str, number: str) -> None:
    """Paint a symbol and beside it a number that is read from a chair."""
    spot, text_rect = cell.cut_left(mm(MAX_SYMBOL_SIZE), mm(0.7))
    painter.draw_symbol(symbol, spot, MUTED)
    painter.draw_text(number, text_rect, NUMBER_TEXT, CHALK, bold=True, min_size=NUMBER_TEXT)


def possession_rows(player: PlayerState) -> list[tuple[PanelItem, ...]]:
    """The court of a player, and their cards."""
    return [
        (
            CountItem("jester/flat", player.jesters),
            CountItem("builder/flat", player.builders),
            CountItem("work/flat", len(player.table)),
            SymbolsItem(tuple(f"freedom/{each}/flat" for each in FREEDOMS if each in player.freedoms)),
        ),
        (
            CountItem("profession/flat", sum(player.hand.values())),
            CountItem("bonus/flat", sum(player.bonus.values())),
            CountItem("prestige/flat", sum(player.prestige.values())),
            CountItem("recruiting/flat", player.recruiting),
        ),
    ]


def paint_items(painter: Painter, row: Rect, items: Iterable[PanelItem]) -> None:
    """Paint items at their places."""
    for item, cell in zip(items, item_places(row), strict=True):
        item.paint(painter, cell)
