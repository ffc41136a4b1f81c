"""A refusal: what was tried, why not, what would be allowed. One touch anywhere closes it."""

from __future__ import annotations

from typing import Any

from kivy.metrics import mm

from companion.screen.draw.background import window_rect
from companion.screen.draw.canvas_widget import CanvasWidget, TouchHandler, place_widget
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    CORNER_RADIUS,
    FADED_SEPIA,
    LARGE_TEXT,
    NO_RED,
    OVERLAY_SHADE,
    PARCHMENT,
    SEPIA,
    SMALL_TEXT,
    TITLE_TEXT,
    TOUCH_SIZE,
    WORN_PARCHMENT,
    mix_colours,
)
from companion.screen.view_models import RefusalModel
from companion.screen.widgets.button import PushButton


class RefusalOverlay(CanvasWidget):
    """Covers the table until it is touched.

    `touch_handler` gets `go-on`, or `overrule`.
    """

    is_modal = True

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.model: RefusalModel | None = None
        self.labels = ("", "")
        self.go_on_button = PushButton(
            "go-on", touch_handler, style="main", symbol="check", font_size=TITLE_TEXT, max_lines=1
        )
        self.overrule_button = PushButton("overrule", touch_handler, style="quiet", max_lines=2)
        super().__init__()
        self.add_widget(self.go_on_button)

    def show(self, refused: RefusalModel, allowed: str, go_on: str) -> None:
        """Show the refusal.

        `allowed` is the heading of what would be allowed, `go_on` the label of the button.
        """
        self.model, self.labels = refused, (allowed, go_on)
        self.go_on_button.update(go_on)
        self.overrule_button.update(refused.overrule_label)
        self.set_attached(self.overrule_button, bool(refused.overrule_label))
        self.request_redraw()

    @property
    def subject(self) -> str:
        """What was tried, and why not."""
        return f"{self.model.attempt} {self.model.reason}" if self.model is not None else ""

    def on_touch_down(self, touch: Any) -> bool:
        """Keep every touch from what lies beneath; a finger beside the buttons closes it, too."""
        if not super().on_touch_down(touch):
            touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Close it when a finger that came down beside the buttons leaves."""
        if touch.grab_current is self:
            touch.ungrab(self)
            self.touch_handler("go-on")
            return True
        return bool(super().on_touch_up(touch))

    def _sheet_rect(self, bounds: Rect) -> Rect:
        return bounds.inset(mm(10), mm(6))

    def arrange_children(self, bounds: Rect) -> None:
        """Place the buttons at the foot of the sheet."""
        foot = self._sheet_rect(bounds).inset(mm(4)).cut_bottom(mm(TOUCH_SIZE))[0]
        button, rest = foot.cut_right(mm(46), mm(3))
        place_widget(self.go_on_button, button)
        place_widget(self.overrule_button, rest.cut_right(mm(46))[0])

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint shade over the table, a sheet of parchment, and the texts."""
        refused = self.model
        painter.fill_rect(window_rect(), OVERLAY_SHADE)
        if refused is None:
            return
        sheet = self._sheet_rect(bounds)
        painter.fill_rect(sheet, NO_RED, mm(CORNER_RADIUS))
        painter.fill_rect(sheet.inset(mm(0.6)), PARCHMENT, mm(CORNER_RADIUS - 0.6))
        inner = sheet.inset(mm(4), mm(3.4))
        sign, rest = inner.cut_left(mm(17), mm(4))
        painter.draw_symbol("halt", sign.cut_top(mm(17))[0], NO_RED)
        if refused.seat is not None:
            painter.draw_symbol(refused.seat.colour, sign.cut_top(mm(34))[0].cut_bottom(mm(13))[0])
        head, rest = rest.cut_top(mm(5))
        painter.draw_text(refused.attempt, head, BODY_TEXT, FADED_SEPIA, may_truncate=True)
        self._paint_reason(painter, rest.cut_bottom(mm(TOUCH_SIZE + 2))[1], refused)

    def _paint_reason(self, painter: Painter, body: Rect, refused: RefusalModel) -> None:
        """Paint the reason, its clause, and what would be allowed."""
        count = len(refused.allowed_instead[:3])
        why, below = body.cut_top(body.height * (0.46 if count else 0.7), mm(1))
        painter.draw_text(refused.reason, why, LARGE_TEXT, SEPIA, bold=True, max_lines=3)
        clause, below = below.cut_top(mm(5), mm(1.5))
        if refused.clause:
            needed = text_width(refused.clause, font_pixels(SMALL_TEXT), True) + mm(1.6)
            badge, title = clause.cut_left(min(max(mm(13), needed), clause.width / 2), mm(1.6))
            painter.fill_rect(badge, WORN_PARCHMENT, mm(1))
            painter.draw_text(refused.clause, badge, SMALL_TEXT, SEPIA, bold=True, halign="center")
            painter.draw_text(refused.clause_title, title, SMALL_TEXT, FADED_SEPIA)
        if not count:
            return
        head, below = below.cut_top(mm(4.6))
        painter.draw_text(self.labels[0], head, SMALL_TEXT, FADED_SEPIA, bold=True)
        for words, row in zip(refused.allowed_instead, below.split_rows(3, mm(0.4)), strict=False):
            mark, line = row.cut_left(mm(4), mm(1.4))
            painter.draw_symbol("check", mark, mix_colours(SEPIA, PARCHMENT, 0.3))
            painter.draw_text(words, line, BODY_TEXT, SEPIA, max_lines=2)
