"""The least value of a work, round by round, as an owner reads it off his copy (P-M4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.metrics import mm

from companion.screen.draw.drawn import Act, Drawn, Touchable, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    GAP,
    GOLD,
    GRANTED,
    LEAD,
    LINE,
    MUTED,
    NOTE,
    PANEL,
    PARCHMENT,
    ROUND,
    SEPIA,
    WORN,
    mixed,
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


class LeastButton(Touchable):
    """All values in a row, to be chosen."""

    def __init__(self, act: Act) -> None:
        self.name, self.values = "", ""
        self.told = self.changed = self.chosen = False
        super().__init__("least", act)

    def show(self, name: str, values: Sequence[int], told: bool, changed: bool, chosen: bool) -> None:
        """As they are now."""
        self.name, self.values = name, " · ".join(map(str, values))
        self.told, self.changed, self.chosen = told, changed, chosen
        self.again()

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Parchment when it is chosen."""
        face, colour = (PARCHMENT, SEPIA) if self.chosen else (PANEL, CHALK)
        ink.box(whole, WORN if self.chosen else LINE, mm(ROUND))
        ink.box(whole.inset(mm(0.25)), mixed(face, GOLD, 0.3) if self.pressed else face, mm(ROUND - 0.25))
        inner = whole.inset(mm(1.2), mm(0.8))
        sign, inner = inner.from_right(mm(3.4), mm(0.6))
        if self.changed:
            ink.picture("quill", sign.from_top(mm(3.4))[0], colour)
        elif self.told:
            ink.picture("check", sign.from_top(mm(3.4))[0], GRANTED)
        else:
            ink.words("?", sign.from_top(mm(3.4))[0], NOTE, MUTED, bold=True, across="center")
        name, values = inner.from_top(inner.height * 0.45)
        ink.words(self.name, name, NOTE, colour, bold=self.chosen)
        ink.words(self.values, values, LEAD, colour, bold=True)
