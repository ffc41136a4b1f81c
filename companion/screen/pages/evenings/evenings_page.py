"""The evenings page: all evenings that are kept, some at a time; a touch opens one."""

from __future__ import annotations

from math import ceil
from typing import Any

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import CanvasWidget, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, GAP, TITLE_TEXT, TOUCH_SIZE
from companion.screen.overlays.overlay_views import OverlayCache
from companion.screen.pages.evenings.evening_models import EveningsModel
from companion.screen.pages.evenings.evening_views import EveningRow
from companion.screen.pages.page import AppShell, FramedPage
from companion.screen.widgets.choice_overlay import ChoiceOverlay
from companion.screen.widgets.item_list import DraggedPages, PagerBar
from companion.screen.widgets.keyboard import KeyboardOverlay
from companion.table.storage.evening_changes import MAX_NAME_LETTERS


class EveningsPage(DraggedPages, FramedPage):
    """Rows, some at a time; above them what can be done with one, or what is looked at."""

    ROWS_PER_PAGE = 4

    def __init__(self, app: AppShell) -> None:
        self.evening_rows = [EveningRow(self.on_touched) for _ in range(self.ROWS_PER_PAGE)]
        self.pager = PagerBar(self._on_page_turned)
        self.page_index = 0
        self.keyboard: KeyboardOverlay | None = None
        self.report: Any = None
        super().__init__(app)
        self.choice_overlay = ChoiceOverlay(self.on_touched, lambda: app.translations)
        self.overlays = OverlayCache(self.on_touched, lambda: app.translations)

    def on_enter(self) -> None:
        """Read the list."""
        self.page_index = 0
        self.app.controller.evenings_controller.open()

    def on_leave(self) -> None:
        """Leave the list."""
        self._close_keyboard()
        self.app.controller.evenings_controller.close()

    def redraw(self) -> None:
        """Redraw everything; reports that are not shown now are made anew when they are."""
        super().redraw()
        self.overlays = OverlayCache(self.on_touched, lambda: self.app.translations)

    @property
    def evenings_model(self) -> EveningsModel:
        """The evenings, none while they are read."""
        return self.app.app_state.evenings or EveningsModel()

    # -- what is touched

    def on_touched(self, touch_target: str) -> None:
        """Ask for a name, leave the page, or pass the touch on."""
        model = self.evenings_model
        if touch_target == "name":
            self._ask_name(model)
        elif touch_target == "home" or (touch_target == "back" and model.opened is None):
            super().on_touched(touch_target)
        else:
            self.app.controller.evenings_controller.touch(touch_target)

    def _ask_name(self, model: EveningsModel) -> None:
        """Show the keyboard until a name is given."""
        _ = self.app.translations.gettext

        def done(name: str) -> None:
            self._close_keyboard()
            self.app.controller.evenings_controller.touch(f"named/{name}")

        self.keyboard = KeyboardOverlay(done, MAX_NAME_LETTERS)
        name = model.opened.name if model.opened is not None else ""
        self.keyboard.show(self.app.app_state.lang, _("What is this evening called?"), name, ())
        self.add_widget(self.keyboard)
        place_widget(self.keyboard, self.rect)

    def _close_keyboard(self) -> None:
        if self.keyboard is not None and self.keyboard.parent is self:
            self.remove_widget(self.keyboard)
        self.keyboard = None

    def _on_page_turned(self, touch_target: str) -> None:
        self.page_index += 1 if touch_target == "later" else -1
        self.refresh()

    # -- what is shown

    def refresh(self) -> None:
        """Show the evenings as they are."""
        _, model = self.app.translations.gettext, self.evenings_model
        count = len(model.rows)
        self.show_header(_("Evenings"), _("Evenings kept: {count}").format(count=count) if count else "")
        pages = ceil(count / self.ROWS_PER_PAGE) or 1
        self.page_index = min(self.page_index, pages - 1)
        first = self.page_index * self.ROWS_PER_PAGE
        visible = model.rows[first : first + self.ROWS_PER_PAGE]
        for at, row in enumerate(self.evening_rows):
            if at < len(visible):
                row.show(visible[at])
            self._place_beneath(row, at < len(visible))
        self._place_beneath(self.pager, pages > 1)
        self.pager.show(self.page_index, pages)
        self._show_above(model)
        self.request_redraw()

    def _place_beneath(self, part: CanvasWidget, is_visible: bool) -> None:
        """Add a part beneath what lies over the list, or remove it."""
        if is_visible and part.parent is None:
            self.add_widget(part, index=len(self.children))
        elif not is_visible and part.parent is not None:
            self.remove_widget(part)

    def _show_above(self, model: EveningsModel) -> None:
        """Show the question, or the report that is looked at."""
        if model.question is not None:
            self.choice_overlay.show(model.question)
        self.set_attached(self.choice_overlay, model.question is not None)
        report = self.overlays.overlay_for(model.report)
        if report is not self.report:
            if self.report is not None:
                self.remove_widget(self.report)
            if report is not None:
                self.add_widget(report)
            self.report = report

    def arrange_children(self, bounds: Rect) -> None:
        """Place the page, and what lies over it, over everything."""
        super().arrange_children(bounds)
        for part in (self.choice_overlay, self.report, self.keyboard):
            if part is not None and part.parent is not None:
                place_widget(part, bounds)

    def arrange_body(self, body_rect: Rect) -> None:
        """Place the rows, and the pager at the right where there is more than one page."""
        if self.pager.parent is not None:
            side, body_rect = body_rect.cut_right(mm(TOUCH_SIZE), mm(GAP))
            place_widget(self.pager, side)
        for row, cell in zip(
            self.evening_rows, body_rect.split_rows(self.ROWS_PER_PAGE, mm(1.4)), strict=True
        ):
            place_widget(row, cell)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint, where there is no evening, that there is none."""
        super().paint(painter, bounds)
        _, model = self.app.translations.gettext, self.app.app_state.evenings
        if model is not None and (model.rows or model.question is not None):
            return
        told = _("No evening is kept yet.") if model is not None else _("The evenings are being looked for …")
        painter.draw_text(told, bounds.centred(mm(120), mm(12)), TITLE_TEXT, CHALK, halign="center")
