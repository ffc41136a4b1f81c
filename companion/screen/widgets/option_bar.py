"""One of several values, as buttons side by side."""

from __future__ import annotations

from typing import Final

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import CanvasWidget, place_widget
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GAP
from companion.screen.widgets.button import ButtonStyle, PushButton

MAX_BUTTONS: Final = 4
"""The number of buttons for which there is room side by side."""


class OptionBar(CanvasWidget):
    """The buttons of the values, one of them selected.

    Where there are more than MAX_BUTTONS, the last place has a button that leads to the next values.
    """

    def __init__(self, buttons: dict[str, PushButton], style: ButtonStyle) -> None:
        self.buttons = buttons
        self.style = style
        self.selected_value = ""
        self.first_visible = 0
        self.more_button = PushButton("more", self._show_next, symbol="next", style=style)
        super().__init__()
        self._refresh_buttons()

    def show(self, selected_value: str) -> None:
        """Mark this value as selected, and bring it into view."""
        if selected_value != self.selected_value:
            self.selected_value = selected_value
            values = list(self.buttons)
            if selected_value in values and len(values) > MAX_BUTTONS:
                self.first_visible = values.index(selected_value) // (MAX_BUTTONS - 1) * (MAX_BUTTONS - 1)
            self._refresh_buttons()
        for value, button in self.buttons.items():
            button.update(style="chosen" if value == selected_value else self.style)

    def _show_next(self, _touch_target: str) -> None:
        """Show the next values, and after the last the first."""
        self.first_visible = (
            self.first_visible + MAX_BUTTONS - 1
            if self.first_visible + MAX_BUTTONS - 1 < len(self.buttons)
            else 0
        )
        self._refresh_buttons()

    def _refresh_buttons(self) -> None:
        buttons = list(self.buttons.values())
        if len(buttons) > MAX_BUTTONS:
            buttons = [*buttons[self.first_visible : self.first_visible + MAX_BUTTONS - 1], self.more_button]
        self.clear_widgets()
        for button in buttons:
            self.add_widget(button)
        self.request_redraw()

    def arrange_children(self, bounds: Rect) -> None:
        """Place the buttons in equal columns, the one that leads on always last."""
        places = list(bounds.split_columns(min(len(self.buttons), MAX_BUTTONS), mm(GAP)))
        visible = [each for each in reversed(self.children) if each is not self.more_button]
        for button, place in zip(visible, places, strict=False):
            place_widget(button, place)
        if self.more_button.parent is self:
            place_widget(self.more_button, places[-1])
