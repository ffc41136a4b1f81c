"""The program's slow work, each piece on a thread of its own: the disk and the hardware may take their time."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Thread

from companion.rules.errors import HeraldError
from companion.screen.app_state import AppState, run_on_kivy_thread
from companion.screen.view_models import RefusalModel
from companion.voice.language import load_translation

log = logging.getLogger(__name__)


class BackgroundWork:
    """Runs work on threads; what fails there is shown as a refusal."""

    def __init__(self, app_state: AppState) -> None:
        self._app_state = app_state
        self._workers: list[Thread] = []

    def run(self, work: Callable[[], None], game: str = "") -> None:
        """Start this work; `game`: the game that it is about, whose code may fail."""
        self._workers = [worker for worker in self._workers if worker.is_alive()]
        worker = Thread(target=self._run_guarded, args=(work, game), name="program", daemon=True)
        self._workers.append(worker)
        worker.start()

    def join(self) -> None:
        """Wait until all work is finished."""
        for worker in self._workers:
            worker.join()

    def _run_guarded(self, work: Callable[[], None], game: str) -> None:
        try:
            work()
        except (HeraldError, OSError) as wrong:
            from companion.voice.problem_messages import file_error_message  # as a rule nothing is wrong

            self.show_error(file_error_message(wrong, self._app_state.lang))
        except Exception:  # the last net: people can go home, and the games on the disk are unchanged
            from companion.voice.problem_messages import PROBLEM_MESSAGES, game_fault_message

            log.exception("the way leads home")
            lang, sentence = self._app_state.lang, PROBLEM_MESSAGES["fault"]
            told = game_fault_message(game, lang) if game else load_translation(lang).gettext(sentence)
            self.show_error(told)

    def show_error(self, why: str) -> None:
        """Show an error as a refusal; may be called from any thread."""
        run_on_kivy_thread(lambda: self._set_refusal(RefusalModel(None, "", why, "", "")))

    def _set_refusal(self, refusal: RefusalModel) -> None:
        self._app_state.refusal = refusal
