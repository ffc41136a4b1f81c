"""One evening to look at: its final screens, the points and where they come from, and what happened in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.public_view import public_history
from companion.screen.context import ScreenContext
from companion.screen.overlay_models import FINAL_REPORT_TARGET
from companion.screen.overlays.overlay_controller import OverlayController
from companion.screen.report_models import ItemListModel, ListItemModel, ReportModel
from companion.screen.ui_state import UiState
from companion.screen.view_models import ChoiceModel
from companion.table.messages import SessionMessage, Strictness
from companion.table.session import Session
from companion.table.storage.saved_games import SavedGame, load_evening
from companion.voice.evening_text import describe_evening, narrate_game
from companion.voice.narration import NarrationLine
from companion.voice.voice import Voice


class EveningViewer:
    """Shows one evening without its journal: nothing that is touched here changes it.

    Until it is over, only what everybody may know of it is shown. Raises InvalidRecord, OSError.
    """

    def __init__(self, saved: SavedGame, lang: str) -> None:
        head, history = load_evening(saved.path)
        voice = Voice(head.game, {seat.colour: seat.shown_name for seat in head.setup.seats}, lang)
        snapshot = Session(history).snapshot
        self._is_over = history.position.outcome() is not None
        told = history.frozen_copy if self._is_over else public_history(history)
        context = ScreenContext(snapshot, lambda: told, voice, UiState())
        self._overlays = OverlayController(head.game, lambda: context, _post_nothing, _set_nothing)
        if not self._is_over:
            self._overlays.skip_reports()  # on the last move, which hands would have to follow
        self._account = self._make_account(saved, lang, voice, narrate_game(history, voice))

    def _make_account(
        self, saved: SavedGame, lang: str, voice: Voice, lines: Iterable[NarrationLine]
    ) -> ReportModel:
        text, _ = describe_evening(saved, lang), voice.translator.gettext
        points = ChoiceModel("standing", _("Points so far"), "chart", "main")
        ending = ChoiceModel(FINAL_REPORT_TARGET, _("The winner, and why"), "sun", "main")
        return ReportModel(
            _("What happened"),
            (ItemListModel(tuple(ListItemModel(line.text, line.who) for line in lines)),),
            subtitle=" · ".join(filter(None, (text.name, text.game, text.players, text.when))),
            symbol="book",
            actions=(ending if self._is_over else points,),
        )

    def touch(self, touch_target: str) -> bool:
        """Handle a touch; whether the evening is still looked at."""
        what = touch_target.partition("/")[0]
        if what in ("standing", "ledger", FINAL_REPORT_TARGET, "next", "skip-all", "step"):
            self._overlays.touch(touch_target)
        elif what == "back":
            if not self._overlays.has_overlay:
                return False
            self._overlays.touch("back")
        return True

    def make_model(self) -> object:
        """The report that is shown: of the end, of the points, or what happened."""
        return self._overlays.current_model() or self._account


def _post_nothing(message: SessionMessage) -> None:
    """An evening that is looked at goes nowhere."""


def _set_nothing(level: Strictness) -> None:
    """An evening that is looked at is not judged."""
