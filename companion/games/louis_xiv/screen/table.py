"""The table screen of Louis XIV: the board, the players and what just happened, in the frame every table has."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.louis_xiv.screen.board import BoardView
from companion.games.louis_xiv.screen.counting import Counting
from companion.games.louis_xiv.screen.strip import Strip
from companion.games.louis_xiv.screen.views import Table
from companion.screen.draw.drawn import Act, lay
from companion.screen.draw.rect import Rect
from companion.screen.widgets.frame import TableFrame, Words


class TableView(TableFrame):
    """At the left the board, or what is counted by touch; at the right the players above the last events."""

    BOARD = 104.0
    STRIP = 9.4
    STRIP_MOST = 13.0
    EVENTS = 17.0

    def __init__(self, act: Act, words: Words) -> None:
        self.board = BoardView(act)
        self.strips: list[Strip] = []
        self.counting = Counting(act)
        super().__init__(act, words)

    def show(self, table: Table) -> None:
        """Show the table as it is now."""
        self.board.show(table.board, table.open)
        self.counting.show(table.counters)
        self.each(self.strips, table.players, Strip)
        self.frame(table)
        self.there(self.board, not table.counters and not self.many)
        self.there(self.counting, bool(table.counters))

    def middle(self, room: Rect, low: Rect) -> None:
        """The board, players and events beside it; many answers in its place."""
        board, side = room.from_left(mm(self.BOARD), mm(1.2))
        lay(self.board, board)
        lay(self.counting, board)
        self._side(side.inset(0, mm(0.5)))
        if self.many:
            foot = board.y if self.fan.cards else low.y
            lay(self.choices, Rect(board.x, foot, board.width, board.top - foot))

    def _side(self, side: Rect) -> None:
        """Players above, events below."""
        count = len(self.strips)
        gaps = mm(0.8 * (count - 1))
        high = max(mm(self.STRIP), min(mm(self.STRIP_MOST), (side.height - mm(self.EVENTS) - gaps) / count))
        players, rest = side.from_top(high * count + gaps, mm(1.4))
        for strip, row in zip(self.strips, players.rows(count, mm(0.8)), strict=True):
            lay(strip, row)
        lay(self.events, rest)
