"""Taking back: which moves, and what cannot be unseen."""

from __future__ import annotations

from math import ceil

from kivy.metrics import mm

from companion.screen.asides import TakeBack
from companion.screen.draw.drawn import Act, Touchable, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY,
    CHALK,
    FADED,
    GAP,
    GOLD,
    HEADING,
    MUTED,
    NOTE,
    PANEL,
    PARCHMENT,
    RAISED,
    REFUSED,
    ROUND,
    SEPIA,
    TOUCH,
    mixed,
)
from companion.screen.views import Event
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.layer import Layer, Words
from companion.screen.widgets.listing import Pager


class MoveRow(Touchable):
    """A move that may be taken back: touched, it and all newer ones are chosen."""

    def __init__(self, at: int, move: Event, chosen: bool, act: Act) -> None:
        self.move = move
        self.chosen = chosen
        super().__init__(f"moves/{at + 1}", act)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Parchment with a bent arrow when it is chosen."""
        paper = PARCHMENT if self.chosen else PANEL
        ink.box(whole, mixed(paper, GOLD, 0.4) if self.pressed else paper, mm(ROUND))
        mark, rest = whole.inset(mm(1.6), mm(0.8)).from_left(mm(6), mm(1.2))
        if self.chosen:
            ink.picture("undo", mark, FADED)
        sign, words = rest.from_left(mm(5.4), mm(1.8))
        if self.move.symbol:
            ink.picture(self.move.symbol, sign, SEPIA if self.chosen else MUTED)
        ink.words(self.move.sentence, words, BODY, SEPIA if self.chosen else CHALK, most=2)


class TakeBackLayer(Layer):
    """The moves at the left, the newest on top; at the right what taking them back means."""

    ROW = 10.4
    SIDE = 52.0

    def __init__(self, act: Act, words: Words) -> None:
        self.value: TakeBack | None = None
        self.rows: list[MoveRow] = []
        self.at = 0
        self.pager = Pager(self._turn)
        self.yes = PushButton("take-back", act, symbol="undo", style="main", lines=2, size=HEADING)
        super().__init__(act, words)
        self.add_widget(self.yes)

    def show(self, value: TakeBack) -> None:
        """Offer these moves."""
        texts = self.words()
        _ = texts.gettext
        if value != self.value:
            self.value = value
            for row in self.rows:
                self.remove_widget(row)
            self.rows = [MoveRow(at, move, at < value.count, self.act) for at, move in enumerate(value.moves)]
        self.head.show(_("Take back"), _("Touch the oldest move that is to go; all after it go with it."))
        taken = texts.ngettext("Take back {n} move", "Take back {n} moves", value.count).format(n=value.count)
        self.yes.show(_("Yes, take it back all the same") if value.unseen else taken)
        self.again()

    def _turn(self, thing: str) -> None:
        self.at += 1 if thing == "later" else -1
        self.again()

    def fill(self, rest: Rect, foot: Rect) -> None:
        """As many rows as fit; the button at the foot of the side."""
        whole = Rect(rest.x, foot.y, rest.width, rest.top - foot.y)
        side, room = whole.from_right(mm(self.SIDE), mm(3))
        lay(self.yes, side.inset(mm(2)).from_bottom(mm(TOUCH + 1))[0])
        shown = max(1, int((room.height + mm(GAP)) / mm(self.ROW + GAP)))
        pages = ceil(len(self.rows) / shown) or 1
        self.at = min(self.at, pages - 1)
        for row in self.rows:
            self.remove_widget(row)
        self.remove_widget(self.pager)
        if pages > 1:
            pager, room = room.from_right(mm(TOUCH), mm(GAP))
            self.add_widget(self.pager)
            self.pager.show(self.at, pages)
            lay(self.pager, pager)
        for at, row in enumerate(self.rows[self.at * shown : (self.at + 1) * shown]):
            self.add_widget(row)
            top = room.top - at * mm(self.ROW + GAP)
            lay(row, Rect(room.x, top - mm(self.ROW), room.width, mm(self.ROW)))

    def paint(self, ink: Ink, whole: Rect) -> None:
        """How many movements, and what cannot be unseen."""
        super().paint(ink, whole)
        value = self.value
        if value is None:
            return
        texts = self.words()
        left = self.yes.x - mm(2)
        side = Rect(left, self.yes.y - mm(2), mm(self.SIDE), self.head.y - mm(GAP + 0.5) - self.yes.y + mm(2))
        if value.unseen:
            ink.box(side, REFUSED, mm(ROUND))
        ink.box(side.inset(mm(0.4)), RAISED, mm(ROUND - 0.4))
        inner = side.inset(mm(3), mm(3)).from_bottom(mm(TOUCH + 3))[1]
        if value.movements:
            head, inner = inner.from_top(mm(9), mm(2))
            sign, words = head.from_left(mm(8), mm(2))
            ink.picture("hand", sign, MUTED)
            moved = texts.ngettext("{n} movement on the table", "{n} movements on the table", value.movements)
            ink.words(moved.format(n=value.movements), words, BODY, CHALK, most=2)
        if not value.unseen:
            return
        head, inner = inner.from_top(mm(9), mm(1))
        sign, words = head.from_left(mm(8), mm(2))
        ink.picture("warning", sign, REFUSED)
        ink.words(texts.gettext("This stays known:"), words, BODY, CHALK, bold=True, most=2)
        ink.words("\n".join(value.unseen), inner, NOTE, CHALK, along="top", most=8, cut=True)
