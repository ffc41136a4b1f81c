"""The menu at the table: a sheet over it; beside the sheet the table is still seen."""

from __future__ import annotations

import gettext
from collections.abc import Callable
from typing import Any

from kivy.metrics import mm

from companion.screen.asides import Menu
from companion.screen.draw.drawn import Act, View, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, LEAD, LINE, PANEL, ROUND, SHADE, TITLE, TOUCH
from companion.screen.widgets.button import PushButton


class MenuLayer(View[Menu]):
    """Large buttons, two beside each other. A touch beside the sheet closes it (`back`)."""

    modal = True
    ROW = 14.0

    def __init__(self, act: Act, words: Callable[[], gettext.NullTranslations]) -> None:
        self.act = act
        self.words = words
        self.buttons: list[PushButton] = []
        self.close = PushButton("back", act, symbol="cross")
        super().__init__()
        self.add_widget(self.close)

    def changed(self, value: Menu, before: object) -> None:
        """A button each."""
        for button in self.buttons:
            self.remove_widget(button)
        self.buttons = [
            PushButton(choice.thing, self.act, choice.words, choice.symbol, "plain", size=LEAD)
            for choice in value.choices
        ]
        for button in self.buttons:
            self.add_widget(button)

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing beneath is reached."""
        if not super().on_touch_down(touch) and not self._sheet(self.rect).holds(*touch.pos):
            touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """A finger that came down beside the sheet leaves."""
        if touch.grab_current is self:
            touch.ungrab(self)
            self.act("back")
            return True
        return bool(super().on_touch_up(touch))

    def _sheet(self, whole: Rect) -> Rect:
        rows = (len(self.buttons) + 1) // 2
        high = mm(TOUCH + 9) + rows * mm(self.ROW + 2)
        return whole.middle(mm(112), min(high, whole.height - mm(4)))

    def arrange(self, whole: Rect) -> None:
        """Two columns."""
        inner = self._sheet(whole).inset(mm(4))
        head, rest = inner.from_top(mm(TOUCH), mm(3))
        lay(self.close, head.from_right(mm(TOUCH))[0])
        rows = (len(self.buttons) + 1) // 2
        if rows:
            for button, cell in zip(self.buttons, rest.grid(2, rows, mm(2)), strict=False):
                lay(button, cell)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Shade, sheet, title."""
        ink.box(whole, SHADE)
        sheet = self._sheet(whole)
        ink.box(sheet, LINE, mm(ROUND + 1))
        ink.box(sheet.inset(mm(0.3)), PANEL, mm(ROUND + 0.7))
        head = sheet.inset(mm(4)).from_top(mm(TOUCH))[0].inset(mm(1.5), 0)
        ink.words(self.words().gettext("At the table"), head, TITLE, CHALK, bold=True)
