"""A number with buttons for one more and one less."""

from __future__ import annotations

from collections.abc import Callable

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import CanvasWidget, place_widget
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    LARGE_TEXT,
    NOTE_TEXT,
    NUMBER_TEXT,
    PARCHMENT,
    SEPIA,
    SMALL_TEXT,
    TOUCH_SIZE,
)
from companion.screen.widgets.button import PushButton


class StepperView(CanvasWidget):
    """Minus, the number with its symbol and label, plus.

    `on_value_changed` gets the touch target and the new value, which is shown as a multiple of `unit`
    (florins by hundreds); `button_width` is the width of a button in millimetres; the label stands beneath
    the number, or above everything (`is_label_above`).
    """

    def __init__(
        self,
        touch_target: str,
        on_value_changed: Callable[[str, int], None],
        symbol: str = "",
        minimum: int = 0,
        maximum: int = 99,
        button_width: float = TOUCH_SIZE,
        is_label_above: bool = False,
        unit: int = 1,
    ) -> None:
        self._target = touch_target
        self.on_value_changed = on_value_changed
        self.symbol = symbol
        self.button_width = button_width
        self.is_label_above = is_label_above
        self.unit = unit
        self.minimum, self.maximum = minimum, maximum
        self.value = minimum
        self.label = ""
        self.is_highlighted = False
        self.decrease_button = PushButton(f"less/{touch_target}", self._step, symbol="minus")
        self.increase_button = PushButton(f"more/{touch_target}", self._step, symbol="plus")
        super().__init__()
        self.add_widget(self.decrease_button)
        self.add_widget(self.increase_button)

    @property
    def represented_target(self) -> str:
        """What is counted."""
        return self._target

    def show(self, value: int, label: str = "", is_highlighted: bool = False) -> None:
        """Show this value; it is highlighted where it has been changed."""
        self.value, self.label, self.is_highlighted = value, label, is_highlighted
        self.decrease_button.update(enabled=value > self.minimum)
        self.increase_button.update(enabled=value < self.maximum)
        self.request_redraw()

    def _step(self, touch_target: str) -> None:
        self.show(
            self.value + (1 if touch_target.startswith("more/") else -1), self.label, self.is_highlighted
        )
        self.on_value_changed(self._target, self.value)

    LABEL_HEIGHT = 4.6
    """Millimetres for a label above everything."""
    SYMBOL_SHARE, SMALL_SYMBOL_SHARE = 0.45, 0.32
    """The symbol's share of the width; the smaller one beside a longer number, beneath a label."""

    def _counter_rect(self, bounds: Rect) -> Rect:
        """What the label above leaves."""
        return bounds.cut_top(mm(self.LABEL_HEIGHT))[1] if self.is_label_above else bounds

    def arrange_children(self, bounds: Rect) -> None:
        """Place a button at either side."""
        left, rest = self._counter_rect(bounds).cut_left(mm(self.button_width), mm(GAP))
        place_widget(self.decrease_button, left)
        place_widget(self.increase_button, rest.cut_right(mm(self.button_width))[0])

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the number on parchment."""
        number = str(self.value * self.unit)
        needed = text_width(number, font_pixels(NUMBER_TEXT), True) + mm(2.2)
        counter = self._counter_rect(bounds)
        usual = counter.width - 2 * mm(self.button_width + GAP)
        middle = counter.inset(mm(self.button_width + (GAP if usual >= needed else 0.2)), 0)
        if self.is_highlighted:
            painter.fill_rect(middle.inset(-mm(0.7)), GOLD, mm(CORNER_RADIUS + 0.6))
        painter.fill_rect(middle, PARCHMENT, mm(CORNER_RADIUS))
        inner = middle.inset(mm(1 if usual >= needed else 0.1), mm(0.8))
        if self.label and self.is_label_above:
            label = bounds.cut_top(mm(self.LABEL_HEIGHT))[0].inset(-mm(GAP / 2), 0)
            painter.draw_text(self.label, label, NOTE_TEXT, CHALK, halign="center")
        elif self.label:
            words, inner = inner.cut_bottom(mm(3.8))
            painter.draw_text(self.label, words, SMALL_TEXT, SEPIA, halign="center")
        if self.symbol and usual >= needed:
            share = (
                self.SYMBOL_SHARE if len(number) == 1 or not self.is_label_above else self.SMALL_SYMBOL_SHARE
            )
            room = inner.width - text_width(number, font_pixels(NUMBER_TEXT), True) - mm(0.8)
            sign, inner = inner.cut_left(min(inner.width * share, room), mm(0.6))
            painter.draw_symbol(self.symbol, sign, SEPIA)
        painter.draw_text(
            number,
            inner,
            LARGE_TEXT,
            SEPIA,
            bold=True,
            halign="left" if self.symbol and usual >= needed else "center",
        )
