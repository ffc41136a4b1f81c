"""The table: whichever game lies on it, shown by that game's own view, and over it what was refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

from kivy.metrics import mm

from companion.games import load_plugin_part
from companion.screen.default import table_view as default
from companion.screen.draw.canvas_widget import TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CHALK, TITLE_TEXT
from companion.screen.overlays.overlay_views import OverlayCache
from companion.screen.overlays.refusal_overlay import RefusalOverlay
from companion.screen.pages.page import AppShell, Page
from companion.screen.widgets.overlay import GetTranslations


class GameTableView(Protocol):
    """A game's module `table_view`; imported when a game of it is first shown."""

    TableView: Callable[[TouchHandler, GetTranslations], Any]
    """Makes the widget of its table: `show` is given what the module `shown` made, `Act` what is touched."""


class TablePage(Page):
    """Passes what is touched to the desk."""

    def __init__(self, app: AppShell) -> None:
        self.game = ""
        self.view: Any = None
        self.overlay: Any = None
        super().__init__(app)
        self.overlays = OverlayCache(self.on_touched, lambda: self.app.translations)
        self.refusal_overlay = RefusalOverlay(self._on_refusal_read)

    def refresh(self) -> None:
        """The table as it is, and what was refused."""
        _ = self.app.translations.gettext
        table, refused = self.app.app_state.table_model, self.app.app_state.refusal
        if refused is not None:
            self.refusal_overlay.show(refused, _("This would be allowed:"), _("I see"))
        # first: it may say that the rest cannot be shown
        self.set_attached(self.refusal_overlay, refused is not None)
        self.request_redraw()
        if table is not None:
            if table.game != self.game:
                self._show_game(table.game)
            self.view.show(table)
        self._show_overlay(self.app.app_state.overlay)

    def _show_overlay(self, aside: Any) -> None:
        """What lies over the table for a while, beneath a refusal."""
        layer = self.overlays.overlay_for(aside)
        if layer is not self.overlay:
            if self.overlay is not None:
                self.remove_widget(self.overlay)
            if layer is not None:
                self.add_widget(layer, index=1 if self.refusal_overlay.parent is not None else 0)
            self.overlay = layer

    def _show_game(self, game: str) -> None:
        """The view of this game instead of any other."""
        if self.view is not None:
            self.remove_widget(self.view)
        view = cast(GameTableView, load_plugin_part(game, "screen", "table_view") or default)
        self.view = view.TableView(self.on_touched, lambda: self.app.translations)
        self.game = game
        self.add_widget(self.view, index=len(self.children))

    def redraw(self) -> None:
        """What does not lie here now is made anew when it does again."""
        super().redraw()
        self.overlays = OverlayCache(self.on_touched, lambda: self.app.translations)

    def on_leave(self) -> None:
        """Another page is looked at instead."""
        self.app.controller.touch("leave")

    def on_touch_down(self, touch: Any) -> bool:
        """A finger comes down on what is shown now, whatever is shown when it leaves."""
        self.app.controller.finger_down()
        return bool(super().on_touch_down(touch))

    def on_touched(self, touch_target: str) -> None:
        """Home and settings are pages of their own; all else is the desk's."""
        if touch_target in ("home", "settings"):
            self.app.go_to_page(touch_target)
        else:
            self.app.controller.touch(touch_target)

    def _on_refusal_read(self, touch_target: str) -> None:
        """A refusal was read. Where no table could be laid, the way leads home."""
        self.app.controller.touch(touch_target)
        if self.app.app_state.table_model is None:
            self.app.go_to_page("home")

    def arrange_children(self, bounds: Rect) -> None:
        """All over all."""
        for over in (self.view, self.overlay, self.refusal_overlay):
            if over is not None and over.parent is not None:
                place_widget(over, bounds)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Until there is a table, a word."""
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
