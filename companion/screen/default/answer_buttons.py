"""The answers of the default table: buttons that preview what they would do, and a slider for many numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from kivy.metrics import mm

from companion.screen.default.grid_painting import paint_grid
from companion.screen.default.place_models import PlaceModel
from companion.screen.default.place_view import LongPressWidget
from companion.screen.draw.canvas_widget import CanvasWidget, TouchHandler, place_widget
from companion.screen.draw.painter import LINE_SPACING, Painter, fit_text, font_pixels
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    GAP,
    MIN_TEXT,
    PANEL,
    SEPIA,
    SMALL_TEXT,
    TOUCH_SIZE,
    Colour,
)
from companion.screen.view_models import ChoiceModel
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.choice_panel import ChoicePanel
from companion.screen.widgets.slider import StepSlider


class AnswerButton(LongPressWidget, PushButton):
    """The button of an answer.

    Where the answer lays something on a grid, it shows the grid as it would be then. As long as a finger
    rests on the button, the table previews the answer.
    """

    LONG_PRESS_PREFIX = "tried"
    STACKED_HEIGHT, SYMBOL_SIZE = 11.0, 6.0
    """Millimetres: from this height on, the symbol stands above long texts, in this size, not beside them."""
    preview_place: PlaceModel | None = None

    def on_long_press_end(self) -> None:
        """End the preview."""
        self.touch_handler(f"{self.LONG_PRESS_PREFIX}/")

    def _paint_label(self, painter: Painter, inner: Rect, colour: Colour) -> None:
        """Paint the symbol above the text where that makes the text larger."""
        sign, gap = mm(self.SYMBOL_SIZE), mm(0.6)
        if not self.symbol or inner.height < mm(self.STACKED_HEIGHT):
            super()._paint_label(painter, inner, colour)
            return
        wanted, min_pixels = font_pixels(self.font_size), round(mm(MIN_TEXT))
        layout_beside = fit_text(
            self.text, inner.width - mm(8.4), inner.height, wanted, min_pixels, True, self.max_lines
        )
        layout_below = fit_text(
            self.text, inner.width, inner.height - sign - gap, wanted, min_pixels, True, self.max_lines
        )
        if layout_beside.fits and layout_below.font_pixels <= layout_beside.font_pixels:
            super()._paint_label(painter, inner, colour)
            return
        together = inner.centred(
            inner.width, sign + gap + layout_below.font_pixels * LINE_SPACING * len(layout_below.lines)
        )
        above, below = together.cut_top(sign, gap)
        painter.draw_symbol(self.symbol, above.centred(sign, sign), colour)
        painter.draw_text(
            self.text, below, self.font_size, colour, bold=True, halign="center", max_lines=self.max_lines
        )

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the grid, with the text beside it where there is room."""
        if self.preview_place is None:
            super().paint(painter, bounds)
            return
        text, symbol = self.text, self.symbol
        self.text = self.symbol = ""  # the grid stands in place of the symbol
        super().paint(painter, bounds)
        self.text, self.symbol = text, symbol
        inner = bounds.inset(mm(1.4))
        text_rect, grid = inner.cut_right(inner.width - inner.height, mm(1.2))
        min_pixels = round(mm(MIN_TEXT))
        if fit_text(
            text, text_rect.width, text_rect.height, font_pixels(SMALL_TEXT), min_pixels, True, 4
        ).fits:
            painter.draw_text(text, text_rect, SMALL_TEXT, SEPIA, bold=True, max_lines=4)
        else:
            grid = inner.largest_square()
        painter.fill_rect(grid.largest_square(), PANEL, mm(0.8))
        paint_grid(painter, grid, self.preview_place)


class AnswerPanel(ChoicePanel):
    """The answers, each previewed while it is held; of many numbers one is picked."""

    BUTTON_CLASS = AnswerButton
    BUTTON_MAX_LINES = 4
    MIN_BUTTON_HEIGHT = 10.0
    WIDE_BUTTON_WIDTH = 34.0
    LONG_WORDS_LETTERS = 26
    LETTER_WIDTH = 1.3
    WIDTH_BESIDE_PICKER = 26.0
    """Millimetres of a button beside the number picker."""

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.number_targets: tuple[str, ...] = ()
        self.picker: NumberPicker | None = None
        super().__init__(touch_handler)

    def set_number_targets(self, numbers: tuple[str, ...]) -> None:
        """Set the touch targets of which one is picked with the slider, from the next `show` on."""
        if numbers != self.number_targets:
            self.number_targets, self.model = numbers, ()

    @property
    def buttons_in_one_row(self) -> int:
        """The number of buttons side by side for which there has to be room, with the picker's room."""
        return super().buttons_in_one_row + (NumberPicker.BUTTONS_REPLACED if self.picker is not None else 0)

    def on_model_changed(self, model: tuple[ChoiceModel, ...], previous: object) -> None:
        """Make the buttons, and a picker for the numbers."""
        super().on_model_changed(
            tuple(each for each in model if each.touch_target not in self.number_targets), previous
        )
        picked = [each for each in model if each.touch_target in self.number_targets]
        self.picker = NumberPicker(picked, self.make_button(picked[0])) if picked else None
        if self.picker is not None:
            self.add_widget(self.picker)

    def show(self, model: tuple[ChoiceModel, ...]) -> None:
        """Show these answers; long texts get wide buttons."""
        longest = max((len(word) for choice in model for word in choice.text.split()), default=0)
        long = any(len(choice.text) > self.LONG_WORDS_LETTERS for choice in model)
        self.MIN_BUTTON_WIDTH = max(
            self.WIDE_BUTTON_WIDTH if long else ChoicePanel.MIN_BUTTON_WIDTH,
            longest * self.LETTER_WIDTH + 4.0,
        )
        super().show(model)

    def show_previews(self, previews: Mapping[str, PlaceModel], tried: Collection[str]) -> None:
        """Set the grids as they would be after an answer, and the answers that can be previewed."""
        for button in (*self.buttons, *([self.picker.button] if self.picker is not None else ())):
            button.explains = button.touch_target in tried
            if button.preview_place != (preview := previews.get(button.touch_target)):
                button.preview_place = preview
                button.request_redraw()

    def select_pointed(self, touch_targets: Collection[str]) -> None:
        """Select what the shared buttons point at, if it is among the numbers."""
        if self.picker is not None:
            self.picker.select_pointed(touch_targets)

    def arrange_children(self, bounds: Rect) -> None:
        """Place the picker first, the other answers beside or below it."""
        if self.picker is not None:
            part, bounds = self._cut(bounds)
            place_widget(self.picker, part)
        super().arrange_children(bounds)

    def _cut(self, bounds: Rect) -> tuple[Rect, Rect]:
        """The rectangles of the picker and of all other answers."""
        if bounds.width < mm(NumberPicker.SIDE_BY_SIDE_WIDTH):
            return bounds.cut_top(mm(NumberPicker.STACKED_HEIGHT), mm(GAP))
        if bounds.height > 2 * mm(TOUCH_SIZE):
            return bounds.cut_top(mm(TOUCH_SIZE), mm(GAP))
        taken = mm(self.WIDTH_BESIDE_PICKER + GAP) * len(self.buttons)
        return bounds.cut_left(
            max(mm(NumberPicker.SIDE_BY_SIDE_WIDTH), bounds.width - taken), mm(GAP) if self.buttons else 0
        )


class NumberPicker(CanvasWidget):
    """One of many numbers: a slider, and a button that takes the selected answer."""

    BUTTONS_REPLACED = 3
    """The number of buttons that would have room in its place."""
    SIDE_BY_SIDE_WIDTH = 62.0
    """Millimetres for slider and button side by side."""
    SLIDER_SHARE = 0.6
    """The slider's share of that."""
    STACKED_HEIGHT = 3 * TOUCH_SIZE + 2 * GAP
    """Millimetres where they lie one below the other."""

    def __init__(self, choices: Sequence[ChoiceModel], button: AnswerButton) -> None:
        self.choices = choices
        self.button = button
        self.slider = StepSlider(choices[0].touch_target.rpartition("/")[0], self.select)
        super().__init__()
        self.add_widget(self.slider)
        self.add_widget(button)
        self.select(next((at for at, each in enumerate(choices) if not each.touch_target.endswith("/0")), 0))

    def select_pointed(self, touch_targets: Collection[str]) -> None:
        """Select one of these targets, if there is any."""
        for at, each in enumerate(self.choices):
            if each.touch_target in touch_targets:
                self.select(at)

    def select(self, at: int) -> None:
        """Select the answer with this index."""
        choice = self.choices[at]
        self.slider.show(at, len(self.choices) - 1)
        self.button.touch_target = choice.touch_target
        self.button.update(choice.text, choice.symbol)

    def arrange_children(self, bounds: Rect) -> None:
        """Place both side by side where there is room."""
        if bounds.width >= mm(self.SIDE_BY_SIDE_WIDTH):
            slider, button = bounds.cut_left(bounds.width * self.SLIDER_SHARE, mm(GAP))
        else:
            button, slider = bounds.cut_top(mm(TOUCH_SIZE), mm(GAP))
        place_widget(self.slider, slider)
        place_widget(self.button, button)
