"""The controller of the evenings page: reads the list on a thread, and hands over an evening to go on with."""

from __future__ import annotations

import logging
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Protocol

from companion.rules.errors import HeraldError
from companion.screen.app_state import AppState, run_on_kivy_thread
from companion.screen.background_controller import BackgroundPageController
from companion.screen.overlay_models import ChoiceOverlayModel
from companion.screen.pages.evenings.evening_models import EveningsModel
from companion.voice.language import load_translation
from companion.voice.problem_messages import PROBLEM_MESSAGES, file_error_message

if TYPE_CHECKING:
    from companion.screen.pages.evenings.evening_browser import EveningBrowser

log = logging.getLogger(__name__)


class EveningTable(Protocol):
    """The table, as the evenings page needs it. Everything is called on Kivy's thread."""

    @property
    def journal_path(self) -> Path | None:
        """The journal of the game that runs, None without one."""
        ...

    def resume_evening(self, path: Path, game: str, checks_table: bool = False) -> None:
        """Go on with an evening in the background; the one that runs is shown again.

        `checks_table`: people compare the real table with it first.
        """
        ...

    def leave_game(self) -> None:
        """Stop the game that runs."""
        ...

    def look_for_games(self) -> None:
        """Look anew for the game to go on with: what is kept has changed."""
        ...


class EveningsController(BackgroundPageController[None]):
    """Serves the evenings page."""

    thread_name = "evenings"

    def __init__(self, app_state: AppState, table: EveningTable) -> None:
        super().__init__(app_state)
        self._table = table
        self._on_table: Path | None = None

    def open(self) -> None:
        """Start to read the list."""
        self._on_table = self._table.journal_path
        super().open()

    def clear_shown_page(self) -> None:
        """Show nothing until the list is read."""
        self._app_state.evenings = None

    def serve_visit(self, queue: SimpleQueue[str | None], lang: str) -> None:
        """Serve the page: touch by touch, until it is left."""
        from companion.screen.pages.evenings.evening_browser import EveningBrowser

        try:
            browser = EveningBrowser(
                lang,
                self._on_table,
                lambda: bool(self._app_state.unkept_warning),
                lambda: run_on_kivy_thread(self._table.look_for_games),
            )
            self._show(queue, browser.make_model())
            while (touch_target := queue.get()) is not None:
                if not self._hand_over(browser, touch_target):
                    browser.touch(touch_target)
                    self._go_on_with_recovered(browser)
                if queue.empty():
                    self._show(queue, browser.make_model())
        except (HeraldError, OSError) as wrong:
            self._show_problem(queue, file_error_message(wrong, lang), lang)
        except Exception:  # the last net: the journals are as they were, and people can go home
            log.exception("the evenings page was left")
            sentence = PROBLEM_MESSAGES["fault"]
            self._show_problem(queue, load_translation(lang).gettext(sentence), lang)

    def _hand_over(self, browser: EveningBrowser, touch_target: str) -> bool:
        """Whether the touch is for the table: it goes on with an evening, or must be left first."""
        opened = browser.opened
        if opened is None:
            return False
        if browser.goes_on(touch_target):
            run_on_kivy_thread(lambda: self._go_on(opened.path, opened.game))
            return True
        if touch_target == "yes" and browser.needs_empty_table:
            browser.leave_table()
            run_on_kivy_thread(self._leave_game)
            return True
        return False

    def _go_on_with_recovered(self, browser: EveningBrowser) -> None:
        """Go on with the evening that was brought back just now: people compare the real table with it first."""
        recovered = browser.take_recovered()
        if recovered is not None:
            run_on_kivy_thread(lambda: self._go_on(recovered.path, recovered.game, checks_table=True))

    def _go_on(self, path: Path, game: str, checks_table: bool = False) -> None:
        self._table.resume_evening(path, game, checks_table)
        self._app_state.dispatch("on_page_requested", "table")

    def _leave_game(self) -> None:
        """Stop the game that runs, then answer once more."""
        self._table.leave_game()
        self.touch("yes")

    def _show_problem(self, queue: SimpleQueue[str | None], why: str, lang: str) -> None:
        """Show why nothing can be done until the page is opened again."""
        title = load_translation(lang).gettext("Evenings")
        self._show(queue, EveningsModel(question=ChoiceOverlayModel(title, (), "", why)))

    def _show(self, queue: SimpleQueue[str | None], model: EveningsModel) -> None:
        """Show this, unless the page was left meanwhile."""

        def show() -> None:
            if not self.is_visit_over(queue):
                self._app_state.evenings = model

        run_on_kivy_thread(show)
