"""Whether it is right, said at once beside what a finger does: by symbol, colour and words."""

from __future__ import annotations

from typing import Literal

from kivy.metrics import mm

from companion.screen.draw.drawn import Drawn
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    GRANTED,
    HEADING,
    LEAD,
    MUTED,
    PANEL,
    REFUSED,
    ROUND,
    Colour,
    mixed,
)

Mood = Literal["well", "wrong", "ready", "open"]
LOOKS: dict[Mood, tuple[str, Colour]] = {
    "well": ("check", GRANTED),
    "wrong": ("halt", REFUSED),
    "ready": ("quill", CHALK),
    "open": ("quill", MUTED),
}
"""Symbol and colour; `ready`: something was changed and can be kept, `open`: nobody has said anything yet."""


class Verdict(Drawn):
    """A plate: the symbol before a title, the sentence beneath (beside the symbol where there is no title)."""

    def __init__(self) -> None:
        self.said, self.title, self.far = "", "", ""
        self.mood: Mood = "open"
        self.cut = False
        super().__init__()

    def show(self, said: str, mood: Mood, title: str = "", far: str = "", cut: bool = False) -> None:
        """Say this; `far` stands at the right edge (how many of how many). `cut`: as much as there is room for."""
        if (said, mood, title, far) != (self.said, self.mood, self.title, self.far):
            self.said, self.mood, self.title, self.far, self.cut = said, mood, title, far, cut
            self.again()

    def paint(self, ink: Ink, whole: Rect) -> None:
        """A bar in the colour at the left."""
        symbol, colour = LOOKS[self.mood]
        ink.box(whole, mixed(PANEL, colour, 0.18), mm(ROUND))
        ink.box(whole.from_left(mm(1))[0], colour)
        inner = whole.inset(mm(2.2), mm(0.9))
        if self.title:
            head, inner = inner.from_top(mm(5), mm(0.4))
            sign, head = head.from_left(mm(5), mm(1.2))
            ink.words(self.title, head, HEADING, CHALK, bold=True)
        else:
            sign, inner = inner.from_left(mm(6), mm(2))
        ink.picture(symbol, sign, colour)
        if self.far:
            far, inner = inner.from_right(mm(9), mm(1))
            ink.words(self.far, far, HEADING, colour, bold=True, across="right")
        ink.words(
            self.said, inner, LEAD, CHALK, most=6, along="top" if self.title else "middle", cut=self.cut
        )
