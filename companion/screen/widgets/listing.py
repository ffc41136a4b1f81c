"""A list to read, some lines at a time: a ledger, what may be done now."""

from __future__ import annotations

from math import ceil

from kivy.metrics import mm

from companion.screen.draw.drawn import Act, Drawn, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import BODY, CHALK, GAP, GOLD, MUTED, NOTE, PANEL, ROUND, TITLE, TOUCH
from companion.screen.reports import Line, Listed
from companion.screen.widgets.blocks import Block
from companion.screen.widgets.button import PushButton


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
        ink.words(self.far, whole.inset(0, mm(TOUCH)), NOTE, MUTED, across="center")


class Lines(Block[Listed]):
    """Lines in equal rows, more than fit are turned like pages; beneath them their sum."""

    ROW, TOTAL = 8.6, 8.0
    shown = Listed(())

    def __init__(self, act: Act) -> None:
        self.at = 0
        self.pager = Pager(self._turn)
        super().__init__(act)

    def heights(self, width: float) -> tuple[float, float]:
        """All that there is room for."""
        return mm(3 * self.ROW), mm(200)

    def changed(self, value: object, before: object) -> None:
        """From the first on."""
        self.at = 0

    def _turn(self, thing: str) -> None:
        self.at += 1 if thing == "later" else -1
        self.again()

    def _room(self, whole: Rect) -> tuple[Rect, Rect, int]:
        """The place of the sum, that of the lines, and how many of them fit."""
        total, room = whole.from_bottom(
            mm(self.TOTAL) * bool(self.shown.total), mm(2) * bool(self.shown.total)
        )
        return total, room, max(1, int((room.height + mm(1)) / mm(self.ROW + 1)))

    def arrange(self, whole: Rect) -> None:
        """The pager at the right, where there is more than one page."""
        _, room, count = self._room(whole)
        pages = ceil(len(self.shown.lines) / count) or 1
        self.at = min(self.at, pages - 1)
        self.there(self.pager, pages > 1)
        if pages > 1:
            self.pager.show(self.at, pages)
            lay(self.pager, room.from_right(mm(TOUCH))[0])

    def paint(self, ink: Ink, whole: Rect) -> None:
        """The lines of this page, and the sum."""
        total, room, count = self._room(whole)
        ink.words(self.shown.total, total.inset(mm(2), 0), TITLE, GOLD, bold=True, across="right")
        if self.pager.parent is not None:
            room = room.from_right(mm(TOUCH), mm(GAP))[1]
        for at, line in enumerate(self.shown.lines[self.at * count : (self.at + 1) * count]):
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
            ink.words(line.number, number, TITLE, CHALK, bold=True, across="right")
        ink.words(line.words, inner, BODY, CHALK, most=2)
