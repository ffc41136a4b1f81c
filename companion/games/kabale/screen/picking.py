"""Objectives to lay out: a row for each value, in it the six symbols; beside it what is laid out already."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.kabale.screen.column import HEAD, paint_head
from companion.games.kabale.screen.views import Column, Objective
from companion.screen.draw.drawn import Act, View, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import FIGURE, GOLD, MUTED, PANEL, ROUND, SEPIA, mixed
from companion.screen.widgets.paper import Paper


class ObjectiveButton(Paper[Objective]):
    """One kind of objective. Dark when none is left."""

    def draw(self, ink: Ink, whole: Rect, objective: Objective) -> None:
        """Symbol and value, as on the card."""
        self.card(ink, whole)
        sign, value = whole.inset(mm(1.4), mm(0.5)).from_left(whole.width * 0.5)
        if self.open:
            ink.picture(objective.symbol, sign)
        colour = SEPIA if self.open else mixed(MUTED, PANEL, 0.7)
        ink.words(str(objective.value), value, FIGURE, colour, bold=True, across="center")


class Picking(View[tuple[tuple[Objective, ...], tuple[Column, ...]]]):
    """Above, the columns, gold around the one whose objective is awaited; beneath, for the first column that has none a
    column for each symbol, the values below one another."""

    def __init__(self, act: Act) -> None:
        self.act = act
        self.buttons: list[ObjectiveButton] = []
        super().__init__()

    def changed(self, value: tuple[tuple[Objective, ...], tuple[Column, ...]], before: object) -> None:
        """A button for each objective."""
        self.each(self.buttons, value[0], lambda objective: ObjectiveButton(objective, self.act))

    def _parts(self, whole: Rect) -> tuple[Rect, Rect]:
        """The columns, the grid."""
        return whole.from_top(mm(HEAD + 1.0), mm(0.5))

    def arrange(self, whole: Rect) -> None:
        """A grid."""
        objectives = self.shown[0] if self.shown is not None else ()
        symbols = list(dict.fromkeys(objective.symbol for objective in objectives))
        values = sorted({objective.value for objective in objectives})
        if not symbols:
            return
        columns = list(self._parts(whole)[1].columns(len(symbols), mm(1)))
        for button, objective in zip(self.buttons, objectives, strict=True):
            rows = list(columns[symbols.index(objective.symbol)].rows(len(values), mm(0.4)))
            lay(button, rows[values.index(objective.value)])

    def draw(self, ink: Ink, whole: Rect, value: tuple[tuple[Objective, ...], tuple[Column, ...]]) -> None:
        """The columns and what lies there already."""
        _, there = value
        room = self._parts(whole)[0]
        awaited = next((column.number for column in there if not column.symbol), 0)
        for column, cell in zip(there, room.columns(max(1, len(there)), mm(1.2)), strict=False):
            head = cell.inset(mm(0.7))
            if column.number == awaited:
                ink.glow(head, GOLD, mm(ROUND))
                ink.box(head, PANEL, mm(ROUND))
            paint_head(ink, head, column, full=False)
