"""Coats of arms counted by touch, kind by kind, in place of the board."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.draw.drawn import Act, View, lay
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GAP
from companion.screen.views import Counter
from companion.screen.widgets.stepper import Stepper


class Counting(View[tuple[Counter, ...]]):
    """Two columns of steppers. `act` gets `count/THING/NUMBER`."""

    ROW = 13.0
    shown: tuple[Counter, ...] = ()

    def __init__(self, act: Act) -> None:
        self.act = act
        self.steppers: list[Stepper] = []
        super().__init__()

    def changed(self, counters: tuple[Counter, ...], before: tuple[Counter, ...] | None) -> None:
        """A stepper each; those of the same things stay."""
        if [(each.thing, each.most) for each in before or ()] != [
            (each.thing, each.most) for each in counters
        ]:
            self.clear_widgets()
            self.steppers = [
                Stepper(each.thing, self._counted, each.symbol, most=each.most) for each in counters
            ]
            for stepper in self.steppers:
                self.add_widget(stepper)
        for stepper, each in zip(self.steppers, counters, strict=True):
            stepper.show(each.number, each.words)

    def _counted(self, thing: str, number: int) -> None:
        self.act(f"count/{thing}/{number}")

    def arrange(self, whole: Rect) -> None:
        """Two columns."""
        rows = max(1, (len(self.steppers) + 1) // 2)
        room = whole.middle(whole.width, min(whole.height, mm(self.ROW + GAP) * rows))
        for stepper, cell in zip(self.steppers, room.grid(2, rows, mm(GAP)), strict=False):
            lay(stepper, cell)
