"""The auction on the stage: seven objects to open with, or the one that is bid for, large, with bid and pass."""

from __future__ import annotations

from typing import Final

from kivy.metrics import mm

from companion.games.florence.screen.amount import grouped
from companion.games.florence.screen.views import Auction, Bidding, Lot
from companion.screen.draw.drawn import Act, Glowing, lay
from companion.screen.draw.ink import Ink, letters, width_of
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    FADED,
    FIGURE,
    GAP,
    GOLD,
    HEADING,
    LARGE,
    LEAD,
    LINE,
    MUTED,
    NOTE,
    ON_PLAYER,
    PANEL,
    PARCHMENT,
    POSTER,
    RAISED,
    ROUND,
    SEPIA,
    SMALL,
    WORN,
    Colour,
    faded,
    mixed,
    rgb,
)
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.paper import Paper

MANY = 10
"""From so many on a number has two digits."""
WARNED: Final = rgb("#a33b12")
"""A warning on parchment."""


class LotButton(Paper[Lot]):
    """An object to open with: sign and name, how many are left, what it would bring or why it cannot be had."""

    def draw(self, ink: Ink, whole: Rect, lot: Lot) -> None:
        """A card of parchment; dark when it cannot be had."""
        bright = not lot.barred
        inner = self.plate(ink, whole, bright, 0.8).inset(mm(0.9), mm(0.8))
        note, rest = inner.from_bottom(mm(6.4))
        name, picture = rest.from_bottom(mm(4.8))
        shade = faded(CHALK, 1 if bright else 0.25)
        ink.picture(lot.symbol, picture.inset(mm(3.6 if lot.left >= MANY else 2.6), mm(0.3)), shade)
        colour = SEPIA if bright else MUTED
        ink.words(lot.name, name, LEAD, colour, bold=True, across="center")
        said = WARNED if bright and lot.warned else FADED if bright else GOLD if lot.warned else MUTED
        if lot.winner:
            paint_winner(ink, note.middle(note.width, mm(4.8)), lot, CHALK)
        elif lot.price:
            paint_price(ink, note.middle(note.width, mm(5.4)), "florin", lot.price, SEPIA)
        else:
            ink.words(lot.note, note, SMALL, said, bold=lot.warned, across="center", most=2)
        if bright and lot.left:
            ink.words(f"×{lot.left}", inner.from_top(mm(4))[0], NOTE, FADED, bold=True, across="right")
        if lot.barred and not lot.winner:
            ink.picture("cross", picture.inset(0, mm(0.6)).from_right(mm(5))[0].from_top(mm(5))[0], MUTED)


def paint_winner(ink: Ink, row: Rect, lot: Lot, colour: Colour) -> None:
    """Who has won it, and for how much."""
    paint_price(ink, row, lot.winner, lot.price, colour)


def paint_price(ink: Ink, row: Rect, symbol: str, price: int, colour: Colour) -> None:
    """A sign and a price, together in the middle."""
    said = grouped(price)
    wide = width_of(said, letters(NOTE), True) + 2.0
    both = row.middle(min(row.width, row.height + mm(0.6) + wide), row.height)
    sign, words = both.from_left(row.height, mm(0.6))
    ink.picture(symbol, sign.inset(mm(0.3)))
    ink.words(said, words, NOTE, colour, bold=True)


class AuctionView(Glowing[Auction]):
    """Before an object is named, all of them to touch; then the one that is bid for above those that are left."""

    ACROSS = 4
    KINDS = 11.4
    WARNING = 6.2
    BUTTONS = 16.0

    def __init__(self, act: Act) -> None:
        self.act = act
        self.lots: list[LotButton] = []
        self.bid = PushButton("bid", act, symbol="gavel", style="main", size=LARGE)
        self.leave = PushButton("pass", act, symbol="cross", style="choice", size=LARGE, lines=3)
        self.sell = PushButton("", act, symbol="points", style="choice", size=HEADING)
        super().__init__()

    def changed(self, auction: Auction, before: object) -> None:
        """The objects, or the buttons of who bids."""
        bidding = auction.bidding
        self.each(self.lots, auction.lots, lambda lot: LotButton(lot, self.act))
        for button in self.lots:
            self.there(button, bidding is None)
        said = bidding.pass_ if bidding else auction.pass_
        self.leave.show(said, "cross" if bidding else "")
        self.bid.show(bidding.raise_ if bidding else "")
        self.sell.thing = bidding.purse if bidding else ""
        self.sell.show(bidding.sell if bidding else "")
        self.there(self.leave, bool(said))
        self.there(self.sell, bool(self.sell.thing))
        self.there(self.bid, bool(self.bid.words) and not self.sell.thing)

    def arrange(self, whole: Rect) -> None:
        """The objects in two rows, or the buttons at the foot."""
        auction = self.shown
        if auction is None:
            return
        if auction.bidding is None:
            cells = list(self._cells(whole, len(self.lots) + (self.leave.parent is not None)))
            for button, cell in zip(self.lots, cells, strict=False):
                lay(button, cell)
            if self.leave.parent is not None:
                lay(self.leave, cells[-1].inset(mm(1.4)))
            return
        foot, _ = whole.from_bottom(mm(self.BUTTONS))
        left, right = foot.columns(2, mm(GAP))
        lay(self.bid, left)
        lay(self.sell, left)
        lay(self.leave, right)

    def _cells(self, whole: Rect, count: int) -> list[Rect]:
        """As many places as are needed, large for few."""
        across = min(count, self.ACROSS)
        rows = -(-count // across)
        room = (
            whole if rows > 1 else whole.middle(min(whole.width, mm(40) * across), min(whole.height, mm(42)))
        )
        return list(room.grid(across, rows, mm(0.6)))[:count]

    def draw(self, ink: Ink, whole: Rect, auction: Auction) -> None:
        """The object that is bid for, and the kinds."""
        bidding = auction.bidding
        if bidding is None:
            return
        _, rest = whole.from_bottom(mm(self.BUTTONS), mm(1.2))
        if bidding.warning:
            warning, rest = rest.from_bottom(mm(self.WARNING), mm(0.8))
            _warning(ink, warning, bidding.warning)
        kinds, plate = rest.from_bottom(mm(self.KINDS), mm(1.2))
        self._object(ink, plate.inset(mm(0.4)), bidding)
        for lot, cell in zip(auction.lots, kinds.columns(len(auction.lots), mm(0.8)), strict=True):
            _kind(ink, cell, lot, now=lot.thing == bidding.lot.thing)

    def _object(self, ink: Ink, plate: Rect, bidding: Bidding) -> None:
        """Sign and name at the left; at the right the bid that stands, and whose it is."""
        ink.box(plate, PARCHMENT, mm(ROUND))
        right, left = plate.from_right(plate.width * 0.4)
        picture, words = left.inset(mm(1.5), mm(1.2)).from_left(mm(21), mm(2))
        ink.picture(bidding.lot.symbol, picture)
        name, note = words.from_top(words.height * 0.52)
        ink.words(bidding.lot.name, name, FIGURE, SEPIA, bold=True, most=2, along="bottom")
        ink.words(bidding.lot.note, note, NOTE, FADED, most=3, along="top")
        ink.box(right, WORN, mm(ROUND))
        ink.box(right.from_left(mm(ROUND * 2))[0], WORN)
        by, price = right.inset(mm(1.2)).from_bottom(mm(7.4), mm(0.4))
        bid = grouped(bidding.bid)
        wide = width_of(bid, letters(POSTER), True) + 2.0
        both = price.middle(min(price.width, mm(10) + wide), price.height)
        coin, number = both.from_left(mm(9), mm(1))
        ink.picture("florin", coin)
        ink.words(bid, number, POSTER, SEPIA, bold=True)
        colour = bidding.by.colour
        ink.seat(colour, by, mm(ROUND))
        room = width_of(bidding.by.name, letters(HEADING), True) + mm(7.4)
        sign, words = by.middle(min(by.width, room), by.height).from_left(mm(6), mm(1))
        ink.picture(f"{colour}/flat", sign.inset(mm(0.7)), ON_PLAYER[colour])
        ink.words(bidding.by.name, words, HEADING, ON_PLAYER[colour], bold=True)


def _kind(ink: Ink, cell: Rect, lot: Lot, now: bool) -> None:
    """One of the seven: for sale, being sold, or whose it is."""
    gone = bool(lot.winner) or not lot.left
    if now:
        ink.box(cell.inset(-mm(0.4)), GOLD, mm(ROUND))
    ink.box(cell, RAISED if not gone else PANEL, mm(ROUND))
    if lot.winner:
        mark, below = cell.inset(mm(0.5)).from_top(cell.height * 0.46)
        ink.picture(lot.symbol, mark, faded(CHALK, 0.4))
        paint_winner(ink, below, lot, MUTED)
        return
    ink.picture(lot.symbol, cell.inset(mm(1)), faded(CHALK, 0.25 if gone else 1.0))
    if gone:
        ink.picture("cross", cell.inset(mm(2)), mixed(MUTED, LINE, 0.3))


def _warning(ink: Ink, row: Rect, said: str) -> None:
    """Something to be thought of first."""
    sign, words = row.inset(mm(1), 0).from_left(mm(6), mm(1.2))
    ink.picture("warning", sign.middle(mm(5.4), min(mm(5.4), row.height)), GOLD)
    ink.words(said, words, LEAD, GOLD, bold=True, most=2)
