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
from companion.screen.default import aside as default
from companion.screen.default.checking import TableCheck
from companion.screen.overlay_models import FINAL_REPORT_TARGET
from companion.screen.overlays.about import about
from companion.screen.overlays.house_asides import STRICTNESS, back_to, menu, possible
from companion.screen.presenters.telling import Teller, Telling, ticked
from companion.screen.report_models import MovementListModel, ReportModel
from companion.screen.view_models import ChoiceModel, MovementModel
from companion.table.messages import CorrectPosition, DismissNotices, SessionMessage, Strictness, UndoMoves
from companion.table.undo import UndoPlan


class Asides(Protocol):
    """A game's module `aside`: what lies over its table for a while, made ready."""

    TURNS: bool
    """Whether its board can be turned to the side at which the screen stands."""

    def teller(self) -> Teller:
        """Somebody who follows a game from its beginning and says what is to be told; of the winner the house tells."""
        ...

    def standing(self, scene: ScreenContext) -> ReportModel:
        """How it stands."""
        ...

    def ledger_of(self, who: str, scene: ScreenContext) -> ReportModel:
        """Where a player's points come from."""
        ...

    def sign_of(self, movement: Movement) -> str:
        """The symbol of a hand movement."""
        ...


class Over:
    """The layers of one evening. `scene` gives the moment, `post` tells the session, `strict` sets how strict the
    table is.
    """

    def __init__(
        self,
        game: str,
        scene: Callable[[], ScreenContext],
        post: Callable[[SessionMessage], None],
        strict: Callable[[Strictness], None],
    ) -> None:
        self._game = cast(Asides, load_plugin_part(game, "screen", "aside") or default)
        self._scene, self._post, self._strict = scene, post, strict
        self._pile: list[str] = []
        """What was turned to, the latest on top."""
        self._telling = Telling(self._game.teller, self._game.standing, scene().history())
        self._ticked: set[int] = set()
        """The movements of hands that were made after taking back."""
        self._check: TableCheck | None = None

    # -- what happens

    def happened(self, before: Position, events: Sequence[Happened], after: Position) -> None:
        """A line was accepted: the table that was checked is another one."""
        self._close("check")
        if any(isinstance(event, MovesUndone) for event in events):
            self._ticked.clear()
            self._telling.anew(self._scene().history())
        else:
            self._telling.happened(before, events, after)

    def corrected(self) -> None:
        """A person set what lies there: nothing of it is told, and the table check is over."""
        self._close("check")

    @property
    def reading(self) -> bool:
        """Whether people have something to read before anything else happens."""
        return bool(self._telling or self._pile)

    # -- what is touched

    def touch(self, thing: str) -> bool:
        """Whether it was something that lies over the table, or leads to it."""
        return (
            self._opens(thing)
            or self._of_the_check(thing)
            or self._of_taking_back(thing)
            or (not self._pile and self._of_the_told(thing))
            or (thing == "back" and self._back())
        )

    def _opens(self, thing: str) -> bool:
        if thing in ("menu", "help", "standing", "check") or thing.startswith(("ledger/", "about/")):
            if thing == "check":
                self._check = TableCheck(self._scene())
            self._close(thing)
            self._pile.append(thing)
        elif thing == "strictness":
            levels = list(STRICTNESS)
            now = self._scene().snapshot.strictness
            self._strict(levels[(levels.index(now) + 1) % len(levels)])
        elif thing in ("leave", "turn"):  # another page, or the board turned, is looked at instead
            self._close("menu")
            return thing == "leave"
        else:
            return False
        return True

    def _close(self, name: str) -> None:
        """It and all that was opened from it."""
        if name in self._pile:
            del self._pile[self._pile.index(name) :]

    def leave(self) -> None:
        """All that was opened goes."""
        self._pile.clear()

    def _back(self) -> bool:
        """What lies on top goes; where nothing does, a finger was quicker than the screen."""
        if self._pile:
            self._pile.pop()
        elif self._scene().snapshot.undo_plan is not None:
            self._post(DismissNotices())
        elif self._telling:
            self._telling.skip()
        return True

    def _of_the_check(self, thing: str) -> bool:
        if self._pile[-1:] != ["check"] or self._check is None:
            return False
        if thing == "write-down":
            self._post(CorrectPosition(self._check.pairs))
            return True
        return self._check.touch(thing)

    def _of_taking_back(self, thing: str) -> bool:
        plan = self._scene().snapshot.undo_plan
        if plan is None or self._pile:
            return False
        if thing.startswith("moves/"):
            self._post(UndoMoves(int(thing.removeprefix("moves/"))))
        elif thing == "take-back":
            self._post(UndoMoves(plan.move_count, is_confirmed=True))
        elif thing.startswith("step/") and plan.is_carried_out:
            self._ticked.add(int(thing.removeprefix("step/")))
        else:
            return False
        return True

    def _of_the_told(self, thing: str) -> bool:
        return (thing == FINAL_REPORT_TARGET and self._telling.again()) or self._telling.touch(thing)

    # -- what is shown

    def value(self) -> Any:
        """What lies on top, as its layer shows it; None when the table lies open."""
        scene = self._scene()
        if self._pile:
            return self._opened(self._pile[-1], scene)
        if scene.snapshot.undo_plan is not None:
            return self._undoing(scene.snapshot.undo_plan, scene)
        return self._telling.value(scene) if self._telling else None

    def _opened(self, what: str, scene: ScreenContext) -> Any:
        name, _, which = what.partition("/")
        match name:
            case "standing":
                return self._game.standing(scene)
            case "ledger":
                return self._game.ledger_of(which, scene)
            case "about":
                return about(which, scene)
            case "help":
                return possible(scene)
            case "check" if self._check is not None:
                return self._check.value(scene)
        return menu(scene, self._game.TURNS)

    def _undoing(self, plan: UndoPlan, scene: ScreenContext) -> Any:
        voice = scene.voice
        if not plan.is_carried_out:
            return back_to(plan, scene)
        hands = tuple(
            MovementModel(voice.describe_movement(each), self._game.sign_of(each)) for each in plan.movements
        )
        _ = voice.translator.gettext
        return ReportModel(
            voice.translator.ngettext(
                "{n} move was taken back", "{n} moves were taken back", plan.move_count
            ),
            ticked((MovementListModel(hands),), self._ticked),
            subtitle=_("The game cannot say what hands must do: lay the table as it was before.")
            if plan.has_unknown_movements
            else _("Now put the table back, one movement after another."),
            actions=(
                ChoiceModel(
                    "back", _("Done"), "check", "main" if len(self._ticked) == len(hands) else "choice"
                ),
            ),
        )
