"""The table screen of Kabale und Hiebe: the columns above the players, in the frame every table has."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.kabale.screen.column import ColumnFace
from companion.games.kabale.screen.naming import NamingView
from companion.games.kabale.screen.picking import Picking
from companion.games.kabale.screen.strip import PlayerStrip
from companion.games.kabale.screen.trophies import TrophiesView
from companion.games.kabale.screen.views import Table
from companion.screen.draw.drawn import Act, View, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, GAP, GOLD, HEADING, LEAD, LINE, PARCHMENT, ROUND, SEPIA
from companion.screen.views import Hand
from companion.screen.widgets.frame import TableFrame, Words


class When(View[tuple[int, int, str]]):
    """Which round it is: in words, and as so many dots of how many."""

    def draw(self, ink: Ink, whole: Rect, round_: tuple[int, int, str]) -> None:
        """Words above dots."""
        number, of, said = round_
        above, below = whole.inset(mm(0.4), mm(0.6)).from_top(whole.height * 0.55)
        ink.words(said, above, LEAD, CHALK, bold=True, across="center")
        dots = below.middle(min(below.width, mm(2) * of), mm(1.5))
        for at, cell in enumerate(dots.columns(of), 1):
            ink.picture("dot", cell.middle(mm(1.4), mm(1.4)), CHALK if at <= number else LINE)


class Moves(View[tuple[Hand, ...]]):
    """What hands must do now, on parchment in gold light: it stays until it is done."""

    def draw(self, ink: Ink, whole: Rect, hands: tuple[Hand, ...]) -> None:
        """One row each."""
        if not hands:
            return
        plate = whole.inset(mm(0.7))
        ink.glow(plate, GOLD, mm(ROUND))
        ink.box(plate, PARCHMENT, mm(ROUND))
        for hand, row in zip(hands, plate.inset(mm(1.4), mm(0.6)).rows(len(hands)), strict=True):
            sign, words = row.from_left(mm(6), mm(1.6))
            ink.picture("hand", sign.middle(mm(5.4), min(mm(5.4), row.height)), SEPIA)
            ink.words(hand.words, words, HEADING, SEPIA, bold=True, most=3)


class TableView(TableFrame):
    """Columns side by side, or in their place what a card is, or objectives to lay out; beneath them the players."""

    STRIPS = 8.8
    WHEN = 12.5
    SAID = 40.0

    def __init__(self, act: Act, words: Words) -> None:
        self.act = act
        self.columns: list[ColumnFace] = []
        self.strips: list[PlayerStrip] = []
        self.naming = NamingView(act)
        self.picking = Picking(act)
        self.trophies = TrophiesView()
        self.moves = Moves()
        self.when = When()
        super().__init__(act, words)
        self.beneath(self.when)

    def show(self, table: Table) -> None:
        """Show the table as it is now."""
        self.when.show(table.round)
        self.moves.show(table.hands)
        if table.naming is not None:
            self.naming.show(table.naming)
        self.picking.show((table.objectives, table.columns))
        self.trophies.show(table.trophies)
        self.each(self.columns, table.columns, lambda column: ColumnFace(column, self.act), table.open)
        self.each(self.strips, table.players, PlayerStrip)
        self.frame(table)
        board = table.naming is None and not table.objectives
        for column in self.columns:
            self.there(column, board)
        for part in (*self.strips, self.when):
            self.there(part, not table.objectives)
        self.there(self.naming, table.naming is not None)
        self.there(self.picking, bool(table.objectives))
        self.there(self.trophies, bool(table.trophies))
        self.there(self.moves, bool(table.hands))
        self.there(self.events, not table.hands)

    def middle(self, room: Rect, low: Rect) -> None:
        """The columns above the players."""
        if self.picking.parent is not None:
            lay(self.picking, room)
            return
        strips, room = room.from_bottom(mm(self.STRIPS), mm(0.9))
        when, strips = strips.from_left(mm(self.WHEN), mm(1))
        lay(self.when, when)
        for strip, cell in zip(self.strips, strips.columns(len(self.strips), mm(1)), strict=True):
            lay(strip, cell.inset(mm(0.3), mm(0.3)))
        lay(self.naming, room)
        lay(self.trophies, room)
        if self.columns:
            for face, cell in zip(self.columns, room.columns(len(self.columns), mm(0.4)), strict=True):
                lay(face, cell)

    def foot(self, low: Rect) -> None:
        """Beside cards and answers what has just happened, or what hands must do about it."""
        count = len(self.choices.shown)
        wanted = self.fan.wanted() + mm(34) * count + mm(17.5 if self.reader.parent is not None else 0)
        used = min(wanted + mm(GAP if wanted else 0), low.width - mm(self.SAID))
        left, said = low.from_left(used)
        lay(self.events, said.inset(mm(0.5), mm(0.2)))
        lay(self.moves, said)
        super().foot(left.from_right(mm(GAP))[1] if wanted else left)
