"""The edition page: what is printed on an owner's copy of a game, where the game has its own view for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

from companion.games import load_plugin_part
from companion.screen.draw.canvas_widget import TouchHandler, place_widget
from companion.screen.draw.rect import Rect
from companion.screen.pages.page import AppShell, FramedPage
from companion.screen.widgets.table_frame import GetTranslations


class EditionViewModule(Protocol):
    """The part `edition` of a game's plug-in."""

    EditionView: Callable[[TouchHandler, GetTranslations], Any]
    """Makes the widget. `show` is given an `EditionModel` and the language; `TouchHandler` gets what
    companion.screen.pages.new_game.edition_controller understands.
    """


class EditionPage(FramedPage):
    """Shows the edition view of `game`, which is set before the page is shown."""

    def __init__(self, app: AppShell) -> None:
        self.game = ""
        self.shown_game = ""
        self.view: Any = None
        super().__init__(app)

    def on_enter(self) -> None:
        """Read what the file says."""
        self.app.controller.edition_controller.open()
        self.app.controller.edition_controller.touch(f"game/{self.game}")

    def on_leave(self) -> None:
        """Close the file: every entry is saved, or an error was shown."""
        self.app.controller.edition_controller.close()

    def on_touched(self, touch_target: str) -> None:
        """Handle home and back; pass other touches on."""
        if touch_target in ("home", "back"):
            super().on_touched(touch_target)
        else:
            self.app.controller.edition_controller.touch(touch_target)

    def refresh(self) -> None:
        """Show what the file says."""
        _ = self.app.translations.gettext
        self.show_header(_("Printed values"), _("As your copy has them. They hold from the next game on."))
        if self.game and self.game != self.shown_game:
            if self.view is not None:
                self.remove_widget(self.view)
            made = cast(EditionViewModule, load_plugin_part(self.game, "edition"))
            self.view = made.EditionView(self.on_touched, lambda: self.app.translations)
            self.shown_game = self.game
            self.add_widget(self.view)
        copy = self.app.app_state.edition
        if self.view is not None and copy is not None and copy.game == self.game:
            self.view.show(copy, self.app.app_state.lang)

    def arrange_body(self, body_rect: Rect) -> None:
        """Place the view below the head."""
        if self.view is not None:
            place_widget(self.view, body_rect)
