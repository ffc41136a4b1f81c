"""The program behind the deck page: one box at a time, on a thread of its own while the page is open."""

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
from companion.table.storage.journal import FileInUseError
from companion.table.tags.deck_store import DeckLock, deck_path
from companion.voice.language import load_translation, message
from companion.voice.problem_messages import file_error_message
from companion.voice.translator import Translator

if TYPE_CHECKING:
    from companion.screen.pages.deck.tagger import Tagger
    from companion.table.session import DeferredMessage
    from companion.table.table_hardware import TableHardware

log = logging.getLogger(__name__)

TAGS_BUSY: Final = message("Another Herald is changing these tags. End that first, then come back here.")

TAGGING_FAULT: Final = message(
    "Something went wrong here. What was given so far is kept; leave this page and come back."
)


class DeckController(BackgroundPageController[InputEvent]):
    """`find_hardware`: what is wired, None for nothing; it may take its time.

    `changed` is called, with the name of a game, when its tags may have changed and the page is left. `secret` gives
    the tags of which it is not told whose they are; it may take its time.
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

    def reset_state(self) -> None:
        """See BackgroundPageController."""
        self._app_state.tagging = None

    def run(self, queue: SimpleQueue[InputEvent | str | None], lang: str) -> None:
        """See BackgroundPageController."""
        with ExitStack() as leaving:
            wired, ear = self._find_hardware(), _DeckListener(queue)
            if wired is not None and not self.is_page_left(queue):  # else another page hears already
                leaving.callback(wired.restore_input, ear)
                wired.redirect_input(ear)  # from here on what is laid there is no move
            game: str | None = self._game
            while game is not None and not self.is_page_left(queue):
                game = self._serve_game(game, lang, wired, ear)

    def _serve_game(
        self, game: str, lang: str, wired: TableHardware | None, ear: _DeckListener
    ) -> str | None:
        """One game, until another one is wanted (its name) or none any more."""
        from companion.screen.pages.deck.tagger import Tagger

        self._game = game
        try:
            with DeckLock(deck_path(game)):
                readers = [reader.zone for reader in wired.status().readers] if wired is not None else []
                tagger = Tagger(game, lang, wired or _NoLights(), readers, self._get_secret_tags())
                try:
                    if wired is not None and not self.is_page_left(ear.queue):
                        ear.is_listening = True
                        wired.redirect_input(ear)
                    return self._serve_tagging(tagger, ear.queue)
                finally:
                    ear.is_listening = False
                    tagger.close()
                    self._on_tags_changed(game)
        except (HeraldError, OSError) as wrong:
            why = (
                load_translation(lang).gettext(TAGS_BUSY)
                if isinstance(wrong, FileInUseError)
                else file_error_message(wrong, lang)
            )
            self._show_fault(why, game, lang)
        except Exception:  # the last net: every binding is on the disk, and the way leads home
            log.exception("the deck page was left")
            self._show_fault(load_translation(lang).gettext(TAGGING_FAULT), game, lang)
        while ear.queue.get() is not None:
            pass
        return None

    def _serve_tagging(self, tagger: Tagger, queue: SimpleQueue[InputEvent | str | None]) -> str | None:
        self._show(tagger.make_model())
        while (heard := queue.get()) is not None:
            if isinstance(heard, str):
                tagger.touch(heard)
            else:
                tagger.on_input_event(heard)
            if tagger.requested_game:
                return tagger.requested_game
            if queue.empty():
                self._show(tagger.make_model())
        return None

    def _show_fault(self, why: str, game: str, lang: str) -> None:
        """Nothing can be done here until one comes back."""
        self._show(
            TaggingModel(Translator(game, {}, lang).name_of("game", "title"), 0, 0, why, is_urgent=True)
        )

    def _show(self, tagging: TaggingModel) -> None:
        run_on_kivy_thread(lambda: setattr(self._app_state, "tagging", tagging))


class _DeckListener:
    """What readers and buttons tell the deck, into its queue; while it is not `is_listening` they tell nobody."""

    def __init__(self, queue: SimpleQueue[InputEvent | str | None]) -> None:
        self.queue = queue
        self.is_listening = False
        """Whether it is known which piece a tag would be given to."""

    def post(self, message: SessionMessage | DeferredMessage) -> None:
        """From any thread."""
        if self.is_listening and isinstance(message, ReportInput):
            self.queue.put(message.event)


class _NoLights:
    """Lights and a sounder where there are none."""

    def show_light(self, zone: str, signal: str) -> None:
        """Nothing shines."""

    def play_sound(self, what: str) -> None:
        """Nothing is heard."""
