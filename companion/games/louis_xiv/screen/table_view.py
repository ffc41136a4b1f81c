"""The table screen of Louis XIV: the board, the players and the latest events, in the common frame."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.louis_xiv.screen.arms_counting_view import ArmsCountingView
from companion.games.louis_xiv.screen.board_view import BoardView
from companion.games.louis_xiv.screen.player_panel import PlayerPanel
from companion.games.louis_xiv.screen.view_models import TableModel
from companion.screen.draw.canvas_widget import TouchHandler, place_widget
from companion.screen.draw.rect import Rect
from companion.screen.widgets.table_frame import GetTranslations, TableFrameView


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
