"""One of several values, as buttons side by side."""

from __future__ import annotations

from typing import Final

from kivy.metrics import mm

from companion.screen.draw.drawn import Drawn, lay
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GAP
from companion.screen.widgets.button import PushButton, Style

MOST: Final = 4
"""Buttons for which there is room side by side."""


class OneOf(Drawn):
    """The buttons of the values, one of them chosen. Of more than MOST, the last place leads to the next."""

    def __init__(self, buttons: dict[str, PushButton], style: Style) -> None:
        self.buttons = buttons
        self.style = style
        self.chosen = ""
        self.first = 0
        self.more = PushButton("more", self._on, symbol="next", style=style)
        super().__init__()
        self._put()

    def show(self, chosen: str) -> None:
        """This is chosen: among those that can be seen."""
        if chosen != self.chosen:
            self.chosen = chosen
            values = list(self.buttons)
            if chosen in values and len(values) > MOST:
                self.first = values.index(chosen) // (MOST - 1) * (MOST - 1)
            self._put()
        for value, button in self.buttons.items():
            button.show(style="chosen" if value == chosen else self.style)

    def _on(self, _thing: str) -> None:
        """To the next, and from the last to the first."""
        self.first = self.first + MOST - 1 if self.first + MOST - 1 < len(self.buttons) else 0
        self._put()

    def _put(self) -> None:
        buttons = list(self.buttons.values())
        if len(buttons) > MOST:
            buttons = [*buttons[self.first : self.first + MOST - 1], self.more]
        self.clear_widgets()
        for button in buttons:
            self.add_widget(button)
        self.again()

    def arrange(self, whole: Rect) -> None:
        """Equal places from the left; that of the next is always the last."""
        places = list(whole.columns(min(len(self.buttons), MOST), mm(GAP)))
        shown = [each for each in reversed(self.children) if each is not self.more]
        for button, place in zip(shown, places, strict=False):
            lay(button, place)
        if self.more.parent is self:
            lay(self.more, places[-1])
