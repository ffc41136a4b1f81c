"""The view in which objectives are laid out: a column for each symbol, below those laid out already."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.kabale.screen.column_view import HEAD_HEIGHT, paint_column_head
from companion.games.kabale.screen.view_models import ColumnModel, ObjectiveModel
from companion.screen.draw.canvas_widget import ModelView, TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CORNER_RADIUS, FIGURE_TEXT, GOLD, MUTED, PANEL, SEPIA, mix_colours
from companion.screen.widgets.parchment_card import ParchmentCardView


class ObjectiveButton(ParchmentCardView[ObjectiveModel]):
    """One kind of objective; dark where none is left."""

    def paint_model(self, painter: Painter, bounds: Rect, objective: ObjectiveModel) -> None:
        """Paint symbol and value, as on the card."""
        self.paint_card(painter, bounds)
        sign, value = bounds.inset(mm(1.4), mm(0.5)).cut_left(bounds.width * 0.5)
        if self.enabled:
            painter.draw_symbol(objective.symbol, sign)
        colour = SEPIA if self.enabled else mix_colours(MUTED, PANEL, 0.7)
        painter.draw_text(str(objective.value), value, FIGURE_TEXT, colour, bold=True, halign="center")


class ObjectivePickerView(ModelView[tuple[tuple[ObjectiveModel, ...], tuple[ColumnModel, ...]]]):
    """The columns above, with gold around the one whose objective is awaited, and the objectives below.

    These have a column for each symbol, with the values one below the other.
    """

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.buttons: list[ObjectiveButton] = []
        super().__init__()

    def on_model_changed(
        self, model: tuple[tuple[ObjectiveModel, ...], tuple[ColumnModel, ...]], previous: object
    ) -> None:
        """Make a button for each objective."""
        self.sync_children(
            self.buttons, model[0], lambda objective: ObjectiveButton(objective, self.touch_handler)
        )

    def _split(self, bounds: Rect) -> tuple[Rect, Rect]:
        """The rectangles of the columns and of the grid."""
        return bounds.cut_top(mm(HEAD_HEIGHT + 1.0), mm(0.5))

    def arrange_children(self, bounds: Rect) -> None:
        """Place the buttons in a grid."""
        objectives = self.model[0] if self.model is not None else ()
        symbols = list(dict.fromkeys(objective.symbol for objective in objectives))
        values = sorted({objective.value for objective in objectives})
        if not symbols:
            return
        columns = list(self._split(bounds)[1].split_columns(len(symbols), mm(1)))
        for button, objective in zip(self.buttons, objectives, strict=True):
            rows = list(columns[symbols.index(objective.symbol)].split_rows(len(values), mm(0.4)))
            place_widget(button, rows[values.index(objective.value)])

    def paint_model(
        self,
        painter: Painter,
        bounds: Rect,
        model: tuple[tuple[ObjectiveModel, ...], tuple[ColumnModel, ...]],
    ) -> None:
        """Paint the columns and the objectives that lie there."""
        _, there = model
        room = self._split(bounds)[0]
        awaited = next((column.number for column in there if not column.symbol), 0)
        for column, cell in zip(there, room.split_columns(max(1, len(there)), mm(1.2)), strict=False):
            head = cell.inset(mm(0.7))
            if column.number == awaited:
                painter.draw_glow(head, GOLD, mm(CORNER_RADIUS))
                painter.fill_rect(head, PANEL, mm(CORNER_RADIUS))
            paint_column_head(painter, head, column, full=False)
