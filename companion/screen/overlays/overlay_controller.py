"""What lies over the table for a while, and in which order: what was turned to on top, then what is to be taken
back, then what is told one after another.
"""

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
    make_menu,
    make_undo_model,
)
from companion.screen.overlays.explanation import make_explanation
from companion.screen.presenters.event_reports import EventReporter, ReportQueue, mark_made_movements
from companion.screen.report_models import MovementListModel, ReportModel
from companion.screen.view_models import ChoiceModel, MovementModel
from companion.table.messages import CorrectPosition, DismissNotices, SessionMessage, Strictness, UndoMoves
from companion.table.undo import UndoPlan


class GameOverlayModels(Protocol):
    """A game's module `overlay_models`: what lies over its table for a while, made ready."""

    BOARD_CAN_TURN: bool
    """Whether its board can be turned to the side at which the screen stands."""

    def make_event_reporter(self) -> EventReporter:
        """Somebody who follows a game from its beginning and says what is to be told; of the winner the house tells."""
        ...

    def standings_report(self, context: ScreenContext) -> ReportModel:
        """How it stands."""
        ...

    def points_ledger(self, who: str, context: ScreenContext) -> ReportModel:
        """Where a player's points come from."""
        ...

    def movement_symbol(self, movement: Movement) -> str:
        """The symbol of a hand movement."""
        ...


class OverlayController:
    """The layers of one evening. `scene` gives the moment, `post` tells the session, `strict` sets how strict the
    table is.
    """

    def __init__(
        self,
        game: str,
        get_context: Callable[[], ScreenContext],
        post: Callable[[SessionMessage], None],
        strict: Callable[[Strictness], None],
    ) -> None:
        self._game = cast(GameOverlayModels, load_plugin_part(game, "screen", "overlay_models") or default)
        self._get_context, self._post, self._set_strictness = get_context, post, strict
        self._opened_names: list[str] = []
        """What was turned to, the latest on top."""
        self._report_queue = ReportQueue(
            self._game.make_event_reporter, self._game.standings_report, get_context().history()
        )
        self._done_movements: set[int] = set()
        """The movements of hands that were made after taking back."""
        self._table_check: TableCheckController | None = None

    # -- what happens

    def on_line_accepted(self, before: Position, events: Sequence[Happened], after: Position) -> None:
        """A line was accepted: the table that was checked is another one."""
        self._close("check")
        if any(isinstance(event, MovesUndone) for event in events):
            self._done_movements.clear()
            self._report_queue.rebuild(self._get_context().history())
        else:
            self._report_queue.add_events(before, events, after)

    def on_table_corrected(self) -> None:
        """A person set what lies there: nothing of it is told, and the table check is over."""
        self._close("check")

    @property
    def has_overlay(self) -> bool:
        """Whether people have something to read before anything else happens."""
        return bool(self._report_queue or self._opened_names)

    # -- what is touched

    def touch(self, touch_target: str) -> bool:
        """Whether it was something that lies over the table, or leads to it."""
        return (
            self._touch_opening(touch_target)
            or self._touch_table_check(touch_target)
            or self._touch_undo(touch_target)
            or (not self._opened_names and self._touch_report(touch_target))
            or (touch_target == "back" and self._close_top())
        )

    def _touch_opening(self, touch_target: str) -> bool:
        if touch_target in ("menu", "help", "standing", "check") or touch_target.startswith(
            ("ledger/", "about/")
        ):
            if touch_target == "check":
                self._table_check = TableCheckController(self._get_context())
            self._close(touch_target)
            self._opened_names.append(touch_target)
        elif touch_target == "strictness":
            levels = list(STRICTNESS_NAMES)
            now = self._get_context().snapshot.strictness
            self._set_strictness(levels[(levels.index(now) + 1) % len(levels)])
        elif touch_target in ("leave", "turn"):  # another page, or the board turned, is looked at instead
            self._close("menu")
            return touch_target == "leave"
        else:
            return False
        return True

    def _close(self, name: str) -> None:
        """It and all that was opened from it."""
        if name in self._opened_names:
            del self._opened_names[self._opened_names.index(name) :]

    def close_all(self) -> None:
        """All that was opened goes."""
        self._opened_names.clear()

    def _close_top(self) -> bool:
        """What lies on top goes; where nothing does, a finger was quicker than the screen."""
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

    def _touch_report(self, touch_target: str) -> bool:
        return (
            touch_target == FINAL_REPORT_TARGET and self._report_queue.repeat_ending()
        ) or self._report_queue.touch(touch_target)

    # -- what is shown

    def current_model(self) -> Any:
        """What lies on top, as its layer shows it; None when the table lies open."""
        scene = self._get_context()
        if self._opened_names:
            return self._make_opened_model(self._opened_names[-1], scene)
        if scene.snapshot.undo_plan is not None:
            return self._make_undo_model(scene.snapshot.undo_plan, scene)
        return self._report_queue.current_report(scene) if self._report_queue else None

    def _make_opened_model(self, what: str, context: ScreenContext) -> Any:
        name, _, which = what.partition("/")
        match name:
            case "standing":
                return self._game.standings_report(context)
            case "ledger":
                return self._game.points_ledger(which, context)
            case "about":
                return make_explanation(which, context)
            case "help":
                return make_legal_moves_report(context)
            case "check" if self._table_check is not None:
                return self._table_check.make_model(context)
        return make_menu(context, self._game.BOARD_CAN_TURN)

    def _make_undo_model(self, plan: UndoPlan, context: ScreenContext) -> Any:
        voice = context.voice
        if not plan.is_carried_out:
            return make_undo_model(plan, context)
        hands = tuple(
            MovementModel(voice.describe_movement(each), self._game.movement_symbol(each))
            for each in plan.movements
        )
        _ = voice.translator.gettext
        return ReportModel(
            voice.translator.ngettext(
                "{n} move was taken back", "{n} moves were taken back", plan.move_count
            ),
            mark_made_movements((MovementListModel(hands),), self._done_movements),
            subtitle=_("The game cannot say what hands must do: lay the table as it was before.")
            if plan.has_unknown_movements
            else _("Now put the table back, one movement after another."),
            actions=(
                ChoiceModel(
                    "back",
                    _("Done"),
                    "check",
                    "main" if len(self._done_movements) == len(hands) else "choice",
                ),
            ),
        )
