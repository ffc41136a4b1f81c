"""A refusal: what was tried, why not, what would be allowed. One touch anywhere goes on."""

from __future__ import annotations

from typing import Any

from kivy.metrics import mm

from companion.screen.draw.drawn import Act, Drawn, lay
from companion.screen.draw.ink import Ink, letters, width_of
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY,
    FADED,
    LARGE,
    PARCHMENT,
    REFUSED,
    ROUND,
    SEPIA,
    SHADE,
    SMALL,
    TITLE,
    TOUCH,
    WORN,
    mixed,
)
from companion.screen.views import Refused
from companion.screen.widgets.button import PushButton


class RefusalPanel(Drawn):
    """Lies over the table until it is touched. `act` gets `go-on`, or `overrule`."""

    modal = True

    def __init__(self, act: Act) -> None:
        self.act = act
        self.refused: Refused | None = None
        self.labels = ("", "")
        self.button = PushButton("go-on", act, style="main", symbol="check", size=TITLE, lines=1)
        self.overrule = PushButton("overrule", act, style="quiet", lines=2)
        super().__init__()
        self.add_widget(self.button)

    def show(self, refused: Refused, allowed: str, go_on: str) -> None:
        """Say it. `allowed` is the heading of what would be allowed, `go_on` the words of the button."""
        self.refused, self.labels = refused, (allowed, go_on)
        self.button.show(go_on)
        self.overrule.show(refused.overrule)
        self.there(self.overrule, bool(refused.overrule))
        self.again()

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing below is reached; a finger beside the buttons is meant to go on too."""
        if not super().on_touch_down(touch):
            touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """A finger that came down beside the buttons leaves."""
        if touch.grab_current is self:
            touch.ungrab(self)
            self.act("go-on")
            return True
        return bool(super().on_touch_up(touch))

    def _sheet(self, whole: Rect) -> Rect:
        return whole.inset(mm(10), mm(6))

    def arrange(self, whole: Rect) -> None:
        """The buttons, at the foot of the sheet."""
        foot = self._sheet(whole).inset(mm(4)).from_bottom(mm(TOUCH))[0]
        button, rest = foot.from_right(mm(46), mm(3))
        lay(self.button, button)
        lay(self.overrule, rest.from_right(mm(46))[0])

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Shade over the table, a sheet of parchment, the words."""
        refused = self.refused
        ink.box(whole, SHADE)
        if refused is None:
            return
        sheet = self._sheet(whole)
        ink.box(sheet, REFUSED, mm(ROUND))
        ink.box(sheet.inset(mm(0.6)), PARCHMENT, mm(ROUND - 0.6))
        inner = sheet.inset(mm(4), mm(3.4))
        sign, rest = inner.from_left(mm(17), mm(4))
        ink.picture("halt", sign.from_top(mm(17))[0], REFUSED)
        if refused.who is not None:
            ink.picture(refused.who.colour, sign.from_top(mm(34))[0].from_bottom(mm(13))[0])
        head, rest = rest.from_top(mm(5))
        ink.words(refused.tried, head, BODY, FADED, cut=True)
        self._why(ink, rest.from_bottom(mm(TOUCH + 2))[1], refused)

    def _why(self, ink: Ink, body: Rect, refused: Refused) -> None:
        """The reason, its clause, and what would be allowed."""
        count = len(refused.allowed[:3])
        why, below = body.from_top(body.height * (0.46 if count else 0.7), mm(1))
        ink.words(refused.why, why, LARGE, SEPIA, bold=True, most=3)
        clause, below = below.from_top(mm(5), mm(1.5))
        if refused.clause:
            needed = width_of(refused.clause, letters(SMALL), True) + mm(1.6)
            badge, title = clause.from_left(min(max(mm(13), needed), clause.width / 2), mm(1.6))
            ink.box(badge, WORN, mm(1))
            ink.words(refused.clause, badge, SMALL, SEPIA, bold=True, across="center")
            ink.words(refused.title, title, SMALL, FADED)
        if not count:
            return
        head, below = below.from_top(mm(4.6))
        ink.words(self.labels[0], head, SMALL, FADED, bold=True)
        for words, row in zip(refused.allowed, below.rows(3, mm(0.4)), strict=False):
            mark, line = row.from_left(mm(4), mm(1.4))
            ink.picture("check", mark, mixed(SEPIA, PARCHMENT, 0.3))
            ink.words(words, line, BODY, SEPIA, most=2)
