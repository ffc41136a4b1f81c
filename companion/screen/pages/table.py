"""The table page: shows the running game by its own view, with overlays and refusals above."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

from kivy.metrics import mm

from companion.games import load_plugin_part
from companion.screen.default import table_view as default
from companion.screen.draw.canvas_widget import TouchHandler, place_widget
from companion.screen.draw.kivy_rules import load_kivy_rules_for
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, TITLE_TEXT
from companion.screen.overlays.overlay_views import OverlayCache
from companion.screen.overlays.refusal_overlay import RefusalOverlay
from companion.screen.pages.page import AppShell, Page
from companion.screen.widgets.table_frame import GetTranslations


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

    def refresh(self) -> None:
        """Show the table as it is, its overlay and the refusal."""
        _ = self.app.translations.gettext
        table, refusal = self.app.app_state.table_model, self.app.app_state.refusal
        if refusal is not None:
            self.refusal_overlay.show(refusal, _("This would be allowed:"), _("I see"))
        # first, as it may explain why the rest cannot be shown
        self.set_attached(self.refusal_overlay, refusal is not None)
        self.request_redraw()
        if table is not None:
            if table.game != self.game:
                self._show_game(table.game)
            self.view.show(table)
        self._show_overlay(self.app.app_state.overlay)

    def _show_overlay(self, model: Any) -> None:
        """Show this overlay above the table, beneath a refusal."""
        overlay = self.overlays.overlay_for(model)
        if overlay is not self.overlay:
            if self.overlay is not None:
                self.remove_widget(self.overlay)
            if overlay is not None:
                self.add_widget(overlay, index=1 if self.refusal_overlay.parent is not None else 0)
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
        elif game is not None:
            game.touch(touch_target)

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
