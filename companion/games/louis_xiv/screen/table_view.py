"""The table screen of Louis XIV: the board, the players and the latest events, in the common frame."""

from __future__ import annotations

from typing import ClassVar

from kivy.metrics import mm

from companion.games.louis_xiv.screen.board import BoardModel, BoardView
from companion.games.louis_xiv.screen.player_panel import PlayerModel, PlayerPanel
from companion.screen.draw.canvas_widget import ModelView, TouchHandler, place_widget
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GAP
from companion.screen.view_models import StepperModel, TableFrameModel
from companion.screen.widgets.stepper import StepperView
from companion.screen.widgets.table_frame import GetTranslations, TableFrameView


class TableModel(TableFrameModel, frozen=True):
    """The whole table screen."""

    game: ClassVar[str] = "louis-xiv"
    board: BoardModel
    players: tuple[PlayerModel, ...]
    arms_steppers: tuple[StepperModel, ...] = ()
    """What is counted by touch, in place of the board; empty where nothing is."""


class ArmsCountingView(ModelView[tuple[StepperModel, ...]]):
    """Two columns of steppers; `touch_handler` receives `count/KIND/NUMBER`."""

    ROW_HEIGHT = 13.0
    model: tuple[StepperModel, ...] = ()

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.steppers: list[StepperView] = []
        super().__init__()

    def on_model_changed(
        self, counters: tuple[StepperModel, ...], previous: tuple[StepperModel, ...] | None
    ) -> None:
        """Make a stepper for each counter; those of the same kinds stay."""
        if [(each.touch_target, each.maximum) for each in previous or ()] != [
            (each.touch_target, each.maximum) for each in counters
        ]:
            self.clear_widgets()
            self.steppers = [
                StepperView(each.touch_target, self._on_stepper_changed, each.symbol, maximum=each.maximum)
                for each in counters
            ]
            for stepper in self.steppers:
                self.add_widget(stepper)
        for stepper, each in zip(self.steppers, counters, strict=True):
            stepper.show(each.value, each.text)

    def _on_stepper_changed(self, touch_target: str, number: int) -> None:
        self.touch_handler(f"count/{touch_target}/{number}")

    def arrange_children(self, bounds: Rect) -> None:
        """Place the steppers in two columns."""
        rows = max(1, (len(self.steppers) + 1) // 2)
        room = bounds.centred(bounds.width, min(bounds.height, mm(self.ROW_HEIGHT + GAP) * rows))
        for stepper, cell in zip(self.steppers, room.split_grid(2, rows, mm(GAP)), strict=False):
            place_widget(stepper, cell)


class TableView(TableFrameView):
    """The board, or what is counted by touch, at the left; players above the latest events at the right."""

    BOARD_WIDTH = 104.0
    MIN_PANEL_HEIGHT = 9.4
    MAX_PANEL_HEIGHT = 13.0
    MIN_EVENTS_HEIGHT = 17.0

    def __init__(self, touch_handler: TouchHandler, get_translations: GetTranslations) -> None:
        self.board = BoardView(touch_handler)
        self.player_panels: list[PlayerPanel] = []
        self.arms_counting = ArmsCountingView(touch_handler)
        super().__init__(touch_handler, get_translations)

    def show(self, table: TableModel) -> None:
        """Show that table."""
        self.board.show(table.board, table.enabled_targets)
        self.arms_counting.show(table.arms_steppers)
        self.sync_children(self.player_panels, table.players, PlayerPanel)
        self.show_frame(table)
        self.set_attached(self.board, not table.arms_steppers and not self.has_many_choices)
        self.set_attached(self.arms_counting, bool(table.arms_steppers))

    def arrange_board(self, board_rect: Rect, foot_rect: Rect) -> None:
        """Place the board with players and events beside it, or many answers in its place."""
        board, side = board_rect.cut_left(mm(self.BOARD_WIDTH), mm(1.2))
        place_widget(self.board, board)
        place_widget(self.arms_counting, board)
        self._place_side(side.inset(0, mm(0.5)))
        if self.has_many_choices:
            foot = board.y if self.hand_view.card_models else foot_rect.y
            place_widget(self.choice_panel, Rect(board.x, foot, board.width, board.top - foot))

    def _place_side(self, side: Rect) -> None:
        """Place the players above the events."""
        count = len(self.player_panels)
        gaps = mm(0.8 * (count - 1))
        high = max(
            mm(self.MIN_PANEL_HEIGHT),
            min(mm(self.MAX_PANEL_HEIGHT), (side.height - mm(self.MIN_EVENTS_HEIGHT) - gaps) / count),
        )
        players, rest = side.cut_top(high * count + gaps, mm(1.4))
        for strip, row in zip(self.player_panels, players.split_rows(count, mm(0.8)), strict=True):
            place_widget(strip, row)
        place_widget(self.event_panel, rest)
