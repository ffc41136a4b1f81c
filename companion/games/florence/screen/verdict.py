"""Whether it is right, said at once beside what a finger does: by symbol, colour and words."""

from __future__ import annotations

from typing import Literal

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import CanvasWidget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    HEADING_TEXT,
    LEAD_TEXT,
    MUTED,
    NO_RED,
    PANEL,
    YES_GREEN,
    Colour,
    mix_colours,
)

Mood = Literal["well", "wrong", "ready", "open"]
LOOKS: dict[Mood, tuple[str, Colour]] = {
    "well": ("check", YES_GREEN),
    "wrong": ("halt", NO_RED),
    "ready": ("quill", CHALK),
    "open": ("quill", MUTED),
}
"""Symbol and colour; `ready`: something was changed and can be kept, `open`: nobody has said anything yet."""


class Verdict(CanvasWidget):
    """A plate: the symbol before a title, the sentence beneath (beside the symbol where there is no title)."""

    def __init__(self) -> None:
        self.said, self.title, self.far = "", "", ""
        self.mood: Mood = "open"
        self.cut = False
        super().__init__()

    def show(self, said: str, mood: Mood, title: str = "", far: str = "", cut: bool = False) -> None:
        """Say this; `far` stands at the right edge (how many of how many). `may_truncate`: as much as there is room
        for."""
        if (said, mood, title, far) != (self.said, self.mood, self.title, self.far):
            self.said, self.mood, self.title, self.far, self.cut = said, mood, title, far, cut
            self.request_redraw()

    def paint(self, ink: Painter, whole: Rect) -> None:
        """A bar in the colour at the left."""
        symbol, colour = LOOKS[self.mood]
        ink.fill_rect(whole, mix_colours(PANEL, colour, 0.18), mm(CORNER_RADIUS))
        ink.fill_rect(whole.cut_left(mm(1))[0], colour)
        inner = whole.inset(mm(2.2), mm(0.9))
        if self.title:
            head, inner = inner.cut_top(mm(5), mm(0.4))
            sign, head = head.cut_left(mm(5), mm(1.2))
            ink.draw_text(self.title, head, HEADING_TEXT, CHALK, bold=True)
        else:
            sign, inner = inner.cut_left(mm(6), mm(2))
        ink.draw_symbol(symbol, sign, colour)
        if self.far:
            far, inner = inner.cut_right(mm(9), mm(1))
            ink.draw_text(self.far, far, HEADING_TEXT, colour, bold=True, halign="right")
        ink.draw_text(
            self.said,
            inner,
            LEAD_TEXT,
            CHALK,
            max_lines=6,
            valign="top" if self.title else "middle",
            may_truncate=self.cut,
        )
