"""What covers the table or a page: a whole sheet with its own head, until a touch closes it; the head of a page."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

from kivy.clock import Clock
from kivy.metrics import mm

from companion.screen.draw.canvas_widget import BackgroundWidget, CanvasWidget, TouchHandler, place_widget
from companion.screen.draw.painter import (
    LINE_SPACING,
    Painter,
    TextLayout,
    fit_text,
    font_pixels,
    text_width,
)
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    HEADING_TEXT,
    MUTED,
    NOTE_TEXT,
    PAGE_MARGIN,
    PANEL,
    PARCHMENT,
    SEPIA,
    SMALL_TEXT,
    TITLE_TEXT,
    TOUCH_SIZE,
)
from companion.screen.view_models import ChoiceOverlayModel, TouchAnswer
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
            least = font_pixels(SMALL_TEXT)
            is_long = text_width(self.subtitle, least) > text_rect.width
            subtitle_rect, text_rect = text_rect.cut_bottom(mm(7.6) if is_long else mm(5.2))
            painter.draw_text(
                self.subtitle,
                subtitle_rect,
                NOTE_TEXT,
                GOLD if self.is_urgent else MUTED,
                max_lines=2,
                role="small print",
                may_truncate=True,
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
    MESSAGE_LINE = 5.0
    """Millimetres of the least line of a message."""

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
            body_rect = body_rect.cut_top(mm(self.model.message_height), mm(GAP))[1]
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
        height, width = mm(self.model.message_height), self.header.rect.width
        plate = Rect(self.header.rect.x, top - height, width, height)
        painter.fill_rect(plate, PANEL, mm(CORNER_RADIUS))
        lines = int(self.model.message_height / self.MESSAGE_LINE)
        painter.draw_text(
            self.model.message, plate.inset(mm(3), mm(1.5)), HEADING_TEXT, CHALK, max_lines=lines
        )


class AnswerBubble(CanvasWidget):
    """What is said beside a finger: why its touch does nothing, or what it rests on.

    It is gone with the next touch, and what was not held for also after a while. A touch on it only closes it, but
    for its buttons: one opens the clause, the other leads on, or lets stand what the rules forbid.
    """

    WIDTHS, FINGER, STEP, MAX_LINES = (84.0, 60.0, 42.0, 130.0), 6.0, 2.0, 12
    TITLE_LINES = 3
    """Millimetres of its widths, the first one first; how far a finger reaches around its point; between the places."""
    SIDE_BUTTON = 11.0, 9.0
    """Millimetres of the buttons beside the text, with the clause and for more: the least width, and the height."""
    SECONDS = 6.0

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.answer: TouchAnswer | None = None
        self.point = (0.0, 0.0)
        self._touch_handler = touch_handler
        self.button = PushButton("", self._on_button, style="choice")
        self.clause_button = PushButton("", self._on_button, style="quiet", font_size=SMALL_TEXT, max_lines=1)
        self.more_button = PushButton("", self._on_button, symbol="more", style="quiet")
        super().__init__()
        self._expire = Clock.create_trigger(lambda _elapsed: self.close(), self.SECONDS)

    def tell(self, answer: TouchAnswer, within: Rect, spared: Sequence[Rect], stays: bool) -> None:
        """Show the answer to that finger, beside it, where it covers nothing of these; whether it stays."""
        self.answer = answer
        self.button.touch_target = self.more_button.touch_target = answer.way
        self.button.update(answer.way_label)
        self.set_attached(self.button, bool(answer.way and answer.way_label))
        self.set_attached(self.more_button, bool(answer.way and not answer.way_label))
        self.clause_button.touch_target = f"clause/{answer.clause}"
        self.clause_button.update(answer.clause)
        self.set_attached(self.clause_button, bool(answer.clause))
        place_widget(self, self._place(answer, within, spared))
        self.request_redraw()
        self._expire.cancel()
        if not answer.way and not stays:
            self._expire()

    def _on_button(self, touch_target: str) -> None:
        self.close()
        self._touch_handler(touch_target)

    def close(self) -> None:
        """Be gone."""
        self._expire.cancel()
        self.answer = None
        if self.parent is not None:
            self.parent.remove_widget(self)

    def _place(self, answer: TouchAnswer, within: Rect, spared: Sequence[Rect]) -> Rect:
        """The nearest place that covers none of these, of the first width that has one; else one that covers fewest."""
        least, found = len(spared) + 1, within
        for width in self.WIDTHS:
            size = self._size(answer, min(mm(width), within.width), within.height)
            for place in self._places_beside(*size, within) if size is not None else ():
                covered = sum(map(place.overlaps, spared))
                if covered < least:
                    least, found = covered, place
                if not covered:
                    return found
        return found

    def _places_beside(self, wide: float, high: float, within: Rect) -> list[Rect]:
        """The places where it would lie beside the finger, the nearest first."""
        x, y = self.point
        away, step = mm(self.FINGER), mm(self.STEP)
        wanted = {x - wide / 2, x + away, x - away - wide, *(within.x + step * 3 * at for at in range(40))}
        lefts = {round(min(max(left, within.x), within.right - wide)) for left in wanted}
        bottoms = [round(within.y + step * at) for at in range(int((within.height - high) / step) + 1)]
        places = (Rect(left, bottom, wide, high) for left in lefts for bottom in bottoms)
        beside = (place for place in places if not place.inset(-away).contains_point(x, y))
        return sorted(beside, key=lambda place: (place.distance_to(x, y), abs(place.x + wide / 2 - x)))

    def _size(self, answer: TouchAnswer, wide: float, most: float) -> tuple[int, int] | None:
        """Its width and height where it is at most so wide and high; None where the answer would be cut short."""
        room = self._parts(answer, Rect(0, 0, wide, most))[0]
        title, text = self._layouts(answer, room)
        if not (title.fits and text.fits) and wide < mm(max(self.WIDTHS)):
            return None
        pixels = font_pixels(BODY_TEXT)
        lines = [(line, True) for line in title.lines] + [(line, not answer.title) for line in text.lines]
        longest = max((text_width(line, pixels, is_bold) for line, is_bold in lines), default=0)
        needed = max(longest + 2.0, mm(min(self.WIDTHS)) if answer.way_label else 0.0)
        height = ceil(pixels * LINE_SPACING) * len(lines)
        high = most - room.height + max(height, self._side_height(answer))
        return ceil(wide - max(0.0, room.width - needed)), ceil(high)

    def _side_height(self, answer: TouchAnswer) -> float:
        """The height of the buttons beside the text."""
        count = bool(answer.clause) + bool(answer.way and not answer.way_label)
        height: float = mm(self.SIDE_BUTTON[1]) * count + mm(1) * max(0, count - 1)
        return height

    def _layouts(self, answer: TouchAnswer, room: Rect) -> tuple[TextLayout, TextLayout]:
        """The title and the text in lines."""
        pixels = font_pixels(BODY_TEXT)
        title = fit_text(answer.title, room.width, room.height, pixels, pixels, True, self.TITLE_LINES)
        height = room.height - pixels * LINE_SPACING * (len(title.lines) if answer.title else 0)
        lines = self.MAX_LINES
        text = fit_text(answer.text, room.width, height, pixels, pixels, not answer.title, lines)
        return title if answer.title else title._replace(lines=()), text

    def on_touch_down(self, touch: Any) -> bool:
        """Close, and keep a touch on it from what lies beneath."""
        if super().on_touch_down(touch):
            return True
        is_hit = bool(self.collide_point(*touch.pos))
        if is_hit:
            touch.ud["presses_nothing"] = True
        self.close()
        return is_hit

    def arrange_children(self, bounds: Rect) -> None:
        """Place the buttons beneath and beside the text."""
        if self.answer is not None:
            _, side, button = self._parts(self.answer, bounds)
            place_widget(self.button, button)
            if self.answer.clause:
                clause, side = side.cut_top(mm(self.SIDE_BUTTON[1]), mm(1))
                place_widget(self.clause_button, clause)
            place_widget(self.more_button, side.cut_top(mm(self.SIDE_BUTTON[1]))[0])

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the answer on parchment."""
        answer = self.answer
        if answer is None:
            return
        painter.fill_rect(bounds, SEPIA, mm(CORNER_RADIUS))
        painter.fill_rect(bounds.inset(mm(0.4)), PARCHMENT, mm(CORNER_RADIUS - 0.4))
        room = self._parts(answer, bounds)[0]
        if answer.title:
            lines = len(self._layouts(answer, room)[0].lines)
            title, room = room.cut_top(ceil(font_pixels(BODY_TEXT) * LINE_SPACING) * lines)
            painter.draw_text(answer.title, title, BODY_TEXT, SEPIA, bold=True, max_lines=self.TITLE_LINES)
        painter.draw_text(
            answer.text, room, BODY_TEXT, SEPIA, bold=not answer.title, max_lines=self.MAX_LINES
        )

    def _parts(self, answer: TouchAnswer, bounds: Rect) -> tuple[Rect, Rect, Rect]:
        """The rectangles of the text, of the buttons beside it and of the one beneath."""
        inner = bounds.inset(mm(2), mm(1.4))
        height = mm(TOUCH_SIZE) if answer.way_label else 0.0
        button, inner = inner.cut_bottom(height, mm(1.4) if height else 0.0)
        needed = 0.0
        if self._side_height(answer):
            label = text_width(answer.clause, font_pixels(SMALL_TEXT), True) + mm(3)
            needed = max(mm(self.SIDE_BUTTON[0]), label)
        side, text_rect = inner.cut_right(needed, mm(1.2) if needed else 0.0)
        return text_rect, side, button
