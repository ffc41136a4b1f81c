"""Answers to choose from: a row or a grid of large buttons."""

from __future__ import annotations

from math import ceil

from kivy.metrics import mm

from companion.screen.draw.drawn import Act, View, lay
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GAP, HEADING, TOUCH
from companion.screen.views import Choice
from companion.screen.widgets.button import PushButton


class Choices(View[tuple[Choice, ...]]):
    """Buttons side by side, in as many rows as there is height for when they do not fit into one."""

    NARROW = 22.0
    """Narrower than this, in millimetres, buttons go into another row if there is one."""
    WIDE = 50.0
    """No button is wider."""
    HIGH = TOUCH
    """No button is lower where there are several rows."""
    HIGHEST = 24.0
    """No button is higher."""
    MANY = 9
    """So many answers are too many for one row at the foot of the screen."""

    shown: tuple[Choice, ...] = ()

    def __init__(self, act: Act) -> None:
        self.act = act
        self.buttons: list[PushButton] = []
        super().__init__()

    def changed(self, value: tuple[Choice, ...], before: object) -> None:
        """A button each."""
        self.clear_widgets()
        self.buttons = [self.button(each) for each in value]
        for button in self.buttons:
            self.add_widget(button)

    @property
    def count(self) -> int:
        """For how many buttons side by side there has to be room."""
        return len(self.buttons)

    def button(self, choice: Choice) -> PushButton:
        """An answer as it can be touched."""
        return PushButton(
            choice.thing, self.act, choice.words, choice.symbol, choice.weight, size=HEADING, lines=3
        )

    def arrange(self, whole: Rect) -> None:
        """One row, or more when that makes them wide enough."""
        count = len(self.buttons)
        if not count:
            return
        most = max(1, int((whole.height + mm(GAP)) / mm(self.HIGH + GAP)))
        rows = 1
        while rows < most and (whole.width + mm(GAP)) / ceil(count / rows) < mm(self.NARROW + GAP):
            rows += 1
        columns = ceil(count / rows)
        width = min(whole.width, mm(self.WIDE) * columns + mm(GAP) * (columns - 1))
        high = min(whole.height, mm(self.HIGHEST) * rows + mm(GAP) * (rows - 1))
        cells = whole.from_left(width)[0].from_top(high)[0].grid(columns, rows, mm(GAP))
        for button, cell in zip(self.buttons, cells, strict=False):
            lay(button, cell)
