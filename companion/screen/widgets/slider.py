"""A slider in steps: the knob is dragged, or a button at either end moves it by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import CanvasWidget, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import BORDER, EMBER, GAP, GOLD, MUTED, PANEL, PARCHMENT, SEPIA, mix_colours
from companion.screen.widgets.button import PushButton


class SliderTrack(CanvasWidget):
    """The line with a notch for each step; the knob goes to the step nearest to the finger."""

    KNOB_SIZE = 9.0
    """The diameter of the knob, and the least distance of notches that are drawn, in millimetres."""
    MIN_NOTCH_GAP = 1.8

    def __init__(self, touch_target: str, on_step_changed: Callable[[int], None]) -> None:
        self.touch_target = touch_target
        self.on_step_changed = on_step_changed
        self.step, self.last_step = 0, 0
        self.is_held = False
        super().__init__()

    @property
    def represented_target(self) -> str:
        """What is set."""
        return self.touch_target

    @property
    def enabled(self) -> bool:
        """Whether there is anything to choose."""
        return self.last_step > 0

    def show(self, step: int, last_step: int) -> None:
        """Stand at step `current_step` of 0 to `last_step`."""
        if (step, last_step) != (self.step, self.last_step):
            self.step, self.last_step = step, last_step
            self.request_redraw()

    def _rail_rect(self, bounds: Rect) -> Rect:
        """The rectangle from the first step to the last."""
        return bounds.inset(mm(self.KNOB_SIZE) / 2, 0)

    def _x_of_step(self, at: int) -> float:
        line = self._rail_rect(self.rect)
        return line.x + line.width * (at / self.last_step if self.last_step else 0.5)

    def on_held(self) -> bool:
        """A finger that rests on the knob is about to go on: its value stands beside it."""
        return True

    def on_touch_down(self, touch: Any) -> bool:
        """Move the knob to the finger."""
        if not self.enabled or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self.is_held = True
        self._follow_touch(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Move the knob along with the finger."""
        if touch.grab_current is not self:
            return False
        self._follow_touch(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Leave the knob where it is."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.let_go()
        return True

    def let_go(self) -> None:
        """Be no longer held."""
        self.is_held = False
        self.request_redraw()

    def _follow_touch(self, touch: Any) -> None:
        line = self._rail_rect(self.rect)
        share = (touch.x - line.x) / max(1.0, line.width)
        at = max(0, min(self.last_step, round(share * self.last_step)))
        self.request_redraw()
        if at != self.step:
            self.step = at
            self.on_step_changed(at)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the line, golden up to the knob, and the knob of parchment."""
        line = self._rail_rect(bounds)
        _, middle = bounds.center
        rail = Rect(line.x, middle - mm(0.9), line.width, mm(1.8))
        painter.fill_rect(rail.inset(-mm(0.9), 0), BORDER if self.enabled else PANEL, mm(0.9))
        place = self._x_of_step(self.step)
        if self.enabled:
            gone = Rect(rail.x - mm(0.9), rail.y, place - rail.x + mm(0.9), rail.height)
            painter.fill_rect(gone, EMBER, mm(0.9))
        if self.enabled and line.width / self.last_step >= mm(self.MIN_NOTCH_GAP):
            for at in range(self.last_step + 1):
                notch = Rect(self._x_of_step(at) - mm(0.25), middle - mm(2.6), mm(0.5), mm(5.2))
                painter.fill_rect(notch, EMBER if at <= self.step else MUTED)
        knob = Rect(
            place - mm(self.KNOB_SIZE) / 2,
            middle - mm(self.KNOB_SIZE) / 2,
            mm(self.KNOB_SIZE),
            mm(self.KNOB_SIZE),
        )
        if self.enabled:
            painter.draw_glow(knob.inset(mm(0.8)), GOLD, knob.width / 2)
        painter.fill_rect(
            knob.inset(mm(0.8)), mix_colours(PARCHMENT, GOLD, 0.5 if self.is_held else 0.0), knob.width / 2
        )
        for side in (-1, 0, 1):
            ridge = Rect(place + side * mm(1.2) - mm(0.2), middle - mm(1.5), mm(0.4), mm(3.0))
            painter.fill_rect(ridge, mix_colours(SEPIA, PARCHMENT, 0.35))


class StepSlider(CanvasWidget):
    """The track between two buttons, or above them where it is narrow.

    `on_step_changed` gets the step; `decrease_symbol` and `increase_symbol` are the symbols of the buttons.
    """

    END_BUTTON_WIDTH = 11.0
    NARROW_WIDTH = 40.0
    """Below this width, in millimetres, the buttons lie beneath the track."""

    def __init__(
        self,
        name: str,
        on_step_changed: Callable[[int], None],
        decrease_symbol: str = "minus",
        increase_symbol: str = "plus",
    ) -> None:
        self.on_step_changed = on_step_changed
        self.decrease_button = PushButton(f"less/{name}", self._step, symbol=decrease_symbol)
        self.increase_button = PushButton(f"more/{name}", self._step, symbol=increase_symbol)
        self.track = SliderTrack(f"slide/{name}", self._moved)
        super().__init__()
        for part in (self.decrease_button, self.increase_button, self.track):
            self.add_widget(part)

    @property
    def current_step(self) -> int:
        """The step it stands at, from 0."""
        return self.track.step

    def show(self, step: int, last_step: int) -> None:
        """Stand at step `current_step` of 0 to `last_step`."""
        self.track.show(step, last_step)
        self.decrease_button.update(enabled=step > 0)
        self.increase_button.update(enabled=step < last_step)

    def _moved(self, at: int) -> None:
        self.show(at, self.track.last_step)
        self.on_step_changed(at)

    def _step(self, touch_target: str) -> None:
        self._moved(self.current_step + (1 if touch_target.startswith("more/") else -1))

    def arrange_children(self, bounds: Rect) -> None:
        """Place a button at either end of the track, or both beneath it."""
        if bounds.width < mm(self.NARROW_WIDTH):
            track, ends = bounds.split_grid(1, 2, mm(GAP))
            for part, rect in zip(
                (self.track, self.decrease_button, self.increase_button),
                (track, *ends.split_grid(2, 1, mm(GAP))),
                strict=True,
            ):
                place_widget(part, rect)
            return
        left, rest = bounds.cut_left(mm(self.END_BUTTON_WIDTH), mm(GAP))
        right, rest = rest.cut_right(mm(self.END_BUTTON_WIDTH), mm(GAP))
        place_widget(self.decrease_button, left)
        place_widget(self.increase_button, right)
        place_widget(self.track, rest)
