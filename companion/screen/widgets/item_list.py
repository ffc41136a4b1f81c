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


SYMBOL_BY_KIND: Final = {"correction": "quill", "take-back": "undo", "refusal": "halt"}
"""What stands before a line of a story that is no move of a player."""


class StoryRow(TouchableWidget):
    """A line of a story, or as much of a long one as half a page holds; a touch shows the table after it.

    text: what of its sentences stands here. is_first: sign, number and clause stand here.
    """

    PADDING, NOTE_WIDTH, SIGN_WIDTH = 1.2, 15.0, 5.4
    """Millimetres above and below, for number and clause at the end, and for the sign before."""

    def __init__(
        self, line: StoryLine, text: str, is_first: bool, is_fresh: bool, touch_handler: TouchHandler
    ) -> None:
        self.line, self.text, self.is_first, self.is_fresh = line, text, is_first, is_fresh
        super().__init__(f"line/{line.number}", touch_handler)

    @classmethod
    def split(cls, line: StoryLine, width: float, page_height: float) -> tuple[tuple[str, float], ...]:
        """The rows that the line's sentences need at that width: the text and the height of each, in pixels."""
        pixels, text = font_pixels(BODY_TEXT), " ".join(line.sentences)
        beside = mm(cls.SIGN_WIDTH + cls.NOTE_WIDTH + 8)
        spacing, padding = pixels * line_height(text, 2), 2 * mm(cls.PADDING)
        lines = fit_text(text, width - beside, mm(2000), pixels, pixels, False, 500).lines
        count = max(2, int((page_height / 2 - padding) / spacing))
        least = max(mm(8.6), 2 * spacing if line.clause else 0)
        return tuple(
            (" ".join(part), max(least, len(part) * spacing) + padding)
            for at in range(0, len(lines), count)
            for part in [lines[at : at + count]]
        )

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the sign, the sentences, and number and clause."""
        painter.fill_rect(bounds, RAISED_PANEL if self.is_pressed else PANEL, mm(CORNER_RADIUS))
        if self.is_fresh:
            painter.fill_rect(bounds.cut_left(mm(0.9))[0], GOLD, mm(0.4))
        inner = bounds.inset(mm(2), mm(self.PADDING))
        sign, inner = inner.cut_left(mm(self.SIGN_WIDTH), mm(2))
        note, inner = inner.cut_right(mm(self.NOTE_WIDTH), mm(2))
        painter.draw_text(self.text, inner, BODY_TEXT, CHALK, max_lines=500)
        if not self.is_first:
            return
        symbol = SYMBOL_BY_KIND.get(self.line.kind, self.line.who)
        if symbol:
            painter.draw_symbol(symbol, sign.cut_top(min(sign.height, mm(8.6)))[0], MUTED)
        note = note.cut_top(min(note.height, mm(8.6)))[0]
        number, clause = note.cut_top(note.height / 2) if self.line.clause else (note, note)
        painter.draw_text(str(self.line.number), number, NOTE_TEXT, MUTED, halign="right", role="small print")
        painter.draw_text(self.line.clause, clause, NOTE_TEXT, MUTED, halign="right", role="small print")


RowPlace = tuple[int, int]
"""The place of a line in the story, and which of its rows."""


class StoryView(DraggedPages, ReportBlockView[StoryModel]):
    """A story, the newest line on top; it is drawn along by a finger, and paged by the wheel or with two buttons.

    Only the lines that are seen are put into words.
    """

    model: StoryModel | None = None

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.first: RowPlace = (0, 0)
        """The row on top."""
        self.rows: dict[RowPlace, StoryRow] = {}
        """Those that are seen."""
        self._split: dict[int, tuple[tuple[str, float], ...]] = {}
        """Text and height of the rows of the lines that were seen, at the room there is."""
        self._room = Rect(0, 0, 0, 0)
        self._drawn = 0.0
        """How far a finger has drawn since the last row went, in pixels; up is positive."""
        self.pager = PagerBar(self._on_page_turned)
        super().__init__(touch_handler)

    def height_range(self, width: float) -> tuple[float, float]:
        """At least three rows; it can use all the room there is."""
        return mm(30), mm(200)

    def on_model_changed(self, model: StoryModel, previous: StoryModel | None) -> None:
        """Stay where people read, unless it was opened anew; who reads the newest sees newer ones."""
        newest = len(model.story) - 1
        if previous is None or model.visit != previous.visit:
            self.first = (newest if model.first is None else model.first, 0)
        elif self.first == (len(previous.story) - 1, 0):
            self.first = (newest, 0)
        self._forget_rows()

    def _forget_rows(self) -> None:
        for row in self.rows.values():
            self.remove_widget(row)
        self.rows, self._split = {}, {}

    # -- what fingers do

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
        for _ in range(max(1, len(self.rows) - 1)):
            self.first = (self._below if touch_target == "later" else self._above)(self.first) or self.first
        self.request_redraw()

    def _follow_finger(self) -> None:
        """Let rows go that a finger has drawn away, and come that it has drawn in."""
        while self._drawn > 0 and (below := self._below(self.first)) is not None:
            high = self._height(self.first) + mm(1)
            if self._drawn < high:
                return
            self.first, self._drawn = below, self._drawn - high
        while self._drawn < 0 and (above := self._above(self.first)) is not None:
            high = self._height(above) + mm(1)
            if -self._drawn < high:
                return
            self.first, self._drawn = above, self._drawn + high

    # -- which rows there are

    def _rows_of(self, place: int) -> tuple[tuple[str, float], ...]:
        assert self.model is not None
        if place not in self._split:
            self._split[place] = StoryRow.split(self.model.story[place], self._room.width, self._room.height)
        return self._split[place]

    def _height(self, at: RowPlace) -> float:
        return self._rows_of(at[0])[at[1]][1]

    def _below(self, at: RowPlace) -> RowPlace | None:
        place, part = at
        if part + 1 < len(self._rows_of(place)):
            return place, part + 1
        return (place - 1, 0) if place else None

    def _above(self, at: RowPlace) -> RowPlace | None:
        assert self.model is not None
        place, part = at
        if part:
            return place, part - 1
        return (place + 1, len(self._rows_of(place + 1)) - 1) if place + 1 < len(self.model.story) else None

    def _lowest_first(self) -> RowPlace:
        """The row on top when the last one stands at the foot."""
        lowest = (0, len(self._rows_of(0)) - 1)
        left = self._room.height - self._height(lowest)
        while (above := self._above(lowest)) is not None:
            left -= self._height(above) + mm(1)
            if left < 0:
                break
            lowest = above
        return lowest

    def _has_more(self, bounds: Rect) -> bool:
        """Whether there is more than fits without the buttons."""
        assert self.model is not None
        if len(self.model.story) * mm(8.6) > bounds.height:
            return True
        self._use_room(bounds)
        return self._lowest_first() != (len(self.model.story) - 1, 0)

    def _use_room(self, room: Rect) -> None:
        if (room.width, room.height) != (self._room.width, self._room.height):
            self._forget_rows()
        self._room = room

    def arrange_children(self, bounds: Rect) -> None:
        """Place as many rows as there is room for, and the buttons at the right where there are more."""
        if self.model is None:
            return
        room, newest = bounds, (len(self.model.story) - 1, 0)
        has_more = self._has_more(bounds)
        self.set_attached(self.pager, has_more)
        if has_more:
            side, room = bounds.cut_right(mm(TOUCH_SIZE), mm(GAP))
            place_widget(self.pager, side)
        self._use_room(room)
        lowest, place = self._lowest_first(), min(self.first[0], newest[0])
        self.first = place, min(self.first[1], len(self._rows_of(place)) - 1)
        self._follow_finger()
        self.first = sorted((newest, self.first, lowest), key=lambda at: (-at[0], at[1]))[1]
        rows, at, y = dict[RowPlace, StoryRow](), self.first, room.top
        while y - self._height(at) >= room.y - 1:
            row = rows[at] = self.rows.get(at) or self._make_row(at)
            place_widget(row, Rect(room.x, y - self._height(at), room.width, self._height(at)))
            y -= self._height(at) + mm(1)
            below = self._below(at)
            if below is None:
                break
            at = below
        for gone in self.rows.keys() - rows.keys():
            self.remove_widget(self.rows[gone])
        for row in rows.values():
            self.set_attached(row, True)
        self.rows = rows
        if has_more:
            self.pager.show(newest[0] - self.first[0], newest[0] + 1)
            self.pager.up_button.update(enabled=self.first != newest)
            self.pager.down_button.update(enabled=self.first != lowest)

    def _make_row(self, at: RowPlace) -> StoryRow:
        assert self.model is not None
        line, story = self.model.story[at[0]], self.model.story
        is_fresh = line.number > story.line_count - self.model.fresh
        return StoryRow(line, self._rows_of(at[0])[at[1]][0], not at[1], is_fresh, self.touch_handler)
