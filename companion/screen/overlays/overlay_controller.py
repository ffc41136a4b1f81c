"""Decides what covers the table: an opened overlay on top, then an undo, then reports one after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, cast

from companion.games import load_plugin_part
from companion.rules.history import MovesUndone
from companion.rules.movements import Movement
from companion.rules.position import Position
from companion.rules.transaction import Event as Happened
from companion.screen.context import ScreenContext
from companion.screen.default import overlay_models as default
from companion.screen.default.table_check import TableCheckController
from companion.screen.overlay_models import FINAL_REPORT_TARGET
from companion.screen.overlays.common_overlay_models import (
    STRICTNESS_NAMES,
    make_legal_moves_report,
    make_menu_model,
    make_undo_model,
)
from companion.screen.overlays.explanation import make_explanation_report
from companion.screen.presenters.event_reports import EventReporter, ReportQueue, mark_made_movements
from companion.screen.report_models import MovementListModel, ReportModel
from companion.screen.view_models import ChoiceModel, MovementModel
from companion.table.messages import CorrectPosition, DismissNotices, SessionMessage, Strictness, UndoMoves
from companion.table.undo import UndoPlan

OPENING_WORDS = {
    "menu": False,
    "help": False,
    "standing": False,
    "check": False,
    "ledger": True,
    "about": True,
}
"""The words that open an overlay, and whether they name what it is about (`ledger/blue`)."""


class OverlaysModule(Protocol):
    """A game's module `overlay_models`: it makes the models of what covers its table."""

    BOARD_CAN_TURN: bool
    """Whether its board can be turned to the side at which the screen stands."""

    def make_event_reporter(self) -> EventReporter:
        """A reporter that follows a game from its beginning; Herald itself adds the report on the winner."""
        ...

    def standings_report(self, context: ScreenContext) -> ReportModel:
        """The report on the points so far, or on who has won."""
        ...

    def points_ledger_report(self, who: str, context: ScreenContext) -> ReportModel:
        """The report on where a player's points come from."""
        ...

    def movement_symbol(self, movement: Movement) -> str:
        """The symbol of a hand movement."""
        ...


class OverlayController:
    """The overlays of one game session.

    `get_context` gives the present context, `post` sends a message to the session, `strict` sets how strict
    the table is.
    """

    def __init__(
        self,
        game: str,
        get_context: Callable[[], ScreenContext],
        post: Callable[[SessionMessage], None],
        strict: Callable[[Strictness], None],
    ) -> None:
        self._game = cast(OverlaysModule, load_plugin_part(game, "screen", "overlay_models") or default)
        self._get_context, self._post, self._set_strictness = get_context, post, strict
        self._opened_names: list[str] = []
        """The names of the opened overlays, the latest on top."""
        self._report_queue = ReportQueue(
            self._game.make_event_reporter, self._game.standings_report, get_context().history()
        )
        self._done_movements: set[int] = set()
        """The hand movements that were ticked off after an undo."""
        self._table_check: TableCheckController | None = None
        self._touch_shown: Callable[[str], bool] | None = None
        """What a touch means to the overlay that is shown; None where it has nothing to touch but *Back*."""

    # -- what happens

    def on_line_accepted(self, before: Position, events: Sequence[Happened], after: Position) -> None:
        """Add the reports on an accepted line, and close the table check, whose table has changed."""
        self._close("check")
        self._done_movements.clear()
        if any(isinstance(event, MovesUndone) for event in events):
            self._report_queue.rebuild(self._get_context().history())
        else:
            self._report_queue.add_events(before, events, after)

    def on_table_corrected(self) -> None:
        """Go from the table check back to the table: a correction has no reports."""
        if "check" in self._opened_names:
            self.close_all()

    def skip_reports(self) -> None:
        """Show none of the reports that wait."""
        while self._report_queue:
            self._report_queue.skip_kind()

    @property
    def has_overlay(self) -> bool:
        """Whether people have something to read before anything else happens."""
        return bool(self._report_queue or self._opened_names)

    # -- what is touched

    def touch(self, touch_target: str) -> bool:
        """Handle a touch; whether it was meant for an overlay, or opens one.

        Only the overlay that is shown is asked.
        """
        kind, slash, _ = touch_target.partition("/")
        if kind in OPENING_WORDS:
            if OPENING_WORDS[kind] == bool(slash):
                self._open(touch_target)
                return True
        elif touch_target == "strictness":
            levels = list(STRICTNESS_NAMES)
            level = self._get_context().snapshot.strictness
            self._set_strictness(levels[(levels.index(level) + 1) % len(levels)])
            return True
        elif touch_target in ("leave", "turn"):  # the menu gives way to another page, or to the turned board
            self._close("menu")
            if touch_target == "leave":
                return True
        elif (
            touch_target == FINAL_REPORT_TARGET
            and not self._opened_names
            and self._report_queue.repeat_ending()
        ):
            return True
        if self._touch_shown is not None and self._touch_shown(touch_target):
            return True
        return touch_target == "back" and self._close_top()

    def _open(self, name: str) -> None:
        """Put the overlay of that name on top."""
        if name == "check":
            self._table_check = TableCheckController(self._get_context())
        self._close(name)
        self._opened_names.append(name)

    def _close(self, name: str) -> None:
        """Close this overlay and all that was opened from it."""
        if name in self._opened_names:
            del self._opened_names[self._opened_names.index(name) :]

    def close_all(self) -> None:
        """Close all opened overlays."""
        self._opened_names.clear()

    def _close_top(self) -> bool:
        """Close the top overlay; where there is none, a finger was quicker than the screen."""
        if self._opened_names:
            self._opened_names.pop()
        elif self._get_context().snapshot.undo_plan is not None:
            self._post(DismissNotices())
        elif self._report_queue:
            self._report_queue.skip_kind()
        return True

    def _touch_table_check(self, touch_target: str) -> bool:
        if self._opened_names[-1:] != ["check"] or self._table_check is None:
            return False
        if touch_target == "write-down":
            self._post(CorrectPosition(self._table_check.corrections))
            return True
        return self._table_check.touch(touch_target)

    def _touch_undo(self, touch_target: str) -> bool:
        plan = self._get_context().snapshot.undo_plan
        if plan is None or self._opened_names:
            return False
        if touch_target.startswith("moves/"):
            self._post(UndoMoves(int(touch_target.removeprefix("moves/"))))
        elif touch_target == "take-back":
            self._post(UndoMoves(plan.move_count, is_confirmed=True))
        elif touch_target.startswith("step/") and plan.is_carried_out:
            self._done_movements.add(int(touch_target.removeprefix("step/")))
        else:
            return False
        return True

    # -- what is shown

    def current_model(self) -> Any:
        """The model of the top overlay, which is asked about touches from now on; None when the table is uncovered."""
        context = self._get_context()
        if self._opened_names:
            self._touch_shown = self._touch_table_check if self._opened_names[-1] == "check" else None
            return self._make_opened_model(self._opened_names[-1], context)
        if context.snapshot.undo_plan is not None:
            self._touch_shown = self._touch_undo
            return self._make_undo_model(context.snapshot.undo_plan, context)
        self._touch_shown = self._report_queue.handle_touch if self._report_queue else None
        return self._report_queue.current_report(context) if self._report_queue else None

    def _make_opened_model(self, what: str, context: ScreenContext) -> Any:
        name, _, which = what.partition("/")
        match name:
            case "standing":
                return self._game.standings_report(context)
            case "ledger":
                return self._game.points_ledger_report(which, context)
            case "about":
                return make_explanation_report(which, context)
            case "help":
                return make_legal_moves_report(context)
            case "check" if self._table_check is not None:
                return self._table_check.make_model(context)
        return make_menu_model(context, self._game.BOARD_CAN_TURN)

    def _make_undo_model(self, plan: UndoPlan, context: ScreenContext) -> Any:
        voice = context.voice
        if not plan.is_carried_out:
            return make_undo_model(plan, context)
        movements = tuple(
            MovementModel(voice.describe_movement(each), self._game.movement_symbol(each))
            for each in plan.movements
        )
        _, ngettext = voice.translator.gettext, voice.translator.ngettext
        if plan.is_redo:
            title = ngettext("{n} move was laid again", "{n} moves were laid again", plan.move_count)
            unknown = _("The game cannot say what hands must do: lay the table as it was after it.")
            known = _("Now lay it on the table again, one movement after another.")
        else:
            title = ngettext("{n} move was taken back", "{n} moves were taken back", plan.move_count)
            unknown = _("The game cannot say what hands must do: lay the table as it was before.")
            known = _("Now put the table back, one movement after another.")
        return ReportModel(
            title,
            mark_made_movements((MovementListModel(movements),), self._done_movements),
            subtitle=unknown if plan.has_unknown_movements else known,
            actions=(
                ChoiceModel(
                    "back",
                    _("Done"),
                    "check",
                    "main" if len(self._done_movements) == len(movements) else "choice",
                ),
            ),
        )
