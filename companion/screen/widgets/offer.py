"""Something to choose from, over a page: a sentence and large buttons, page by page when there are many."""

from __future__ import annotations

from math import ceil

from kivy.metrics import mm

from companion.screen.asides import Offer
from companion.screen.draw.drawn import Act, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, GAP, HEADING, PANEL, ROUND, TOUCH
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.layer import Layer, Words
from companion.screen.widgets.listing import Pager


class OfferLayer(Layer):
    """Rows of buttons as high as a finger likes."""

    FOOT = 0.0
    ROW = 13.0
    SENTENCE = 22.0

    def __init__(self, act: Act, words: Words) -> None:
        self.value: Offer | None = None
        self.buttons: list[PushButton] = []
        self.at = 0
        self.pager = Pager(self._turn)
        super().__init__(act, words)

    def show(self, value: Offer) -> None:
        """Offer these, from the first on."""
        if value == self.value:
            return
        if self.value is None or value.title != self.value.title:
            self.at = 0
        self.value = value
        for old in self.buttons:
            self.remove_widget(old)
        self.buttons = [
            PushButton(choice.thing, self.act, choice.words, choice.symbol, choice.weight, lines=3)
            for choice in value.choices
        ]
        self.head.show(value.title, value.subtitle)
        self.again()

    def _turn(self, thing: str) -> None:
        self.at += 1 if thing == "later" else -1
        self.again()

    def fill(self, rest: Rect, foot: Rect) -> None:
        """The buttons of this page; the pager at the right, where there is more than one."""
        if self.value is None:
            return
        rest = Rect(rest.x, foot.y, rest.width, rest.top - foot.y)
        if self.value.sentence:
            rest = rest.from_top(mm(self.SENTENCE), mm(GAP))[1]
        columns = self.value.columns
        rows = max(1, int((rest.height + mm(GAP)) / mm(self.ROW + GAP)))
        pages = ceil(len(self.buttons) / (rows * columns)) or 1
        self.at = min(self.at, pages - 1)
        self.there(self.pager, pages > 1)
        if pages > 1:
            self.pager.show(self.at, pages)
            side, rest = rest.from_right(mm(TOUCH), mm(GAP))
            lay(self.pager, side)
        cells = rest.from_top(mm(self.ROW + GAP) * rows - mm(GAP))[0].grid(columns, rows, mm(GAP))
        first = self.at * rows * columns
        shown = self.buttons[first : first + rows * columns]
        for button in self.buttons:
            self.there(button, button in shown)
        for button, cell in zip(shown, cells, strict=False):
            lay(button, cell)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """The sentence on a plate of its own."""
        super().paint(ink, whole)
        if self.value is None or not self.value.sentence:
            return
        top = self.head.rect.y - mm(GAP + 0.5)
        plate = Rect(self.head.rect.x, top - mm(self.SENTENCE), self.head.rect.width, mm(self.SENTENCE))
        ink.box(plate, PANEL, mm(ROUND))
        ink.words(self.value.sentence, plate.inset(mm(3), mm(1.5)), HEADING, CHALK, most=4)
