"""A number, one more or one less."""

from __future__ import annotations

from collections.abc import Callable

from kivy.metrics import mm

from companion.screen.button import Button
from companion.screen.drawn import Drawn, lay
from companion.screen.ink import Ink
from companion.screen.rect import Rect
from companion.screen.theme import GAP, PARCHMENT, ROUND, SEPIA, SMALL, TOUCH


class Stepper(Drawn):
    """Minus, the number with its symbol and words, plus. `changed` gets the name of the thing counted and
    the new number.
    """

    def __init__(
        self, name: str, changed: Callable[[str, int], None], symbol: str = "", least: int = 0, most: int = 99
    ) -> None:
        self.name = name
        self.changed = changed
        self.symbol = symbol
        self.least, self.most = least, most
        self.number = least
        self.words = ""
        self.less = Button(f"less/{name}", self._step, symbol="minus")
        self.more = Button(f"more/{name}", self._step, symbol="plus")
        super().__init__()
        self.add_widget(self.less)
        self.add_widget(self.more)

    def show(self, number: int, words: str = "") -> None:
        """This many."""
        self.number, self.words = number, words
        self.less.show(open_=number > self.least)
        self.more.show(open_=number < self.most)
        self.again()

    def _step(self, thing: str) -> None:
        self.show(self.number + (1 if thing.startswith("more/") else -1), self.words)
        self.changed(self.name, self.number)

    def arrange(self, whole: Rect) -> None:
        """A button at either side."""
        left, rest = whole.from_left(mm(TOUCH), mm(GAP))
        lay(self.less, left)
        lay(self.more, rest.from_right(mm(TOUCH))[0])

    def paint(self, ink: Ink, whole: Rect) -> None:
        """The number on parchment."""
        middle = whole.inset(mm(TOUCH + GAP), 0)
        ink.box(middle, PARCHMENT, mm(ROUND))
        inner = middle.inset(mm(1), mm(0.8))
        if self.words:
            words, inner = inner.from_bottom(mm(3.4))
            ink.words(self.words, words, SMALL, SEPIA, across="center")
        if self.symbol:
            sign, inner = inner.from_left(inner.width / 2, mm(1))
            ink.picture(self.symbol, sign)
        ink.words(str(self.number), inner, 6.4, SEPIA, bold=True, across="left" if self.symbol else "center")
