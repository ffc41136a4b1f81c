"""The least values of works, round by round, as owners read them off their copy (P-M4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.metrics import mm

from companion.games.florence.rules.grid_geometry import TileOutline
from companion.games.florence.screen.edition.edition_buttons import PrintedValueButton, PrintedValueModel
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

HIGHEST_VALUE = 99


class LeastValuesPanel(CanvasWidget):
    """A row for each round: its label and the value, with one more and one less.

    `on_values_changed` receives all values.
    """

    ROUND_LABEL_WIDTH = 22.0
    ROW_HEIGHT = 9.4

    def __init__(self, rounds: int, on_values_changed: Callable[[tuple[int, ...]], None]) -> None:
        self.on_values_changed = on_values_changed
        self.values: tuple[int, ...] = (1,) * rounds
        self.round_labels: tuple[str, ...] = ("",) * rounds
        self.steppers = [
            StepperView(str(at), self._step, minimum=1, maximum=HIGHEST_VALUE) for at in range(rounds)
        ]
        super().__init__()
        for stepper in self.steppers:
            self.add_widget(stepper)

    def show(self, values: Sequence[int], round_labels: Sequence[str], previous: Sequence[int]) -> None:
        """Show these values, marked where they differ from `previous`."""
        self.values, self.round_labels = tuple(values), tuple(round_labels)
        for stepper, value, old in zip(self.steppers, values, previous, strict=True):
            stepper.show(value, is_highlighted=value != old)
        self.request_redraw()

    def _step(self, name: str, value: int) -> None:
        values = list(self.values)
        values[int(name)] = value
        self.on_values_changed(tuple(values))

    def _rows(self, bounds: Rect) -> list[tuple[Rect, Rect]]:
        rows = bounds.split_rows(len(self.steppers), mm(GAP))
        return [
            row.centred(row.width, min(row.height, mm(self.ROW_HEIGHT))).cut_left(mm(self.ROUND_LABEL_WIDTH))
            for row in rows
        ]

    def arrange_children(self, bounds: Rect) -> None:
        """Place the labels at the left and the values at the right."""
        for stepper, (_, value) in zip(self.steppers, self._rows(bounds), strict=True):
            place_widget(stepper, value)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the rounds."""
        for label, (label_rect, _) in zip(self.round_labels, self._rows(bounds), strict=True):
            painter.draw_text(label, label_rect, LEAD_TEXT, CHALK)


class LeastValuesButton(PrintedValueButton):
    """The button of all least values."""

    def draw_content(
        self, painter: Painter, bounds: Rect, printed_value: PrintedValueModel, colour: Colour
    ) -> None:
        """Draw the values below their name."""
        inner = self.draw_certainty(painter, bounds.inset(mm(1.2), mm(0.8)), printed_value, colour)
        name, values = inner.cut_top(inner.height * 0.45)
        painter.draw_text(printed_value.name, name, NOTE_TEXT, colour, bold=printed_value.is_selected)
        if not isinstance(printed_value.value, TileOutline):
            painter.draw_text(" · ".join(map(str, printed_value.value)), values, LEAD_TEXT, colour, bold=True)
