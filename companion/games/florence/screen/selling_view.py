"""A player's purse on the stage: what things cost and what would have to be sold for each, and selling it."""

from __future__ import annotations

from kivy.metrics import mm
from msgspec.structs import replace

from companion.games.florence.screen.amount import Amount, grouped
from companion.games.florence.screen.bill import YES
from companion.games.florence.screen.selling import Price, Selling
from companion.screen.draw.canvas_widget import ModelView, TouchableWidget, TouchHandler, place_widget
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    HEADING_TEXT,
    MUTED,
    NOTE_TEXT,
    PANEL,
    PARCHMENT,
    SEPIA,
    SMALL_TEXT,
    TEXT_ON_PLAYER_COLOURS,
    TOUCH_SIZE,
    WORN_PARCHMENT,
    Colour,
    fade,
    mix_colours,
)
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.slider import StepSlider


class PriceRow(ModelView[bool], TouchableWidget):
    """What a thing costs, and what must be sold for it; a finger on it sells as much as it takes. `model`: whether it
    could be paid as the slider stands.
    """

    model: bool = False

    def __init__(self, price: Price, at: int, act: TouchHandler) -> None:
        self.price = price
        super().__init__(f"price/{at}", act)
        self.enabled = price.reach and not price.note

    def paint_model(self, ink: Painter, whole: Rect, paid: bool) -> None:
        """Symbol, what, price; at the right a tick, or how many points go."""
        price = self.price
        colour = SEPIA if self.enabled else mix_colours(MUTED, PANEL, 0.4)
        face = mix_colours(PARCHMENT, GOLD, 0.5 if self.is_pressed else 0.0)
        ink.fill_rect(
            whole, mix_colours(WORN_PARCHMENT, SEPIA, 0.3) if self.enabled else PANEL, mm(CORNER_RADIUS)
        )
        ink.fill_rect(whole.inset(mm(0.25)), face if self.enabled else PANEL, mm(CORNER_RADIUS - 0.25))
        sign, rest = whole.inset(mm(1), mm(0.6)).cut_left(mm(6), mm(1))
        ink.draw_symbol(price.symbol, sign, SEPIA if self.enabled else fade(SEPIA, 0.3))
        sells, rest = rest.cut_right(mm(13), mm(1))
        cost, words = rest.cut_right(mm(11), mm(0.8))
        ink.draw_text(price.words, words, NOTE_TEXT, colour, bold=True, max_lines=2)
        ink.draw_text(grouped(price.florins), cost, HEADING_TEXT, colour, bold=True, halign="right")
        self._sells(ink, sells, colour, paid)

    def _sells(self, ink: Painter, room: Rect, colour: Colour, paid: bool) -> None:
        """A tick where it can be paid, the points it takes, a cross where all of them would not do."""
        price = self.price
        if price.note:
            ink.draw_text(price.note, room, SMALL_TEXT, colour, halign="right", max_lines=2)
            return
        if not price.reach:
            ink.draw_symbol("cross", room.cut_right(mm(4))[0], colour)
            return
        if price.sell:
            sign, room = room.cut_right(mm(4), mm(0.3))
            ink.draw_symbol("points", sign)
            number, room = room.cut_right(text_width(f"−{price.sell}", font_pixels(BODY_TEXT), True) + 2)
            ink.draw_text(f"−{price.sell}", number, BODY_TEXT, colour, bold=True, halign="right")
        if paid:
            ink.draw_symbol("check", room.cut_right(mm(3.8))[0], YES)


class SellingView(ModelView[Selling]):
    """At the left what things cost, at the right what he would have then, and how much he sells. `act` gets what is
    touched; where he sells both things at once, with a blank between.
    """

    HEAD = 9.2
    BETWEEN = 0.8

    def __init__(self, act: TouchHandler) -> None:
        self.act = act
        self.rows: list[PriceRow] = []
        self.back = PushButton("", act, symbol="back")
        self.florins, self.prestige = Amount("florin"), Amount("points")
        self.slider = StepSlider("sold", self._slid)
        self.sell = PushButton(
            "sell", self._sell, symbol="florin", style="main", font_size=HEADING_TEXT, max_lines=3
        )
        super().__init__()

    def on_model_changed(self, selling: Selling, previous: Selling | None) -> None:
        """Of another purse nothing is sold yet."""
        same = previous is not None and replace(previous, prices=(), things=()) == replace(
            selling, prices=(), things=()
        )
        self.slider.show(self.slider.step if same else 0, selling.points)
        self.back.touch_target = selling.back
        self.back.update(selling.labels.back)
        self.clear_widgets()
        self.rows = [PriceRow(price, at, self._wanted) for at, price in enumerate(selling.prices)]
        parts = [*self.rows, self.florins, self.prestige]
        parts += [self.back] if selling.back else []
        parts += [self.slider, self.sell] if selling.things else []
        for part in parts:
            self.add_widget(part)
        self._slid(self.slider.step)

    def _wanted(self, thing: str) -> None:
        """As many points as that takes."""
        if self.model is not None and self.model.things:
            number = self.model.prices[int(thing.removeprefix("price/"))].sell
            self.slider.show(number, self.model.points)
            self._slid(number)

    def _slid(self, number: int) -> None:
        if self.model is None:
            return
        labels, money = self.model.labels, self.model.after(number)
        self.florins.show((labels.florins, money))
        self.prestige.show((labels.prestige, self.model.points - number))
        self.sell.update(labels.sells[number], enabled=number > 0)
        for row in self.rows:
            row.show(row.price.florins <= money)

    def _sell(self, _thing: str) -> None:
        if self.model is not None:
            self.act(self.model.selling(self.slider.step))

    def arrange_children(self, whole: Rect) -> None:
        """Whose purse it is above, prices at the left, the rest at the right."""
        head, rest = whole.cut_top(mm(self.HEAD), mm(self.BETWEEN))
        place_widget(self.back, head.cut_right(mm(24))[0])
        prices, right = rest.cut_left(max(mm(52), rest.width * 0.54), mm(GAP))
        gap = mm(self.BETWEEN)
        high = min(mm(12.5), (prices.height + gap) / max(1, len(self.rows)) - gap)
        for at, row in enumerate(self.rows):
            top = prices.top - at * (high + gap)
            place_widget(row, Rect(prices.x, top - high, prices.width, high))
        if self.sell.parent is not None:
            sell, right = right.cut_bottom(mm(TOUCH_SIZE), mm(GAP))
            slider, right = right.cut_bottom(mm(TOUCH_SIZE), mm(GAP))
            place_widget(self.sell, sell)
            place_widget(self.slider, slider)
        halves = right.cut_top(min(right.height, mm(24)))[0].split_columns(2, mm(GAP))
        for amount, cell in zip((self.florins, self.prestige), halves, strict=True):
            place_widget(amount, cell)

    def paint_model(self, ink: Painter, whole: Rect, selling: Selling) -> None:
        """Whose it is, and what there would be if all were sold."""
        seat = selling.seat
        head = whole.cut_top(mm(self.HEAD))[0].cut_right(mm(24 if selling.back else 0), mm(GAP))[1]
        ink.fill_rect(head, PANEL, mm(CORNER_RADIUS))
        sign, rest = head.cut_left(mm(self.HEAD), mm(1.5))
        ink.fill_player_rect(seat.colour, sign, mm(CORNER_RADIUS))
        ink.draw_symbol(
            f"{seat.colour}/flat", sign.inset(mm(1.4)), TEXT_ON_PLAYER_COLOURS.get(seat.colour, CHALK)
        )
        name, said = rest.cut_left(rest.width * 0.36, mm(1))
        ink.draw_text(seat.name, name, HEADING_TEXT, CHALK, bold=True)
        ink.draw_text(selling.labels.all, said.cut_right(mm(1.2))[1], NOTE_TEXT, MUTED, halign="right")
