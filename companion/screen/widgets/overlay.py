"""What covers the table or a page: a whole sheet with its own head, until a touch closes it; the head of a page."""

from __future__ import annotations

from math import ceil
from typing import Any

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import BackgroundWidget, CanvasWidget, TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    HEADING_TEXT,
    MUTED,
    NOTE_TEXT,
    PAGE_MARGIN,
    PANEL,
    TITLE_TEXT,
    TOUCH_SIZE,
)
from companion.screen.view_models import ChoiceOverlayModel
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.item_list import DraggedPages, PagerBar
from companion.screen.widgets.table_frame import GetTranslations


class HeaderBar(CanvasWidget):
    """Shows a title between the buttons that lead away and the progress.

    `symbol` stands before the title, `progress` (such as a step number) at the right edge.
    """

    HEIGHT = TOUCH_SIZE

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.title = self.subtitle = self.symbol = self.progress = ""
        self.is_urgent = False
        self.title_size = TITLE_TEXT
        self.home_button = PushButton("home", touch_handler, symbol="home")
        self.back_button = PushButton("back", touch_handler, symbol="back")
        super().__init__()
        self.add_widget(self.home_button)
        self.add_widget(self.back_button)

    def show(
        self,
        title: str,
        subtitle: str = "",
        is_urgent: bool = False,
        *,
        symbol: str = "",
        progress: str = "",
        title_size: float = TITLE_TEXT,
    ) -> None:
        """Show these texts; an urgent subtitle names what is still missing. `title_size` in millimetres."""
        self.title, self.subtitle, self.is_urgent, self.symbol, self.progress = (
            title,
            subtitle,
            is_urgent,
            symbol,
            progress,
        )
        self.title_size = title_size
        self.request_redraw()

    def arrange_children(self, bounds: Rect) -> None:
        """Place the two buttons at the left."""
        home, rest = bounds.cut_left(mm(TOUCH_SIZE), mm(GAP))
        place_widget(self.home_button, home)
        place_widget(self.back_button, rest.cut_left(mm(TOUCH_SIZE))[0])

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the texts at the right of the buttons."""
        text_rect = bounds.cut_left(2 * mm(TOUCH_SIZE) + mm(GAP), mm(3))[1].cut_right(mm(2.5))[1]
        if self.symbol:
            sign, text_rect = text_rect.cut_left(mm(10), mm(2.5))
            painter.draw_symbol(self.symbol, sign)
        if self.progress:
            progress_rect, text_rect = text_rect.cut_right(mm(20), mm(2))
            painter.draw_text(self.progress, progress_rect, TITLE_TEXT, MUTED, bold=True, halign="right")
        if self.subtitle:
            subtitle_rect, text_rect = text_rect.cut_bottom(mm(5.2))
            painter.draw_text(
                self.subtitle, subtitle_rect, NOTE_TEXT, GOLD if self.is_urgent else MUTED, max_lines=2
            )
        painter.draw_text(self.title, text_rect, self.title_size, CHALK, bold=True)


class Overlay(BackgroundWidget):
    """The base class of pages over the table.

    `touch_handler` gets the touch target of whatever is touched, `home` and `back` among them.
    """

    is_modal = True
    FOOT_HEIGHT = TOUCH_SIZE
    """The height of the foot, in millimetres."""

    def __init__(self, touch_handler: TouchHandler, get_translations: GetTranslations) -> None:
        self.touch_handler = touch_handler
        self.get_translations = get_translations
        self.header = HeaderBar(touch_handler)
        super().__init__()
        self.add_widget(self.header)

    def show(self, model: Any) -> None:
        """Show a view model."""
        raise NotImplementedError

    @property
    def subject(self) -> str:
        """What stands above."""
        return f"{self.header.title} {self.header.progress}"

    def on_touch_down(self, touch: Any) -> bool:
        """Keep every touch from what lies beneath."""
        super().on_touch_down(touch)
        return True

    def arrange_body(self, body_rect: Rect, foot_rect: Rect) -> None:
        """Arrange what is between the head and the foot, and the buttons at the foot."""
        raise NotImplementedError

    def arrange_children(self, bounds: Rect) -> None:
        """Place the head, the body and the foot."""
        inner = bounds.inset(mm(PAGE_MARGIN))
        head, rest = inner.cut_top(mm(HeaderBar.HEIGHT), mm(GAP + 0.5))
        foot, rest = rest.cut_bottom(mm(self.FOOT_HEIGHT), mm(GAP + 0.5))
        place_widget(self.header, head)
        self.arrange_body(rest, foot)


# -- a question over a page: a sentence and large buttons, page by page when there are many


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
