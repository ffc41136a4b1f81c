"""Table check: what should lie before each player, and one touch more or less where it differs."""

from __future__ import annotations

from kivy.metrics import mm

from companion.rules.game import Seat
from companion.screen.asides import Check
from companion.screen.button import Button
from companion.screen.drawn import Act, Touchable, lay
from companion.screen.ink import Ink
from companion.screen.layer import Layer, Words
from companion.screen.rect import Rect
from companion.screen.stepper import Stepper
from companion.screen.theme import (
    CHALK,
    GAP,
    GOLD,
    ON_PLAYER,
    PANEL,
    PLAYERS,
    ROUND,
    TITLE,
    mixed,
)


class Tab(Touchable):
    """A player to look at."""

    def __init__(self, seat: Seat, chosen: bool, act: Act) -> None:
        self.seat = seat
        self.chosen = chosen
        super().__init__(f"of/{seat.colour}", act)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Colour, sign and name; paler when somebody else is looked at."""
        colour = PLAYERS[self.seat.colour]
        if self.chosen:
            ink.box(whole, GOLD, mm(ROUND))
            whole = whole.inset(mm(0.5))
        paint = colour if self.chosen or self.pressed else mixed(colour, PANEL, 0.6)
        ink.seat(self.seat.colour, whole, mm(ROUND), paint)
        written = ON_PLAYER[self.seat.colour] if self.chosen else CHALK
        sign, name = whole.inset(mm(1.6), mm(1)).from_left(mm(6), mm(1.4))
        ink.picture(f"{self.seat.colour}/flat", sign, written)
        ink.words(self.seat.name, name, 4.0, written, bold=True)


class CheckLayer(Layer):
    """A tab a player; beneath steppers four in a row; in the head what must add up."""

    COLUMNS = 4
    FOOT = 0.0

    def __init__(self, act: Act, words: Words) -> None:
        self.value: Check | None = None
        self.tabs: list[Tab] = []
        self.steppers: list[Stepper] = []
        self.write = Button("write-down", act, symbol="quill", style="main", size=TITLE)
        super().__init__(act, words)
        self.add_widget(self.write)

    def show(self, value: Check) -> None:
        """Show what is believed, and what was touched."""
        _ = self.words().gettext
        if self.value is None or (value.seats, value.who) != (self.value.seats, self.value.who):
            for old in (*self.tabs, *self.steppers):
                self.remove_widget(old)
            self.tabs = [Tab(seat, seat.colour == value.who, self.act) for seat in value.seats]
            self.steppers = [
                Stepper(
                    counter.thing, self._counted, counter.symbol, most=counter.most, wide=10.0, above=True
                )
                for counter in value.counters
            ]
            for part in (*self.tabs, *self.steppers):
                self.add_widget(part)
        self.value = value
        for stepper, counter in zip(self.steppers, value.counters, strict=True):
            stepper.show(counter.number, counter.words, marked=counter.thing in value.differs)
        self.head.show(_("Table check"), value.sums, value.wrong)
        self.write.show(_("Write it down"), open_=value.changed)
        self.again()

    def _counted(self, thing: str, number: int) -> None:
        self.act(f"count/{thing}={number}")

    def arrange(self, whole: Rect) -> None:
        """The button stands in the head, so that there is room for all numbers."""
        super().arrange(whole)
        write, head = self.head.rect.from_right(mm(44), mm(2))
        lay(self.head, head)
        lay(self.write, write)

    def fill(self, rest: Rect, foot: Rect) -> None:
        """Tabs and steppers."""
        tabs, rest = rest.from_top(mm(9.6), mm(GAP))
        for tab, cell in zip(self.tabs, tabs.columns(max(1, len(self.tabs)), mm(GAP)), strict=False):
            lay(tab, cell)
        rows = -(-len(self.steppers) // self.COLUMNS) or 1
        cells = rest.grid(self.COLUMNS, rows, mm(GAP))
        for stepper, cell in zip(self.steppers, cells, strict=False):
            lay(stepper, cell.inset(mm(0.4), 0))
