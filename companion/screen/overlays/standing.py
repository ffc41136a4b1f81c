"""How it stands, or how it ended: who has how many points, and what decided."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.asides import ENDING, Standing
from companion.screen.draw.drawn import Act, lay
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GAP, TITLE
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.layer import Layer, Words
from companion.screen.widgets.ranking import Ranking

WINNER = 6.8
"""Millimetres of the letters that say who has won."""


class StandingLayer(Layer):
    """The ranking; every row opens its ledger. At the end the winner stands above it in gold."""

    def __init__(self, act: Act, words: Words) -> None:
        self.value: Standing | None = None
        self.ranking = Ranking(act)
        self.ending = PushButton(ENDING, act)
        self.leave = PushButton("home", act, symbol="home", style="main", size=TITLE)
        super().__init__(act, words)
        self.add_widget(self.ranking)

    def show(self, value: Standing) -> None:
        """Show it."""
        self.value = value
        _ = self.words().gettext
        advice = _("Touch a player to see what the points are made of.")
        size = WINNER if value.over else TITLE
        self.head.show(value.title, value.note or advice, value.over, sign=value.symbol, size=size)
        self.ranking.show(value.ranks)
        self.leave.show(_("To the first page"))
        if value.ending is not None:
            self.ending.show(value.ending.words, value.ending.symbol)
        self.there(self.ending, value.ending is not None)
        self.there(self.leave, value.over)
        self.again()

    def fill(self, rest: Rect, foot: Rect) -> None:
        """The ranking; the ways on at the foot when it is over."""
        over = self.value is not None and self.value.over
        low = rest.y if over else foot.y
        lay(self.ranking, Rect(rest.x, low, rest.width, rest.top - low))
        if over:
            leave, foot = foot.from_right(mm(56), mm(GAP))
            lay(self.leave, leave)
            lay(self.ending, foot.from_left(mm(46))[0])
