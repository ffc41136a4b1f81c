"""A list to read, some lines at a time: a ledger, what may be done now."""

from __future__ import annotations

from math import ceil
from typing import Any

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import (
    DRAG_DISTANCE,
    CanvasWidget,
    TouchHandler,
    let_go_of,
    place_widget,
)
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    MUTED,
    NOTE_TEXT,
    PANEL,
    TITLE_TEXT,
    TOUCH_SIZE,
)
from companion.screen.report_models import ItemListModel, ListItemModel
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.report_blocks import ReportBlockView


class PagerBar(CanvasWidget):
    """The page number of a list that is longer than the screen, with buttons up and down.

    `on_page_turned` gets `earlier` or `later`.
    """

    def __init__(self, on_page_turned: TouchHandler) -> None:
        self.page_text = ""
        self.up_button = PushButton("earlier", on_page_turned, symbol="up")
        self.down_button = PushButton("later", on_page_turned, symbol="down")
        super().__init__()
        self.add_widget(self.up_button)
        self.add_widget(self.down_button)

    def show(self, page_index: int, page_count: int) -> None:
        """Show page `page_index` (from 0) of so many."""
        self.page_text = f"{page_index + 1} / {page_count}"
        self.up_button.update(enabled=page_index > 0)
        self.down_button.update(enabled=page_index < page_count - 1)
        self.request_redraw()

    def arrange_children(self, bounds: Rect) -> None:
        """Place the buttons: up above, down below."""
        place_widget(self.up_button, bounds.cut_top(mm(TOUCH_SIZE))[0])
        place_widget(self.down_button, bounds.cut_bottom(mm(TOUCH_SIZE))[0])

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the page number between the two."""
        painter.draw_text(
            self.page_text,
            bounds.inset(0, mm(TOUCH_SIZE)),
            NOTE_TEXT,
            MUTED,
            halign="center",
            role="small print",
        )


class DraggedPages(CanvasWidget):
    """Pages that are turned by a drag and by the wheel, too: upwards to the later ones. A drag presses nothing."""

    pager: PagerBar

    def has_pages_at(self, x: float, y: float) -> bool:
        """Whether there is more than one page here."""
        return self.pager.parent is not None and self.collide_point(x, y)

    def on_touch_down(self, touch: Any) -> bool:
        """A finger comes that may drag."""
        if self.has_pages_at(*touch.pos):
            touch.ud["pages"] = self
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        """From the distance of a drag on, let go what the finger pressed."""
        if touch.ud.get("pages") is self and abs(touch.y - touch.oy) > mm(DRAG_DISTANCE):
            del touch.ud["pages"]
            let_go_of(touch)
            touch.grab(self)
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        """Turn the page that was dragged."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self.turn_page(is_later=touch.y > touch.oy)
        return True

    def turn_page(self, *, is_later: bool) -> None:
        """Turn to the next page or to the one before, where there is one."""
        button = self.pager.down_button if is_later else self.pager.up_button
        if button.enabled:
            button.on_tapped()


class ItemListView(DraggedPages, ReportBlockView[ItemListModel]):
    """Lines in equal rows; where not all fit, they are turned like pages. Their sum stands beneath."""

    ROW_HEIGHT, TOTAL_HEIGHT = 8.6, 8.0
    model = ItemListModel(())

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.page_index = 0
        self.pager = PagerBar(self._on_page_turned)
        super().__init__(touch_handler)

    def height_range(self, width: float) -> tuple[float, float]:
        """At least three rows; it can use all the room there is."""
        return mm(3 * self.ROW_HEIGHT), mm(200)

    def on_model_changed(self, model: object, previous: object) -> None:
        """Go back to the first page."""
        self.page_index = 0

    def _on_page_turned(self, touch_target: str) -> None:
        self.page_index += 1 if touch_target == "later" else -1
        self.request_redraw()

    def _room(self, bounds: Rect) -> tuple[Rect, Rect, int]:
        """The place of the sum, that of the lines, and how many of them fit."""
        total, room = bounds.cut_bottom(
            mm(self.TOTAL_HEIGHT) * bool(self.model.total), mm(2) * bool(self.model.total)
        )
        return total, room, max(1, int((room.height + mm(1)) / mm(self.ROW_HEIGHT + 1)))

    def arrange_children(self, bounds: Rect) -> None:
        """Place the pager at the right, where there is more than one page."""
        _, room, count = self._room(bounds)
        pages = ceil(len(self.model.items) / count) or 1
        self.page_index = min(self.page_index, pages - 1)
        self.set_attached(self.pager, pages > 1)
        if pages > 1:
            self.pager.show(self.page_index, pages)
            place_widget(self.pager, room.cut_right(mm(TOUCH_SIZE))[0])

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the lines of this page, and the sum."""
        total, room, count = self._room(bounds)
        painter.draw_text(
            self.model.total, total.inset(mm(2), 0), TITLE_TEXT, GOLD, bold=True, halign="right"
        )
        if self.pager.parent is not None:
            room = room.cut_right(mm(TOUCH_SIZE), mm(GAP))[1]
        for at, line in enumerate(self.model.items[self.page_index * count : (self.page_index + 1) * count]):
            top = room.top - at * mm(self.ROW_HEIGHT + 1)
            self._line(
                painter, Rect(room.x, top - mm(self.ROW_HEIGHT), room.width, mm(self.ROW_HEIGHT)), line
            )

    def _line(self, painter: Painter, row: Rect, line: ListItemModel) -> None:
        painter.fill_rect(row, PANEL, mm(CORNER_RADIUS))
        inner = row.inset(mm(2), mm(0.5))
        if line.symbol:
            sign, inner = inner.cut_left(mm(5.4), mm(2))
            painter.draw_symbol(line.symbol, sign, MUTED)
        if line.number:
            number, inner = inner.cut_right(mm(13), mm(2))
            painter.draw_text(line.number, number, TITLE_TEXT, CHALK, bold=True, halign="right")
        painter.draw_text(line.text, inner, BODY_TEXT, CHALK, max_lines=2)
