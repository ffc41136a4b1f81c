"""The controller of the backup page: it writes and restores backups on its own thread while the page is open."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import Final

from msgspec.structs import replace

from companion.home import herald_home
from companion.rules.errors import HeraldError
from companion.screen.app_state import AppState, PowerAction, run_on_kivy_thread
from companion.screen.background_controller import BackgroundPageController
from companion.screen.pages.backup.backup_choices import OWN_FOLDER_NAME, STICK_GONE, BackupChoices
from companion.screen.pages.backup.backup_models import BackupModel, BackupResultModel
from companion.table.backup.backup_archive import backup_file_name, open_backup, write_backup
from companion.table.backup.restore import restore_backup
from companion.voice.language import load_translation, mark_message
from companion.voice.problem_messages import file_error_message

log = logging.getLogger(__name__)

WRITTEN: Final = mark_message("Everything is in {path}. Evenings in it: {evenings}.")
NOT_ALL_WRITTEN: Final = mark_message(
    "{path} is written, but this could not be read and is not in it: {names}"
)
BACKUP_FAULT: Final = mark_message("Something went wrong here. Everything that is kept is as it was.")
MAX_NAMED = 3


class BackupController(BackgroundPageController[str]):
    """Serves the backup page.

    `is_game_open`: whether an evening is open here; `close_game` closes it, `reload` looks for it again. The last two
    are called on Kivy's thread.
    """

    thread_name = "backup"

    def __init__(
        self,
        app_state: AppState,
        is_game_open: Callable[[], bool],
        close_game: Callable[[], None],
        reload: Callable[[], None],
    ) -> None:
        super().__init__(app_state)
        self._is_game_open, self._close_game, self._reload = is_game_open, close_game, reload
        self._model = BackupModel()
        self._choices: BackupChoices | None = None
        self._file = Path()

    def clear_shown_page(self) -> None:
        """Show the two buttons."""
        self._app_state.backup = BackupModel()

    def serve_visit(self, queue: SimpleQueue[str | None], lang: str) -> None:
        """Handle each touch; one that came while something was done is nobody's answer to what is shown now."""
        self._model, self._choices = BackupModel(), None
        while (target := queue.get()) is not None:
            try:
                self._handle(target, lang)
            except (HeraldError, OSError) as wrong:
                self._finish(file_error_message(wrong, lang), is_success=False)
            except Exception:  # the last net: nothing was replaced, and people can go home
                log.exception("the backup page failed")
                self._finish(load_translation(lang).gettext(BACKUP_FAULT), is_success=False)

    def _handle(self, target: str, lang: str) -> None:
        match target.partition("/")[0]:
            case "make" | "restore" as task:
                self._choices = BackupChoices(task, herald_home(), lang)
                self._ask(self._choices)
            case "back":
                self._go_back()
            case "folder" if self._choices is not None:
                self._choices.folders.append(self._choices.listed_path(target))
                self._ask(self._choices)
            case "here" if self._choices is not None:
                if self._choices.is_medium_gone:
                    self._finish(load_translation(lang).gettext(STICK_GONE), is_success=False)
                else:
                    self._write(self._choices.folders[-1], lang)
            case "file" if self._choices is not None:
                self._file = self._choices.listed_path(target)
                with open_backup(self._file) as backup:
                    question = self._choices.restore_question(
                        self._file, backup.manifest, self._is_game_open()
                    )
                self._show(replace(self._model, choice_overlay=question))
            case "take-in":
                self._restore()

    def _ask(self, choices: BackupChoices) -> None:
        self._show(BackupModel(choice_overlay=choices.question()))

    def _go_back(self) -> None:
        """Close the question, or go back to the one before."""
        shown = self._model.choice_overlay
        if self._choices is None or shown is None:
            return
        if any(choice.touch_target == "take-in" for choice in shown.choices):
            self._ask(self._choices)
        elif self._choices.folders:
            self._choices.folders.pop()
            self._ask(self._choices)
        else:
            self._show(BackupModel())

    def _write(self, folder: Path, lang: str) -> None:
        text, now = load_translation(lang).gettext, datetime.now()
        if folder == herald_home() / OWN_FOLDER_NAME:
            folder.mkdir(mode=0o700, exist_ok=True)
        written = write_backup(folder / backup_file_name(now), herald_home(), now, self._show_progress)
        if written.left_out:
            names = ", ".join(list(written.left_out)[:MAX_NAMED])
            self._finish(text(NOT_ALL_WRITTEN).format(path=written.file, names=names), is_success=False)
        else:
            self._finish(
                text(WRITTEN).format(path=written.file, evenings=written.manifest.evening_count), True
            )

    def _restore(self) -> None:
        """Close the evening that is open, restore, and end: what was read before must not come back."""
        if self._is_game_open():
            closed = Event()
            run_on_kivy_thread(lambda: self._put_away(closed))
            closed.wait()
        try:
            restore_backup(self._file, herald_home(), self._show_progress)
        except BaseException:
            run_on_kivy_thread(self._reload)
            raise
        run_on_kivy_thread(self._end)

    def _put_away(self, closed: Event) -> None:
        try:
            self._close_game()
        finally:
            closed.set()

    def _end(self) -> None:
        self._app_state.closing_action = PowerAction.RESTORED

    def _show_progress(self, done: int, total: int) -> None:
        percent = done * 100 // max(1, total)
        if percent != self._model.percent:
            self._show(BackupModel(percent=percent))

    def _finish(self, message: str, is_success: bool) -> None:
        self._choices = None
        self._show(BackupModel(BackupResultModel(message, is_success)))

    def _show(self, model: BackupModel) -> None:
        self._model = model
        run_on_kivy_thread(lambda: setattr(self._app_state, "backup", model))
