"""The table screen of a game that brings none: how it lies, line by line, beside the players and what just happened."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.default.shown import Table
from companion.screen.draw.drawn import Act, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, TITLE
from companion.screen.widgets.frame import TableFrame, Words
from companion.screen.widgets.listing import Lines
from companion.screen.widgets.seat_strip import SeatStrip


class Strip(SeatStrip):
    """A player's name and points."""

    def above(self, ink: Ink, row: Rect) -> None:
        """Both in one row."""
        points, name = row.from_right(mm(10), mm(1))
        ink.words(self.player.seat.name, name, 4.0, CHALK, bold=True)
        ink.words(str(self.player.points), points, TITLE, CHALK, bold=True, across="right")

    def below(self, ink: Ink, row: Rect) -> None:
        """Nothing more is known of any game."""


class TableView(TableFrame):
    """At the left the table as lines, or the answers where there are many; at the right players and events."""

    BOARD = 104.0
    STRIP = 10.0
    EVENTS = 17.0

    def __init__(self, act: Act, words: Words) -> None:
        self.lines = Lines()
        self.strips: list[Strip] = []
        super().__init__(act, words)
        self.beneath(self.lines)

    def show(self, table: Table) -> None:
        """Show the table as it is now."""
        self.lines.show(table.rows)
        if len(self.strips) != len(table.players):
            for old in self.strips:
                self.there(old, False)
            self.strips = [Strip(player) for player in table.players]
        for strip, player in zip(self.strips, table.players, strict=True):
            strip.show(player)
            self.there(strip, True)
        self.frame(table)
        self.there(self.lines, not self.many)

    def middle(self, room: Rect, low: Rect) -> None:
        """The lines, or the answers in their place; players and events beside them."""
        board, side = room.from_left(mm(self.BOARD), mm(1.2))
        lay(self.lines, board)
        if self.many:
            foot = board.y if self.fan.cards else low.y
            lay(self.choices, Rect(board.x, foot, board.width, board.top - foot))
        count = len(self.strips)
        gaps = mm(0.8 * (count - 1))
        high = min(mm(self.STRIP), (side.height - mm(self.EVENTS) - gaps) / count)
        players, rest = side.inset(0, mm(0.5)).from_top(high * count + gaps, mm(1.4))
        for strip, row in zip(self.strips, players.rows(count, mm(0.8)), strict=True):
            lay(strip, row)
        lay(self.events, rest)
