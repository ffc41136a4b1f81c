"""The program behind the page of what is printed on an owner's copy of a game: his file, read and written aside."""

from __future__ import annotations

import logging
from queue import SimpleQueue

from companion.rules.errors import HeraldError
from companion.rules.game import EditionLine
from companion.screen.app_state import AppState, run_on_kivy_thread
from companion.screen.background_controller import BackgroundPageController
from companion.screen.view_models import EditionModel
from companion.table.storage.edition_file import load_edition_lines, save_edition_line
from companion.voice.language import load_translation
from companion.voice.problem_messages import PROBLEM_MESSAGES, file_error_message

log = logging.getLogger(__name__)


class EditionController(BackgroundPageController[str]):
    """A finger touches `game/NAME` to turn to that game's file, and
    `print/ABOUT=VALUE` to write down what the copy says about something, in words of the record
    (`print/outline library=xxx/x.x`); without a value it says nothing about it any more.
    """

    thread_name = "copy"

    def __init__(self, app_state: AppState) -> None:
        super().__init__(app_state)
        self._edition = EditionModel("")

    def reset_state(self) -> None:
        """See BackgroundPageController."""
        self._app_state.edition = None

    def run(self, queue: SimpleQueue[str | None], lang: str) -> None:
        """See BackgroundPageController."""
        while (thing := queue.get()) is not None:
            what, _, which = thing.partition("/")
            if what == "game":
                self._edition = EditionModel(which)
            try:
                self._show(self._apply(what, which))
            except (HeraldError, OSError) as wrong:
                self._show(self._edition.edition_lines, file_error_message(wrong, lang))
            except Exception:  # the last net: the file is as it was, and a person is told
                log.exception("the file of what is printed stays as it was")
                sentence = PROBLEM_MESSAGES["fault"]
                self._show(self._edition.edition_lines, load_translation(lang).gettext(sentence))

    def _apply(self, what: str, which: str) -> tuple[EditionLine, ...]:
        """What the file says after it."""
        game = self._edition.game
        if what != "print":
            return load_edition_lines(game)
        about, _, value = which.partition("=")
        return save_edition_line(game, tuple(about.split()), tuple(value.split()))

    def _show(self, prints: tuple[EditionLine, ...], wrong: str = "") -> None:
        self._edition = copy = EditionModel(self._edition.game, prints, wrong)
        run_on_kivy_thread(lambda: setattr(self._app_state, "edition", copy))
