"""The answers of the default table: buttons that show what they would do, and a slider where they are many numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from kivy.metrics import mm

from companion.screen.default.grid import draw_grid
from companion.screen.default.places import Spot
from companion.screen.default.spot_face import Held
from companion.screen.draw.canvas_widget import CanvasWidget, TouchHandler, place_widget
from companion.screen.draw.painter import LINE_SPACING, Painter, fit_text, font_pixels
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    GAP,
    HEADING_TEXT,
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


class Answer(Held, PushButton):
    """An answer; where it says how something is laid on a grid, the grid as it would be then. As long as a finger stays
    on it the table shows what it would do.
    """

    ASKS = "tried"
    HIGH, SIGN = 11.0, 6.0
    """Millimetres: where there is so much height the symbol is so large above long words, not beside them."""
    preview: Spot | None = None

    def answered(self) -> None:
        """The table is as it was."""
        self.touch_handler(f"{self.ASKS}/")

    def _paint_label(self, ink: Painter, inner: Rect, colour: Colour) -> None:
        """The symbol above the words where those are larger so."""
        sign, gap = mm(self.SIGN), mm(0.6)
        if not self.symbol or inner.height < mm(self.HIGH):
            super()._paint_label(ink, inner, colour)
            return
        wanted, least = font_pixels(self.font_size), round(mm(MIN_TEXT))
        beside = fit_text(self.text, inner.width - mm(8.4), inner.height, wanted, least, True, self.max_lines)
        under = fit_text(
            self.text, inner.width, inner.height - sign - gap, wanted, least, True, self.max_lines
        )
        if beside.fits and under.font_pixels <= beside.font_pixels:
            super()._paint_label(ink, inner, colour)
            return
        together = inner.centred(
            inner.width, sign + gap + under.font_pixels * LINE_SPACING * len(under.lines)
        )
        above, below = together.cut_top(sign, gap)
        ink.draw_symbol(self.symbol, above.centred(sign, sign), colour)
        ink.draw_text(
            self.text, below, self.font_size, colour, bold=True, halign="center", max_lines=self.max_lines
        )

    def paint(self, ink: Painter, whole: Rect) -> None:
        """The grid, its words beside it where there is room."""
        if self.preview is None:
            super().paint(ink, whole)
            return
        said, symbol = self.text, self.symbol
        self.text = self.symbol = ""  # the grid stands in place of the symbol
        super().paint(ink, whole)
        self.text, self.symbol = said, symbol
        inner = whole.inset(mm(1.4))
        beside, grid = inner.cut_right(inner.width - inner.height, mm(1.2))
        least = round(mm(MIN_TEXT))
        if fit_text(said, beside.width, beside.height, font_pixels(SMALL_TEXT), least, True, 4).fits:
            ink.draw_text(said, beside, SMALL_TEXT, SEPIA, bold=True, max_lines=4)
        else:
            grid = inner.largest_square()
        ink.fill_rect(grid.largest_square(), PANEL, mm(0.8))
        draw_grid(ink, grid, self.preview)


class Answers(ChoicePanel):
    """The answers, each explaining itself when it is held; of numbers that are many one is picked."""

    MIN_BUTTON_HEIGHT = 10.0
    WIDER = 34.0
    LONG = 26
    LETTER = 1.3
    BESIDE = 26.0
    """Millimetres of a button beside numbers."""

    def __init__(self, act: TouchHandler) -> None:
        self.numbers: tuple[str, ...] = ()
        self.picker: Picker | None = None
        super().__init__(act)

    def count_off(self, numbers: tuple[str, ...]) -> None:
        """Of these one is picked, once they are shown."""
        if numbers != self.numbers:
            self.numbers, self.model = numbers, ()

    @property
    def column_count(self) -> int:
        """See Choices."""
        return super().column_count + (Picker.BUTTONS if self.picker is not None else 0)

    def on_model_changed(self, value: tuple[ChoiceModel, ...], before: object) -> None:
        """See Choices."""
        super().on_model_changed(
            tuple(each for each in value if each.touch_target not in self.numbers), before
        )
        picked = [each for each in value if each.touch_target in self.numbers]
        self.picker = Picker(picked, self.make_button(picked[0])) if picked else None
        if self.picker is not None:
            self.add_widget(self.picker)

    def make_button(self, choice: ChoiceModel) -> Answer:
        """See Choices."""
        return Answer(
            choice.touch_target,
            self.touch_handler,
            choice.text,
            choice.symbol,
            choice.emphasis,
            size=HEADING_TEXT,
            lines=4,
        )

    def show(self, value: tuple[ChoiceModel, ...]) -> None:
        """See Choices; long words want wide buttons."""
        longest = max((len(word) for choice in value for word in choice.text.split()), default=0)
        long = any(len(choice.text) > self.LONG for choice in value)
        self.MIN_BUTTON_WIDTH = max(
            self.WIDER if long else ChoicePanel.MIN_BUTTON_WIDTH, longest * self.LETTER + 4.0
        )
        super().show(value)

    def preview(self, previews: Mapping[str, Spot], tried: Collection[str]) -> None:
        """What grids would look like, by the answers, and which of them can be tried."""
        for button in (*self.buttons, *([self.picker.button] if self.picker is not None else ())):
            button.explains = button.thing in tried
            if button.preview != (preview := previews.get(button.thing)):
                button.preview = preview
                button.again()

    def point_at(self, things: Collection[str]) -> None:
        """Stand at what the shared buttons point at, if it is among the numbers."""
        if self.picker is not None:
            self.picker.point_at(things)

    def arrange_children(self, whole: Rect) -> None:
        """What is picked first, the others beside or below it."""
        if self.picker is not None:
            part, whole = self._cut(whole)
            place_widget(self.picker, part)
        super().arrange_children(whole)

    def _cut(self, whole: Rect) -> tuple[Rect, Rect]:
        """Where the numbers lie, and all else."""
        if whole.width < mm(Picker.WIDE):
            return whole.cut_top(mm(Picker.HIGH), mm(GAP))
        if whole.height > 2 * mm(TOUCH_SIZE):
            return whole.cut_top(mm(TOUCH_SIZE), mm(GAP))
        taken = mm(self.BESIDE + GAP) * len(self.buttons)
        return whole.cut_left(max(mm(Picker.WIDE), whole.width - taken), mm(GAP) if self.buttons else 0)


class Picker(CanvasWidget):
    """One of many numbers: a slider, and what it stands at, which is taken by a touch."""

    BUTTONS = 3
    """As many answers have room in its place."""
    WIDE = 62.0
    """Millimetres for slider and answer side by side."""
    SLIDER = 0.6
    """The slider's share of that."""
    HIGH = 3 * TOUCH_SIZE + 2 * GAP
    """Millimetres where they lie below each other."""

    def __init__(self, choices: Sequence[ChoiceModel], button: Answer) -> None:
        self.choices = choices
        self.button = button
        self.slider = StepSlider(choices[0].touch_target.rpartition("/")[0], self.pick)
        super().__init__()
        self.add_widget(self.slider)
        self.add_widget(button)
        self.pick(next((at for at, each in enumerate(choices) if not each.touch_target.endswith("/0")), 0))

    def point_at(self, things: Collection[str]) -> None:
        """Stand at one of these, if there is any."""
        for at, each in enumerate(self.choices):
            if each.touch_target in things:
                self.pick(at)

    def pick(self, at: int) -> None:
        """Stand at this one."""
        choice = self.choices[at]
        self.slider.show(at, len(self.choices) - 1)
        self.button.touch_target = choice.touch_target
        self.button.update(choice.text, choice.symbol)

    def arrange_children(self, whole: Rect) -> None:
        """Side by side where there is room."""
        if whole.width >= mm(self.WIDE):
            slider, button = whole.cut_left(whole.width * self.SLIDER, mm(GAP))
        else:
            button, slider = whole.cut_top(mm(TOUCH_SIZE), mm(GAP))
        place_widget(self.slider, slider)
        place_widget(self.button, button)
