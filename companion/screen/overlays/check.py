"""Table check: the table as it is believed to lie, and beside a place that is touched what may be set there."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from kivy.metrics import mm
from msgspec.structs import replace

from companion.rules.game import Seat
from companion.screen.default.checking import Check
from companion.screen.default.grid import draw_grid, squares
from companion.screen.default.places import Spot
from companion.screen.default.table import Board
from companion.screen.draw.drawn import Act, Drawn, Touchable, View, lay
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
from companion.screen.views import Choice, Counter
from companion.screen.widgets.button import PushButton, Style
from companion.screen.widgets.layer import Layer, Words
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


class GridFace(View[Spot], Touchable):
    """A grid: where a finger leaves it is what counts."""

    cell = ""

    def __init__(self, act: Act) -> None:
        super().__init__("grid", self._touched)
        self.tell = act

    def on_touch_up(self, touch: Any) -> bool:
        """On which square?"""
        assert self.shown is not None
        lies = squares(self.shown, self.rect).items()
        self.cell = next((name for name, rect in lies if rect.holds(*touch.pos)), "")
        return super().on_touch_up(touch)

    def _touched(self, _thing: str) -> None:
        if self.cell:
            self.tell(f"cell/{self.cell}")

    def draw(self, ink: Ink, whole: Rect, spot: Spot) -> None:
        """See default.grid."""
        draw_grid(ink, whole, spot)


class Entries(View[tuple[Counter | Choice, ...]]):
    """Numbers and buttons, row by row."""

    HIGH = 15.4
    """Millimetres: no row is higher."""
    STEP = 9.2
    """The width of a button of a number."""

    def __init__(self, act: Act) -> None:
        self.act = act
        self.across = 2
        super().__init__()

    def changed(
        self, value: tuple[Counter | Choice, ...], before: tuple[Counter | Choice, ...] | None
    ) -> None:
        """Numbers stay, so that one may be touched again and again."""
        if before is None or list(map(_alike, value)) != list(map(_alike, before)):
            self.clear_widgets()
            for each in value:
                self.add_widget(self._made(each))

    def mark(self, differs: Collection[str]) -> None:
        """Those numbers were set."""
        for widget, each in zip(reversed(self.children), self.shown or (), strict=True):
            if isinstance(each, Counter):
                widget.show(each.number, each.words, marked=each.thing in differs)

    def _made(self, each: Counter | Choice) -> Drawn:
        if isinstance(each, Counter):
            return Stepper(
                each.thing,
                self._count,
                each.symbol,
                most=each.most,
                wide=self.STEP,
                above=True,
                unit=each.unit,
            )
        style: Style = "chosen" if each.weight == "choice" else "plain"
        return PushButton(each.thing, self.act, each.words, each.symbol, style, lines=3)

    def _count(self, thing: str, number: int) -> None:
        self.act(f"count/{thing}={number}")

    def arrange(self, whole: Rect) -> None:
        """From the top."""
        rows = -(-len(self.children) // self.across) or 1
        high = min(whole.height, mm(self.HIGH) * rows)
        cells = whole.from_top(high)[0].grid(self.across, rows, mm(GAP))
        for widget, cell in zip(reversed(self.children), cells, strict=False):
            lay(widget, cell)


def _alike(each: Counter | Choice) -> object:
    return replace(each, number=0, words="") if isinstance(each, Counter) else each


class CheckLayer(Layer):
    """Tabs above everything; in the head what is wrong, and the button that writes it down. At the left the places, or
    a grid, at the right what may be set.
    """

    FOOT = 0.0
    RIGHT = 62.0
    """Millimetres for what may be set beside the places."""
    FEW = 20
    """So many entries go four in a row, where there is nothing beside them; more go six in a row."""
    TITLE = 5.4
    BOARD = 0.6
    """The share of the places that a grid takes among them."""

    def __init__(self, act: Act, words: Words) -> None:
        self.tabs = Tabs(act)
        self.write = PushButton("write-down", act, symbol="quill", style="main", size=TITLE)
        self.board = Board(
            lambda thing: act(thing if thing.startswith("about/") else f"at/{thing}"), self.BOARD
        )
        self.grid = GridFace(act)
        self.entries = Entries(act)
        self.title = Title()
        super().__init__(act, words)
        for part in (self.tabs, self.write, self.title, self.entries):
            self.add_widget(part)

    def show(self, value: Check) -> None:
        """Show what is believed, and what was set."""
        _ = self.words().gettext
        self.head.show(_("Table check"), value.says, value.wrong)
        self.write.show(_("Write it down"), open_=value.changed)
        self.tabs.show((value.tabs, value.seats, value.who))
        self.there(self.board, bool(value.spots))
        self.there(self.grid, value.grid is not None)
        if value.grid is not None:
            self.grid.show(value.grid)
        self.board.show((value.spots, (), False))
        self.title.show(value.title)
        self.entries.across = 2 if value.spots or value.grid else 4 if len(value.entries) <= self.FEW else 6
        self.entries.show(value.entries)
        self.entries.mark(value.differs)
        self.again()

    def arrange(self, whole: Rect) -> None:
        """The button stands in the head, so that there is room for all else."""
        super().arrange(whole)
        write, head = self.head.rect.from_right(mm(44), mm(2))
        lay(self.head, head)
        lay(self.write, write)

    def fill(self, rest: Rect, foot: Rect) -> None:
        """Tabs, then places, then entries."""
        rest = Rect(rest.x, foot.y, rest.width, rest.top - foot.y)
        tabs, rest = rest.from_top(mm(Tabs.HIGH), mm(GAP))
        lay(self.tabs, tabs)
        if self.grid.parent is not None:
            left, rest = rest.from_left(rest.height, mm(GAP + 1))
            lay(self.grid, left)
        elif self.board.parent is not None:
            right, left = rest.from_right(mm(self.RIGHT if self.entries.shown else 0), mm(GAP + 1))
            lay(self.board, left)
            rest = right
        title, rest = rest.from_top(mm(self.TITLE if self.title.shown else 0), mm(GAP))
        lay(self.title, title)
        lay(self.entries, rest)


class Title(View[str]):
    """What may be set is about this."""

    def draw(self, ink: Ink, whole: Rect, value: str) -> None:
        """In one line, or two small ones."""
        if value:
            ink.words(value, whole, LEAD, CHALK, bold=True, most=2)
