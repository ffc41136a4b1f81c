"""The edition page: what is printed on an owner's copy of a game, where the game has its own view for it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Any, Protocol, cast

from companion.games import load_plugin_part
from companion.rules.errors import HeraldError
from companion.rules.game import EditionLine
from companion.screen.app_state import run_on_kivy_thread
from companion.screen.draw.canvas_widget import TouchHandler, place_widget
from companion.screen.draw.rect import Rect
from companion.screen.pages.page import AppShell, WorkingPage
from companion.screen.view_models import EditionModel
from companion.screen.widgets.table_frame import GetTranslations
from companion.table.storage.edition_file import load_edition_lines, save_edition_line
from companion.table.storage.kept_files import problems_found_here
from companion.voice.language import load_translation
from companion.voice.problem_messages import PROBLEM_MESSAGES, file_error_message, side_file_message

log = logging.getLogger(__name__)


class EditionViewModule(Protocol):
    """The part `edition` of a game's plug-in."""

    EditionView: Callable[[TouchHandler, GetTranslations], Any]
    """Makes the widget. `show` is given an `EditionModel` and the language; `TouchHandler` gets
    `print/ABOUT=VALUE`, which records what the copy says about something, in words of the record
    (`print/outline library=xxx/x.x`); without a value the entry is removed.
    """


class EditionPage(WorkingPage[str]):
    """Shows the edition view of `game`, which is set before the page is shown, and writes the owner's file."""

    model: EditionModel | None = None

    def __init__(self, app: AppShell) -> None:
        self.game = ""
        self.shown_game = ""
        self.view: Any = None
        super().__init__(app)

    def first_model(self) -> None:
        """Nothing, until the file is read."""

    def on_enter(self) -> None:
        """Read what the file says."""
        super().on_enter()
        self.work_on("read")

    def on_touched(self, touch_target: str) -> None:
        """Handle home and back; other touches are about the file."""
        if touch_target in ("home", "back"):
            super().on_touched(touch_target)
        else:
            self.work_on(touch_target)

    # -- the file, on a thread

    def serve_visit(self, queue: SimpleQueue[str | None], lang: str) -> None:
        """Handle the touches, and show what the file says after each."""
        game, lines, wrong = self.game, tuple[EditionLine, ...](), ""
        while (touch_target := queue.get()) is not None:
            try:
                with problems_found_here() as unusable:
                    lines = _file_after(game, touch_target)
                wrong = " ".join(side_file_message(each, lang) for each in unusable)
            except (HeraldError, OSError) as error:
                wrong = file_error_message(error, lang)
            except Exception:  # the last net: the file is unchanged, and people are told
                log.exception("the file of what is printed stays as it was")
                sentence = PROBLEM_MESSAGES["fault"]
                wrong = load_translation(lang).gettext(sentence)
            run_on_kivy_thread(partial(self.show_model, EditionModel(game, lines, wrong)))

    # -- how it looks

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
        if self.view is not None and self.model is not None and self.model.game == self.game:
            self.view.show(self.model, self.app.app_state.lang)

    def arrange_body(self, body_rect: Rect) -> None:
        """Place the view below the head."""
        if self.view is not None:
            place_widget(self.view, body_rect)


def _file_after(game: str, touch_target: str) -> tuple[EditionLine, ...]:
    """What the file says after that touch."""
    what, _, which = touch_target.partition("/")
    if what != "print":
        return load_edition_lines(game)
    about, _, value = which.partition("=")
    return save_edition_line(game, tuple(about.split()), tuple(value.split()))
