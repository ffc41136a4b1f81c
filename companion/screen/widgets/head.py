"""The head of a page: home, back, a title, and beneath it a line of advice."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.draw.drawn import Act, Drawn, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, GAP, GOLD, MUTED, NOTE, TITLE, TOUCH
from companion.screen.widgets.button import PushButton


class Head(Drawn):
    """`act` gets `home` and `back`. `sign` is a symbol before the title, `far` a word at the right edge (how
    far one is).
    """

    HIGH = TOUCH

    def __init__(self, act: Act) -> None:
        self.title = self.subtitle = self.sign = self.far = ""
        self.urgent = False
        self.letters = TITLE
        self.home = PushButton("home", act, symbol="home")
        self.back = PushButton("back", act, symbol="back")
        super().__init__()
        self.add_widget(self.home)
        self.add_widget(self.back)

    def show(
        self,
        title: str,
        subtitle: str = "",
        urgent: bool = False,
        *,
        sign: str = "",
        far: str = "",
        size: float = TITLE,
    ) -> None:
        """Say this; an urgent subtitle says what is still missing. `size` of the title in millimetres."""
        self.title, self.subtitle, self.urgent, self.sign, self.far = title, subtitle, urgent, sign, far
        self.letters = size
        self.again()

    def arrange(self, whole: Rect) -> None:
        """Two buttons at the left."""
        home, rest = whole.from_left(mm(TOUCH), mm(GAP))
        lay(self.home, home)
        lay(self.back, rest.from_left(mm(TOUCH))[0])

    def paint(self, ink: Ink, whole: Rect) -> None:
        """The words at the right of the buttons."""
        words = whole.from_left(2 * mm(TOUCH) + mm(GAP), mm(3))[1].from_right(mm(2.5))[1]
        if self.sign:
            sign, words = words.from_left(mm(10), mm(2.5))
            ink.picture(self.sign, sign)
        if self.far:
            far, words = words.from_right(mm(20), mm(2))
            ink.words(self.far, far, TITLE, MUTED, bold=True, across="right")
        if self.subtitle:
            below, words = words.from_bottom(mm(5.2))
            ink.words(self.subtitle, below, NOTE, GOLD if self.urgent else MUTED, most=2)
        ink.words(self.title, words, self.letters, CHALK, bold=True)
