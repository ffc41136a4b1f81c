"""The backup page: two large buttons, and what came of them. `backup_controller` does the work."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import ModelView, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    HEADING_TEXT,
    LEAD_TEXT,
    MUTED,
    NO_RED,
    PANEL,
    TITLE_TEXT,
    YES_GREEN,
    mix_colours,
)
from companion.screen.pages.backup.backup_models import BackupModel
from companion.screen.pages.page import AppShell, FramedPage
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.choice_overlay import ChoiceOverlay

BUTTON_HEIGHT, NOTE_HEIGHT, RESULT_HEIGHT = 20.0, 19.0, 21.0
"""Heights in millimetres."""


class BackupResultView(ModelView[tuple[str, bool, int | None]]):
    """What came of the last touch, by symbol, colour and text; while something is done, how much of it."""

    def paint_model(self, painter: Painter, bounds: Rect, model: tuple[str, bool, int | None]) -> None:
        """Paint the plate, or the bar."""
        message, is_success, percent = model
        if percent is not None:
            bar, text_rect = bounds.cut_top(mm(5), mm(2))
            painter.fill_rect(bar, PANEL, bar.height / 2)
            painter.fill_rect(
                bar.cut_left(max(bar.height, bar.width * percent / 100))[0], GOLD, bar.height / 2
            )
            painter.draw_text(message, text_rect, HEADING_TEXT, CHALK, halign="center", valign="top")
        elif message:
            colour = YES_GREEN if is_success else NO_RED
            painter.fill_rect(bounds, mix_colours(PANEL, colour, 0.18), mm(CORNER_RADIUS))
            painter.fill_rect(bounds.cut_left(mm(1))[0], colour)
            sign, text_rect = bounds.inset(mm(2.6), mm(1)).cut_left(mm(8), mm(2.6))
            painter.draw_symbol("check" if is_success else "halt", sign, colour)
            painter.draw_text(message, text_rect, HEADING_TEXT, CHALK, max_lines=4, may_truncate=True)


class BackupPage(FramedPage):
    """Make a backup at the left, restore one at the right, the result below."""

    def __init__(self, app: AppShell) -> None:
        self.make = PushButton("make", self.on_touched, symbol="down", font_size=TITLE_TEXT, max_lines=2)
        self.restore = PushButton("restore", self.on_touched, symbol="up", font_size=TITLE_TEXT, max_lines=2)
        self.result_view = BackupResultView()
        super().__init__(app)
        self.choice_overlay = ChoiceOverlay(self.on_touched, lambda: app.translations)
        for part in (self.make, self.restore, self.result_view):
            self.add_widget(part)

    def on_enter(self) -> None:
        """Open the page's controller."""
        self.app.controller.backup_controller.open()

    def on_leave(self) -> None:
        """Close it; what was begun is finished."""
        self.app.controller.backup_controller.close()

    @property
    def _model(self) -> BackupModel:
        model: BackupModel | None = self.app.app_state.backup
        return model or BackupModel()

    def on_touched(self, touch_target: str) -> None:
        """Close a question before the page is left; pass other touches on."""
        if touch_target == "home" or (touch_target == "back" and self.choice_overlay.parent is None):
            super().on_touched(touch_target)
        else:
            self.app.controller.backup_controller.touch(touch_target)

    def refresh(self) -> None:
        """Show what can be done and what came of it."""
        _ = self.app.translations.gettext
        model = self._model
        self.show_header(_("Backup"), _("Evenings, tags, names and settings in one file"))
        is_idle = model.percent is None
        self.make.update(_("Make a backup"), enabled=is_idle)
        self.restore.update(_("Restore a backup"), enabled=is_idle)
        result = model.result
        message, is_success = (result.message, result.is_success) if result is not None else ("", True)
        if not is_idle:
            message = _("Done: {share}. Leave the stick in.").format(share=f"{model.percent} %")
        self.result_view.show((message, is_success, model.percent))
        if model.choice_overlay is not None:
            self.choice_overlay.show(model.choice_overlay)
        self.set_attached(self.choice_overlay, model.choice_overlay is not None)
        self.request_redraw()

    def arrange_children(self, bounds: Rect) -> None:
        """Place the question over everything."""
        super().arrange_children(bounds)
        if self.choice_overlay.parent is not None:
            place_widget(self.choice_overlay, bounds)

    def arrange_body(self, body_rect: Rect) -> None:
        """Place the buttons side by side, and the result at the foot."""
        foot, top = body_rect.cut_bottom(mm(RESULT_HEIGHT), mm(GAP))
        place_widget(self.result_view, foot)
        for button, column in zip((self.make, self.restore), self._columns(top), strict=True):
            place_widget(button, column.cut_top(mm(BUTTON_HEIGHT))[0])

    def _columns(self, rest: Rect) -> list[Rect]:
        return list(rest.cut_top(mm(3))[1].split_columns(2, mm(6)))

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint below each button what it does."""
        super().paint(painter, bounds)
        if self.choice_overlay.parent is not None:
            return
        _ = self.app.translations.gettext
        notes = (
            _("Puts a file with everything on a stick or into a folder. Do it now and then."),
            _("Takes everything back from such a file. What is here now is kept beside it."),
        )
        for words, button in zip(notes, (self.make, self.restore), strict=True):
            below = Rect(button.x, button.y - mm(NOTE_HEIGHT + 1.5), button.width, mm(NOTE_HEIGHT))
            painter.draw_text(words, below, LEAD_TEXT, MUTED, halign="center", valign="top", max_lines=4)
