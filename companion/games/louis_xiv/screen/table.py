"""The table screen of Louis XIV: the board, the players and what just happened, in the frame every table has."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.louis_xiv.screen.board import BoardView
from companion.games.louis_xiv.screen.counting import Counting
from companion.games.louis_xiv.screen.strip import Strip
from companion.games.louis_xiv.screen.views import Table
from companion.screen.draw.canvas_widget import TouchHandler, place_widget
from companion.screen.draw.rect import Rect
from companion.screen.widgets.table_frame import GetTranslations, TableFrameView


class TableView(TableFrameView):
    """At the left the board, or what is counted by touch; at the right the players above the last events."""

    BOARD = 104.0
    STRIP = 9.4
    STRIP_MOST = 13.0
    EVENTS = 17.0

    def __init__(self, act: TouchHandler, get_translations: GetTranslations) -> None:
        self.board = BoardView(act)
        self.strips: list[Strip] = []
        self.counting = Counting(act)
        super().__init__(act, get_translations)

    def show(self, table: Table) -> None:
        """Show the table as it is now."""
        self.board.show(table.board, table.enabled_targets)
        self.counting.show(table.counters)
        self.sync_children(self.strips, table.players, Strip)
        self.show_frame(table)
        self.set_attached(self.board, not table.counters and not self.has_many_choices)
        self.set_attached(self.counting, bool(table.counters))

    def arrange_board(self, board_rect: Rect, foot_rect: Rect) -> None:
        """The board, players and events beside it; many answers in its place."""
        board, side = board_rect.cut_left(mm(self.BOARD), mm(1.2))
        place_widget(self.board, board)
        place_widget(self.counting, board)
        self._side(side.inset(0, mm(0.5)))
        if self.has_many_choices:
            foot = board.y if self.hand_view.cards else foot_rect.y
            place_widget(self.choice_panel, Rect(board.x, foot, board.width, board.top - foot))

    def _side(self, side: Rect) -> None:
        """Players above, events below."""
        count = len(self.strips)
        gaps = mm(0.8 * (count - 1))
        high = max(mm(self.STRIP), min(mm(self.STRIP_MOST), (side.height - mm(self.EVENTS) - gaps) / count))
        players, rest = side.cut_top(high * count + gaps, mm(1.4))
        for strip, row in zip(self.strips, players.split_rows(count, mm(0.8)), strict=True):
            place_widget(strip, row)
        place_widget(self.event_panel, rest)
