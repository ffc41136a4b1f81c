"""The auction on the stage: seven objects to open with, or the one that is auctioned, with bid and pass."""

from __future__ import annotations

from typing import Final

from kivy.metrics import mm

from companion.games.florence.screen.amounts import group_digits
from companion.games.florence.screen.view_models import AuctionModel, BiddingModel, LotModel
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

TWO_DIGITS_FROM = 10
"""From this number on a number has two digits."""
WARNING_COLOUR: Final = parse_colour("#a33b12")
"""The colour of a warning on parchment."""


class LotButton(ParchmentCardView[LotModel]):
    """An object to open with: symbol, name, supply, and what it would bring or why it cannot be had."""

    def paint_model(self, painter: Painter, bounds: Rect, lot: LotModel) -> None:
        """Paint a card of parchment, dark where the object cannot be had."""
        bright = not lot.is_barred
        inner = self.paint_card_with_glow(painter, bounds, bright, 0.8).inset(mm(0.9), mm(0.8))
        note, rest = inner.cut_bottom(mm(6.4))
        name, picture = rest.cut_bottom(mm(4.8))
        shade = fade(CHALK, 1 if bright else 0.25)
        painter.draw_symbol(
            lot.symbol,
            picture.inset(mm(3.6 if lot.left_in_supply >= TWO_DIGITS_FROM else 2.6), mm(0.3)),
            shade,
        )
        colour = SEPIA if bright else MUTED
        painter.draw_text(lot.name, name, LEAD_TEXT, colour, bold=True, halign="center")
        note_colour = (
            WARNING_COLOUR
            if bright and lot.is_warning
            else FADED_SEPIA
            if bright
            else GOLD
            if lot.is_warning
            else MUTED
        )
        if lot.winner:
            paint_winner(painter, note.centred(note.width, mm(4.8)), lot, CHALK)
        elif lot.price:
            paint_symbol_and_price(painter, note.centred(note.width, mm(5.4)), "florin", lot.price, SEPIA)
        else:
            painter.draw_text(
                lot.note, note, SMALL_TEXT, note_colour, bold=lot.is_warning, halign="center", max_lines=2
            )
        if bright and lot.left_in_supply:
            painter.draw_text(
                f"×{lot.left_in_supply}",
                inner.cut_top(mm(4))[0],
                NOTE_TEXT,
                FADED_SEPIA,
                bold=True,
                halign="right",
            )
        if lot.is_barred and not lot.winner:
            painter.draw_symbol(
                "cross", picture.inset(0, mm(0.6)).cut_right(mm(5))[0].cut_top(mm(5))[0], MUTED
            )


def paint_winner(painter: Painter, row: Rect, lot: LotModel, colour: Colour) -> None:
    """Paint who has won the object, and for how much."""
    paint_symbol_and_price(painter, row, lot.winner, lot.price, colour)


def paint_symbol_and_price(painter: Painter, row: Rect, symbol: str, price: int, colour: Colour) -> None:
    """Paint a symbol and a price, centred together."""
    text = group_digits(price)
    wide = text_width(text, font_pixels(NOTE_TEXT), True) + 2.0
    both = row.centred(min(row.width, row.height + mm(0.6) + wide), row.height)
    sign, text_rect = both.cut_left(row.height, mm(0.6))
    painter.draw_symbol(symbol, sign.inset(mm(0.3)))
    painter.draw_text(text, text_rect, NOTE_TEXT, colour, bold=True)


class AuctionView(GlowingModelView[AuctionModel]):
    """All objects to choose from; once one is named, that one large above those that are left."""

    LOT_COLUMNS = 4
    LOT_ROW_HEIGHT = 11.4
    WARNING_HEIGHT = 6.2
    BUTTONS_HEIGHT = 16.0

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.lot_buttons: list[LotButton] = []
        self.bid_button = PushButton("bid", touch_handler, symbol="gavel", style="main", font_size=LARGE_TEXT)
        self.pass_button = PushButton(
            "pass", touch_handler, symbol="cross", style="choice", font_size=LARGE_TEXT, max_lines=3
        )
        self.sell_button = PushButton(
            "", touch_handler, symbol="points", style="choice", font_size=HEADING_TEXT
        )
        super().__init__()

    def on_model_changed(self, auction: AuctionModel, previous: object) -> None:
        """Show the objects, or the buttons of the player who bids."""
        bidding = auction.bidding
        self.sync_children(self.lot_buttons, auction.lots, lambda lot: LotButton(lot, self.touch_handler))
        for button in self.lot_buttons:
            self.set_attached(button, bidding is None)
        text = bidding.pass_text if bidding else auction.pass_text
        self.pass_button.update(text, "cross" if bidding else "")
        self.bid_button.update(bidding.bid_text if bidding else "")
        self.sell_button.touch_target = bidding.purse_target if bidding else ""
        self.sell_button.update(bidding.sell_text if bidding else "")
        self.set_attached(self.pass_button, bool(text))
        self.set_attached(self.sell_button, bool(self.sell_button.touch_target))
        self.set_attached(self.bid_button, bool(self.bid_button.text) and not self.sell_button.touch_target)

    def arrange_children(self, bounds: Rect) -> None:
        """Place the objects in two rows, or the buttons at the foot."""
        auction = self.model
        if auction is None:
            return
        if auction.bidding is None:
            cells = list(self._cells(bounds, len(self.lot_buttons) + (self.pass_button.parent is not None)))
            for button, cell in zip(self.lot_buttons, cells, strict=False):
                place_widget(button, cell)
            if self.pass_button.parent is not None:
                place_widget(self.pass_button, cells[-1].inset(mm(1.4)))
            return
        foot, _ = bounds.cut_bottom(mm(self.BUTTONS_HEIGHT))
        # at the right follow the way out of the auction and "Lay it here": a second pass must not mean those
        left, right = foot.split_columns(2, mm(GAP))
        place_widget(self.pass_button, left)
        place_widget(self.bid_button, right)
        place_widget(self.sell_button, right)

    def _cells(self, bounds: Rect, count: int) -> list[Rect]:
        """The rectangles of `count` objects, larger for few."""
        across = min(count, self.LOT_COLUMNS)
        rows = -(-count // across)
        room = (
            bounds
            if rows > 1
            else bounds.centred(min(bounds.width, mm(40) * across), min(bounds.height, mm(42)))
        )
        return list(room.split_grid(across, rows, mm(0.6)))[:count]

    def paint_model(self, painter: Painter, bounds: Rect, auction: AuctionModel) -> None:
        """Paint the object that is auctioned, and the kinds."""
        bidding = auction.bidding
        if bidding is None:
            return
        _, rest = bounds.cut_bottom(mm(self.BUTTONS_HEIGHT), mm(1.2))
        if bidding.warning:
            warning, rest = rest.cut_bottom(mm(self.WARNING_HEIGHT), mm(0.8))
            _paint_warning(painter, warning, bidding.warning)
        kinds, plate = rest.cut_bottom(mm(self.LOT_ROW_HEIGHT), mm(1.2))
        self._object(painter, plate.inset(mm(0.4)), bidding)
        for lot, cell in zip(auction.lots, kinds.split_columns(len(auction.lots), mm(0.8)), strict=True):
            _paint_lot(painter, cell, lot, now=lot.touch_target == bidding.lot.touch_target)

    def _object(self, painter: Painter, plate: Rect, bidding: BiddingModel) -> None:
        """Paint symbol and name at the left; at the right the standing bid and its bidder."""
        painter.fill_rect(plate, PARCHMENT, mm(CORNER_RADIUS))
        right, left = plate.cut_right(plate.width * 0.4)
        picture, text_rect = left.inset(mm(1.5), mm(1.2)).cut_left(mm(21), mm(2))
        painter.draw_symbol(bidding.lot.symbol, picture)
        name, note = text_rect.cut_top(text_rect.height * 0.52)
        painter.draw_text(bidding.lot.name, name, FIGURE_TEXT, SEPIA, bold=True, max_lines=2, valign="bottom")
        painter.draw_text(bidding.lot.note, note, NOTE_TEXT, FADED_SEPIA, max_lines=3, valign="top")
        painter.fill_rect(right, WORN_PARCHMENT, mm(CORNER_RADIUS))
        painter.fill_rect(right.cut_left(mm(CORNER_RADIUS * 2))[0], WORN_PARCHMENT)
        by, price = right.inset(mm(1.2)).cut_bottom(mm(7.4), mm(0.4))
        bid = group_digits(bidding.bid)
        wide = text_width(bid, font_pixels(POSTER_TEXT), True) + 2.0
        both = price.centred(min(price.width, mm(10) + wide), price.height)
        coin, number = both.cut_left(mm(9), mm(1))
        painter.draw_symbol("florin", coin)
        painter.draw_text(bid, number, POSTER_TEXT, SEPIA, bold=True)
        colour = bidding.bidder.colour
        painter.fill_player_rect(colour, by, mm(CORNER_RADIUS))
        room = text_width(bidding.bidder.name, font_pixels(HEADING_TEXT), True) + mm(7.4)
        sign, text_rect = by.centred(min(by.width, room), by.height).cut_left(mm(6), mm(1))
        painter.draw_symbol(f"{colour}/flat", sign.inset(mm(0.7)), TEXT_ON_PLAYER_COLOURS[colour])
        painter.draw_text(
            bidding.bidder.name, text_rect, HEADING_TEXT, TEXT_ON_PLAYER_COLOURS[colour], bold=True
        )


def _paint_lot(painter: Painter, cell: Rect, lot: LotModel, now: bool) -> None:
    """Paint one of the seven objects: available, being auctioned, or won by whom."""
    gone = bool(lot.winner) or not lot.left_in_supply
    if now:
        painter.fill_rect(cell.inset(-mm(0.4)), GOLD, mm(CORNER_RADIUS))
    painter.fill_rect(cell, RAISED_PANEL if not gone else PANEL, mm(CORNER_RADIUS))
    if lot.winner:
        mark, below = cell.inset(mm(0.5)).cut_top(cell.height * 0.46)
        painter.draw_symbol(lot.symbol, mark, fade(CHALK, 0.4))
        paint_winner(painter, below, lot, MUTED)
        return
    painter.draw_symbol(lot.symbol, cell.inset(mm(1)), fade(CHALK, 0.25 if gone else 1.0))
    if gone:
        painter.draw_symbol("cross", cell.inset(mm(2)), mix_colours(MUTED, BORDER, 0.3))


def _paint_warning(painter: Painter, row: Rect, text: str) -> None:
    """Paint something to consider first."""
    sign, text_rect = row.inset(mm(1), 0).cut_left(mm(6), mm(1.2))
    painter.draw_symbol("warning", sign.centred(mm(5.4), min(mm(5.4), row.height)), GOLD)
    painter.draw_text(text, text_rect, LEAD_TEXT, GOLD, bold=True, max_lines=2)
