"""A question over a page: a sentence and large buttons, page by page when there are many."""

from __future__ import annotations

from math import ceil

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, CORNER_RADIUS, GAP, HEADING_TEXT, PANEL, TOUCH_SIZE
from companion.screen.view_models import ChoiceOverlayModel
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.item_list import DraggedPages, PagerBar
from companion.screen.widgets.overlay import Overlay
from companion.screen.widgets.table_frame import GetTranslations


class ChoiceOverlay(DraggedPages, Overlay):
    """A question with rows of large buttons."""

    FOOT_HEIGHT = 0.0
    ROW_HEIGHT = 13.0
    MESSAGE_HEIGHT = 22.0

    def __init__(self, touch_handler: TouchHandler, get_translations: GetTranslations) -> None:
        self.model: ChoiceOverlayModel | None = None
        self.buttons: list[PushButton] = []
        self.page_index = 0
        self.pager = PagerBar(self._on_page_turned)
        super().__init__(touch_handler, get_translations)

    def show(self, model: ChoiceOverlayModel) -> None:
        """Show this question, from its first page on if it is another one."""
        if model == self.model:
            return
        if self.model is None or model.title != self.model.title:
            self.page_index = 0
        self.model = model
        for old in self.buttons:
            self.remove_widget(old)
        self.buttons = [
            PushButton(
                choice.touch_target,
                self.touch_handler,
                choice.text,
                choice.symbol,
                choice.emphasis,
                max_lines=3,
            )
            for choice in model.choices
        ]
        self.header.show(model.title, model.subtitle)
        self.request_redraw()

    def _on_page_turned(self, touch_target: str) -> None:
        self.page_index += 1 if touch_target == "later" else -1
        self.request_redraw()

    def arrange_body(self, body_rect: Rect, foot_rect: Rect) -> None:
        """Place the buttons of this page, and the pager at the right where there is more than one."""
        if self.model is None:
            return
        body_rect = Rect(body_rect.x, foot_rect.y, body_rect.width, body_rect.top - foot_rect.y)
        if self.model.message:
            body_rect = body_rect.cut_top(mm(self.MESSAGE_HEIGHT), mm(GAP))[1]
        columns = self.model.columns
        rows = max(1, int((body_rect.height + mm(GAP)) / mm(self.ROW_HEIGHT + GAP)))
        pages = ceil(len(self.buttons) / (rows * columns)) or 1
        self.page_index = min(self.page_index, pages - 1)
        self.set_attached(self.pager, pages > 1)
        if pages > 1:
            self.pager.show(self.page_index, pages)
            side, body_rect = body_rect.cut_right(mm(TOUCH_SIZE), mm(GAP))
            place_widget(self.pager, side)
        cells = body_rect.cut_top(mm(self.ROW_HEIGHT + GAP) * rows - mm(GAP))[0].split_grid(
            columns, rows, mm(GAP)
        )
        first = self.page_index * rows * columns
        visible = self.buttons[first : first + rows * columns]
        for button in self.buttons:
            self.set_attached(button, button in visible)
        for button, cell in zip(visible, cells, strict=False):
            place_widget(button, cell)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the message on a plate of its own."""
        super().paint(painter, bounds)
        if self.model is None or not self.model.message:
            return
        top = self.header.rect.y - mm(GAP + 0.5)
        plate = Rect(
            self.header.rect.x, top - mm(self.MESSAGE_HEIGHT), self.header.rect.width, mm(self.MESSAGE_HEIGHT)
        )
        painter.fill_rect(plate, PANEL, mm(CORNER_RADIUS))
        painter.draw_text(self.model.message, plate.inset(mm(3), mm(1.5)), HEADING_TEXT, CHALK, max_lines=4)
