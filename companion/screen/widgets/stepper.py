"""A number, one more or one less."""

from __future__ import annotations

from collections.abc import Callable

from kivy.metrics import mm

from companion.screen.draw.drawn import Drawn, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, GAP, GOLD, LARGE, NOTE, PARCHMENT, ROUND, SEPIA, SMALL, TOUCH
from companion.screen.widgets.button import PushButton


class Stepper(Drawn):
    """Minus, the number with its symbol and words, plus. `changed` gets the name of the thing counted and
    the new number, which is shown by `unit` (florins by hundreds); `wide` is the width of a button in millimetres;
    the words stand beside the number, or `above` it all.
    """

    def __init__(
        self,
        name: str,
        changed: Callable[[str, int], None],
        symbol: str = "",
        least: int = 0,
        most: int = 99,
        wide: float = TOUCH,
        above: bool = False,
        unit: int = 1,
    ) -> None:
        self.name = name
        self.changed = changed
        self.symbol = symbol
        self.wide = wide
        self.above = above
        self.unit = unit
        self.least, self.most = least, most
        self.number = least
        self.words = ""
        self.marked = False
        self.less = PushButton(f"less/{name}", self._step, symbol="minus")
        self.more = PushButton(f"more/{name}", self._step, symbol="plus")
        super().__init__()
        self.add_widget(self.less)
        self.add_widget(self.more)

    @property
    def stands_for(self) -> str:
        """What is counted."""
        return self.name

    def show(self, number: int, words: str = "", marked: bool = False) -> None:
        """This many; marked: it is no longer what it was."""
        self.number, self.words, self.marked = number, words, marked
        self.less.show(open_=number > self.least)
        self.more.show(open_=number < self.most)
        self.again()

    def _step(self, thing: str) -> None:
        self.show(self.number + (1 if thing.startswith("more/") else -1), self.words, self.marked)
        self.changed(self.name, self.number)

    LABEL = 4.6
    """Millimetres for words above it all."""
    SIGN, SMALL_SIGN = 0.45, 0.32
    """The symbol's share of the width; the smaller one beside a longer number, beneath words."""

    def _counts(self, whole: Rect) -> Rect:
        """What the words above leave."""
        return whole.from_top(mm(self.LABEL))[1] if self.above else whole

    def arrange(self, whole: Rect) -> None:
        """A button at either side."""
        left, rest = self._counts(whole).from_left(mm(self.wide), mm(GAP))
        lay(self.less, left)
        lay(self.more, rest.from_right(mm(self.wide))[0])

    def paint(self, ink: Ink, whole: Rect) -> None:
        """The number on parchment."""
        middle = self._counts(whole).inset(mm(self.wide + GAP), 0)
        if self.marked:
            ink.box(middle.inset(-mm(0.7)), GOLD, mm(ROUND + 0.6))
        ink.box(middle, PARCHMENT, mm(ROUND))
        inner = middle.inset(mm(1), mm(0.8))
        if self.words and self.above:
            label = whole.from_top(mm(self.LABEL))[0]
            ink.words(self.words, label, NOTE, CHALK, across="center")
        elif self.words:
            words, inner = inner.from_bottom(mm(3.4))
            ink.words(self.words, words, SMALL, SEPIA, across="center")
        number = str(self.number * self.unit)
        if self.symbol:
            share = self.SIGN if len(number) == 1 or not self.above else self.SMALL_SIGN
            sign, inner = inner.from_left(inner.width * share, mm(0.6))
            ink.picture(self.symbol, sign, SEPIA)
        ink.words(
            number,
            inner,
            LARGE,
            SEPIA,
            bold=True,
            across="left" if self.symbol else "center",
        )
