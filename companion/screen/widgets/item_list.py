"""A list to read, some lines at a time: a ledger, what may be done now."""

from __future__ import annotations

from math import ceil
from typing import Any, Final

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import (
    DRAG_DISTANCE,
    CanvasWidget,
    TouchableWidget,
    TouchHandler,
    let_go_of,
    place_widget,
)
from companion.screen.draw.painter import Painter, fit_text, font_pixels, line_height
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
    RAISED_PANEL,
    TITLE_TEXT,
    TOUCH_SIZE,
)
from companion.screen.report_models import ItemListModel, ListItemModel, StoryModel
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.report_blocks import ReportBlockView
from companion.voice.evening_text import StoryLine


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
        self.show_ways(f"{page_index + 1} / {page_count}", page_index > 0, page_index < page_count - 1)

    def show_ways(self, text: str, has_earlier: bool, has_later: bool) -> None:
        """Show that text, and which buttons lead anywhere."""
        self.page_text = text
        self.up_button.update(enabled=has_earlier)
        self.down_button.update(enabled=has_later)
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


SYMBOL_BY_KIND: Final = {"correction": "quill", "take-back": "undo", "refusal": "halt"}
"""What stands before a line of a story that is no move of a player."""


class StoryRow(TouchableWidget):
    """A line of a story, as high as its sentences need; a touch shows the table after it."""

    PADDING, NOTE_WIDTH, SIGN_WIDTH = 1.2, 15.0, 5.4
    """Millimetres above and below, for number and clause at the end, and for the sign before."""

    def __init__(self, line: StoryLine, is_fresh: bool, touch_handler: TouchHandler) -> None:
        self.line, self.is_fresh = line, is_fresh
        super().__init__(f"line/{line.number}", touch_handler)

    @property
    def text(self) -> str:
        """All its sentences."""
        return " ".join(self.line.sentences)

    def needed_height(self, width: float) -> float:
        """The height in pixels that it needs at that width."""
        pixels, room = font_pixels(BODY_TEXT), self._text_width(width)
        count = max(
            2 if self.line.clause else 1,
            len(fit_text(self.text, room, mm(200), pixels, pixels, False, 50).lines),
        )
        needed: float = max(mm(8.6), count * pixels * line_height(self.text, 2)) + 2 * mm(self.PADDING)
        return needed

    def _text_width(self, width: float) -> float:
        beside: float = mm(self.SIGN_WIDTH + self.NOTE_WIDTH + 8)
        return width - beside

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the sign, the sentences, and number and clause."""
        painter.fill_rect(bounds, RAISED_PANEL if self.is_pressed else PANEL, mm(CORNER_RADIUS))
        if self.is_fresh:
            painter.fill_rect(bounds.cut_left(mm(0.9))[0], GOLD, mm(0.4))
        inner = bounds.inset(mm(2), mm(self.PADDING))
        sign, inner = inner.cut_left(mm(self.SIGN_WIDTH), mm(2))
        symbol = SYMBOL_BY_KIND.get(self.line.kind, self.line.who)
        if symbol:
            painter.draw_symbol(symbol, sign.centred(sign.width, min(sign.width, sign.height)), MUTED)
        note, inner = inner.cut_right(mm(self.NOTE_WIDTH), mm(2))
        number, clause = (
            note.cut_top(note.height / 2) if self.line.clause else (note, note.cut_top(note.height)[1])
        )
        painter.draw_text(str(self.line.number), number, NOTE_TEXT, MUTED, halign="right", role="small print")
        painter.draw_text(self.line.clause, clause, NOTE_TEXT, MUTED, halign="right", role="small print")
        painter.draw_text(self.text, inner, BODY_TEXT, CHALK, max_lines=50)


class StoryView(DraggedPages, ReportBlockView[StoryModel]):
    """A story, the newest line on top; it is drawn along by a finger, and paged by the wheel or with two buttons.

    Only the lines that are seen are put into words.
    """

    model: StoryModel | None = None

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.first = 0
        """The place in the story of the line on top."""
        self.rows: dict[int, StoryRow] = {}
        """Those that are seen, by their places in the story."""
        self._drawn = 0.0
        """How far a finger has drawn since the last line went, in pixels; up is positive."""
        self.pager = PagerBar(self._on_page_turned)
        super().__init__(touch_handler)

    def height_range(self, width: float) -> tuple[float, float]:
        """At least three rows; it can use all the room there is."""
        return mm(30), mm(200)

    def on_model_changed(self, model: StoryModel, previous: StoryModel | None) -> None:
        """Stay where people read, unless another line is to stand on top; who reads the newest sees newer ones."""
        follows = previous is not None and self.first == len(previous.story) - 1
        if previous is None or follows or model.first != previous.first:
            self.first = model.first
        for row in self.rows.values():
            self.remove_widget(row)
        self.rows = {}

    def has_pages_at(self, x: float, y: float) -> bool:
        """Whether it can be drawn along here."""
        return bool(self.collide_point(x, y))

    def on_touch_move(self, touch: Any) -> bool:
        """Draw it along."""
        if touch.grab_current is self:
            self._drawn += touch.dy
            self.request_redraw()
            return True
        return super().on_touch_move(touch)

    def on_touch_up(self, touch: Any) -> bool:
        """Leave it where it was drawn."""
        if touch.grab_current is self:
            touch.ungrab(self)
            self._drawn = 0.0
            return True
        return super().on_touch_up(touch)

    def turn_page(self, *, is_later: bool) -> None:
        """Turn to the older lines, or to the newer ones."""
        self._on_page_turned("later" if is_later else "earlier")

    def _on_page_turned(self, touch_target: str) -> None:
        shown = max(1, len(self.rows) - 1)
        self.first += -shown if touch_target == "later" else shown
        self.request_redraw()

    def _row(self, at: int) -> StoryRow:
        """The row of the line at that place in the story."""
        assert self.model is not None
        if at in self.rows:
            return self.rows[at]
        line, story = self.model.story[at], self.model.story
        return StoryRow(line, line.number > story.line_count - self.model.fresh, self.touch_handler)

    def _follow_finger(self, width: float) -> None:
        """Let lines go that a finger has drawn away, and come that it has drawn in."""
        while self._drawn > 0 and self.first > 0:
            high = self._row(self.first).needed_height(width) + mm(1)
            if self._drawn < high:
                return
            self.first, self._drawn = self.first - 1, self._drawn - high
        while self._drawn < 0 and self.model is not None and self.first < len(self.model.story) - 1:
            high = self._row(self.first + 1).needed_height(width) + mm(1)
            if -self._drawn < high:
                return
            self.first, self._drawn = self.first + 1, self._drawn + high

    def _lowest_top(self, room: Rect) -> int:
        """The line on top when the oldest one stands at the foot."""
        assert self.model is not None
        left, at = room.height, -1
        while at < len(self.model.story) - 1:
            left -= self._row(at + 1).needed_height(room.width) + mm(1) * (at >= 0)
            if left < 0:
                break
            at += 1
        return max(0, at)

    def arrange_children(self, bounds: Rect) -> None:
        """Place as many lines as there is room for, and the buttons at the right where there are more."""
        if self.model is None:
            return
        lowest, newest = self._lowest_top(bounds), len(self.model.story) - 1
        room = bounds
        self.set_attached(self.pager, lowest < newest)
        if lowest < newest:
            side, room = bounds.cut_right(mm(TOUCH_SIZE), mm(GAP))
            place_widget(self.pager, side)
            lowest = self._lowest_top(room)
        self._follow_finger(room.width)
        self.first = max(lowest, min(self.first, newest))
        rows, at, y = dict[int, StoryRow](), self.first, room.top
        while at >= 0:
            row = self._row(at)
            high = row.needed_height(room.width)
            if y - high < room.y - 1 and rows:
                break
            place_widget(row, Rect(room.x, y - high, room.width, high))
            rows[at] = row
            at, y = at - 1, y - high - mm(1)
        for place, row in [*self.rows.items()]:
            if place not in rows:
                self.remove_widget(row)
        for row in rows.values():
            self.set_attached(row, True)
        self.rows = rows
        if self.pager.parent is not None:
            self.pager.show_ways(
                f"{newest - self.first + 1} / {newest + 1}", self.first < newest, self.first > lowest
            )
