"""A player's purse on the stage: what things cost and what would have to be sold for each, and selling it."""

from __future__ import annotations

from kivy.metrics import mm
from msgspec.structs import replace

from companion.games.florence.screen.amount import Amount, grouped
from companion.games.florence.screen.bill import YES
from companion.games.florence.screen.selling import Price, Selling
from companion.screen.draw.drawn import Act, Touchable, View, lay
from companion.screen.draw.ink import Ink, letters, width_of
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY,
    CHALK,
    GAP,
    GOLD,
    HEADING,
    MUTED,
    NOTE,
    ON_PLAYER,
    PANEL,
    PARCHMENT,
    ROUND,
    SEPIA,
    SMALL,
    TOUCH,
    WORN,
    Colour,
    faded,
    mixed,
)
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.slider import StepSlider


class PriceRow(View[bool], Touchable):
    """What a thing costs, and what must be sold for it; a finger on it sells as much as it takes. `shown`: whether it
    could be paid as the slider stands.
    """

    shown: bool = False

    def __init__(self, price: Price, at: int, act: Act) -> None:
        self.price = price
        super().__init__(f"price/{at}", act)
        self.open = price.reach and not price.note

    def draw(self, ink: Ink, whole: Rect, paid: bool) -> None:
        """Symbol, what, price; at the right a tick, or how many points go."""
        price = self.price
        colour = SEPIA if self.open else mixed(MUTED, PANEL, 0.4)
        face = mixed(PARCHMENT, GOLD, 0.5 if self.pressed else 0.0)
        ink.box(whole, mixed(WORN, SEPIA, 0.3) if self.open else PANEL, mm(ROUND))
        ink.box(whole.inset(mm(0.25)), face if self.open else PANEL, mm(ROUND - 0.25))
        sign, rest = whole.inset(mm(1), mm(0.6)).from_left(mm(6), mm(1))
        ink.picture(price.symbol, sign, SEPIA if self.open else faded(SEPIA, 0.3))
        sells, rest = rest.from_right(mm(13), mm(1))
        cost, words = rest.from_right(mm(11), mm(0.8))
        ink.words(price.words, words, NOTE, colour, bold=True, most=2)
        ink.words(grouped(price.florins), cost, HEADING, colour, bold=True, across="right")
        self._sells(ink, sells, colour, paid)

    def _sells(self, ink: Ink, room: Rect, colour: Colour, paid: bool) -> None:
        """A tick where it can be paid, the points it takes, a cross where all of them would not do."""
        price = self.price
        if price.note:
            ink.words(price.note, room, SMALL, colour, across="right", most=2)
            return
        if not price.reach:
            ink.picture("cross", room.from_right(mm(4))[0], colour)
            return
        if price.sell:
            sign, room = room.from_right(mm(4), mm(0.3))
            ink.picture("points", sign)
            number, room = room.from_right(width_of(f"−{price.sell}", letters(BODY), True) + 2)
            ink.words(f"−{price.sell}", number, BODY, colour, bold=True, across="right")
        if paid:
            ink.picture("check", room.from_right(mm(3.8))[0], YES)


class SellingView(View[Selling]):
    """At the left what things cost, at the right what he would have then, and how much he sells. `act` gets what is
    touched; where he sells both things at once, with a blank between.
    """

    HEAD = 9.2
    BETWEEN = 0.8

    def __init__(self, act: Act) -> None:
        self.act = act
        self.rows: list[PriceRow] = []
        self.back = PushButton("", act, symbol="back")
        self.florins, self.prestige = Amount("florin"), Amount("points")
        self.slider = StepSlider("sold", self._slid)
        self.sell = PushButton("sell", self._sell, symbol="florin", style="main", size=HEADING, lines=3)
        super().__init__()

    def changed(self, selling: Selling, before: Selling | None) -> None:
        """Of another purse nothing is sold yet."""
        same = before is not None and replace(before, prices=(), things=()) == replace(
            selling, prices=(), things=()
        )
        self.slider.show(self.slider.at if same else 0, selling.points)
        self.back.thing = selling.back
        self.back.show(selling.labels.back)
        self.clear_widgets()
        self.rows = [PriceRow(price, at, self._wanted) for at, price in enumerate(selling.prices)]
        parts = [*self.rows, self.florins, self.prestige]
        parts += [self.back] if selling.back else []
        parts += [self.slider, self.sell] if selling.things else []
        for part in parts:
            self.add_widget(part)
        self._slid(self.slider.at)

    def _wanted(self, thing: str) -> None:
        """As many points as that takes."""
        if self.shown is not None and self.shown.things:
            number = self.shown.prices[int(thing.removeprefix("price/"))].sell
            self.slider.show(number, self.shown.points)
            self._slid(number)

    def _slid(self, number: int) -> None:
        if self.shown is None:
            return
        labels, money = self.shown.labels, self.shown.after(number)
        self.florins.show((labels.florins, money))
        self.prestige.show((labels.prestige, self.shown.points - number))
        self.sell.show(labels.sells[number], open_=number > 0)
        for row in self.rows:
            row.show(row.price.florins <= money)

    def _sell(self, _thing: str) -> None:
        if self.shown is not None:
            self.act(self.shown.selling(self.slider.at))

    def arrange(self, whole: Rect) -> None:
        """Whose purse it is above, prices at the left, the rest at the right."""
        head, rest = whole.from_top(mm(self.HEAD), mm(self.BETWEEN))
        lay(self.back, head.from_right(mm(24))[0])
        prices, right = rest.from_left(max(mm(52), rest.width * 0.54), mm(GAP))
        gap = mm(self.BETWEEN)
        high = min(mm(12.5), (prices.height + gap) / max(1, len(self.rows)) - gap)
        for at, row in enumerate(self.rows):
            top = prices.top - at * (high + gap)
            lay(row, Rect(prices.x, top - high, prices.width, high))
        if self.sell.parent is not None:
            sell, right = right.from_bottom(mm(TOUCH), mm(GAP))
            slider, right = right.from_bottom(mm(TOUCH), mm(GAP))
            lay(self.sell, sell)
            lay(self.slider, slider)
        halves = right.from_top(min(right.height, mm(24)))[0].columns(2, mm(GAP))
        for amount, cell in zip((self.florins, self.prestige), halves, strict=True):
            lay(amount, cell)

    def draw(self, ink: Ink, whole: Rect, selling: Selling) -> None:
        """Whose it is, and what there would be if all were sold."""
        seat = selling.seat
        head = whole.from_top(mm(self.HEAD))[0].from_right(mm(24 if selling.back else 0), mm(GAP))[1]
        ink.box(head, PANEL, mm(ROUND))
        sign, rest = head.from_left(mm(self.HEAD), mm(1.5))
        ink.seat(seat.colour, sign, mm(ROUND))
        ink.picture(f"{seat.colour}/flat", sign.inset(mm(1.4)), ON_PLAYER.get(seat.colour, CHALK))
        name, said = rest.from_left(rest.width * 0.36, mm(1))
        ink.words(seat.name, name, HEADING, CHALK, bold=True)
        ink.words(selling.labels.all, said.from_right(mm(1.2))[1], NOTE, MUTED, across="right")
