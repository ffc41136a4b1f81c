"""The view in which coats of arms are counted by touch, kind by kind, in place of the board."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import ModelView, TouchHandler, place_widget
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GAP
from companion.screen.view_models import StepperModel
from companion.screen.widgets.stepper import StepperView


class ArmsCountingView(ModelView[tuple[StepperModel, ...]]):
    """Two columns of steppers; `touch_handler` receives `count/KIND/NUMBER`."""

    ROW_HEIGHT = 13.0
    model: tuple[StepperModel, ...] = ()

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.steppers: list[StepperView] = []
        super().__init__()

    def on_model_changed(
        self, counters: tuple[StepperModel, ...], previous: tuple[StepperModel, ...] | None
    ) -> None:
        """Make a stepper for each counter; those of the same kinds stay."""
        if [(each.touch_target, each.maximum) for each in previous or ()] != [
            (each.touch_target, each.maximum) for each in counters
        ]:
            self.clear_widgets()
            self.steppers = [
                StepperView(each.touch_target, self._on_stepper_changed, each.symbol, maximum=each.maximum)
                for each in counters
            ]
            for stepper in self.steppers:
                self.add_widget(stepper)
        for stepper, each in zip(self.steppers, counters, strict=True):
            stepper.show(each.value, each.text)

    def _on_stepper_changed(self, touch_target: str, number: int) -> None:
        self.touch_handler(f"count/{touch_target}/{number}")

    def arrange_children(self, bounds: Rect) -> None:
        """Place the steppers in two columns."""
        rows = max(1, (len(self.steppers) + 1) // 2)
        room = bounds.centred(bounds.width, min(bounds.height, mm(self.ROW_HEIGHT + GAP) * rows))
        for stepper, cell in zip(self.steppers, room.split_grid(2, rows, mm(GAP)), strict=False):
            place_widget(stepper, cell)
