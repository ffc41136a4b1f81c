"""Table check: what should lie before each player, and one touch more or less where it differs."""

from __future__ import annotations

from typing import Any

from kivy.metrics import mm

from companion.rules.game import Seat
from companion.screen.asides import Check
from companion.screen.draw.drawn import Act, Touchable, View, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    GAP,
    GOLD,
    LEAD,
    ON_PLAYER,
    PANEL,
    PLAYERS,
    RAISED,
    ROUND,
    TITLE,
    mixed,
)
from companion.screen.reports import Line, Listed
from companion.screen.views import Choice
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.layer import Layer, Words
from companion.screen.widgets.listing import Lines
from companion.screen.widgets.stepper import Stepper


class Tab(Touchable):
    """Something to look at: a player, or (`place`) a part of the table."""

    NARROW = 18.0
    """Narrower than this, in millimetres, only the sign is shown."""

    def __init__(self, thing: str, words: str, symbol: str, chosen: bool, act: Act) -> None:
        self.words, self.symbol, self.chosen = words, symbol, chosen
        super().__init__(f"of/{thing}", act)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Colour, sign and name; paler when something else is looked at."""
        colour = PLAYERS.get(self.symbol, RAISED)
        if self.chosen:
            ink.box(whole, GOLD, mm(ROUND))
            whole = whole.inset(mm(0.5))
        paint = colour if self.chosen or self.pressed else mixed(colour, PANEL, 0.6)
        ink.seat(self.symbol, whole, mm(ROUND), paint)
        player = self.symbol in PLAYERS
        written = ON_PLAYER[self.symbol] if self.chosen and player else CHALK
        picture = f"{self.symbol}/flat" if player else self.symbol
        narrow = whole.width < mm(self.NARROW)
        sign, name = whole.inset(mm(0.8 if narrow else 1.6), mm(1)).from_left(
            mm(6), mm(0.3 if narrow else 1.4)
        )
        if narrow and player:
            ink.picture(picture, whole.inset(mm(1.2)), written)
            return
        ink.picture(picture, sign, written)
        ink.words(self.words, name, LEAD, written, bold=True)


class Tabs(View[tuple[tuple[Choice, ...], tuple[Seat, ...], str]]):
    """Everything there is to look at, side by side: parts of the table, players, and which of them is looked at."""

    HIGH = 9.6

    def __init__(self, act: Act) -> None:
        self.act = act
        super().__init__()

    def changed(self, value: tuple[tuple[Choice, ...], tuple[Seat, ...], str], before: object) -> None:
        """A tab each."""
        places, seats, chosen = value
        self.clear_widgets()
        all_ = [(each.thing, each.words, each.symbol) for each in places]
        all_ += [(seat.colour, seat.name, seat.colour) for seat in seats]
        for thing, words, symbol in all_:
            self.add_widget(Tab(thing, words, symbol, thing == chosen, self.act))

    def arrange(self, whole: Rect) -> None:
        """Equally wide."""
        for tab, cell in zip(
            reversed(self.children), whole.columns(max(1, len(self.children)), mm(GAP)), strict=False
        ):
            lay(tab, cell)


class Checking(Layer):
    """Tabs above everything; in the head what must add up, and the button that writes it down."""

    FOOT = 0.0

    def __init__(self, act: Act, words: Words) -> None:
        self.tabs = Tabs(act)
        self.write = PushButton("write-down", act, symbol="quill", style="main", size=TITLE)
        super().__init__(act, words)
        for part in (self.tabs, self.write):
            self.add_widget(part)

    def say(self, value: Any) -> None:
        """What every check has: `places`, `seats`, `who`, `sums`, `wrong`, `changed`."""
        _ = self.words().gettext
        self.head.show(_("Table check"), value.sums, value.wrong)
        self.write.show(_("Write it down"), open_=value.changed)
        self.tabs.show((value.places, value.seats, value.who))
        self.again()

    def arrange(self, whole: Rect) -> None:
        """The button stands in the head, so that there is room for all numbers."""
        super().arrange(whole)
        write, head = self.head.rect.from_right(mm(44), mm(2))
        lay(self.head, head)
        lay(self.write, write)

    def fill(self, rest: Rect, foot: Rect) -> None:
        """Tabs, then what is checked."""
        tabs, rest = rest.from_top(mm(Tabs.HIGH), mm(GAP))
        lay(self.tabs, tabs)
        self.checked(rest)

    def checked(self, rest: Rect) -> None:
        """Lay out what is checked."""
        raise NotImplementedError


class CheckLayer(Checking):
    """One player: steppers, four in a row; or what lies where, to be read."""

    COLUMNS = 4
    ROW = 18.0
    """The height of a row of steppers at the most, in millimetres."""

    def __init__(self, act: Act, words: Words) -> None:
        self.value: Check | None = None
        self.steppers: list[Stepper] = []
        self.lines = Lines(act)
        super().__init__(act, words)

    def show(self, value: Check) -> None:
        """Show what is believed, and what was touched."""
        if self.value is None or (value.seats, value.who) != (self.value.seats, self.value.who):
            for old in self.steppers:
                self.remove_widget(old)
            self.steppers = [
                Stepper(
                    counter.thing, self._counted, counter.symbol, most=counter.most, wide=10.0, above=True
                )
                for counter in value.counters
            ]
            for stepper in self.steppers:
                self.add_widget(stepper)
        self.value = value
        self.there(self.lines, bool(value.lines))
        self.lines.show(Listed(tuple(map(Line, value.lines))))
        for stepper, counter in zip(self.steppers, value.counters, strict=True):
            stepper.show(counter.number, counter.words, marked=counter.thing in value.differs)
        self.say(value)

    def _counted(self, thing: str, number: int) -> None:
        self.act(f"count/{thing}={number}")

    def checked(self, rest: Rect) -> None:
        """The steppers, or what is read."""
        lay(self.lines, rest)
        rows = -(-len(self.steppers) // self.COLUMNS) or 1
        cells = rest.from_top(min(rest.height, rows * mm(self.ROW)))[0].grid(self.COLUMNS, rows, mm(GAP))
        for stepper, cell in zip(self.steppers, cells, strict=False):
            lay(stepper, cell.inset(mm(0.4), 0))
