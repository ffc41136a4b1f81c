"""A list to read, some lines at a time: a ledger, what may be done now."""

from __future__ import annotations

from math import ceil

from kivy.metrics import mm

from companion.screen.asides import Line, Listing
from companion.screen.draw.drawn import Act, Drawn, View, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, EDGE, GAP, GOLD, MUTED, PANEL, ROUND, TITLE, TOUCH
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.layer import Layer, Words


class Pager(Drawn):
    """Where one is in a list that is longer than the screen, and the way up and down. It tells `turned`."""

    def __init__(self, turned: Act) -> None:
        self.far = ""
        self.up = PushButton("earlier", turned, symbol="up")
        self.down = PushButton("later", turned, symbol="down")
        super().__init__()
        self.add_widget(self.up)
        self.add_widget(self.down)

    def show(self, at: int, pages: int) -> None:
        """Page `at` of so many."""
        self.far = f"{at + 1} / {pages}"
        self.up.show(open_=at > 0)
        self.down.show(open_=at < pages - 1)
        self.again()

    def arrange(self, whole: Rect) -> None:
        """Up above, down below."""
        lay(self.up, whole.from_top(mm(TOUCH))[0])
        lay(self.down, whole.from_bottom(mm(TOUCH))[0])

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Which page, between the two."""
        ink.words(self.far, whole.inset(0, mm(TOUCH)), 3.4, MUTED, across="center")


class Lines(View[tuple[Line, ...]]):
    """Lines in equal rows; more than fit are turned like pages."""

    ROW = 8.6
    shown: tuple[Line, ...] = ()

    def __init__(self) -> None:
        self.at = 0
        self.pager = Pager(self._turn)
        super().__init__()

    def changed(self, value: object, before: object) -> None:
        """From the first on."""
        self.at = 0

    def _turn(self, thing: str) -> None:
        self.at += 1 if thing == "later" else -1
        self.again()

    def _rows(self, whole: Rect) -> int:
        return max(1, int((whole.height + mm(1)) / mm(self.ROW + 1)))

    def arrange(self, whole: Rect) -> None:
        """The pager at the right, where there is more than one page."""
        pages = ceil(len(self.shown) / self._rows(whole)) or 1
        self.at = min(self.at, pages - 1)
        self.there(self.pager, pages > 1)
        if pages > 1:
            self.pager.show(self.at, pages)
            lay(self.pager, whole.from_right(mm(TOUCH))[0])

    def paint(self, ink: Ink, whole: Rect) -> None:
        """The lines of this page."""
        count = self._rows(whole)
        room = whole if self.pager.parent is None else whole.from_right(mm(TOUCH), mm(GAP))[1]
        for at, line in enumerate(self.shown[self.at * count : (self.at + 1) * count]):
            top = room.top - at * mm(self.ROW + 1)
            self._line(ink, Rect(room.x, top - mm(self.ROW), room.width, mm(self.ROW)), line)

    def _line(self, ink: Ink, row: Rect, line: Line) -> None:
        ink.box(row, PANEL, mm(ROUND))
        inner = row.inset(mm(2), mm(0.5))
        if line.symbol:
            sign, inner = inner.from_left(mm(5.4), mm(2))
            ink.picture(line.symbol, sign, MUTED)
        if line.number:
            number, inner = inner.from_right(mm(13), mm(2))
            ink.words(line.number, number, 5.0, CHALK, bold=True, across="right")
        ink.words(line.words, inner, 3.6, CHALK, most=2)


class ListingLayer(Layer):
    """Title, list, sum."""

    FOOT = 8.0

    def __init__(self, act: Act, words: Words) -> None:
        self.total = ""
        self.lines = Lines()
        super().__init__(act, words)
        self.add_widget(self.lines)

    def show(self, value: Listing) -> None:
        """Show this list."""
        self.total = value.total
        self.head.show(value.title, value.subtitle, sign=value.symbol)
        self.lines.show(value.lines)
        self.again()

    def fill(self, rest: Rect, foot: Rect) -> None:
        """The list; without a sum it takes the foot too."""
        low = rest.y if self.total else foot.y
        lay(self.lines, Rect(rest.x, low, rest.width, rest.top - low))

    def paint(self, ink: Ink, whole: Rect) -> None:
        """The sum at the foot."""
        super().paint(ink, whole)
        if self.total:
            foot = whole.inset(mm(EDGE)).from_bottom(mm(self.FOOT))[0]
            ink.words(self.total, foot.inset(mm(2), 0), TITLE, GOLD, bold=True, across="right")
