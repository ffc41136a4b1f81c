"""The least value of a work, round by round, as an owner reads it off his copy (P-M4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.metrics import mm

from companion.games.florence.rules.grid import Outline
from companion.games.florence.screen.tile_button import Copied, CopyButton
from companion.screen.draw.drawn import Drawn, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    GAP,
    LEAD,
    NOTE,
    Colour,
)
from companion.screen.widgets.stepper import Stepper

MOST = 99


class LeastRows(Drawn):
    """A row for each round: its words, and the value, one more or one less. `changed` gets all values."""

    WORDS = 22.0
    HIGH = 9.4

    def __init__(self, rounds: int, changed: Callable[[tuple[int, ...]], None]) -> None:
        self.changed = changed
        self.values: tuple[int, ...] = (1,) * rounds
        self.words: tuple[str, ...] = ("",) * rounds
        self.steppers = [Stepper(str(at), self._step, least=1, most=MOST) for at in range(rounds)]
        super().__init__()
        for stepper in self.steppers:
            self.add_widget(stepper)

    def show(self, values: Sequence[int], words: Sequence[str], before: Sequence[int]) -> None:
        """These values, marked where they are others than `before`."""
        self.values, self.words = tuple(values), tuple(words)
        for stepper, value, old in zip(self.steppers, values, before, strict=True):
            stepper.show(value, marked=value != old)
        self.again()

    def _step(self, name: str, value: int) -> None:
        values = list(self.values)
        values[int(name)] = value
        self.changed(tuple(values))

    def _rows(self, whole: Rect) -> list[tuple[Rect, Rect]]:
        rows = whole.rows(len(self.steppers), mm(GAP))
        return [
            row.middle(row.width, min(row.height, mm(self.HIGH))).from_left(mm(self.WORDS)) for row in rows
        ]

    def arrange(self, whole: Rect) -> None:
        """Words at the left, the value at the right."""
        for stepper, (_, value) in zip(self.steppers, self._rows(whole), strict=True):
            lay(stepper, value)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Which round."""
        for words, (said, _) in zip(self.words, self._rows(whole), strict=True):
            ink.words(words, said, LEAD, CHALK)


class LeastButton(CopyButton):
    """All values in a row, to be chosen."""

    def inside(self, ink: Ink, whole: Rect, copied: Copied, colour: Colour) -> None:
        """The values below their name."""
        inner = self.corner(ink, whole.inset(mm(1.2), mm(0.8)), copied, colour)
        name, values = inner.from_top(inner.height * 0.45)
        ink.words(copied.name, name, NOTE, colour, bold=copied.chosen)
        if not isinstance(copied.printed, Outline):
            ink.words(" · ".join(map(str, copied.printed)), values, LEAD, colour, bold=True)
