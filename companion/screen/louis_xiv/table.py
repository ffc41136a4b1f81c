"""The table screen of Louis XIV: the prompt above everything, the board, the players, what just happened,
and what can be touched.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable

from kivy.metrics import mm

from companion.screen.button import Button
from companion.screen.choices import Choices
from companion.screen.drawn import Act, Drawn, lay
from companion.screen.events import Events
from companion.screen.fan import Fan, Reader
from companion.screen.louis_xiv.board import BoardView
from companion.screen.louis_xiv.counting import Counting
from companion.screen.louis_xiv.strip import Strip
from companion.screen.louis_xiv.views import Table
from companion.screen.prompt import PromptBar
from companion.screen.rect import Rect
from companion.screen.theme import BAR, EDGE, GAP, TOUCH

Words = Callable[[], gettext.NullTranslations]
"""Gives the screen's own texts in the language that is set."""


class TableView(Drawn):
    """Everything one needs while playing, without scrolling. `act` gets the name of whatever is touched."""

    BOARD = 104.0
    HAND = 12.6
    STRIP = 9.4
    STRIP_MOST = 13.0
    EVENTS = 17.0

    def __init__(self, act: Act, words: Words) -> None:
        self.words = words
        self.table: Table | None = None
        self.home = Button("home", act, symbol="home")
        self.menu = Button("menu", act, symbol="menu")
        self.undo = Button("undo", act, symbol="undo")
        self.prompt = PromptBar()
        self.board = BoardView(act)
        self.events = Events()
        self.choices = Choices(act)
        self.reader = Reader()
        self.fan = Fan(act, self.reader)
        self.strips: list[Strip] = []
        self.counting = Counting(act)
        super().__init__()
        for part in (
            self.home,
            self.menu,
            self.undo,
            self.prompt,
            self.board,
            self.events,
            self.choices,
            self.fan,
        ):
            self.add_widget(part)

    def show(self, table: Table) -> None:
        """Show the table as it is now."""
        self.table = table
        self.prompt.show(table.prompt)
        self.board.show(table.board, table.open)
        self.counting.show(table.counters)
        self._instead(bool(table.counters) or self.many(table))
        self._players(table)
        self.events.show(table.events)
        self.choices.show(table.choices)
        self.fan.show(table.cards, table.open)
        self.reader.show(self.words().gettext("Reader"), self._card_awaited())
        if table.reader != (self.reader.parent is not None):
            if table.reader:
                self.add_widget(self.reader, index=1)  # beneath the cards
            else:
                self.remove_widget(self.reader)
        self.undo.show(open_=table.undo)
        self.again()

    def _card_awaited(self) -> bool:
        """Whether one of the cards may be played now."""
        return self.table is not None and any(card.thing in self.table.open for card in self.table.cards)

    def many(self, table: Table) -> bool:
        """Whether there are too many answers for one row: they lie in place of the board."""
        return len(table.choices) >= Choices.MANY

    def _instead(self, instead: bool) -> None:
        """Counters or many answers in place of the board."""
        if instead == (self.board.parent is not None):
            (self.remove_widget if instead else self.add_widget)(self.board)
        counted = bool(self.counting.counters)
        if counted != (self.counting.parent is not None):
            (self.add_widget if counted else self.remove_widget)(self.counting)

    def _players(self, table: Table) -> None:
        while len(self.strips) < len(table.players):
            self.strips.append(Strip(table.players[len(self.strips)]))
            self.add_widget(self.strips[-1], index=len(self.children))
        while len(self.strips) > len(table.players):
            self.remove_widget(self.strips.pop())
        for strip, player in zip(self.strips, table.players, strict=True):
            strip.show(player)

    def arrange(self, whole: Rect) -> None:
        """Prompt above, hand below, board and players between."""
        if self.table is None:
            return
        top, rest = whole.inset(mm(EDGE), mm(1.0)).from_top(mm(BAR), mm(0.8))
        low, middle = rest.from_bottom(mm(self.HAND), mm(0.6))
        home, top = top.from_left(mm(TOUCH), mm(GAP))
        menu, top = top.from_right(mm(TOUCH), mm(GAP))
        lay(self.home, home)
        lay(self.menu, menu)
        lay(self.prompt, top)
        board, side = middle.from_left(mm(self.BOARD), mm(1.2))
        lay(self.board, board)
        lay(self.counting, board)
        self._side(side.inset(0, mm(0.5)))
        self._hand(low)
        if self.many(self.table):
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

    def _hand(self, low: Rect) -> None:
        """Cards, answers, reader, take back."""
        undo, low = low.from_right(mm(TOUCH), mm(GAP))
        lay(self.undo, undo)
        if self.reader.parent is not None:
            reader, low = low.from_right(mm(16), mm(GAP))
            lay(self.reader, reader)
        if not self.choices.shown:
            lay(self.fan, low)
            return
        if self.fan.cards and self.table is not None and not self.many(self.table):
            room = low.width - mm(24) * len(self.choices.shown)
            least = mm(Fan.NARROWEST) * len(self.fan.cards)
            awaited = self._card_awaited() or any(card.signs for card in self.fan.cards)
            wanted = self.fan.wanted() if awaited else least * 1.2
            fan, low = low.from_left(max(least, min(wanted, room)), mm(GAP))
            lay(self.fan, fan)
        lay(self.choices, low)
