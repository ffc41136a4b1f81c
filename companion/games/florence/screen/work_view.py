"""A work on the stage: who works, which bonus cards help him, what it is worth, and the income split on one slider."""

from __future__ import annotations

from math import ceil, log

from kivy.metrics import mm

from companion.games.florence.screen.amount import Amount
from companion.games.florence.screen.bill import Bill
from companion.games.florence.screen.work_cards import AdditionFace, WorkerFace
from companion.games.florence.screen.work_sheet import CLOSE, OPEN, Split, WorkSheet
from companion.screen.draw.canvas_widget import ModelView, TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, GAP, LARGE_TEXT, LEAD_TEXT, TITLE_TEXT, TOUCH_SIZE
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.slider import StepSlider

HEAD = 9.0
"""The row above the cards to choose from, in millimetres."""


class WorkView(ModelView[WorkSheet]):
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

    def __init__(self, act: TouchHandler) -> None:
        self.act = act
        self.faces: list[WorkerFace | AdditionFace] = []
        self.note = Rect(0, 0, 0, 0)
        self.bill = Bill()
        self.florins, self.prestige = Amount("florin"), Amount("points")
        self.slider = StepSlider("income", self._slid, "florin", "points")
        self.cards = PushButton(OPEN, act, symbol="bonus")
        self.back = PushButton(CLOSE, act, symbol="back")
        self.hand = PushButton("look", act, symbol="hand", style="main")
        self.done = PushButton(
            "complete", self._do, symbol="check", style="main", font_size=TITLE_TEXT, max_lines=3
        )
        super().__init__()

    # -- what is shown

    def on_model_changed(self, sheet: WorkSheet, previous: WorkSheet | None) -> None:
        """Show the work as far as it is known."""
        if previous is None or previous.worker != sheet.worker:
            self.slider.show(0, 0)
        labels = sheet.labels
        self.bill.show(sheet)
        self.cards.update(labels.cards, style="main" if sheet.lacking and sheet.worker else "plain")
        self.back.update(labels.back)
        self.slider.show(min(self.slider.step, max(0, len(sheet.splits) - 1)), max(0, len(sheet.splits) - 1))
        self.done.update(labels.complete)
        if sheet.hand is not None:
            self.hand.touch_target = sheet.hand.touch_target
            self.hand.update(sheet.hand.text, sheet.hand.symbol)
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
        sheet = self.model
        if sheet is None or sheet.taken is not None:
            return sheet.taken if sheet is not None else None
        return sheet.splits[self.slider.step] if sheet.splits else None

    def _slid(self, at: int) -> None:
        self._say()

    def _say(self) -> None:
        if self.model is not None and self.split is not None:
            self.florins.show((self.model.labels.florins, self.split.florins))
            self.prestige.show((self.model.labels.prestige, self.split.points))

    def _do(self, _thing: str) -> None:
        if self.model is not None and self.split is not None:
            self.act("done" if self.model.taken is not None else f"{self.split.thing} done")

    # -- where it lies

    def arrange_children(self, whole: Rect) -> None:
        """Cards in a grid beneath a row of their own, or the bill with all that belongs to it."""
        sheet = self.model
        if sheet is None:
            return
        if sheet.hand is not None:
            place_widget(self.hand, whole.centred(min(whole.width, mm(60)), mm(16)))
        elif self.faces or sheet.worker is None:
            head, grid = whole.cut_top(mm(HEAD), mm(0.8))
            place_widget(self.cards, head.cut_right(mm(40))[0])
            place_widget(self.back, head.cut_left(mm(26))[0])
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
        grid = room.centred(columns * (cell.width + gap) - gap, rows * (cell.height + gap) - gap)
        for face, place in zip(self.faces, grid.split_grid(columns, rows, gap), strict=False):
            place_widget(face, place)
        additions = [face for face in self.faces if isinstance(face, AdditionFace)]
        size = min((face.fits(cell) for face in additions), default=0.0)
        for face in additions:
            face.letters = size

    def _fits(self, cell: Rect) -> bool:
        """Whether it is large enough for a finger and for what stands on it."""
        return bool(cell.width >= mm(self.NARROWEST) and cell.height >= mm(self.LOWEST))

    def _cell(self, room: Rect, columns: int, rows: int) -> Rect:
        """The upper left one."""
        first = next(room.split_grid(columns, rows, mm(self.BETWEEN)))
        return Rect(first.x, first.y, min(first.width, mm(self.WIDEST)), min(first.height, mm(self.HIGHEST)))

    def _lay_out(self, whole: Rect) -> None:
        """At the left the bill, at the right both results in large numbers, at the foot slider and the way on."""
        foot, rest = whole.cut_bottom(mm(TOUCH_SIZE + 1), mm(GAP))
        if self.split is None:
            rest = whole
        bill, right = rest.cut_left(max(mm(50), rest.width * 0.48), mm(GAP))
        place_widget(self.bill, bill)
        cards, results = right.cut_bottom(mm(TOUCH_SIZE), mm(GAP)) if self.cards.parent else (right, right)
        place_widget(self.cards, cards)
        self.note = results
        if results.width > mm(60):
            halves = list(results.cut_top(min(results.height, mm(24)))[0].split_columns(2, mm(GAP)))
        else:
            halves = list(results.split_rows(2, mm(GAP)))
        place_widget(self.florins, halves[0])
        place_widget(self.prestige, halves[1])
        done, slider = foot.cut_right(mm(36), mm(GAP))
        place_widget(self.done, done)
        place_widget(self.slider, slider)

    def paint(self, ink: Painter, whole: Rect) -> None:
        """Above the cards what the work is worth so far and what it must be."""
        sheet = self.model
        if sheet is None or sheet.hand is not None:
            return
        if self.faces or sheet.worker is None:
            head = whole.cut_top(mm(HEAD))[0]
            if self.back.parent is not None:
                head = head.cut_left(mm(26), mm(2))[1]
            if self.cards.parent is not None:
                head = head.cut_right(mm(40), mm(2))[1]
            ink.draw_text(sheet.labels.so_far, head, LEAD_TEXT, CHALK, bold=True, max_lines=2)
        elif self.split is None:
            ink.draw_text(
                sheet.labels.lacking,
                self.note.inset(mm(1)),
                LARGE_TEXT,
                CHALK,
                bold=True,
                halign="center",
                max_lines=4,
            )
