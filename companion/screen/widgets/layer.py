"""What lies over the table: a whole page with its own head, until a touch takes it away."""

from __future__ import annotations

import gettext
from collections.abc import Callable
from typing import Any

from kivy.metrics import mm

from companion.screen.draw.drawn import Act, lay
from companion.screen.draw.rect import Rect
from companion.screen.draw.room import Room
from companion.screen.draw.theme import EDGE, GAP, TOUCH
from companion.screen.widgets.head import Head

Words = Callable[[], gettext.NullTranslations]
"""Gives the screen's own texts in the language that is set."""


class Layer(Room):
    """`act` gets the name of whatever is touched, `home` and `back` among them."""

    modal = True
    FOOT = TOUCH
    """The height of the foot, in millimetres."""

    def __init__(self, act: Act, words: Words) -> None:
        self.act = act
        self.words = words
        self.head = Head(act)
        super().__init__()
        self.add_widget(self.head)

    def show(self, value: Any) -> None:
        """Show a value of `asides.py`."""
        raise NotImplementedError

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing beneath is reached."""
        super().on_touch_down(touch)
        return True

    def fill(self, rest: Rect, foot: Rect) -> None:
        """Lay out what is between the head and the foot, and the buttons at the foot."""
        raise NotImplementedError

    def arrange(self, whole: Rect) -> None:
        """The head, the rest, the foot."""
        inner = whole.inset(mm(EDGE))
        head, rest = inner.from_top(mm(Head.HIGH), mm(GAP + 0.5))
        foot, rest = rest.from_bottom(mm(self.FOOT), mm(GAP + 0.5))
        lay(self.head, head)
        self.fill(rest, foot)
