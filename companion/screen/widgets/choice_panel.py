"""Answers to choose from: a row or a grid of large buttons."""

from __future__ import annotations

from math import ceil

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import ModelView, TouchHandler, place_widget
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GAP, HEADING_TEXT, TOUCH_SIZE
from companion.screen.view_models import ChoiceModel
from companion.screen.widgets.button import PushButton


class ChoicePanel(ModelView[tuple[ChoiceModel, ...]]):
    """Buttons side by side, in as many rows as there is height for when they do not fit into one."""

    MIN_BUTTON_WIDTH = 22.0
    """The least width of a button in millimetres while there is height for another row."""
    MAX_BUTTON_WIDTH = 50.0
    """The greatest width of a button in millimetres."""
    MIN_BUTTON_HEIGHT = TOUCH_SIZE
    """The least height of a button in millimetres where there are several rows."""
    MAX_BUTTON_HEIGHT = 24.0
    """The greatest height of a button in millimetres."""
    TOO_MANY_FOR_ONE_ROW = 9
    """From this many answers on, one row at the foot of the screen is too short."""

    BUTTON_CLASS: type[PushButton] = PushButton
    BUTTON_MAX_LINES = 3

    model: tuple[ChoiceModel, ...] = ()

    def __init__(self, touch_handler: TouchHandler) -> None:
        self._pass_on = touch_handler
        self.touched_target = ""
        """Which answer was touched since the last move; whoever shows the next one empties it."""
        self.buttons: list[PushButton] = []
        super().__init__()

    def on_model_changed(self, model: tuple[ChoiceModel, ...], previous: object) -> None:
        """Make a button for each answer."""
        self.clear_widgets()
        self.buttons = [self.make_button(each) for each in model]
        for button in self.buttons:
            self.add_widget(button)

    def touch_handler(self, touch_target: str) -> None:
        """Note which answer was touched, and pass it on."""
        self.touched_target = touch_target
        self._pass_on(touch_target)

    @property
    def buttons_in_one_row(self) -> int:
        """The number of buttons side by side for which there has to be room."""
        return len(self.buttons)

    def make_button(self, choice: ChoiceModel) -> PushButton:
        """A button for this answer."""
        return self.BUTTON_CLASS(
            choice.touch_target,
            self.touch_handler,
            choice.text,
            choice.symbol,
            choice.emphasis,
            font_size=HEADING_TEXT,
            max_lines=self.BUTTON_MAX_LINES,
        )

    def arrange_children(self, bounds: Rect) -> None:
        """Place the buttons in one row, or in more where that makes them wide enough."""
        count = len(self.buttons)
        if not count:
            return
        most = max(1, int((bounds.height + mm(GAP)) / mm(self.MIN_BUTTON_HEIGHT + GAP)))
        rows = 1
        while rows < most and (bounds.width + mm(GAP)) / ceil(count / rows) < mm(self.MIN_BUTTON_WIDTH + GAP):
            rows += 1
        columns = ceil(count / rows)
        width = min(bounds.width, mm(self.MAX_BUTTON_WIDTH) * columns + mm(GAP) * (columns - 1))
        high = min(bounds.height, mm(self.MAX_BUTTON_HEIGHT) * rows + mm(GAP) * (rows - 1))
        cells = bounds.cut_left(width)[0].cut_top(high)[0].split_grid(columns, rows, mm(GAP))
        for button, cell in zip(self.buttons, cells, strict=False):
            place_widget(button, cell)
