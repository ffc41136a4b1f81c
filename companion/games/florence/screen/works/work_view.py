"""A work on the stage: its worker, bonus cards, value, and the income split on a slider."""

from __future__ import annotations

from math import ceil, log

from kivy.metrics import mm

from companion.games.florence.screen.amounts import AmountView
from companion.games.florence.screen.works.work_cards import BonusCardButton, WorkerButton
from companion.games.florence.screen.works.work_presenter import (
    CLOSE_FOLDER,
    OPEN_FOLDER,
    IncomeSplitModel,
    WorkModel,
)
from companion.games.florence.screen.works.work_value_view import WorkValueView
from companion.screen.draw.canvas_widget import ModelView, TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, GAP, LARGE_TEXT, LEAD_TEXT, TITLE_TEXT, TOUCH_SIZE
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.slider import StepSlider

HEADER_HEIGHT = 9.0
"""The height of the row above the cards to choose from, in millimetres."""


class WorkView(ModelView[WorkModel]):
    """Cards to choose from, then the value with the slider below.

    `touch_handler` receives the targets touched; where the work is completed two at once, with a blank
    between: the amount, and the end of the move.
    """

    MIN_CARD_WIDTH = 18.0
    """The least width of a card, in millimetres."""
    MIN_CARD_HEIGHT = 9.0
    """The least height of a card, in millimetres."""
    CARD_GAP = 0.8
    MAX_CARD_WIDTH, MAX_CARD_HEIGHT = 49.0, 31.0
    """The greatest width and height of a card, in millimetres."""

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.card_buttons: list[WorkerButton | BonusCardButton] = []
        self.note_rect = Rect(0, 0, 0, 0)
        self.value_view = WorkValueView()
        self.florins_view, self.prestige_view = AmountView("florin"), AmountView("points")
        self.slider = StepSlider("income", self._on_slider_moved, "florin", "points")
        self.bonus_cards_button = PushButton(OPEN_FOLDER, touch_handler, symbol="bonus")
        self.back_button = PushButton(CLOSE_FOLDER, touch_handler, symbol="back")
        self.open_hand_button = PushButton("look", touch_handler, symbol="hand", style="main")
        self.complete_button = PushButton(
            "complete", self._on_complete, symbol="check", style="main", font_size=TITLE_TEXT, max_lines=3
        )
        super().__init__()

    # -- model

    def on_model_changed(self, sheet: WorkModel, previous: WorkModel | None) -> None:
        """Show the work as far as it is known."""
        if previous is None or previous.worker != sheet.worker:
            self.slider.show(0, 0)
        labels = sheet.labels
        self.value_view.show(sheet)
        self.bonus_cards_button.update(
            labels.bonus_cards_button, style="main" if sheet.value_still_lacking and sheet.worker else "plain"
        )
        self.back_button.update(labels.back_button)
        self.slider.show(
            min(self.slider.current_step, max(0, len(sheet.splits) - 1)), max(0, len(sheet.splits) - 1)
        )
        self.complete_button.update(labels.complete_button)
        if sheet.open_hand_choice is not None:
            self.open_hand_button.touch_target = sheet.open_hand_choice.touch_target
            self.open_hand_button.update(sheet.open_hand_choice.text, sheet.open_hand_choice.symbol)
        self._show_split()
        self._show_parts(sheet)

    def _show_parts(self, sheet: WorkModel) -> None:
        """Show only the parts that are needed now."""
        self.clear_widgets()
        self.card_buttons = []
        if sheet.open_hand_choice is not None:
            self.add_widget(self.open_hand_button)
        elif sheet.shows_bonus_cards and sheet.bonus_cards:
            self.card_buttons = [BonusCardButton(each, self.touch_handler) for each in sheet.bonus_cards]
            self.add_widget(self.back_button)
        elif sheet.worker is None:
            self.card_buttons = [WorkerButton(each, self.touch_handler) for each in sheet.workers]
            if sheet.bonus_cards:
                self.add_widget(self.bonus_cards_button)
        else:
            self._reckoning(sheet)
        for face in self.card_buttons:
            self.add_widget(face)

    def _reckoning(self, sheet: WorkModel) -> None:
        self.add_widget(self.value_view)
        if any(each.enabled for each in sheet.bonus_cards):
            self.add_widget(self.bonus_cards_button)
        if sheet.splits or sheet.chosen_split is not None:
            for part in (self.florins_view, self.prestige_view, self.complete_button):
                self.add_widget(part)
        if len(sheet.splits) > 1:
            self.add_widget(self.slider)

    @property
    def chosen_split(self) -> IncomeSplitModel | None:
        """The split of the income as the slider stands; None where there is none."""
        sheet = self.model
        if sheet is None or sheet.chosen_split is not None:
            return sheet.chosen_split if sheet is not None else None
        return sheet.splits[self.slider.current_step] if sheet.splits else None

    def _on_slider_moved(self, at: int) -> None:
        self._show_split()

    def _show_split(self) -> None:
        if self.model is not None and self.chosen_split is not None:
            self.florins_view.show((self.model.labels.florins, self.chosen_split.florins))
            self.prestige_view.show((self.model.labels.prestige, self.chosen_split.points))

    def _on_complete(self, _thing: str) -> None:
        if self.model is not None and self.chosen_split is not None:
            self.touch_handler(
                "done" if self.model.chosen_split is not None else f"{self.chosen_split.touch_target} done"
            )

    # -- layout

    def arrange_children(self, bounds: Rect) -> None:
        """Place cards in a grid below a row of their own, or the value with all that belongs to it."""
        sheet = self.model
        if sheet is None:
            return
        if sheet.open_hand_choice is not None:
            place_widget(self.open_hand_button, bounds.centred(min(bounds.width, mm(60)), mm(16)))
        elif self.card_buttons or sheet.worker is None:
            head, grid = bounds.cut_top(mm(HEADER_HEIGHT), mm(0.8))
            place_widget(self.bonus_cards_button, head.cut_right(mm(40))[0])
            place_widget(self.back_button, head.cut_left(mm(26))[0])
            self._grid(grid)
        else:
            self._lay_out(bounds)

    def _grid(self, room: Rect) -> None:
        """Place the cards as large, and as near to the best ratio of width to height, as possible."""
        count = len(self.card_buttons)
        cells = [
            (columns, self._cell(room, columns, ceil(count / columns))) for columns in range(1, count + 1)
        ]
        fits = [(columns, cell) for columns, cell in cells if self._fits(cell)]
        if not fits:
            return
        shape = self.card_buttons[0].BEST_ASPECT_RATIO
        columns, cell = min(fits, key=lambda fit: abs(log(fit[1].width / fit[1].height / shape)))
        rows = ceil(count / columns)
        gap = mm(self.CARD_GAP)
        grid = room.centred(columns * (cell.width + gap) - gap, rows * (cell.height + gap) - gap)
        for face, place in zip(self.card_buttons, grid.split_grid(columns, rows, gap), strict=False):
            place_widget(face, place)
        additions = [face for face in self.card_buttons if isinstance(face, BonusCardButton)]
        size = min((face.max_letter_size(cell) for face in additions), default=0.0)
        for face in additions:
            face.letter_size = size

    def _fits(self, cell: Rect) -> bool:
        """Whether the rectangle is large enough for a finger and for its contents."""
        return bool(cell.width >= mm(self.MIN_CARD_WIDTH) and cell.height >= mm(self.MIN_CARD_HEIGHT))

    def _cell(self, room: Rect, columns: int, rows: int) -> Rect:
        """The rectangle of the upper left card."""
        first = next(room.split_grid(columns, rows, mm(self.CARD_GAP)))
        return Rect(
            first.x,
            first.y,
            min(first.width, mm(self.MAX_CARD_WIDTH)),
            min(first.height, mm(self.MAX_CARD_HEIGHT)),
        )

    def _lay_out(self, bounds: Rect) -> None:
        """Place the value at the left, both results at the right, and slider and button at the foot."""
        foot, rest = bounds.cut_bottom(mm(TOUCH_SIZE + 1), mm(GAP))
        if self.chosen_split is None:
            rest = bounds
        bill, right = rest.cut_left(max(mm(50), rest.width * 0.48), mm(GAP))
        place_widget(self.value_view, bill)
        cards, results = (
            right.cut_bottom(mm(TOUCH_SIZE), mm(GAP)) if self.bonus_cards_button.parent else (right, right)
        )
        place_widget(self.bonus_cards_button, cards)
        self.note_rect = results
        if results.width > mm(60):
            halves = list(results.cut_top(min(results.height, mm(24)))[0].split_columns(2, mm(GAP)))
        else:
            halves = list(results.split_rows(2, mm(GAP)))
        place_widget(self.florins_view, halves[0])
        place_widget(self.prestige_view, halves[1])
        done, slider = foot.cut_right(mm(36), mm(GAP))
        place_widget(self.complete_button, done)
        place_widget(self.slider, slider)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint above the cards what the work is worth so far and what it must be worth."""
        sheet = self.model
        if sheet is None or sheet.open_hand_choice is not None:
            return
        if self.card_buttons or sheet.worker is None:
            head = bounds.cut_top(mm(HEADER_HEIGHT))[0]
            if self.back_button.parent is not None:
                head = head.cut_left(mm(26), mm(2))[1]
            if self.bonus_cards_button.parent is not None:
                head = head.cut_right(mm(40), mm(2))[1]
            painter.draw_text(sheet.labels.value_so_far, head, LEAD_TEXT, CHALK, bold=True, max_lines=2)
        elif self.chosen_split is None:
            painter.draw_text(
                sheet.labels.value_lacking,
                self.note_rect.inset(mm(1)),
                LARGE_TEXT,
                CHALK,
                bold=True,
                halign="center",
                max_lines=4,
            )
