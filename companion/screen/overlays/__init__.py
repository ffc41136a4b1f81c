"""What lies over the table for a while: each overlay is one class, found by its word.

A touch on `ledger/blue` opens `LedgerTableOverlay` of companion.screen.overlays.ledger, which is imported then. A game
brings overlays of its own in the tuple `OVERLAYS` of its module `overlays`; one with a word of ours stands in for ours.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, Protocol, TypeAlias, TypeVar, cast

from companion.games import load_plugin_part
from companion.rules.position import Position
from companion.rules.transaction import Event
from companion.screen.context import ScreenContext
from companion.screen.draw.kivy_rules import load_kivy_rules_for
from companion.screen.report_models import FINAL_REPORT_TARGET
from companion.screen.view_models import NEXT_MOVE, ChoiceModel
from companion.table.messages import SessionMessage, Strictness

if TYPE_CHECKING:  # whoever makes the models may have no window
    from companion.screen.draw.canvas_widget import TouchHandler
    from companion.screen.widgets.table_frame import GetTranslations

MakeView: TypeAlias = "Callable[[TouchHandler, GetTranslations], Any]"
"""A class of widgets that show an overlay: `show` is given its model."""
log = logging.getLogger(__name__)
T = TypeVar("T")

HERALD_WORDS: Final = frozenset(module.name for module in iter_modules(__path__))
"""The words of Herald's own overlays."""
RESERVED_TARGETS: Final = HERALD_WORDS | {
    *("answer", "back", "clear", "counted", FINAL_REPORT_TARGET, "go-on", "home", "leave", "next", "result"),
    *(NEXT_MOVE, "overrule", "redo", "skip-all"),
}
"""Touch targets that the screen keeps for itself, alone or before a slash (`answer/2`).

A game that uses one of them as its own would never receive the touch.
"""


class ShownOverlay(NamedTuple):
    """What covers the table at a moment: the class of the widget that shows it, and what it shows."""

    view: MakeView
    model: Any
    covers_refusal: bool = False
    """Whether it lies above a refusal, too."""


class TableOverlay:
    """Something that covers the table for a while; by default a report, with *Back* to close it.

    One is made for a game session when it is first opened or due, one that a game brings at the beginning.
    """

    word: ClassVar[str]
    """A touch on it opens the overlay, alone or before what it is about (`ledger/blue`)."""
    is_opened_by_touch: ClassVar[bool] = True
    """Whether its word opens it; else it comes by itself, when it is due."""
    covers_refusal: ClassVar[bool] = False
    """Whether it was opened from a refusal if there is one, and so lies above it."""
    lets_game_go_on: ClassVar[bool] = False
    """Whether virtual players move while it is read."""
    menu_order: ClassVar[int] = 100
    """Its place among those that the menu offers."""

    def __init__(self, controller: OverlayController) -> None:
        self.controller = controller

    @property
    def view(self) -> MakeView:
        """The class of its widget, whose `show` is given the model."""
        from companion.screen.widgets.report_overlay import ReportOverlay

        return ReportOverlay

    @staticmethod
    def menu_entry(context: ScreenContext) -> ChoiceModel | None:
        """Its button in the menu; None for none."""
        return None

    def is_due(self, context: ScreenContext) -> bool:
        """Whether it is there by itself now."""
        return False

    def on_open(self, subject: str) -> None:
        """It is opened anew; `subject` is what it is about, "" where its word was touched alone."""

    def model(self, context: ScreenContext, subject: str) -> Any:
        """What it shows at this moment: what `view` needs."""
        raise NotImplementedError

    def on_touch(self, kind: str, name: str) -> bool:
        """Handle a touch on `kind/name` while it is shown; whether it was meant for it."""
        return False

    def context_above(self, context: ScreenContext) -> ScreenContext:
        """What overlays that were opened from it are about: the table of now, unless it shows another one."""
        return context

    def on_back(self) -> None:
        """*Back* was touched while it was there by itself."""

    def on_first_evening(self, on_read: Callable[[], None]) -> None:
        """The game is played here for the first time: told to the one that guides, which tells when that was read."""

    def on_line_accepted(self, before: Position, events: Sequence[Event], after: Position) -> None:
        """A line was accepted, or moves were taken back."""

    def on_table_corrected(self) -> None:
        """A correction was accepted."""


class OverlaysModule(Protocol):
    """A game's module `overlays`."""

    OVERLAYS: tuple[type[TableOverlay], ...]
    """Its own overlays."""


def overlay_classes(game: str) -> dict[str, type[TableOverlay]]:
    """The overlays that a game brings, by their words."""
    module = cast(OverlaysModule | None, load_plugin_part(game, "screen", "overlays"))
    return {kind.word: kind for kind in module.OVERLAYS} if module is not None else {}


class OverlayController:
    """The overlays of one game session: an opened one on top, then an undo, then what else is due.

    `get_context` gives the present context, `post` sends a message to the session, `set_strictness` sets how strict
    the table is, this evening (False) or every evening (True).
    """

    def __init__(
        self,
        game: str,
        get_context: Callable[[], ScreenContext],
        post: Callable[[SessionMessage], None],
        set_strictness: Callable[[Strictness, bool], None],
    ) -> None:
        self.game = game
        self.get_context, self.post, self.set_strictness = get_context, post, set_strictness
        self._own = overlay_classes(game)
        self._overlays: dict[str, TableOverlay] = {}
        """Those that have been made, by their words."""
        self._opened: list[tuple[TableOverlay, str]] = []
        """The opened ones and what they are about, the latest on top."""
        self._failed: list[TableOverlay] = []
        """Those that could not be shown once while they were due."""
        self._shown: TableOverlay | None = None
        """The one that is shown: only this one is asked about a touch."""
        for word, kind in [*self._own.items()]:
            try:
                self._overlays[word] = kind(self)
            except Exception:  # the game can be played without
                log.exception("an overlay of a game is left out")
                del self._own[word]
        self.overlay("reports")

    @property
    def words(self) -> frozenset[str]:
        """The words of all of them."""
        return HERALD_WORDS | self._own.keys()

    def overlay(self, word: str) -> TableOverlay:
        """The overlay of that word: the game's, or ours, whose module is imported when it is first asked for."""
        if word not in self._overlays:
            kind = getattr(import_module(f"{__name__}.{word}"), f"{word.capitalize()}TableOverlay")
            self._overlays[word] = kind(self)
        return self._overlays[word]

    def ask_each(self, overlays: Iterable[TableOverlay], ask: Callable[[TableOverlay], T]) -> list[T]:
        """What each of them answers; of those that fail all are left out, and the last exception is raised."""
        answers, fault = list[T](), None
        for overlay in overlays:
            try:
                answers.append(ask(overlay))
            except Exception as error:
                self._leave_out(overlay)
                fault = error
        if fault is not None:
            raise fault
        return answers

    def _leave_out(self, overlay: TableOverlay) -> None:
        """Close it; one of the game that has failed is not asked again, and ours stands in for it, if we have one."""
        self._opened = [each for each in self._opened if each[0] is not overlay]
        if self._own.pop(overlay.word, None) is not None:
            del self._overlays[overlay.word]
            if overlay.word in HERALD_WORDS:
                self.overlay(overlay.word)

    def _give_way(self, overlay: TableOverlay) -> None:
        """One that is due cannot be shown: go back from it as people would, and leave it out the second time."""
        if overlay in self._failed:
            self._leave_out(overlay)
            return
        self._failed.append(overlay)
        try:
            overlay.on_back()
        except Exception:
            self._leave_out(overlay)

    # -- what happens

    def on_line_accepted(self, before: Position, events: Sequence[Event], after: Position) -> None:
        """Tell all of them."""
        self.ask_each(
            [*self._overlays.values()], lambda overlay: overlay.on_line_accepted(before, events, after)
        )

    def on_table_corrected(self) -> None:
        """Tell all of them: a correction has no reports."""
        self.ask_each([*self._overlays.values()], lambda overlay: overlay.on_table_corrected())

    @property
    def has_overlay(self) -> bool:
        """Whether people have something to read before anything else happens."""
        waits = any(not overlay.lets_game_go_on for overlay, _ in self._opened)
        return waits or (not self._opened and self._due(self.get_context()) is not None)

    def _due(self, context: ScreenContext) -> TableOverlay | None:
        if context.snapshot.undo_plan is not None:
            return self.overlay("undo")
        due = self.ask_each(
            [*self._overlays.values()], lambda overlay: overlay if overlay.is_due(context) else None
        )
        return next((overlay for overlay in due if overlay is not None), None)

    # -- what is touched

    def touch(self, kind: str, name: str) -> bool:
        """Handle a touch on `kind/name`; whether it was meant for an overlay, or opens one.

        The overlay that is shown is asked, and no other.
        """
        shown = self._shown
        if self._opened and self._opened[-1][0] is not shown:
            shown = None  # a finger was quicker than the screen
        try:
            if kind == "back":
                if self._opened:
                    self._opened.pop()
                elif shown is not None:
                    shown.on_back()
                return True
            if kind == "leave":  # for another page
                self.close("menu")
                return True
            if shown is not None and shown.on_touch(kind, name):
                return True
        except Exception:
            if shown is not None and shown.word in self._own:
                self._leave_out(shown)
            raise
        is_word = kind == FINAL_REPORT_TARGET or kind in HERALD_WORDS or kind in self._own
        return is_word and self._open(kind, name)

    def _open(self, word: str, subject: str) -> bool:
        """Put the overlay of that word on top, or tell an evaluation or the end once more; whether it was meant."""
        self.close("menu")  # from there one goes back to the table
        overlay = self.overlay("reports" if word == FINAL_REPORT_TARGET else word)
        if overlay.word == "reports" and overlay.on_touch(word, subject):
            self.close_all()
            return True
        if not overlay.is_opened_by_touch:
            return False
        overlay.on_open(subject)
        if (overlay, subject) in self._opened:
            del self._opened[self._opened.index((overlay, subject)) :]
        self._opened.append((overlay, subject))
        return True

    def is_opened(self, word: str) -> bool:
        """Whether the overlay of that word was opened, and lies there or beneath another."""
        return any(overlay.word == word for overlay, _ in self._opened)

    def close(self, word: str) -> None:
        """Close this overlay and all that was opened from it."""
        words = [overlay.word for overlay, _ in self._opened]
        if word in words:
            del self._opened[words.index(word) :]

    def close_all(self) -> None:
        """Close all opened overlays."""
        self._opened.clear()

    # -- what is shown

    def context_above(self, overlays: Iterable[tuple[TableOverlay, str]] | None = None) -> ScreenContext:
        """What is asked about, or opened, above these; above all that were opened unless told otherwise."""
        context = self.get_context()
        for beneath, _ in self._opened if overlays is None else overlays:
            context = beneath.context_above(context)
        return context

    def current(self) -> ShownOverlay | None:
        """The top overlay, which is asked about touches from now on; None when the table is uncovered."""
        context = self.context_above(self._opened[:-1])
        overlay, subject = self._opened[-1] if self._opened else (self._due(context), "")
        self._shown = overlay
        if overlay is None:
            return None
        try:
            return ShownOverlay(overlay.view, overlay.model(context, subject), overlay.covers_refusal)
        except Exception:
            (self._leave_out if self._opened else self._give_way)(overlay)
            raise


class OverlayCache:
    """The widgets of the overlays over one page; `touch_handler` gets what is touched on any of them."""

    def __init__(self, touch_handler: TouchHandler, get_translations: GetTranslations) -> None:
        self._touch_handler, self._get_translations = touch_handler, get_translations
        self._widgets: dict[MakeView, Any] = {}

    def widget_for(self, shown: ShownOverlay | None) -> Any:
        """The widget that shows this, showing it; None for None."""
        if shown is None:
            return None
        if shown.view not in self._widgets:
            load_kivy_rules_for(shown.view.__module__)
            self._widgets[shown.view] = shown.view(self._touch_handler, self._get_translations)
        widget = self._widgets[shown.view]
        widget.show(shown.model)
        return widget
