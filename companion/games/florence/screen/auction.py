"""The auction on the stage: seven objects to open with, or the one that is bid for, large, with bid and pass."""

from __future__ import annotations

from typing import Final

from kivy.metrics import mm

from companion.games.florence.screen.amount import grouped
from companion.games.florence.screen.views import Auction, Bidding, Lot
from companion.screen.draw.canvas_widget import GlowingModelView, TouchHandler, place_widget
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BORDER,
    CHALK,
    CORNER_RADIUS,
    FADED_SEPIA,
    FIGURE_TEXT,
    GAP,
    GOLD,
    HEADING_TEXT,
    LARGE_TEXT,
    LEAD_TEXT,
    MUTED,
    NOTE_TEXT,
    PANEL,
    PARCHMENT,
    POSTER_TEXT,
    RAISED_PANEL,
    SEPIA,
    SMALL_TEXT,
    TEXT_ON_PLAYER_COLOURS,
    WORN_PARCHMENT,
    Colour,
    fade,
    mix_colours,
    parse_colour,
)
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.parchment_card import ParchmentCardView

MANY = 10
"""From so many on a number has two digits."""
WARNED: Final = parse_colour("#a33b12")
"""A warning on parchment."""


class LotButton(ParchmentCardView[Lot]):
    """An object to open with: sign and name, how many are left, what it would bring or why it cannot be had."""

    def paint_model(self, ink: Painter, whole: Rect, lot: Lot) -> None:
        """A card of parchment; dark when it cannot be had."""
        bright = not lot.barred
        inner = self.paint_plate(ink, whole, bright, 0.8).inset(mm(0.9), mm(0.8))
        note, rest = inner.cut_bottom(mm(6.4))
        name, picture = rest.cut_bottom(mm(4.8))
        shade = fade(CHALK, 1 if bright else 0.25)
        ink.draw_symbol(lot.symbol, picture.inset(mm(3.6 if lot.left >= MANY else 2.6), mm(0.3)), shade)
        colour = SEPIA if bright else MUTED
        ink.draw_text(lot.name, name, LEAD_TEXT, colour, bold=True, halign="center")
        said = WARNED if bright and lot.warned else FADED_SEPIA if bright else GOLD if lot.warned else MUTED
        if lot.winner:
            paint_winner(ink, note.centred(note.width, mm(4.8)), lot, CHALK)
        elif lot.price:
            paint_price(ink, note.centred(note.width, mm(5.4)), "florin", lot.price, SEPIA)
        else:
            ink.draw_text(lot.note, note, SMALL_TEXT, said, bold=lot.warned, halign="center", max_lines=2)
        if bright and lot.left:
            ink.draw_text(
                f"×{lot.left}", inner.cut_top(mm(4))[0], NOTE_TEXT, FADED_SEPIA, bold=True, halign="right"
            )
        if lot.barred and not lot.winner:
            ink.draw_symbol("cross", picture.inset(0, mm(0.6)).cut_right(mm(5))[0].cut_top(mm(5))[0], MUTED)


def paint_winner(ink: Painter, row: Rect, lot: Lot, colour: Colour) -> None:
    """Who has won it, and for how much."""
    paint_price(ink, row, lot.winner, lot.price, colour)


def paint_price(ink: Painter, row: Rect, symbol: str, price: int, colour: Colour) -> None:
    """A sign and a price, together in the middle."""
    said = grouped(price)
    wide = text_width(said, font_pixels(NOTE_TEXT), True) + 2.0
    both = row.centred(min(row.width, row.height + mm(0.6) + wide), row.height)
    sign, words = both.cut_left(row.height, mm(0.6))
    ink.draw_symbol(symbol, sign.inset(mm(0.3)))
    ink.draw_text(said, words, NOTE_TEXT, colour, bold=True)


class AuctionView(GlowingModelView[Auction]):
    """Before an object is named, all of them to touch; then the one that is bid for above those that are left."""

    ACROSS = 4
    KINDS = 11.4
    WARNING = 6.2
    BUTTONS = 16.0

    def __init__(self, act: TouchHandler) -> None:
        self.act = act
        self.lots: list[LotButton] = []
        self.bid = PushButton("bid", act, symbol="gavel", style="main", font_size=LARGE_TEXT)
        self.leave = PushButton(
            "pass", act, symbol="cross", style="choice", font_size=LARGE_TEXT, max_lines=3
        )
        self.sell = PushButton("", act, symbol="points", style="choice", font_size=HEADING_TEXT)
        super().__init__()

    def on_model_changed(self, auction: Auction, previous: object) -> None:
        """The objects, or the buttons of who bids."""
        bidding = auction.bidding
        self.sync_children(self.lots, auction.lots, lambda lot: LotButton(lot, self.act))
        for button in self.lots:
            self.set_attached(button, bidding is None)
        said = bidding.pass_ if bidding else auction.pass_
        self.leave.update(said, "cross" if bidding else "")
        self.bid.update(bidding.raise_ if bidding else "")
        self.sell.touch_target = bidding.purse if bidding else ""
        self.sell.update(bidding.sell if bidding else "")
        self.set_attached(self.leave, bool(said))
        self.set_attached(self.sell, bool(self.sell.touch_target))
        self.set_attached(self.bid, bool(self.bid.text) and not self.sell.touch_target)

    def arrange_children(self, whole: Rect) -> None:
        """The objects in two rows, or the buttons at the foot."""
        auction = self.model
        if auction is None:
            return
        if auction.bidding is None:
            cells = list(self._cells(whole, len(self.lots) + (self.leave.parent is not None)))
            for button, cell in zip(self.lots, cells, strict=False):
                place_widget(button, cell)
            if self.leave.parent is not None:
                place_widget(self.leave, cells[-1].inset(mm(1.4)))
            return
        foot, _ = whole.cut_bottom(mm(self.BUTTONS))
        left, right = foot.split_columns(2, mm(GAP))
        place_widget(self.bid, left)
        place_widget(self.sell, left)
        place_widget(self.leave, right)

    def _cells(self, whole: Rect, count: int) -> list[Rect]:
        """As many places as are needed, large for few."""
        across = min(count, self.ACROSS)
        rows = -(-count // across)
        room = (
            whole if rows > 1 else whole.centred(min(whole.width, mm(40) * across), min(whole.height, mm(42)))
        )
        return list(room.split_grid(across, rows, mm(0.6)))[:count]

    def paint_model(self, ink: Painter, whole: Rect, auction: Auction) -> None:
        """The object that is bid for, and the kinds."""
        bidding = auction.bidding
        if bidding is None:
            return
        _, rest = whole.cut_bottom(mm(self.BUTTONS), mm(1.2))
        if bidding.warning:
            warning, rest = rest.cut_bottom(mm(self.WARNING), mm(0.8))
            _warning(ink, warning, bidding.warning)
        kinds, plate = rest.cut_bottom(mm(self.KINDS), mm(1.2))
        self._object(ink, plate.inset(mm(0.4)), bidding)
        for lot, cell in zip(auction.lots, kinds.split_columns(len(auction.lots), mm(0.8)), strict=True):
            _kind(ink, cell, lot, now=lot.thing == bidding.lot.thing)

    def _object(self, ink: Painter, plate: Rect, bidding: Bidding) -> None:
        """Sign and name at the left; at the right the bid that stands, and whose it is."""
        ink.fill_rect(plate, PARCHMENT, mm(CORNER_RADIUS))
        right, left = plate.cut_right(plate.width * 0.4)
        picture, words = left.inset(mm(1.5), mm(1.2)).cut_left(mm(21), mm(2))
        ink.draw_symbol(bidding.lot.symbol, picture)
        name, note = words.cut_top(words.height * 0.52)
        ink.draw_text(bidding.lot.name, name, FIGURE_TEXT, SEPIA, bold=True, max_lines=2, valign="bottom")
        ink.draw_text(bidding.lot.note, note, NOTE_TEXT, FADED_SEPIA, max_lines=3, valign="top")
        ink.fill_rect(right, WORN_PARCHMENT, mm(CORNER_RADIUS))
        ink.fill_rect(right.cut_left(mm(CORNER_RADIUS * 2))[0], WORN_PARCHMENT)
        by, price = right.inset(mm(1.2)).cut_bottom(mm(7.4), mm(0.4))
        bid = grouped(bidding.bid)
        wide = text_width(bid, font_pixels(POSTER_TEXT), True) + 2.0
        both = price.centred(min(price.width, mm(10) + wide), price.height)
        coin, number = both.cut_left(mm(9), mm(1))
        ink.draw_symbol("florin", coin)
        ink.draw_text(bid, number, POSTER_TEXT, SEPIA, bold=True)
        colour = bidding.by.colour
        ink.fill_player_rect(colour, by, mm(CORNER_RADIUS))
        room = text_width(bidding.by.name, font_pixels(HEADING_TEXT), True) + mm(7.4)
        sign, words = by.centred(min(by.width, room), by.height).cut_left(mm(6), mm(1))
        ink.draw_symbol(f"{colour}/flat", sign.inset(mm(0.7)), TEXT_ON_PLAYER_COLOURS[colour])
        ink.draw_text(bidding.by.name, words, HEADING_TEXT, TEXT_ON_PLAYER_COLOURS[colour], bold=True)


def _kind(ink: Painter, cell: Rect, lot: Lot, now: bool) -> None:
    """One of the seven: for sale, being sold, or whose it is."""
    gone = bool(lot.winner) or not lot.left
    if now:
        ink.fill_rect(cell.inset(-mm(0.4)), GOLD, mm(CORNER_RADIUS))
    ink.fill_rect(cell, RAISED_PANEL if not gone else PANEL, mm(CORNER_RADIUS))
    if lot.winner:
        mark, below = cell.inset(mm(0.5)).cut_top(cell.height * 0.46)
        ink.draw_symbol(lot.symbol, mark, fade(CHALK, 0.4))
        paint_winner(ink, below, lot, MUTED)
        return
    ink.draw_symbol(lot.symbol, cell.inset(mm(1)), fade(CHALK, 0.25 if gone else 1.0))
    if gone:
        ink.draw_symbol("cross", cell.inset(mm(2)), mix_colours(MUTED, BORDER, 0.3))


def _warning(ink: Painter, row: Rect, said: str) -> None:
    """Something to be thought of first."""
    sign, words = row.inset(mm(1), 0).cut_left(mm(6), mm(1.2))
    ink.draw_symbol("warning", sign.centred(mm(5.4), min(mm(5.4), row.height)), GOLD)
    ink.draw_text(said, words, LEAD_TEXT, GOLD, bold=True, max_lines=2)
