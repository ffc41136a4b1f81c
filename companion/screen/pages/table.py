"""The table page: shows the running game by its own view, with overlays and refusals above."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import hypot
from typing import Any, Protocol, cast

from kivy.metrics import mm

from companion.games import load_plugin_part
from companion.screen.default import table_view as default
from companion.screen.draw.canvas_widget import (
    DRAG_DISTANCE,
    HOLD_SECONDS,
    CanvasWidget,
    TouchHandler,
    place_widget,
    visible_within,
    window_rect,
)
from companion.screen.draw.kivy_rules import load_kivy_rules_for
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    CHALK,
    CORNER_RADIUS,
    FADED_SEPIA,
    LARGE_TEXT,
    NO_RED,
    OVERLAY_SHADE,
    PARCHMENT,
    SEPIA,
    SMALL_TEXT,
    TITLE_TEXT,
    TOUCH_SIZE,
    mix_colours,
)
from companion.screen.overlays import OverlayCache, ShownOverlay
from companion.screen.pages.page import AppShell, Page
from companion.screen.view_models import RefusalModel, TouchAnswer
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.table_frame import GetTranslations

NEAR = 8.0
"""Millimetres within which a touch beside a thing is meant for it."""


class RefusalOverlay(CanvasWidget):
    """Covers the table until it is touched.

    `touch_handler` gets `go-on`, `overrule`, or the clause that is to be read.
    """

    is_modal = True

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.model: RefusalModel | None = None
        self.labels = ("", "")
        self.go_on_button = PushButton(
            "go-on", touch_handler, style="main", symbol="check", font_size=TITLE_TEXT, max_lines=1
        )
        self.overrule_button = PushButton("overrule", touch_handler, style="quiet", max_lines=2)
        self.clause_button = PushButton("", touch_handler, symbol="book", style="quiet", max_lines=1)
        super().__init__()
        self.add_widget(self.go_on_button)

    def show(self, refused: RefusalModel, allowed: str, go_on: str) -> None:
        """Show the refusal.

        `allowed` is the heading of what would be allowed, `go_on` the label of the button.
        """
        self.model, self.labels = refused, (allowed, go_on)
        self.go_on_button.update(go_on)
        self.overrule_button.update(refused.overrule_label)
        self.set_attached(self.overrule_button, bool(refused.overrule_label))
        self.clause_button.touch_target = f"clause/{refused.clause}"
        self.clause_button.update(refused.clause)
        self.set_attached(self.clause_button, bool(refused.clause))
        self.request_redraw()

    @property
    def subject(self) -> str:
        """What was tried, and why not."""
        return f"{self.model.attempt} {self.model.reason}" if self.model is not None else ""

    def on_touch_down(self, touch: Any) -> bool:
        """Keep every touch from what lies beneath; a finger beside the buttons closes it, too."""
        if not super().on_touch_down(touch):
            touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Close it when a finger that came down beside the buttons leaves."""
        if touch.grab_current is self:
            touch.ungrab(self)
            self.touch_handler("go-on")
            return True
        return bool(super().on_touch_up(touch))

    def _sheet_rect(self, bounds: Rect) -> Rect:
        return bounds.inset(mm(5), mm(3))

    def arrange_children(self, bounds: Rect) -> None:
        """Place the buttons at the foot of the sheet."""
        foot = self._sheet_rect(bounds).inset(mm(4)).cut_bottom(mm(TOUCH_SIZE))[0]
        button, rest = foot.cut_right(mm(42), mm(3))
        place_widget(self.go_on_button, button)
        button, rest = rest.cut_right(mm(42), mm(3))
        place_widget(self.overrule_button, button)
        place_widget(self.clause_button, rest.cut_left(mm(45))[0])

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint shade over the table, a sheet of parchment, and the texts."""
        refused = self.model
        painter.fill_rect(window_rect(), OVERLAY_SHADE)
        if refused is None:
            return
        sheet = self._sheet_rect(bounds)
        painter.fill_rect(sheet, NO_RED, mm(CORNER_RADIUS))
        painter.fill_rect(sheet.inset(mm(0.6)), PARCHMENT, mm(CORNER_RADIUS - 0.6))
        inner = sheet.inset(mm(4), mm(3.4))
        sign, rest = inner.cut_left(mm(17), mm(4))
        painter.draw_symbol("halt", sign.cut_top(mm(17))[0], NO_RED)
        if refused.seat is not None:
            painter.draw_symbol(refused.seat.colour, sign.cut_top(mm(34))[0].cut_bottom(mm(13))[0])
        head, rest = rest.cut_top(mm(5))
        painter.draw_text(refused.attempt, head, BODY_TEXT, FADED_SEPIA, may_truncate=True)
        self._paint_reason(painter, rest.cut_bottom(mm(TOUCH_SIZE + 2))[1], refused)

    def _paint_reason(self, painter: Painter, body: Rect, refused: RefusalModel) -> None:
        """Paint the reason, its clause, and what would be allowed."""
        count = len(refused.allowed_instead[:3])
        why, below = body.cut_top(body.height * (0.4 if count else 0.7), mm(1))
        painter.draw_text(refused.reason, why, LARGE_TEXT, SEPIA, bold=True, max_lines=3)
        title, below = below.cut_top(mm(5), mm(1.5))
        painter.draw_text(refused.clause_title, title, SMALL_TEXT, FADED_SEPIA)
        if not count:
            return
        head, below = below.cut_top(mm(4.6))
        painter.draw_text(self.labels[0], head, SMALL_TEXT, FADED_SEPIA, bold=True)
        for words, row in zip(refused.allowed_instead, below.split_rows(3, mm(0.4)), strict=False):
            mark, line = row.cut_left(mm(4), mm(1.4))
            painter.draw_symbol("check", mark, mix_colours(SEPIA, PARCHMENT, 0.3))
            painter.draw_text(words, line, BODY_TEXT, SEPIA, max_lines=2)


class TableViewModule(Protocol):
    """A game's module `table_view`; imported when its table is first shown."""

    TableView: Callable[[TouchHandler, GetTranslations], Any]
    """Makes the widget of its table: `show` is given the model that `presenter.table_model` made; the touch
    handler gets what is touched.
    """


class TablePage(Page):
    """Shows the table, and passes touches on to the app controller."""

    def __init__(self, app: AppShell) -> None:
        self.game = ""
        self.view: Any = None
        self.overlay: Any = None
        super().__init__(app)
        self.overlays = OverlayCache(self.on_touched, lambda: self.app.translations)
        self.refusal_overlay = RefusalOverlay(self._on_refusal_read)
        self._asking: Any = None
        """The touch that no widget took."""
        self._answered: Any = None
        """The table at which the last answer was given: at another one it no longer holds."""

    def refresh(self) -> None:
        """Show the table as it is, its overlay and the refusal."""
        _ = self.app.translations.gettext
        table, refusal = self.app.app_state.table_model, self.app.app_state.refusal
        if refusal is not None:
            self.refusal_overlay.show(refusal, _("This would be allowed:"), _("I see"))
        # first, as it may explain why the rest cannot be shown
        self.set_attached(self.refusal_overlay, refusal is not None)
        self.request_redraw()
        if table is not self._answered or self.app.app_state.overlay is not None or refusal is not None:
            self.bubble.close()
        if table is not None:
            if table.game != self.game:
                self._show_game(table.game)
            self.view.show(table)
        self._show_overlay(self.app.app_state.overlay)

    def _show_overlay(self, shown: ShownOverlay | None) -> None:
        """Show this overlay above the table, beneath a refusal."""
        overlay = self.overlays.widget_for(shown)
        refusal = self.refusal_overlay.parent is not None
        place = 1 if refusal and shown is not None and not shown.covers_refusal else 0
        if overlay is not self.overlay or (overlay is not None and self.children.index(overlay) != place):
            if self.overlay is not None:
                self.remove_widget(self.overlay)
            if overlay is not None:
                self.add_widget(overlay, index=place)
            self.overlay = overlay

    def _show_game(self, game: str) -> None:
        """Show the view of this game in place of any other."""
        if self.view is not None:
            self.remove_widget(self.view)
        module = load_plugin_part(game, "screen", "table_view") or default
        load_kivy_rules_for(module.__name__)
        view = cast(TableViewModule, module)
        self.view = view.TableView(self.on_touched, lambda: self.app.translations)
        self.game = game
        self.add_widget(self.view, index=len(self.children))

    def redraw(self) -> None:
        """Redraw everything; overlays that are not shown now are made anew when they are."""
        super().redraw()
        self.overlays = OverlayCache(self.on_touched, lambda: self.app.translations)

    def on_leave(self) -> None:
        """Another page is shown: tell the game."""
        self.on_touched("leave")

    def on_touched(self, touch_target: str) -> None:
        """Go to the home or the settings page, or pass the touch on to the running game."""
        game = self.app.controller.game_controller
        if touch_target in ("home", "settings"):
            self.app.go_to_page(touch_target)
        elif touch_target == "result":
            self.app.show_result(None)
        elif game is not None:
            game.touch(touch_target)

    # -- touches that no widget takes, and fingers that rest

    def on_touch_down(self, touch: Any) -> bool:
        """Remember a finger that no widget takes, unless something other than an earlier table covers this one."""
        self._asking = self._answered = None
        is_taken = super().on_touch_down(touch)
        is_covered = self.overlay is not None or self.refusal_overlay.parent is not None
        if touch.ud.get("asks_about_then") or (self.view is not None and not is_taken and not is_covered):
            self._asking = touch
        return is_taken

    def on_touch_up(self, touch: Any) -> bool:
        """Ask what it meant, when it leaves where it came and did not rest."""
        if touch is self._asking and touch.grab_current is None:
            self._asking = None
            game = self.app.controller.game_controller
            far = hypot(touch.x - touch.ox, touch.y - touch.oy) > mm(DRAG_DISTANCE)
            if game is not None and not far and touch.time_end - touch.time_start < HOLD_SECONDS:
                self._answered = self.app.app_state.table_model
                target, symbol = self._target_at(touch.x, touch.y, is_held=False)
                if self.overlay is not None:
                    self.explain(target, symbol, touch.pos)
                elif target.startswith("about/"):
                    self.on_touched(target)
                else:
                    tell = partial(self._tell, self._answered, touch.pos, is_held=False)
                    game.answer_touch(target, tell)
        return super().on_touch_up(touch)

    def explain(self, touch_target: str, symbol: str, point: tuple[float, float]) -> bool:
        """Ask the game what that is."""
        game = self.app.controller.game_controller
        if game is None or not touch_target:
            return False
        self._asking = None
        self._answered = self.app.app_state.table_model
        game.explain_touch(touch_target, symbol, partial(self._tell, self._answered, point, is_held=True))
        return True

    def _target_at(self, x: float, y: float, is_held: bool) -> tuple[str, str]:
        """What the topmost thing there stands for, with its picture; else the nearest one, else the prompt."""
        found = super()._target_at(x, y, is_held)
        is_covered = self.overlay is not None or self.refusal_overlay.parent is not None
        if found[0] or is_covered or self.view is None:
            return found
        things = [(part.rect, part.asked_target) for part in visible_within(self.view) if part.asked_target]
        near = min(things, key=lambda thing: thing[0].distance_to(x, y), default=None)
        return ("prompt" if near is None or near[0].distance_to(x, y) > mm(NEAR) else near[1]), ""

    def _tell(self, table: Any, point: tuple[float, float], answer: TouchAnswer, is_held: bool) -> None:
        """Show the answer, if the table is still the one that was asked about."""
        if table is self._answered and table is self.app.app_state.table_model:
            self.show_answer(answer, point, is_held)

    def _on_refusal_read(self, touch_target: str) -> None:
        """Dismiss the refusal; where no table could be shown, go to the home page."""
        if self.app.controller.game_controller is None and touch_target == "go-on":
            self.app.app_state.refusal = None
        self.on_touched(touch_target)
        if self.app.app_state.table_model is None:
            self.app.go_to_page("home")

    def arrange_children(self, bounds: Rect) -> None:
        """Place all parts over the whole page."""
        for part in (self.view, self.overlay, self.refusal_overlay):
            if part is not None and part.parent is not None:
                place_widget(part, bounds)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint a message until there is a table."""
        super().paint(painter, bounds)
        if self.view is None:
            _ = self.app.translations.gettext
            painter.draw_text(
                _("The table is being laid …"),
                bounds.centred(mm(120), mm(10)),
                TITLE_TEXT,
                CHALK,
                halign="center",
            )
