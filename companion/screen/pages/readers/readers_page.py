"""The readers page: how each reader works, in a row each; lights, buttons and the sounder can be tried."""

from __future__ import annotations

from math import ceil
from typing import Final

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import CanvasWidget, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import BODY_TEXT, CHALK, GAP, MUTED, TITLE_TEXT, TOUCH_SIZE
from companion.screen.overlay_models import ChoiceOverlayModel
from companion.screen.pages.page import AppShell, FramedPage
from companion.screen.pages.readers.reader_models import ReadersModel
from companion.screen.pages.readers.reader_texts import NUMBER_HEADINGS
from companion.screen.pages.readers.reader_views import (
    NumberHeadingsView,
    ProblemRow,
    ReaderRow,
    WiredButtonsView,
)
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.choice_overlay import ChoiceOverlay
from companion.screen.widgets.item_list import DraggedPages, PagerBar

LIGHT_SYMBOLS: Final = {"off": "lamp", "go": "check", "no": "cross", "think": "more"}
"""What a light shows -> the symbol on its button."""

LIGHT_BUTTON_WIDTH = 11.5
"""Millimetres for the button of a light."""


class ReadersPage(DraggedPages, FramedPage):
    """Rows, some at a time; below them the buttons of the table and the sounder."""

    FOOT_HEIGHT = 10.0
    HEADINGS_HEIGHT = 4.4
    ROWS_PER_PAGE = 5

    def __init__(self, app: AppShell) -> None:
        self.headings_view, self.buttons_view = NumberHeadingsView(), WiredButtonsView()
        self.reader_rows = [ReaderRow(self.on_touched) for _ in range(self.ROWS_PER_PAGE)]
        self.light_buttons = [
            PushButton("", self.on_touched, symbol="lamp") for _ in range(self.ROWS_PER_PAGE)
        ]
        self.problem_rows: list[ProblemRow] = []
        self.sound_button = PushButton("sound", self.on_touched, symbol="speaker", max_lines=1)
        self.reset_button = PushButton("anew", self.on_touched, symbol="turn", style="quiet")
        self.pager = PagerBar(self._on_page_turned)
        self.page_index = 0
        self.opened_zone = ""
        super().__init__(app)
        self.choice_overlay = ChoiceOverlay(self.on_touched, lambda: app.translations)
        self.add_widget(self.buttons_view)

    def on_enter(self) -> None:
        """Start polling the readers."""
        self.opened_zone = ""
        self.app.controller.readers_controller.open()

    def on_leave(self) -> None:
        """Stop polling the readers."""
        self.app.controller.readers_controller.close()

    def on_touched(self, touch_target: str) -> None:
        """Open the details of a reader, or pass the touch on."""
        if touch_target.startswith("reader/"):
            self.opened_zone = touch_target.removeprefix("reader/")
        elif touch_target == "back" and self.opened_zone:
            self.opened_zone = ""
        elif touch_target in ("home", "back"):
            super().on_touched(touch_target)
            return
        else:
            self.app.controller.readers_controller.touch(touch_target)
            return
        self.refresh()

    def _on_page_turned(self, touch_target: str) -> None:
        self.page_index += 1 if touch_target == "later" else -1
        self.refresh()

    @property
    def readers_model(self) -> ReadersModel:
        """The readers, none while they are looked for."""
        return self.app.app_state.readers or ReadersModel(())

    def refresh(self) -> None:
        """Show the readers as they are."""
        _ = self.app.translations.gettext
        model = self.readers_model
        self.show_header(_("Readers"), model.note if model.readers else "", urgent=model.is_urgent)
        self.headings_view.show(tuple(_(words) for words in NUMBER_HEADINGS))
        self.buttons_view.show(model.buttons)
        self.sound_button.update(_("Sound"))
        self.reset_button.update(_("Count anew"))
        self._show_rows(model)
        for part, is_visible in (
            (self.headings_view, bool(model.readers)),
            (self.reset_button, bool(model.readers)),
            (self.sound_button, model.has_sounder),
            (self.pager, self._pages > 1),
        ):
            self._place(part, is_visible)
        self._show_opened_reader(model)
        self.request_redraw()

    def _show_rows(self, model: ReadersModel) -> None:
        """Show the rows of this page: readers, then problems."""
        self.page_index = min(self.page_index, self._pages - 1)
        self.pager.show(self.page_index, self._pages)
        first = self.page_index * self.ROWS_PER_PAGE
        visible = model.readers[first : first + self.ROWS_PER_PAGE]
        for at, (row, light) in enumerate(zip(self.reader_rows, self.light_buttons, strict=True)):
            is_visible = at < len(visible)
            if is_visible:
                row.show(visible[at])
                light.touch_target = f"light/{visible[at].zone}"
                light.update(symbol=LIGHT_SYMBOLS.get(visible[at].shown_signal, "lamp"))
            self._place(row, is_visible)
            self._place(light, is_visible and bool(visible[at].shown_signal))
        for old in self.problem_rows:
            self.remove_widget(old)
        rest = [*([""] * len(model.readers)), *model.problems][first : first + self.ROWS_PER_PAGE][
            len(visible) :
        ]
        self.problem_rows = [ProblemRow(words) for words in rest]
        for problem_row in self.problem_rows:
            self._place(problem_row, True)

    @property
    def _pages(self) -> int:
        return (
            ceil((len(self.readers_model.readers) + len(self.readers_model.problems)) / self.ROWS_PER_PAGE)
            or 1
        )

    def _place(self, part: CanvasWidget, is_visible: bool) -> None:
        """Add a part beneath any overlay, or remove it."""
        if is_visible and part.parent is None:
            self.add_widget(part, index=len(self.children))
        elif not is_visible and part.parent is not None:
            self.remove_widget(part)

    def _show_opened_reader(self, model: ReadersModel) -> None:
        """Show one reader over all else, with the machine's own words."""
        row = next((row for row in model.readers if row.zone == self.opened_zone), None)
        if row is not None:
            self.choice_overlay.show(
                ChoiceOverlayModel(row.zone_name, (), f"{row.zone}  {row.chip}", row.advice)
            )
        self.set_attached(self.choice_overlay, row is not None)

    def arrange_children(self, bounds: Rect) -> None:
        """Place a button in the head, and the overlay over everything."""
        super().arrange_children(bounds)
        if self.reset_button.parent is not None:
            anew, head = self.header.rect.cut_right(mm(32), mm(GAP))
            place_widget(self.reset_button, anew)
            place_widget(self.header, head)
        if self.choice_overlay.parent is not None:
            place_widget(self.choice_overlay, bounds)

    def arrange_body(self, body_rect: Rect) -> None:
        """Place, from below: buttons and sounder, rows, headings."""
        model = self.readers_model
        if model.buttons or model.has_sounder:
            foot, body_rect = body_rect.cut_bottom(
                mm(max(self.FOOT_HEIGHT, self.buttons_view.row_count * (WiredButtonsView.BUTTON_HEIGHT + 1))),
                mm(GAP),
            )
            if model.has_sounder:
                sounder, foot = foot.cut_right(mm(26), mm(2))
                place_widget(self.sound_button, sounder)
            place_widget(self.buttons_view, foot)
        if self.pager.parent is not None:
            side, body_rect = body_rect.cut_right(mm(TOUCH_SIZE), mm(GAP))
            place_widget(self.pager, side)
        heads, body_rect = body_rect.cut_top(mm(self.HEADINGS_HEIGHT), mm(0.6))
        place_widget(self.headings_view, heads.cut_right(mm(LIGHT_BUTTON_WIDTH), mm(GAP))[1])
        cells = list(body_rect.split_rows(self.ROWS_PER_PAGE, mm(1.2)))
        for row, light, cell in zip(self.reader_rows, self.light_buttons, cells, strict=True):
            spot, left = cell.cut_right(mm(LIGHT_BUTTON_WIDTH), mm(GAP))
            place_widget(light, spot)
            place_widget(row, left)
        row_count = sum(row.parent is not None for row in self.reader_rows)
        for problem_row, cell in zip(self.problem_rows, cells[row_count:], strict=False):
            place_widget(problem_row, cell)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint, where there is no reader, what that means and where to read on."""
        super().paint(painter, bounds)
        model = self.app.app_state.readers
        if model is None or model.readers:
            return
        _ = self.app.translations.gettext
        middle = bounds.centred(mm(120), mm(46))
        sign, words = middle.cut_top(mm(20), mm(3))
        painter.draw_symbol("reader", sign, MUTED)
        note, more_rect = words.cut_top(mm(10), mm(1))
        painter.draw_text(model.note, note, TITLE_TEXT, CHALK, halign="center", max_lines=2)
        more_words = _("wiring.md shows what to buy and how to wire it; herald doctor says what is wrong.")
        painter.draw_text(more_words, more_rect, BODY_TEXT, MUTED, halign="center", valign="top", max_lines=2)
