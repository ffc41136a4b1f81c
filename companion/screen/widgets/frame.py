"""What the table screen of every game has around its board: above the prompt between the ways out, below the hand,
the answers and taking back.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable
from typing import Any

from kivy.metrics import mm

from companion.screen.draw.drawn import Act, Drawn, lay
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import BAR, EDGE, GAP, TOUCH
from companion.screen.views import Framed
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.choices import Choices
from companion.screen.widgets.events import Events
from companion.screen.widgets.fan import Fan, Reader
from companion.screen.widgets.prompt import PromptBar

READER = 16.0
"""Millimetres for the reader that is drawn on the screen."""
Words = Callable[[], gettext.NullTranslations]
"""Gives the screen's own texts in the language that is set."""


class TableFrame(Drawn):
    """Everything one needs while playing, without scrolling. `act` gets the name of whatever is touched. A game's own
    view adds its board (`beneath`) and says where it lies (`middle`).
    """

    HAND = 12.6
    """The height of the foot, in millimetres."""

    def __init__(self, act: Act, words: Words) -> None:
        self.act = act
        self.words = words
        self.framed: Framed | None = None
        self.home = PushButton("home", act, symbol="home")
        self.menu = PushButton("menu", act, symbol="menu")
        self.undo = PushButton("undo", act, symbol="undo")
        self.prompt = PromptBar()
        self.events = Events()
        self.choices = self.answers()
        self.reader = Reader()
        self.fan = Fan(act, self.reader)
        super().__init__()
        for part in (self.home, self.menu, self.undo, self.prompt, self.events, self.choices, self.fan):
            self.add_widget(part)

    def answers(self) -> Choices:
        """Makes the answers that can be touched."""
        return Choices(self.act)

    def beneath(self, part: Any) -> None:
        """Add a part of the board: a card that is dragged goes over it."""
        self.add_widget(part, index=len(self.children))

    def there(self, part: Any, wanted: bool) -> None:
        """Whether a part of the board is shown."""
        if wanted != (part.parent is not None):
            (self.beneath if wanted else self.remove_widget)(part)

    def frame(self, table: Framed) -> None:
        """Show what is around the board."""
        self.framed = table
        self.prompt.show(table.prompt)
        self.events.show(table.events)
        self.choices.show(table.choices)
        self.fan.show(table.cards, table.open)
        self.reader.show(self.words().gettext("Reader"), self.card_awaited)
        if table.reader != (self.reader.parent is not None):
            if table.reader:
                self.add_widget(self.reader, index=1)  # beneath the cards
            else:
                self.remove_widget(self.reader)
        self.undo.show(open_=table.undo)
        self.again()

    @property
    def card_awaited(self) -> bool:
        """Whether one of the cards may be played now."""
        return self.framed is not None and any(card.thing in self.framed.open for card in self.framed.cards)

    @property
    def many(self) -> bool:
        """Whether there are too many answers for one row: they lie in place of the board."""
        return self.choices.count >= Choices.MANY

    def middle(self, room: Rect, low: Rect) -> None:
        """Lay out the board between prompt and foot; `low` is the foot."""
        raise NotImplementedError

    def arrange(self, whole: Rect) -> None:
        """Prompt above, hand below, the board between."""
        if self.framed is None:
            return
        top, rest = whole.inset(mm(EDGE), mm(1.0)).from_top(mm(BAR), mm(0.8))
        low, room = rest.from_bottom(mm(self.HAND), mm(0.6))
        home, top = top.from_left(mm(TOUCH), mm(GAP))
        menu, top = top.from_right(mm(TOUCH), mm(GAP))
        lay(self.home, home)
        lay(self.menu, menu)
        lay(self.prompt, top)
        undo, foot = low.from_right(mm(TOUCH), mm(GAP))
        lay(self.undo, undo)
        self.foot(foot)
        self.middle(room, low)
        for part in self.walk(restrict=True):
            if isinstance(part, Drawn):
                part.point(part.stands_for in self.framed.pointed)

    def foot(self, low: Rect) -> None:
        """Cards, answers, reader."""
        if self.reader.parent is not None:
            reader, low = low.from_right(mm(READER), mm(GAP))
            lay(self.reader, reader)
        if not self.choices.shown:
            lay(self.fan, low)
            return
        if self.fan.cards and not self.many:
            room = low.width - mm(24) * self.choices.count
            least = mm(Fan.NARROWEST) * len(self.fan.cards)
            awaited = self.card_awaited or any(card.signs for card in self.fan.cards)
            wanted = self.fan.wanted() if awaited or room > self.fan.wanted() else least * 1.2
            fan, low = low.from_left(max(least, min(wanted, room)), mm(GAP))
            lay(self.fan, fan)
        lay(self.choices, low)
