"""The table screen of Kabale und Hiebe: the columns above the players, in the common frame."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.kabale.screen.card_naming_view import CardNamingView
from companion.games.kabale.screen.column_view import ColumnView
from companion.games.kabale.screen.objective_picker_view import ObjectivePickerView
from companion.games.kabale.screen.player_panel import PlayerPanel
from companion.games.kabale.screen.view_models import TableModel
from companion.games.kabale.screen.won_objectives_view import WonObjectivesView
from companion.screen.draw.canvas_widget import ModelView, TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BORDER,
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    HEADING_TEXT,
    LEAD_TEXT,
    PARCHMENT,
    SEPIA,
)
from companion.screen.view_models import MovementModel
from companion.screen.widgets.table_frame import GetTranslations, TableFrameView


class RoundView(ModelView[tuple[int, int, str]]):
    """The round, in words and as dots."""

    def paint_model(self, painter: Painter, bounds: Rect, round_: tuple[int, int, str]) -> None:
        """Paint the words above the dots."""
        number, of, text = round_
        above, below = bounds.inset(mm(0.4), mm(0.6)).cut_top(bounds.height * 0.55)
        painter.draw_text(text, above, LEAD_TEXT, CHALK, bold=True, halign="center")
        dots = below.centred(min(below.width, mm(2) * of), mm(1.5))
        for at, cell in enumerate(dots.split_columns(of), 1):
            painter.draw_symbol("dot", cell.centred(mm(1.4), mm(1.4)), CHALK if at <= number else BORDER)


class PendingMovementsView(ModelView[tuple[MovementModel, ...]]):
    """The movements to carry out now, on parchment in golden light until they are done."""

    def paint_model(self, painter: Painter, bounds: Rect, movements: tuple[MovementModel, ...]) -> None:
        """Paint one row for each."""
        if not movements:
            return
        plate = bounds.inset(mm(0.7))
        painter.draw_glow(plate, GOLD, mm(CORNER_RADIUS))
        painter.fill_rect(plate, PARCHMENT, mm(CORNER_RADIUS))
        for hand, row in zip(
            movements, plate.inset(mm(1.4), mm(0.6)).split_rows(len(movements)), strict=True
        ):
            sign, words = row.cut_left(mm(6), mm(1.6))
            painter.draw_symbol("hand", sign.centred(mm(5.4), min(mm(5.4), row.height)), SEPIA)
            painter.draw_text(hand.text, words, HEADING_TEXT, SEPIA, bold=True, max_lines=3)


class TableView(TableFrameView):
    """Columns side by side, or in their place characters or objectives to choose from; players below."""

    PANELS_HEIGHT = 8.8
    ROUND_WIDTH = 12.5
    MIN_EVENTS_WIDTH = 40.0

    def __init__(self, touch_handler: TouchHandler, get_translations: GetTranslations) -> None:
        self.touch_handler = touch_handler
        self.column_views: list[ColumnView] = []
        self.player_panels: list[PlayerPanel] = []
        self.card_naming_view = CardNamingView(touch_handler)
        self.objective_picker = ObjectivePickerView(touch_handler)
        self.won_objectives_view = WonObjectivesView()
        self.movements_view = PendingMovementsView()
        self.round_view = RoundView()
        super().__init__(touch_handler, get_translations)
        self.add_board_widget(self.round_view)

    def show(self, table: TableModel) -> None:
        """Show that table."""
        self.round_view.show(table.round_progress)
        self.movements_view.show(table.movements)
        if table.card_naming is not None:
            self.card_naming_view.show(table.card_naming)
        self.objective_picker.show((table.objectives, table.columns))
        self.won_objectives_view.show(table.won_objectives)
        self.sync_children(
            self.column_views,
            table.columns,
            lambda column: ColumnView(column, self.touch_handler),
            table.enabled_targets,
        )
        self.sync_children(self.player_panels, table.players, PlayerPanel)
        self.show_frame(table)
        board = table.card_naming is None and not table.objectives
        for column in self.column_views:
            self.set_attached(column, board)
        for part in (*self.player_panels, self.round_view):
            self.set_attached(part, not table.objectives)
        self.set_attached(self.card_naming_view, table.card_naming is not None)
        self.set_attached(self.objective_picker, bool(table.objectives))
        self.set_attached(self.won_objectives_view, bool(table.won_objectives))
        self.set_attached(self.movements_view, bool(table.movements))
        self.set_attached(self.event_panel, not table.movements)

    def arrange_board(self, board_rect: Rect, foot_rect: Rect) -> None:
        """Place the columns above the players."""
        if self.objective_picker.parent is not None:
            place_widget(self.objective_picker, board_rect)
            return
        strips, board_rect = board_rect.cut_bottom(mm(self.PANELS_HEIGHT), mm(0.9))
        when, strips = strips.cut_left(mm(self.ROUND_WIDTH), mm(1))
        place_widget(self.round_view, when)
        for strip, cell in zip(
            self.player_panels, strips.split_columns(len(self.player_panels), mm(1)), strict=True
        ):
            place_widget(strip, cell.inset(mm(0.3), mm(0.3)))
        place_widget(self.card_naming_view, board_rect)
        place_widget(self.won_objectives_view, board_rect)
        if self.column_views:
            for face, cell in zip(
                self.column_views, board_rect.split_columns(len(self.column_views), mm(0.4)), strict=True
            ):
                place_widget(face, cell)

    def arrange_foot(self, foot_rect: Rect) -> None:
        """Place the latest events, or the movements to carry out, beside cards and answers."""
        count = len(self.choice_panel.model)
        wanted = (
            self.hand_view.preferred_width()
            + mm(34) * count
            + mm(17.5 if self.virtual_reader.parent is not None else 0)
        )
        used = min(wanted + mm(GAP if wanted else 0), foot_rect.width - mm(self.MIN_EVENTS_WIDTH))
        left, text = foot_rect.cut_left(used)
        place_widget(self.event_panel, text.inset(mm(0.5), mm(0.2)))
        place_widget(self.movements_view, text)
        super().arrange_foot(left.cut_right(mm(GAP))[1] if wanted else left)
