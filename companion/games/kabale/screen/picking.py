"""Objectives to lay out: a row for each value, in it the six symbols; beside it what is laid out already."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.metrics import mm

from companion.games.kabale.screen.column import HEAD, paint_head
from companion.games.kabale.screen.views import Column, Objective
from companion.screen.draw.drawn import Act, Drawn, Touchable, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import FIGURE, GOLD, MUTED, PANEL, PARCHMENT, ROUND, SEPIA, WORN, mixed


class ObjectiveButton(Touchable):
    """One kind of objective. Dark when none is left."""

    def __init__(self, objective: Objective, act: Act) -> None:
        self.objective = objective
        super().__init__(objective.thing, act)
        self.open = objective.open

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Symbol and value, as on the card."""
        paper = mixed(PARCHMENT, GOLD, 0.5) if self.pressed else PARCHMENT
        ink.box(whole, mixed(WORN, SEPIA, 0.3) if self.open else PANEL, mm(ROUND))
        ink.box(whole.inset(mm(0.25)), paper if self.open else PANEL, mm(ROUND - 0.25))
        sign, value = whole.inset(mm(1.4), mm(0.5)).from_left(whole.width * 0.5)
        if self.open:
            ink.picture(self.objective.symbol, sign)
        colour = SEPIA if self.open else mixed(MUTED, PANEL, 0.7)
        ink.words(str(self.objective.value), value, FIGURE, colour, bold=True, across="center")


class Picking(Drawn):
    """Above, the columns, gold around the one whose objective is awaited; beneath, a column for each symbol, the
    values below one another."""

    def __init__(self, act: Act) -> None:
        self.act = act
        self.objectives: tuple[Objective, ...] = ()
        self.columns: tuple[Column, ...] = ()
        self.buttons: list[ObjectiveButton] = []
        super().__init__()

    def show(self, objectives: Sequence[Objective], columns: Sequence[Column]) -> None:
        """Offer these, symbol by symbol, for the first of the columns that has none."""
        self.columns = tuple(columns)
        self.again()
        if tuple(objectives) == self.objectives:
            return
        self.objectives = tuple(objectives)
        self.clear_widgets()
        self.buttons = [ObjectiveButton(objective, self.act) for objective in self.objectives]
        for button in self.buttons:
            self.add_widget(button)

    def _parts(self, whole: Rect) -> tuple[Rect, Rect]:
        """The columns, the grid."""
        return whole.from_top(mm(HEAD + 1.0), mm(0.5))

    def arrange(self, whole: Rect) -> None:
        """A grid."""
        symbols = list(dict.fromkeys(objective.symbol for objective in self.objectives))
        values = sorted({objective.value for objective in self.objectives})
        if not symbols:
            return
        columns = list(self._parts(whole)[1].columns(len(symbols), mm(1)))
        for button, objective in zip(self.buttons, self.objectives, strict=True):
            rows = list(columns[symbols.index(objective.symbol)].rows(len(values), mm(0.4)))
            lay(button, rows[values.index(objective.value)])

    def paint(self, ink: Ink, whole: Rect) -> None:
        """The columns and what lies there already."""
        room = self._parts(whole)[0]
        awaited = next((column.number for column in self.columns if not column.symbol), 0)
        for column, cell in zip(self.columns, room.columns(max(1, len(self.columns)), mm(1.2)), strict=False):
            head = cell.inset(mm(0.7))
            if column.number == awaited:
                ink.glow(head, GOLD, mm(ROUND))
                ink.box(head, PANEL, mm(ROUND))
            paint_head(ink, head, column, full=False)
