"""A work on the stage: who works, which bonus cards help him, what it is worth, and the income split on one slider."""

from __future__ import annotations

from math import ceil, log

from kivy.metrics import mm

from companion.games.florence.screen.amount import Amount
from companion.games.florence.screen.bill import Bill
from companion.games.florence.screen.work_cards import AdditionFace, WorkerFace
from companion.games.florence.screen.work_sheet import CLOSE, OPEN, Split, WorkSheet
from companion.screen.draw.drawn import Act, View, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, GAP, LARGE, LEAD, TITLE, TOUCH
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.slider import StepSlider

HEAD = 9.0
"""The row above the cards to choose from, in millimetres."""


class WorkView(View[WorkSheet]):
    """Cards to choose from, then the bill with the slider beneath it. `act` gets what is touched; where the work is
    done two things at once, with a blank between: the amount, and that nothing else belongs to it.
    """

    NARROWEST = 18.0
    """No card is narrower, in millimetres."""
    LOWEST = 9.0
    """And none is lower."""
    BETWEEN = 0.8
    WIDEST, HIGHEST = 49.0, 31.0
    """Nor wider, nor higher."""

    def __init__(self, act: Act) -> None:
        self.act = act
        self.faces: list[WorkerFace | AdditionFace] = []
        self.note = Rect(0, 0, 0, 0)
        self.bill = Bill()
        self.florins, self.prestige = Amount("florin"), Amount("points")
        self.slider = StepSlider("income", self._slid, "florin", "points")
        self.cards = PushButton(OPEN, act, symbol="bonus")
        self.back = PushButton(CLOSE, act, symbol="back")
        self.hand = PushButton("look", act, symbol="hand", style="main")
        self.done = PushButton("complete", self._do, symbol="check", style="main", size=TITLE, lines=3)
        super().__init__()

    # -- what is shown

    def changed(self, sheet: WorkSheet, before: WorkSheet | None) -> None:
        """Show the work as far as it is known."""
        if before is None or before.worker != sheet.worker:
            self.slider.show(0, 0)
        labels = sheet.labels
        self.bill.show(sheet)
        self.cards.show(labels.cards, style="main" if sheet.lacking and sheet.worker else "plain")
        self.back.show(labels.back)
        self.slider.show(min(self.slider.at, max(0, len(sheet.splits) - 1)), max(0, len(sheet.splits) - 1))
        self.done.show(labels.complete)
        if sheet.hand is not None:
            self.hand.thing = sheet.hand.thing
            self.hand.show(sheet.hand.words, sheet.hand.symbol)
        self._say()
        self._put(sheet)

    def _put(self, sheet: WorkSheet) -> None:
        """Only the parts that this moment needs."""
        self.clear_widgets()
        self.faces = []
        if sheet.hand is not None:
            self.add_widget(self.hand)
        elif sheet.cards and sheet.additions:
            self.faces = [AdditionFace(each, self.act) for each in sheet.additions]
            self.add_widget(self.back)
        elif sheet.worker is None:
            self.faces = [WorkerFace(each, self.act) for each in sheet.workers]
            if sheet.additions:
                self.add_widget(self.cards)
        else:
            self._reckoning(sheet)
        for face in self.faces:
            self.add_widget(face)

    def _reckoning(self, sheet: WorkSheet) -> None:
        self.add_widget(self.bill)
        if any(each.open for each in sheet.additions):
            self.add_widget(self.cards)
        if sheet.splits or sheet.taken is not None:
            for part in (self.florins, self.prestige, self.done):
                self.add_widget(part)
        if len(sheet.splits) > 1:
            self.add_widget(self.slider)

    @property
    def split(self) -> Split | None:
        """How the income is split as the slider stands."""
        sheet = self.shown
        if sheet is None or sheet.taken is not None:
            return sheet.taken if sheet is not None else None
        return sheet.splits[self.slider.at] if sheet.splits else None

    def _slid(self, at: int) -> None:
        self._say()

    def _say(self) -> None:
        if self.shown is not None and self.split is not None:
            self.florins.show((self.shown.labels.florins, self.split.florins))
            self.prestige.show((self.shown.labels.prestige, self.split.points))

    def _do(self, _thing: str) -> None:
        if self.shown is not None and self.split is not None:
            self.act("done" if self.shown.taken is not None else f"{self.split.thing} done")

    # -- where it lies

    def arrange(self, whole: Rect) -> None:
        """Cards in a grid beneath a row of their own, or the bill with all that belongs to it."""
        sheet = self.shown
        if sheet is None:
            return
        if sheet.hand is not None:
            lay(self.hand, whole.middle(min(whole.width, mm(60)), mm(16)))
        elif self.faces or sheet.worker is None:
            head, grid = whole.from_top(mm(HEAD), mm(0.8))
            lay(self.cards, head.from_right(mm(40))[0])
            lay(self.back, head.from_left(mm(26))[0])
            self._grid(grid)
        else:
            self._lay_out(whole)

    def _grid(self, room: Rect) -> None:
        """Cards as large, and as much wider than high, as they are read best."""
        count = len(self.faces)
        cells = [
            (columns, self._cell(room, columns, ceil(count / columns))) for columns in range(1, count + 1)
        ]
        fits = [(columns, cell) for columns, cell in cells if self._fits(cell)]
        if not fits:
            return
        shape = self.faces[0].SHAPE
        columns, cell = min(fits, key=lambda fit: abs(log(fit[1].width / fit[1].height / shape)))
        rows = ceil(count / columns)
        gap = mm(self.BETWEEN)
        grid = room.middle(columns * (cell.width + gap) - gap, rows * (cell.height + gap) - gap)
        for face, place in zip(self.faces, grid.grid(columns, rows, gap), strict=False):
            lay(face, place)
        additions = [face for face in self.faces if isinstance(face, AdditionFace)]
        size = min((face.fits(cell) for face in additions), default=0.0)
        for face in additions:
            face.letters = size

    def _fits(self, cell: Rect) -> bool:
        """Whether it is large enough for a finger and for what stands on it."""
        return bool(cell.width >= mm(self.NARROWEST) and cell.height >= mm(self.LOWEST))

    def _cell(self, room: Rect, columns: int, rows: int) -> Rect:
        """The upper left one."""
        first = next(room.grid(columns, rows, mm(self.BETWEEN)))
        return Rect(first.x, first.y, min(first.width, mm(self.WIDEST)), min(first.height, mm(self.HIGHEST)))

    def _lay_out(self, whole: Rect) -> None:
        """At the left the bill, at the right both results in large numbers, at the foot slider and the way on."""
        foot, rest = whole.from_bottom(mm(TOUCH + 1), mm(GAP))
        if self.split is None:
            rest = whole
        bill, right = rest.from_left(max(mm(50), rest.width * 0.48), mm(GAP))
        lay(self.bill, bill)
        cards, results = right.from_bottom(mm(TOUCH), mm(GAP)) if self.cards.parent else (right, right)
        lay(self.cards, cards)
        self.note = results
        if results.width > mm(60):
            halves = list(results.from_top(min(results.height, mm(24)))[0].columns(2, mm(GAP)))
        else:
            halves = list(results.rows(2, mm(GAP)))
        lay(self.florins, halves[0])
        lay(self.prestige, halves[1])
        done, slider = foot.from_right(mm(36), mm(GAP))
        lay(self.done, done)
        lay(self.slider, slider)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Above the cards what the work is worth so far and what it must be."""
        sheet = self.shown
        if sheet is None or sheet.hand is not None:
            return
        if self.faces or sheet.worker is None:
            head = whole.from_top(mm(HEAD))[0]
            if self.back.parent is not None:
                head = head.from_left(mm(26), mm(2))[1]
            if self.cards.parent is not None:
                head = head.from_right(mm(40), mm(2))[1]
            ink.words(sheet.labels.so_far, head, LEAD, CHALK, bold=True, most=2)
        elif self.split is None:
            ink.words(
                sheet.labels.lacking, self.note.inset(mm(1)), LARGE, CHALK, bold=True, across="center", most=4
            )
