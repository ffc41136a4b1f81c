"""The controller of the deck page: one box at a time, on its own thread while the page is open."""

from __future__ import annotations

import logging
from collections.abc import Callable, Container
from contextlib import ExitStack
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final

from companion.games import default_game_name
from companion.rules.errors import HeraldError
from companion.screen.app_state import AppState, run_on_kivy_thread
from companion.screen.background_controller import BackgroundPageController
from companion.screen.pages.deck.tagging_models import TaggingModel
from companion.table.input_events import InputEvent
from companion.table.messages import ReportInput, SessionMessage
from companion.table.storage.file_locks import FileInUseError, FileLock
from companion.table.tags.deck_store import deck_path
from companion.voice.language import load_translation, mark_message
from companion.voice.problem_messages import file_error_message
from companion.voice.translator import Translator

if TYPE_CHECKING:
    from companion.screen.pages.deck.tagger import Tagger
    from companion.table.session import DeferredMessage
    from companion.table.table_hardware import TableHardware

log = logging.getLogger(__name__)

TAGS_BUSY: Final = mark_message("Another Herald is changing these tags. End that first, then come back here.")

TAGGING_FAULT: Final = mark_message(
    "Something went wrong here. What was given so far is kept; leave this page and come back."
)


class DeckController(BackgroundPageController[InputEvent]):
    """Serves the deck page.

    `find_hardware` may take its time and gives what is wired, None for nothing. `changed` is called with the
    name of a game when its tags may have changed and the page is left. `secret` gives the tags whose pieces
    must not be shown; it may take its time.
    """

    thread_name = "deck"

    def __init__(
        self,
        app_state: AppState,
        find_hardware: Callable[[], TableHardware | None],
        changed: Callable[[str], None],
        secret: Callable[[], Container[str]],
    ) -> None:
        super().__init__(app_state)
        self._find_hardware, self._on_tags_changed, self._get_secret_tags = find_hardware, changed, secret
        self._game = default_game_name()

    def clear_shown_page(self) -> None:
        """Show nothing until the box is loaded."""
        self._app_state.tagging = None

    def serve_visit(self, queue: SimpleQueue[InputEvent | str | None], lang: str) -> None:
        """Serve the page: one game after another, while readers and buttons report here."""
        with ExitStack() as leaving:
            hardware, listener = self._find_hardware(), _DeckListener(queue)
            if hardware is not None and not self.is_visit_over(
                queue
            ):  # otherwise another page gets the input already
                leaving.callback(hardware.restore_input, listener)
                hardware.redirect_input(listener)  # from now on what is laid there is no move
            game: str | None = self._game
            while game is not None and not self.is_visit_over(queue):
                game = self._serve_game(game, lang, hardware, listener)

    def _serve_game(
        self, game: str, lang: str, hardware: TableHardware | None, listener: _DeckListener
    ) -> str | None:
        """Serve one game; the name of the game that is wanted next, or None."""
        from companion.screen.pages.deck.tagger import Tagger

        self._game = game
        try:
            with FileLock(deck_path(game)):
                readers = (
                    [reader.zone for reader in hardware.status().readers] if hardware is not None else []
                )
                tagger = Tagger(game, lang, hardware or _NoLights(), readers, self._get_secret_tags())
                try:
                    if hardware is not None and not self.is_visit_over(listener.queue):
                        listener.is_listening = True
                        hardware.redirect_input(listener)
                    return self._serve_tagging(tagger, listener.queue)
                finally:
                    listener.is_listening = False
                    tagger.close()
                    self._on_tags_changed(game)
        except (HeraldError, OSError) as wrong:
            why = (
                load_translation(lang).gettext(TAGS_BUSY)
                if isinstance(wrong, FileInUseError)
                else file_error_message(wrong, lang)
            )
            self._show_fault(why, game, lang)
        except Exception:  # the last net: every binding is on the disk, and people can go home
            log.exception("the deck page was left")
            self._show_fault(load_translation(lang).gettext(TAGGING_FAULT), game, lang)
        while listener.queue.get() is not None:
            pass
        return None

    def _serve_tagging(self, tagger: Tagger, queue: SimpleQueue[InputEvent | str | None]) -> str | None:
        self._show(tagger.make_model())
        while (item := queue.get()) is not None:
            if isinstance(item, str):
                tagger.touch(item)
            else:
                tagger.on_input_event(item)
            if tagger.requested_game:
                return tagger.requested_game
            if queue.empty():
                self._show(tagger.make_model())
        return None

    def _show_fault(self, why: str, game: str, lang: str) -> None:
        """Show why nothing can be done until the page is opened again."""
        self._show(
            TaggingModel(Translator(game, {}, lang).name_of("game", "title"), 0, 0, why, is_urgent=True)
        )

    def _show(self, tagging: TaggingModel) -> None:
        run_on_kivy_thread(lambda: setattr(self._app_state, "tagging", tagging))


class _DeckListener:
    """Puts what readers and buttons report into the queue, unless it is not `is_listening`."""

    def __init__(self, queue: SimpleQueue[InputEvent | str | None]) -> None:
        self.queue = queue
        self.is_listening = False
        """Whether it is known which piece a tag would be given to."""

    def post(self, message: SessionMessage | DeferredMessage) -> None:
        """Called on any thread."""
        if self.is_listening and isinstance(message, ReportInput):
            self.queue.put(message.event)


class _NoLights:
    """Stands in where there are neither lights nor a sounder."""

    def show_light(self, zone: str, signal: str) -> None:
        """Do nothing."""

    def play_sound(self, what: str) -> None:
        """Do nothing."""
