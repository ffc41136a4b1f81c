"""The controller of the edition page: reads and writes the owner's file in the background."""

from __future__ import annotations

import logging
from queue import SimpleQueue

from companion.rules.errors import HeraldError
from companion.rules.game import EditionLine
from companion.screen.app_state import AppState, run_on_kivy_thread
from companion.screen.background_controller import BackgroundPageController
from companion.screen.view_models import EditionModel
from companion.table.storage.edition_file import load_edition_lines, save_edition_line
from companion.table.storage.side_file import problems_found_here
from companion.voice.language import load_translation
from companion.voice.problem_messages import PROBLEM_MESSAGES, file_error_message, side_file_message

log = logging.getLogger(__name__)


class EditionController(BackgroundPageController[str]):
    """Serves the page about what is printed on a copy.

    Its touch targets are `game/NAME`, which opens that game's file, and `print/ABOUT=VALUE`, which records
    what the copy says about something, in words of the record (`print/outline library=xxx/x.x`); without a
    value the entry is removed.
    """

    thread_name = "copy"

    def __init__(self, app_state: AppState) -> None:
        super().__init__(app_state)
        self._edition = EditionModel("")

    def clear_shown_page(self) -> None:
        """Show nothing until a file is read."""
        self._app_state.edition = None

    def serve_visit(self, queue: SimpleQueue[str | None], lang: str) -> None:
        """Handle the touches, and show what the file says after each."""
        while (target := queue.get()) is not None:
            what, _, which = target.partition("/")
            if what == "game":
                self._edition = EditionModel(which)
            try:
                with problems_found_here() as unusable:
                    prints = self._apply(what, which)
                self._show(prints, " ".join(side_file_message(each, lang) for each in unusable))
            except (HeraldError, OSError) as wrong:
                self._show(self._edition.edition_lines, file_error_message(wrong, lang))
            except Exception:  # the last net: the file is unchanged, and people are told
                log.exception("the file of what is printed stays as it was")
                sentence = PROBLEM_MESSAGES["fault"]
                self._show(self._edition.edition_lines, load_translation(lang).gettext(sentence))

    def _apply(self, what: str, which: str) -> tuple[EditionLine, ...]:
        """Handle a touch; what the file says after it."""
        game = self._edition.game
        if what != "print":
            return load_edition_lines(game)
        about, _, value = which.partition("=")
        return save_edition_line(game, tuple(about.split()), tuple(value.split()))

    def _show(self, prints: tuple[EditionLine, ...], wrong: str = "") -> None:
        self._edition = copy = EditionModel(self._edition.game, prints, wrong)
        run_on_kivy_thread(lambda: setattr(self._app_state, "edition", copy))
