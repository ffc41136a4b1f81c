"""Coats of arms counted by touch, kind by kind, in place of the board."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import ModelView, TouchHandler, place_widget
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GAP
from companion.screen.view_models import StepperModel
from companion.screen.widgets.stepper import StepperView


class Counting(ModelView[tuple[StepperModel, ...]]):
    """Two columns of steppers. `act` gets `count/THING/NUMBER`."""

    ROW = 13.0
    model: tuple[StepperModel, ...] = ()

    def __init__(self, act: TouchHandler) -> None:
        self.act = act
        self.steppers: list[StepperView] = []
        super().__init__()

    def on_model_changed(
        self, counters: tuple[StepperModel, ...], previous: tuple[StepperModel, ...] | None
    ) -> None:
        """A stepper each; those of the same things stay."""
        if [(each.touch_target, each.maximum) for each in previous or ()] != [
            (each.touch_target, each.maximum) for each in counters
        ]:
            self.clear_widgets()
            self.steppers = [
                StepperView(each.touch_target, self._counted, each.symbol, maximum=each.maximum)
                for each in counters
            ]
            for stepper in self.steppers:
                self.add_widget(stepper)
        for stepper, each in zip(self.steppers, counters, strict=True):
            stepper.show(each.value, each.text)

    def _counted(self, thing: str, number: int) -> None:
        self.act(f"count/{thing}/{number}")

    def arrange_children(self, whole: Rect) -> None:
        """Two columns."""
        rows = max(1, (len(self.steppers) + 1) // 2)
        room = whole.centred(whole.width, min(whole.height, mm(self.ROW + GAP) * rows))
        for stepper, cell in zip(self.steppers, room.split_grid(2, rows, mm(GAP)), strict=False):
            place_widget(stepper, cell)
