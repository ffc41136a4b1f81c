"""The answers of the default table: buttons that show what they would do, and a slider where they are many numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from kivy.metrics import mm

from companion.screen.default.grid import draw_grid
from companion.screen.default.places import Spot
from companion.screen.default.spot_face import Held
from companion.screen.draw.drawn import Act, Drawn, lay
from companion.screen.draw.ink import Ink, letters, set_words
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GAP, HEADING, LEAST, PANEL, SEPIA, SMALL, TOUCH
from companion.screen.views import Choice
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.choices import Choices
from companion.screen.widgets.slider import StepSlider


class Answer(Held, PushButton):
    """An answer; where it says how something is laid on a grid, the grid as it would be then. As long as a finger stays
    on it the table shows what it would do.
    """

    ASKS = "tried"
    preview: Spot | None = None

    def answered(self) -> None:
        """The table is as it was."""
        self.act(f"{self.ASKS}/")

    def paint(self, ink: Ink, whole: Rect) -> None:
        """The grid, its words beside it where there is room."""
        if self.preview is None:
            super().paint(ink, whole)
            return
        said, symbol = self.words, self.symbol
        self.words = self.symbol = ""  # the grid stands in place of the symbol
        super().paint(ink, whole)
        self.words, self.symbol = said, symbol
        inner = whole.inset(mm(1.4))
        beside, grid = inner.from_right(inner.width - inner.height, mm(1.2))
        least = round(mm(LEAST))
        if set_words(said, beside.width, beside.height, letters(SMALL), least, True, 4).fits:
            ink.words(said, beside, SMALL, SEPIA, bold=True, most=4)
        else:
            grid = inner.square()
        ink.box(grid.square(), PANEL, mm(0.8))
        draw_grid(ink, grid, self.preview)


class Answers(Choices):
    """The answers, each explaining itself when it is held; of numbers that are many one is picked."""

    HIGH = 10.0
    WIDER = 34.0
    LONG = 26
    LETTER = 1.3
    BESIDE = 26.0
    """Millimetres of a button beside numbers."""

    def __init__(self, act: Act) -> None:
        self.numbers: tuple[str, ...] = ()
        self.picker: Picker | None = None
        super().__init__(act)

    def count_off(self, numbers: tuple[str, ...]) -> None:
        """Of these one is picked, once they are shown."""
        if numbers != self.numbers:
            self.numbers, self.shown = numbers, ()

    @property
    def count(self) -> int:
        """See Choices."""
        return super().count + (Picker.BUTTONS if self.picker is not None else 0)

    def changed(self, value: tuple[Choice, ...], before: object) -> None:
        """See Choices."""
        super().changed(tuple(each for each in value if each.thing not in self.numbers), before)
        picked = [each for each in value if each.thing in self.numbers]
        self.picker = Picker(picked, self.button(picked[0])) if picked else None
        if self.picker is not None:
            self.add_widget(self.picker)

    def button(self, choice: Choice) -> Answer:
        """See Choices."""
        return Answer(
            choice.thing, self.act, choice.words, choice.symbol, choice.weight, size=HEADING, lines=4
        )

    def show(self, value: tuple[Choice, ...]) -> None:
        """See Choices; long words want wide buttons."""
        longest = max((len(word) for choice in value for word in choice.words.split()), default=0)
        long = any(len(choice.words) > self.LONG for choice in value)
        self.NARROW = max(self.WIDER if long else Choices.NARROW, longest * self.LETTER + 4.0)
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

    def arrange(self, whole: Rect) -> None:
        """What is picked first, the others beside or below it."""
        if self.picker is not None:
            part, whole = self._cut(whole)
            lay(self.picker, part)
        super().arrange(whole)

    def _cut(self, whole: Rect) -> tuple[Rect, Rect]:
        """Where the numbers lie, and all else."""
        if whole.width < mm(Picker.WIDE):
            return whole.from_top(mm(Picker.HIGH), mm(GAP))
        if whole.height > 2 * mm(TOUCH):
            return whole.from_top(mm(TOUCH), mm(GAP))
        taken = mm(self.BESIDE + GAP) * len(self.buttons)
        return whole.from_left(max(mm(Picker.WIDE), whole.width - taken), mm(GAP) if self.buttons else 0)


class Picker(Drawn):
    """One of many numbers: a slider, and what it stands at, which is taken by a touch."""

    BUTTONS = 3
    """As many answers have room in its place."""
    WIDE = 62.0
    """Millimetres for slider and answer side by side."""
    SLIDER = 0.6
    """The slider's share of that."""
    HIGH = 3 * TOUCH + 2 * GAP
    """Millimetres where they lie below each other."""

    def __init__(self, choices: Sequence[Choice], button: Answer) -> None:
        self.choices = choices
        self.button = button
        self.slider = StepSlider(choices[0].thing.rpartition("/")[0], self.pick)
        super().__init__()
        self.add_widget(self.slider)
        self.add_widget(button)
        self.pick(next((at for at, each in enumerate(choices) if not each.thing.endswith("/0")), 0))

    def point_at(self, things: Collection[str]) -> None:
        """Stand at one of these, if there is any."""
        for at, each in enumerate(self.choices):
            if each.thing in things:
                self.pick(at)

    def pick(self, at: int) -> None:
        """Stand at this one."""
        choice = self.choices[at]
        self.slider.show(at, len(self.choices) - 1)
        self.button.thing = choice.thing
        self.button.show(choice.words, choice.symbol)

    def arrange(self, whole: Rect) -> None:
        """Side by side where there is room."""
        if whole.width >= mm(self.WIDE):
            slider, button = whole.from_left(whole.width * self.SLIDER, mm(GAP))
        else:
            button, slider = whole.from_top(mm(TOUCH), mm(GAP))
        lay(self.slider, slider)
        lay(self.button, button)
