"""A panel beside what is edited that tells by symbol, colour and words whether it is right."""

from __future__ import annotations

from typing import Literal

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import CanvasWidget
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    HEADING_TEXT,
    LEAD_TEXT,
    MUTED,
    NO_RED,
    NUMBER_TEXT,
    PANEL,
    SMALL_TEXT,
    YES_GREEN,
    Colour,
    mix_colours,
)

StatusKind = Literal["well", "wrong", "ready", "open"]
STYLE_BY_STATUS: dict[StatusKind, tuple[str, Colour]] = {
    "well": ("check", YES_GREEN),
    "wrong": ("halt", NO_RED),
    "ready": ("quill", CHALK),
    "open": ("quill", MUTED),
}
"""Symbol and colour; `ready`: there are changes to keep, `open`: nothing was entered yet."""


class StatusPanel(CanvasWidget):
    """A plate with the symbol before a title, and a sentence below, or beside the symbol without a title."""

    asked_target = "prompt"

    def __init__(self) -> None:
        self.sentence, self.title, self.progress = "", "", ""
        self.kind: StatusKind = "open"
        self.may_be_cut = False
        super().__init__()

    def show(
        self, sentence: str, kind: StatusKind, title: str = "", progress: str = "", may_be_cut: bool = False
    ) -> None:
        """Show that status; `progress` stands at the right edge (how many of how many).

        Where the text `may_be_cut` only as much is shown as there is room for.
        """
        if (sentence, kind, title, progress) != (self.sentence, self.kind, self.title, self.progress):
            self.sentence, self.kind, self.title, self.progress, self.may_be_cut = (
                sentence,
                kind,
                title,
                progress,
                may_be_cut,
            )
            self.request_redraw()

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint a bar of the colour at the left, then the texts."""
        symbol, colour = STYLE_BY_STATUS[self.kind]
        painter.fill_rect(bounds, mix_colours(PANEL, colour, 0.18), mm(CORNER_RADIUS))
        painter.fill_rect(bounds.cut_left(mm(1))[0], colour)
        inner = bounds.inset(mm(1.6), mm(0.6))
        if self.title:
            head, inner = inner.cut_top(mm(5), mm(0.3))
            sign, head = head.cut_left(mm(5), mm(1.2))
            painter.draw_text(self.title, head, HEADING_TEXT, CHALK, bold=True, min_size=SMALL_TEXT)
        else:
            sign, inner = inner.cut_left(mm(6), mm(2))
        painter.draw_symbol(symbol, sign, colour)
        if self.progress:
            room = text_width(self.progress, font_pixels(NUMBER_TEXT), True) + 2
            far, inner = inner.cut_right(room, mm(1))
            painter.draw_text(
                self.progress, far, NUMBER_TEXT, CHALK, bold=True, halign="right", min_size=NUMBER_TEXT
            )
        painter.draw_text(
            self.sentence,
            inner,
            LEAD_TEXT,
            CHALK,
            max_lines=6,
            valign="top" if self.title else "middle",
            min_size=SMALL_TEXT,
            may_truncate=self.may_be_cut,
        )
