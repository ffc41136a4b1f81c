"""Selling prestige: how many points, and for how many florins."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.metrics import mm
from msgspec import Struct
from msgspec.structs import replace

from companion.games.florence.rules.edition import AUCTION_VALUES, BUILDINGS, FREEDOMS, POINTS, PRICES
from companion.games.florence.rules.phases.prestige_sales import points_to_sell
from companion.games.florence.rules.phases.turn_options import building_price
from companion.games.florence.rules.state import PlayerState, TableState
from companion.games.florence.screen.amounts import AmountView, group_digits, paint_items, possession_rows
from companion.games.florence.screen.card_choice import MET_COLOUR
from companion.games.florence.voice import names
from companion.rules.game import Seat
from companion.rules.moves import touch_observation
from companion.screen.context import UiState
from companion.screen.draw.canvas_widget import ModelView, TouchableWidget, TouchHandler, place_widget
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    HEADING_TEXT,
    MUTED,
    NOTE_TEXT,
    NUMBER_TEXT,
    PANEL,
    PARCHMENT,
    SEPIA,
    SMALL_TEXT,
    TOUCH_SIZE,
    WORN_PARCHMENT,
    Colour,
    fade,
    mix_colours,
)
from companion.screen.presenters.table_presenter import find_seat
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.slider import StepSlider
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator, capitalised

PURSE_FOLDER = "purse"
CLOSE_FOLDER = "open/"


def purse_target(who: str) -> str:
    """The target that opens that player's purse, which is no move and which nobody has to wait for."""
    return f"open/{PURSE_FOLDER}/{who}"


class PriceModel(Struct, frozen=True):
    """What something costs the player, and how many points they would have to sell for it.

    `is_affordable`: they have that many. `note` says why it cannot be had at all.
    """

    text: str
    symbol: str
    florins: int
    points_to_sell: int
    is_affordable: bool = True
    note: str = ""


class PrestigeSaleModel(Struct, frozen=True):
    """A purse: the player's money and points, what else they have, and what selling would bring.

    `sale_targets` are the touches before the number of points, empty while the player may not sell.
    `back_target` is the way back, "" where selling has begun.
    """

    seat: Seat
    player: PlayerState
    florins_label: str
    prestige_label: str
    all_sold_text: str
    sell_buttons: tuple[str, ...]
    """The text of the button, by the number of points."""
    back_button: str
    money: int
    points: int
    prices: tuple[PriceModel, ...]
    sale_targets: tuple[str, ...] = ()
    back_target: str = CLOSE_FOLDER

    def florins_after(self, number: int) -> int:
        """The florins after selling that many points."""
        return self.money + POINTS["sold"] * number

    def touch_targets_to_sell(self, number: int) -> str:
        """The touches that sell that many points."""
        return f"{' '.join(self.sale_targets)}{number} done"


def prestige_sale_model(
    snapshot: Snapshot, ui_state: UiState, translator: Translator
) -> PrestigeSaleModel | None:
    """The purse that was opened, or from which a sale was begun; None where there is none."""
    position = snapshot.position
    assert isinstance(position, TableState)
    begun = next(
        (who for who in position.players if touch_observation(f"sell/{who}") in snapshot.pending_input), ""
    )
    turned, _, which = ui_state.answer_folder.partition("/")
    owner = begun or (which if turned == PURSE_FOLDER else "")
    sits = find_seat(snapshot, owner)
    if sits is None or position.outcome() is not None:
        return None
    player = position.players[owner]
    own = ui_state.is_at_screen(owner)
    things: tuple[str, ...] = ()
    if begun:
        things = ("points/",)
    elif own and not snapshot.pending_input and f"sell/{owner}" in snapshot.step_by_touch_target:
        things = (f"sell/{owner}", "points/")
    return PrestigeSaleModel(
        sits,
        player,
        capitalised(translator.name_of("thing", "money")),
        capitalised(translator.name_of("thing", "points")),
        translator.gettext(
            "All sold: {florins}", florins=names.florins_text(translator, player.purchasing_power)
        ),
        tuple(_sell_text(number, translator) for number in range(player.points + 1)),
        translator.gettext("Back"),
        player.money,
        player.points,
        tuple(_price_models(position, owner, translator)),
        things,
        "" if begun else CLOSE_FOLDER,
    )


def _sell_text(number: int, translator: Translator) -> str:
    if not number:
        return translator.name_of("word", "sell")
    money = names.florins_text(translator, number * POINTS["sold"])
    return translator.ngettext(
        "Sell {n} point: {florins}", "Sell {n} points: {florins}", number, florins=money
    )


def _price_models(position: TableState, who: str, translator: Translator) -> Iterator[PriceModel]:
    """What there is to pay for: a bid during an auction, then the price of each action."""
    player, none_left = position.players[who], translator.gettext("none left")

    def price(name: str, symbol: str, florins: int, there: bool = True) -> PriceModel:
        sell = points_to_sell(player, florins)
        return PriceModel(name, symbol, florins, sell, sell <= player.points, "" if there else none_left)

    def thing(name: str) -> str:
        return capitalised(translator.name_of("thing", name))

    if position.phase == "auction":
        standing = position.auction
        if standing is not None and standing.by:
            yield price(translator.gettext("Next bid"), "gavel", standing.bid + AUCTION_VALUES["step"])
        else:
            yield price(translator.gettext("Opening bid"), "gavel", AUCTION_VALUES["opening"])
    buildings = any(position.supply_of(each) and not player.count_tiles(each) for each in BUILDINGS)
    yield price(thing("building"), "palazzo", building_price(position, who), buildings)
    yield price(thing("profession"), "profession", PRICES["card"], position.profession_stack_size > 0)
    yield price(thing("bonus"), "bonus", PRICES["card"], position.bonus_stack_size > 0)
    freedoms = any(position.supply_of(each) and each not in player.freedoms for each in FREEDOMS)
    yield price(thing("freedom"), "freedom/opinion", PRICES["freedom"], freedoms)


class PriceRow(ModelView[bool], TouchableWidget):
    """The price of a thing, and what must be sold for it; a touch sells as much as it takes.

    `model` is whether it could be paid with the slider as it stands.
    """

    model: bool = False

    def __init__(self, price: PriceModel, at: int, touch_handler: TouchHandler) -> None:
        self.price = price
        super().__init__(f"price/{at}", touch_handler)
        self.enabled = price.is_affordable and not price.note

    def paint_model(self, painter: Painter, bounds: Rect, paid: bool) -> None:
        """Paint symbol, text and price; at the right a tick, or the points to sell."""
        price = self.price
        colour = SEPIA if self.enabled else mix_colours(MUTED, PANEL, 0.4)
        face = mix_colours(PARCHMENT, GOLD, 0.5 if self.is_pressed else 0.0)
        painter.fill_rect(
            bounds, mix_colours(WORN_PARCHMENT, SEPIA, 0.3) if self.enabled else PANEL, mm(CORNER_RADIUS)
        )
        painter.fill_rect(bounds.inset(mm(0.25)), face if self.enabled else PANEL, mm(CORNER_RADIUS - 0.25))
        sign, rest = bounds.inset(mm(0.6), mm(0.5)).cut_left(mm(5), mm(0.6))
        painter.draw_symbol(price.symbol, sign, SEPIA if self.enabled else fade(SEPIA, 0.3))
        sells, rest = rest.cut_right(mm(14), mm(0.6))
        cost, text_rect = rest.cut_right(mm(12.4), mm(0.6))
        painter.draw_text(
            price.text, text_rect, SMALL_TEXT, colour, bold=True, max_lines=2, min_size=SMALL_TEXT
        )
        painter.draw_text(
            group_digits(price.florins),
            cost,
            NUMBER_TEXT,
            colour,
            bold=True,
            halign="right",
            min_size=NUMBER_TEXT,
        )
        self._sells(painter, sells, colour, paid)

    def _sells(self, painter: Painter, room: Rect, colour: Colour, paid: bool) -> None:
        """Paint a tick where it can be paid, the points it takes, or a cross where all are not enough."""
        price = self.price
        if price.note:
            painter.draw_text(
                price.note, room, SMALL_TEXT, colour, halign="right", max_lines=2, min_size=SMALL_TEXT
            )
            return
        if not price.is_affordable:
            painter.draw_symbol("cross", room.cut_right(mm(4))[0], colour)
            return
        if price.points_to_sell:
            sign, room = room.cut_right(mm(4), mm(0.3))
            painter.draw_symbol("points", sign)
            text = f"−{price.points_to_sell}"
            number, room = room.cut_right(text_width(text, font_pixels(NUMBER_TEXT), True) + 2)
            painter.draw_text(
                text, number, NUMBER_TEXT, colour, bold=True, halign="right", min_size=NUMBER_TEXT
            )
        if paid:
            painter.draw_symbol("check", room.cut_right(mm(3.4))[0], MET_COLOUR)


class PrestigeSaleView(ModelView[PrestigeSaleModel]):
    """Prices at the left; at the right what the player would have then, and how much they sell.

    `touch_handler` receives the targets touched; for a sale both at once, with a blank between them.
    """

    HEADER_HEIGHT = 9.2
    PART_GAP = 0.6
    ITEMS_HEIGHT = 9.0

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.price_rows: list[PriceRow] = []
        self.items_rect = Rect(0, 0, 0, 0)
        self.back_button = PushButton("", touch_handler, symbol="back")
        self.florins_view, self.prestige_view = AmountView("florin"), AmountView("points")
        self.slider = StepSlider("sold", self._on_slider_moved)
        self.sell_button = PushButton(
            "sell", self._sell, symbol="florin", style="main", font_size=HEADING_TEXT, max_lines=3
        )
        super().__init__()

    def on_model_changed(self, selling: PrestigeSaleModel, previous: PrestigeSaleModel | None) -> None:
        """Show that purse; of another player's nothing is sold yet."""
        same = previous is not None and replace(previous, prices=(), sale_targets=()) == replace(
            selling, prices=(), sale_targets=()
        )
        self.slider.show(self.slider.current_step if same else 0, selling.points)
        self.back_button.touch_target = selling.back_target
        self.back_button.update(selling.back_button)
        self.clear_widgets()
        self.price_rows = [
            PriceRow(price, at, self._on_price_touched) for at, price in enumerate(selling.prices)
        ]
        parts = [*self.price_rows, self.florins_view, self.prestige_view]
        parts += [self.back_button] if selling.back_target else []
        parts += [self.slider, self.sell_button] if selling.sale_targets else []
        for part in parts:
            self.add_widget(part)
        self._on_slider_moved(self.slider.current_step)

    def _on_price_touched(self, touch_target: str) -> None:
        """Set the slider to as many points as that takes."""
        if self.model is not None and self.model.sale_targets:
            number = self.model.prices[int(touch_target.removeprefix("price/"))].points_to_sell
            self.slider.show(number, self.model.points)
            self._on_slider_moved(number)

    def _on_slider_moved(self, number: int) -> None:
        if self.model is None:
            return
        model, money = self.model, self.model.florins_after(number)
        self.florins_view.show((model.florins_label, money))
        self.prestige_view.show((model.prestige_label, model.points - number))
        self.sell_button.update(model.sell_buttons[number], enabled=number > 0)
        for row in self.price_rows:
            row.show(row.price.florins <= money)

    def _sell(self, _thing: str) -> None:
        if self.model is not None:
            self.touch_handler(self.model.touch_targets_to_sell(self.slider.current_step))

    def arrange_children(self, bounds: Rect) -> None:
        """Place the owner above, prices at the left, the rest at the right."""
        head, rest = bounds.cut_top(mm(self.HEADER_HEIGHT), mm(self.PART_GAP))
        place_widget(self.back_button, head.cut_right(mm(24))[0])
        prices, right = rest.cut_left(max(mm(52), rest.width * 0.54), mm(GAP))
        gap = mm(self.PART_GAP)
        high = min(mm(12.5), (prices.height + gap) / max(1, len(self.price_rows)) - gap)
        for at, row in enumerate(self.price_rows):
            top = prices.top - at * (high + gap)
            place_widget(row, Rect(prices.x, top - high, prices.width, high))
        if self.sell_button.parent is not None:
            sell, right = right.cut_bottom(mm(TOUCH_SIZE), mm(GAP))
            slider, right = right.cut_bottom(mm(TOUCH_SIZE), mm(GAP))
            place_widget(self.sell_button, sell)
            place_widget(self.slider, slider)
        court = mm(self.ITEMS_HEIGHT)
        amounts, right = right.cut_top(min(right.height - court, mm(24)), mm(self.PART_GAP))
        self.items_rect = right.cut_top(court)[0]
        halves = amounts.split_columns(2, mm(GAP))
        for amount, cell in zip((self.florins_view, self.prestige_view), halves, strict=True):
            place_widget(amount, cell)

    def paint_model(self, painter: Painter, bounds: Rect, selling: PrestigeSaleModel) -> None:
        """Paint what the player has, whose purse it is, and the florins there would be if all were sold."""
        rows = possession_rows(selling.player)
        for items, row in zip(rows, self.items_rect.split_rows(len(rows)), strict=True):
            paint_items(painter, row.inset(mm(1), 0), items)
        seat = selling.seat
        head = bounds.cut_top(mm(self.HEADER_HEIGHT))[0].cut_right(
            mm(24 if selling.back_target else 0), mm(GAP)
        )[1]
        painter.fill_rect(head, PANEL, mm(CORNER_RADIUS))
        sign, rest = head.cut_left(mm(self.HEADER_HEIGHT), mm(1.5))
        painter.fill_player_rect(seat.colour, sign, mm(CORNER_RADIUS))
        painter.draw_player_sign(seat.colour, sign.inset(mm(1.4)))
        name, text_rect = rest.cut_left(rest.width * 0.36, mm(1))
        painter.draw_text(seat.shown_name, name, HEADING_TEXT, CHALK, bold=True, min_size=SMALL_TEXT)
        painter.draw_text(
            selling.all_sold_text,
            text_rect.cut_right(mm(1.2))[1],
            NOTE_TEXT,
            MUTED,
            halign="right",
            max_lines=2,
            min_size=SMALL_TEXT,
        )
