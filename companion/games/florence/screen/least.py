"""The least value of a work, round by round, as an owner reads it off his copy (P-M4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.metrics import mm

from companion.games.florence.rules.grid import Outline
from companion.games.florence.screen.tile_button import Copied, CopyButton
from companion.screen.draw.canvas_widget import CanvasWidget, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    GAP,
    LEAD_TEXT,
    NOTE_TEXT,
    Colour,
)
from companion.screen.widgets.stepper import StepperView

MOST = 99


class LeastRows(CanvasWidget):
    """A row for each round: its words, and the value, one more or one less. `changed` gets all values."""

    WORDS = 22.0
    HIGH = 9.4

    def __init__(self, rounds: int, changed: Callable[[tuple[int, ...]], None]) -> None:
        self.changed = changed
        self.values: tuple[int, ...] = (1,) * rounds
        self.words: tuple[str, ...] = ("",) * rounds
        self.steppers = [StepperView(str(at), self._step, minimum=1, maximum=MOST) for at in range(rounds)]
        super().__init__()
        for stepper in self.steppers:
            self.add_widget(stepper)

    def show(self, values: Sequence[int], words: Sequence[str], before: Sequence[int]) -> None:
        """These values, marked where they are others than `before`."""
        self.values, self.words = tuple(values), tuple(words)
        for stepper, value, old in zip(self.steppers, values, before, strict=True):
            stepper.show(value, is_highlighted=value != old)
        self.request_redraw()

    def _step(self, name: str, value: int) -> None:
        values = list(self.values)
        values[int(name)] = value
        self.changed(tuple(values))

    def _rows(self, whole: Rect) -> list[tuple[Rect, Rect]]:
        rows = whole.split_rows(len(self.steppers), mm(GAP))
        return [
            row.centred(row.width, min(row.height, mm(self.HIGH))).cut_left(mm(self.WORDS)) for row in rows
        ]

    def arrange_children(self, whole: Rect) -> None:
        """Words at the left, the value at the right."""
        for stepper, (_, value) in zip(self.steppers, self._rows(whole), strict=True):
            place_widget(stepper, value)

    def paint(self, ink: Painter, whole: Rect) -> None:
        """Which round."""
        for words, (said, _) in zip(self.words, self._rows(whole), strict=True):
            ink.draw_text(words, said, LEAD_TEXT, CHALK)


class LeastButton(CopyButton):
    """All values in a row, to be chosen."""

    def inside(self, ink: Painter, whole: Rect, copied: Copied, colour: Colour) -> None:
        """The values below their name."""
        inner = self.corner(ink, whole.inset(mm(1.2), mm(0.8)), copied, colour)
        name, values = inner.cut_top(inner.height * 0.45)
        ink.draw_text(copied.name, name, NOTE_TEXT, colour, bold=copied.chosen)
        if not isinstance(copied.printed, Outline):
            ink.draw_text(" · ".join(map(str, copied.printed)), values, LEAD_TEXT, colour, bold=True)
