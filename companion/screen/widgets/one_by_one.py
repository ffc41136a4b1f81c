"""What is told one after another: the way to the next at the right of the foot, past all of a kind at its left."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.draw.drawn import Act, lay
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GAP, TITLE
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.layer import Layer, Words


class OneByOne(Layer):
    """A layer of its kind; `act` gets `next` and `skip-all`."""

    def __init__(self, act: Act, words: Words) -> None:
        self.on = PushButton("next", act, symbol="next", style="main", size=TITLE)
        self.skip = PushButton("skip-all", act, style="plain")
        super().__init__(act, words)
        self.add_widget(self.on)

    def ways(self, last: bool, on: str, skip: str) -> None:
        """The words of both; after the `last` there is nothing to skip."""
        self.on.show(on)
        self.skip.show(skip)
        self.there(self.skip, not last)
        self.again()

    def low(self, foot: Rect) -> None:
        """Lay out the foot."""
        on, foot = foot.from_right(mm(52), mm(GAP))
        lay(self.on, on)
        lay(self.skip, foot.from_left(mm(62))[0])
