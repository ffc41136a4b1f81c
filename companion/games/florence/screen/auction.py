"""The auction: what can be bid for, who bids, and what it brings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from kivy.metrics import mm
from msgspec import Struct
from msgspec.structs import replace

from companion.games.florence.rules.edition import AUCTION_VALUES, LANDSCAPES, OBJECT_KINDS, POINTS, PRICES
from companion.games.florence.rules.phases.auction import BiddingDecision as Asked
from companion.games.florence.rules.phases.auction import (
    OpeningDecision,
    players_in_auction_phase,
    refusal_for_object,
    winner_of,
)
from companion.games.florence.rules.phases.prestige_sales import points_to_sell
from companion.games.florence.rules.phases.won_objects import ObjectChoiceDecision
from companion.games.florence.rules.pieces import pile_place
from companion.games.florence.rules.state import PlayerState
from companion.games.florence.rules.state import TableState as Position
from companion.games.florence.rules.tile_placement import has_legal_spot
from companion.games.florence.screen.amounts import group_digits
from companion.games.florence.screen.piece_faces import symbol_of_word
from companion.games.florence.screen.selling import purse_target
from companion.games.florence.screen.short_refusals import sell_first_text, short_refusal
from companion.rules.game import Seat
from companion.screen.context import UiState
from companion.screen.draw.canvas_widget import GlowingModelView, TouchHandler, place_widget
from companion.screen.draw.painter import LINE_SPACING, Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
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
    NUMBER_TEXT,
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
from companion.screen.presenters.table_presenter import find_seat
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.parchment_card import ParchmentCardView
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator, capitalised


class LotModel(Struct, frozen=True):
    """An object of the auction.

    `note` says why it cannot be had now, or what it would bring; `winner` and `price` are those of this
    round.
    """

    touch_target: str
    name: str
    symbol: str
    left_in_supply: int = 0
    price: int = 0
    winner: str = ""
    note: str = ""
    is_barred: bool = False
    is_warning: bool = False
    """Whether the note is a warning: a landscape that fits nowhere, prestige that must be sold first."""


AuctionStatus = Literal["", "bids", "asked", "passed", "out"]
"""What a player does in the auction.

Their bid stands, they are asked, they have passed the object, or left the phase.
"""


class BiddingModel(Struct, frozen=True):
    """An object that is auctioned, with the standing bid and its bidder.

    `bid_text` and `pass_text` are the texts of the buttons, "" where this screen may not do it. `warning`
    says why the player who is asked should not, or cannot, bid more; `purse_target` leads to the prestige
    they must sell first, and `sell_text` says so.
    """

    lot: LotModel
    bid: int
    bidder: Seat
    bid_text: str = ""
    pass_text: str = ""
    warning: str = ""
    purse_target: str = ""
    sell_text: str = ""


class AuctionModel(Struct, frozen=True):
    """The seven objects, or those of which one is chosen.

    `bidding` is None while one is named; then `pass_text` leaves the phase, "" where that may not be done.
    """

    lots: tuple[LotModel, ...]
    bidding: BiddingModel | None = None
    pass_text: str = ""


def auction_model(
    snapshot: Snapshot, position: Position, ui_state: UiState, translator: Translator
) -> AuctionModel | None:
    """The auction in which somebody is asked; None where something else is going on."""
    item = position.agenda[0] if position.agenda else None
    match item:
        case ObjectChoiceDecision(who=who):
            won = position.players[who].won
            lots = (
                LotModel(
                    pile_place(each.kind),
                    object_name(each.kind, translator),
                    symbol_of_word(each.kind),
                    price=each.price,
                )
                for each in won
            )
            return AuctionModel(tuple(lots))
        case OpeningDecision(who=who):
            lots = (opening_lot_model(position, who, kind, translator) for kind in OBJECT_KINDS)
            return AuctionModel(
                tuple(lots),
                pass_text=_pass_phase_text(position, who, translator) if ui_state.is_at_screen(who) else "",
            )
        case Asked(who=who):
            lots = (_lot_model(position, kind, translator) for kind in OBJECT_KINDS)
            return AuctionModel(tuple(lots), _bidding_model(snapshot, position, who, ui_state, translator))
    return None


def object_name(kind: str, translator: Translator) -> str:
    """The name of an object alone."""
    return capitalised(translator.name_of("kind", kind))


def _pass_phase_text(position: Position, who: str, translator: Translator) -> str:
    """The text of passing instead of opening."""
    if players_in_auction_phase(position) == (who,):
        return translator.gettext("Take nothing")
    return translator.gettext("Out of this auction")


def _lot_model(position: Position, kind: str, translator: Translator) -> LotModel:
    """An object as everybody sees it."""
    winner = winner_of(position, kind) or ""
    price = next((won.price for won in position.players[winner].won if won.kind == kind), 0) if winner else 0
    return LotModel(
        pile_place(kind),
        object_name(kind, translator),
        symbol_of_word(kind),
        position.supply_of(kind),
        price,
        winner,
    )


def opening_lot_model(position: Position, who: str, kind: str, translator: Translator) -> LotModel:
    """An object as the player who opens sees it."""
    lot, player = _lot_model(position, kind, translator), position.players[who]
    why, sell = refusal_for_object(position, who, kind), points_to_sell(player, AUCTION_VALUES["opening"])
    if why is not None:
        return _with_note(lot, "" if lot.winner else short_refusal(why, position, translator), barred=True)
    if sell:
        return _with_note(lot, sell_first_text(sell, translator), barred=True, warned=True)
    if kind in LANDSCAPES and not has_legal_spot(position, who, kind):
        return _with_note(lot, translator.gettext("fits nowhere"), warned=True)
    return _with_note(lot, object_benefit_text(player, kind, translator))


def _with_note(lot: LotModel, note: str, *, barred: bool = False, warned: bool = False) -> LotModel:
    return replace(lot, note=note, is_barred=barred, is_warning=warned)


def object_benefit_text(player: PlayerState, kind: str, translator: Translator) -> str:
    """What an object would bring the player, in a few words (P-A4, P-A5)."""
    match kind:
        case "jester":
            return translator.gettext("every work +2")
        case "builder":
            return next_builder_text(player.builders, translator)
        case "prestige":
            return translator.gettext("points at the end")
        case "recruiting":
            return translator.gettext("fetches a profession")
    if player.count_tiles(kind):
        return translator.gettext("+{points} prestige at once", points=POINTS["landscape"])
    return translator.gettext("the first of its kind")


def next_builder_text(number: int, translator: Translator) -> str:
    """What one more builder than `number` changes; "" where there can be no more."""
    points = POINTS["builder"]
    match number:
        case 0:
            return translator.gettext("buildings for {price}", price=PRICES["building"][1])
        case 1:
            return translator.gettext("buildings may touch, +{points}", points=points)
        case 2:
            return translator.gettext("buildings for nothing, +{points}", points=points)
    return ""


def _bidding_model(
    snapshot: Snapshot, position: Position, who: str, ui_state: UiState, translator: Translator
) -> BiddingModel | None:
    auction = position.auction
    assert auction is not None
    by = find_seat(snapshot, auction.by)
    if by is None:
        return None
    player = position.players[who]
    lot = _with_note(
        _lot_model(position, auction.kind, translator), object_benefit_text(player, auction.kind, translator)
    )
    price = auction.bid + AUCTION_VALUES["step"]
    sell = points_to_sell(player, price)
    here = ui_state.is_at_screen(who)
    return BiddingModel(
        lot,
        auction.bid,
        by,
        translator.gettext("Bid {price}", price=group_digits(price)) if here else "",
        translator.name_of("word", "pass") if here else "",
        ". ".join(_warnings(position, who, auction.kind, sell, translator)),
        purse_target(who) if sell and here else "",
        translator.name_of("word", "sell"),
    )


def _warnings(position: Position, who: str, kind: str, sell: int, translator: Translator) -> Iterator[str]:
    """P-A3: the money must be there. P-A4 (RULING): a landscape that fits nowhere is lost."""
    if sell:
        yield sell_first_text(sell, translator)
    if kind in LANDSCAPES and not has_legal_spot(position, who, kind):
        yield translator.gettext("It would fit nowhere")


WARNING_COLOUR: Final = parse_colour("#a33b12")
"""The colour of a warning on parchment."""


class LotButton(ParchmentCardView[LotModel]):
    """An object to open with: symbol, name, supply, and what it would bring or why it cannot be had."""

    WORDS_HEIGHT = 15.4
    """The height of name and note in millimetres, four lines together."""

    def paint_model(self, painter: Painter, bounds: Rect, lot: LotModel) -> None:
        """Paint a card of parchment, dark where the object cannot be had."""
        bright = not lot.is_barred
        inner = self.paint_card_with_glow(painter, bounds, bright, 0.8).inset(mm(0.3), mm(0.6))
        words, picture = inner.cut_bottom(mm(self.WORDS_HEIGHT), mm(0.4))
        fits = text_width(lot.name, round(mm(SMALL_TEXT)), True) <= words.width
        name, note = words.cut_top(mm(SMALL_TEXT * LINE_SPACING * (1.1 if fits else 2.1)))
        number, art = picture.inset(mm(0.8), 0).cut_right(mm(8.2) if bright else 0, mm(0.2))
        painter.draw_symbol(lot.symbol, art, fade(CHALK, 1 if bright else 0.25))
        colour = SEPIA if bright else MUTED
        painter.draw_text(
            lot.name, name, BODY_TEXT, colour, bold=True, halign="center", max_lines=2, min_size=SMALL_TEXT
        )
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
            paint_symbol_and_price(painter, note.centred(note.width, mm(4.8)), lot.winner, lot.price, CHALK)
        elif lot.price:
            paint_symbol_and_price(painter, note.centred(note.width, mm(5.4)), "florin", lot.price, SEPIA)
        else:
            painter.draw_text(
                lot.note,
                note,
                SMALL_TEXT,
                note_colour,
                bold=lot.is_warning,
                halign="center",
                valign="top",
                max_lines=3,
                min_size=SMALL_TEXT,
            )
        if bright and lot.left_in_supply:
            painter.draw_text(
                f"×{lot.left_in_supply}",
                number.cut_top(mm(5))[0],
                NUMBER_TEXT,
                FADED_SEPIA,
                bold=True,
                halign="right",
                min_size=NUMBER_TEXT,
            )
        if lot.is_barred and not lot.winner:
            painter.draw_symbol(
                "cross", picture.inset(0, mm(0.6)).cut_right(mm(5))[0].cut_top(mm(5))[0], MUTED
            )


def paint_symbol_and_price(painter: Painter, row: Rect, symbol: str, price: int, colour: Colour) -> None:
    """Paint a symbol and a price, centred together."""
    text = group_digits(price)
    wide = text_width(text, font_pixels(NUMBER_TEXT), True) + 2.0
    both = row.centred(min(row.width, row.height + mm(0.6) + wide), row.height)
    sign, text_rect = both.cut_left(row.height, mm(0.6))
    painter.draw_symbol(symbol, sign.inset(mm(0.3)))
    painter.draw_text(text, text_rect, NUMBER_TEXT, colour, bold=True, min_size=NUMBER_TEXT)


class AuctionView(GlowingModelView[AuctionModel]):
    """All objects to choose from; once one is named, that one large above those that are left."""

    LOT_COLUMNS = 4
    LOT_ROW_HEIGHT = 11.4
    WARNING_HEIGHT = 7.6
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
        painter.draw_text(
            bidding.lot.name,
            name,
            FIGURE_TEXT,
            SEPIA,
            bold=True,
            max_lines=2,
            valign="bottom",
            min_size=SMALL_TEXT,
        )
        painter.draw_text(
            bidding.lot.note, note, BODY_TEXT, FADED_SEPIA, max_lines=3, valign="top", min_size=SMALL_TEXT
        )
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
        painter.draw_player_sign(colour, sign.inset(mm(0.7)))
        painter.draw_text(
            bidding.bidder.name,
            text_rect,
            HEADING_TEXT,
            TEXT_ON_PLAYER_COLOURS[colour],
            bold=True,
            min_size=SMALL_TEXT,
        )


def _paint_lot(painter: Painter, cell: Rect, lot: LotModel, now: bool) -> None:
    """Paint one of the seven objects: available, being auctioned, or won by whom."""
    gone = bool(lot.winner) or not lot.left_in_supply
    if now:
        painter.fill_rect(cell.inset(-mm(0.4)), CHALK, mm(CORNER_RADIUS))
    painter.fill_rect(cell, RAISED_PANEL if not gone else PANEL, mm(CORNER_RADIUS))
    if lot.winner:
        marks, price = cell.inset(mm(0.5)).cut_top(cell.height * 0.46)
        mark, sign = marks.split_columns(2)
        painter.draw_symbol(lot.symbol, mark, fade(CHALK, 0.4))
        painter.draw_symbol(lot.winner, sign.inset(mm(0.3)))
        painter.draw_text(
            group_digits(lot.price),
            price,
            NUMBER_TEXT,
            MUTED,
            bold=True,
            halign="center",
            min_size=NUMBER_TEXT,
        )
        return
    painter.draw_symbol(lot.symbol, cell.inset(mm(1)), fade(CHALK, 0.25 if gone else 1.0))
    if gone:
        painter.draw_symbol("cross", cell.inset(mm(2)), mix_colours(MUTED, BORDER, 0.3))


def _paint_warning(painter: Painter, row: Rect, text: str) -> None:
    """Paint something to consider first."""
    sign, text_rect = row.inset(mm(1), 0).cut_left(mm(6), mm(1.2))
    painter.draw_symbol("warning", sign.centred(mm(5.4), min(mm(5.4), row.height)), GOLD)
    painter.draw_text(text, text_rect, LEAD_TEXT, GOLD, bold=True, max_lines=2, min_size=SMALL_TEXT)
