"""What the evenings page shows, and what touches do there. It takes its time: the disk is read and written here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.rules.errors import HeraldError
from companion.screen.overlay_models import ChoiceOverlayModel
from companion.screen.pages.evenings.evening_models import EveningRowModel, EveningsModel
from companion.screen.pages.evenings.evening_viewer import EveningViewer
from companion.screen.pages.new_game.setup_presenter import setup_presenter_of
from companion.screen.view_models import ChoiceModel
from companion.table.recovery.journal_recovery import LostHeadError, RecoveredEvening
from companion.table.recovery.recovered_file import read_recovered, recover_in_place
from companion.table.storage.evening_changes import delete_evening, give_up_evening, name_evening
from companion.table.storage.saved_games import SavedGame, saved_games
from companion.voice.damage_messages import (
    GO_ON_FROM_LINE,
    GO_ON_FROM_LINE_QUESTION,
    RECOVER_CONSEQUENCE,
    kept_message,
    lost_head_message,
)
from companion.voice.evening_text import (
    DELETE_AGAIN,
    DELETE_CONSEQUENCE,
    DELETE_QUESTION,
    GIVE_UP_CONSEQUENCE,
    GIVE_UP_QUESTION,
    describe_evening,
)
from companion.voice.language import load_translation, mark_message
from companion.voice.problem_messages import file_error_message

UNREADABLE_SYMBOL: Final = "warning"

TABLE_IS_LOST: Final = mark_message(
    "The evening that is played is only in memory: it is lost when another one goes on."
)

QUESTIONS: Final = {
    "go-on": (mark_message("Go on with this evening all the same?"), TABLE_IS_LOST),
    "give-up": (GIVE_UP_QUESTION, GIVE_UP_CONSEQUENCE),
    "recover": (GO_ON_FROM_LINE_QUESTION, RECOVER_CONSEQUENCE),
    "delete": (DELETE_QUESTION, DELETE_CONSEQUENCE),
    "delete-again": (
        DELETE_AGAIN,
        mark_message("This screen cannot bring it back: a person at the folder can."),
    ),
}
"""What was touched -> the question that is asked first, and what would come of it."""


class EveningBrowser:
    """The list, the evening that was opened, and what is asked or looked at.

    `on_table`: the journal of the game that runs, None without one. `is_in_memory`: whether that game would be lost
    with it. `changed` is called after every change.
    """

    def __init__(
        self,
        lang: str,
        on_table: Path | None,
        is_in_memory: Callable[[], bool],
        changed: Callable[[], None],
    ) -> None:
        self._lang, self._on_table, self._is_in_memory, self._changed = lang, on_table, is_in_memory, changed
        self._gettext = load_translation(lang).gettext
        self._games = saved_games()
        self._rows = {saved.number: self._make_row(saved) for saved in self._games}
        self._opened: SavedGame | None = None
        self._asked = self._problem = ""
        self._viewer: EveningViewer | None = None
        self._way_on: RecoveredEvening | None = None
        """What holds of the evening that was touched, where it is damaged."""
        self._no_way_on = ""
        """Why nothing can be brought back of it."""
        self._recovered: SavedGame | None = None

    @property
    def opened(self) -> SavedGame | None:
        """The evening that was touched."""
        return self._opened

    def leave_table(self) -> None:
        """The game that ran was stopped."""
        self._on_table = None

    def take_recovered(self) -> SavedGame | None:
        """The evening that was brought back since this was last asked, if it is one to go on with."""
        recovered, self._recovered = self._recovered, None
        return recovered

    # -- what is touched

    def touch(self, touch_target: str) -> None:
        """Handle a touch; what cannot be done is shown in place of the question."""
        try:
            self._touch(touch_target)
        except (HeraldError, OSError) as wrong:
            self._viewer, self._problem = None, file_error_message(wrong, self._lang)

    def _touch(self, touch_target: str) -> None:
        what, _, value = touch_target.partition("/")
        self._problem = ""
        if self._viewer is not None:
            if not self._viewer.touch(touch_target):
                self._viewer = None
        elif what == "evening":
            self._opened = next((saved for saved in self._games if str(saved.number) == value), None)
            self._look_for_way_on()
        elif what == "back":
            self._opened, self._asked = (self._opened if self._asked else None), ""
        elif self._opened is not None:
            self._touch_opened(self._opened, what, value)

    def _touch_opened(self, opened: SavedGame, what: str, value: str) -> None:
        if what == "look":
            self._viewer = EveningViewer(opened, self._lang)
        elif what == "named":
            name_evening(opened.path, value)
            self._load_again()
        elif what == "keep":
            self._asked = ""
        elif what == "yes" and self._asked == "delete":
            self._asked = "delete-again"
        elif what == "yes" and self._asked == "give-up":
            give_up_evening(opened.path)
            self._load_again()
        elif what == "yes" and self._asked == "delete-again":
            delete_evening(opened.path)
            self._load_again()
        elif what == "yes" and self._asked == "recover":
            self._recover(opened)
        elif what == "recover" and self._way_on is None:
            self._asked = ""
        elif what in QUESTIONS and what != "delete-again":
            self._asked = what

    def _look_for_way_on(self) -> None:
        """Find what holds of the evening that was touched, where it is damaged."""
        self._way_on, self._no_way_on = None, ""
        if self._opened is None or self._opened.damage is None:
            return
        try:
            self._way_on = read_recovered(self._opened.path)
        except LostHeadError as lost:
            self._no_way_on = lost_head_message(lost.line, self._lang)
        except (HeraldError, OSError) as wrong:
            self._no_way_on = file_error_message(wrong, self._lang)

    def _recover(self, opened: SavedGame) -> None:
        """Put what holds in the place of the damaged evening."""
        recover_in_place(opened.path)
        self._load_again()
        self._way_on = None
        if self._opened is not None and self._opened.state in ("interrupted", "given-up"):
            self._recovered = self._opened

    def goes_on(self, touch_target: str) -> bool:
        """Whether that touch goes on with the evening; where the one that is played would be lost, that is asked."""
        if touch_target == "go-on":
            return self._opened is not None and not self._loses_table(self._opened)
        return touch_target == "yes" and self._asked == "go-on"

    def _loses_table(self, opened: SavedGame) -> bool:
        return opened.path != self._on_table and self._is_in_memory()

    @property
    def needs_empty_table(self) -> bool:
        """Whether the next yes is about the game that runs, which must be stopped before."""
        return (
            self._asked in ("give-up", "delete-again")
            and self._opened is not None
            and self._opened.path == self._on_table
        )

    def _load_again(self) -> None:
        """Show what was changed, and tell it."""
        number, self._asked = self._opened.number if self._opened is not None else 0, ""
        self._games = saved_games()
        self._rows = {saved.number: self._make_row(saved) for saved in self._games}
        self._opened = next((saved for saved in self._games if saved.number == number), None)
        self._changed()

    # -- what is shown

    def make_model(self) -> EveningsModel:
        """The page as it is now."""
        rows = tuple(self._rows.values())
        if self._opened is None:
            return EveningsModel(rows)
        row = self._rows[self._opened.number]
        if self._viewer is not None:
            return EveningsModel(rows, row, None, self._viewer.make_model())
        return EveningsModel(rows, row, self._make_question(self._opened, row))

    def _make_row(self, saved: SavedGame) -> EveningRowModel:
        text, symbol = describe_evening(saved, self._lang), UNREADABLE_SYMBOL
        progress = text.progress
        if saved.path == self._on_table and saved.state == "interrupted":
            _ = self._gettext
            playing = _("Being played now")
            progress = f"{playing}: {progress}"
        if saved.summary is not None:
            try:
                symbol = setup_presenter_of(saved.game).SYMBOL
            except HeraldError:
                symbol = "book"  # the game is missing
        return EveningRowModel(
            saved.number, saved.state, symbol, text.game, text.name, text.players, text.when, progress
        )

    def _make_question(self, opened: SavedGame, row: EveningRowModel) -> ChoiceOverlayModel:
        _ = self._gettext
        title = " · ".join(filter(None, (row.name, row.game)))
        if self._problem:
            return ChoiceOverlayModel(title, (), row.when, self._problem)
        if not self._asked:
            about = kept_message(self._way_on, self._lang) if self._way_on is not None else self._no_way_on
            message = "\n".join(filter(None, (row.players, row.progress, about)))
            return ChoiceOverlayModel(title, self._choices(opened), row.when, message)
        question, consequence = QUESTIONS[self._asked]
        if self._asked == "recover":
            yes = ChoiceModel("yes", _("Go on"), "next", "main")
            choices = (yes, ChoiceModel("keep", _("Leave it as it is"), "back"))
            lost = _(TABLE_IS_LOST) if self._loses_table(opened) else ""
            about = "\n".join(filter(None, (_(consequence), lost)))
            return ChoiceOverlayModel(self._with_line(question), choices, title, about)
        if self._asked == "go-on":
            yes = ChoiceModel("yes", _("Go on"), "next")
            choices = (yes, ChoiceModel("keep", _("Leave it as it is"), "back", "main"))
            return ChoiceOverlayModel(_(question), choices, title, _(consequence))
        keep = ChoiceModel("keep", _("Keep it"), "back", "main")
        yes = ChoiceModel("yes", _("Give it up") if self._asked == "give-up" else _("Delete it"), "cross")
        # the second yes is not where the first was: a finger that touches twice keeps the evening
        choices = (keep, yes) if self._asked == "delete-again" else (yes, keep)
        return ChoiceOverlayModel(_(question), choices, title, _(consequence))

    def _with_line(self, message: str) -> str:
        """The message in the person's language, with the number of the first line that does not hold."""
        line = self._way_on.first.number if self._way_on is not None else 0
        return self._gettext(message).format(line=line)

    def _choices(self, opened: SavedGame) -> tuple[ChoiceModel, ...]:
        _, state = self._gettext, opened.state
        choices = []
        if self._way_on is not None:
            choices.append(ChoiceModel("recover", self._with_line(GO_ON_FROM_LINE), "next", "main"))
        if state in ("interrupted", "given-up"):
            choices.append(ChoiceModel("go-on", _("Go on"), "next", "main"))
        if state not in ("damaged", "unplayable"):
            choices.append(ChoiceModel("look", _("Look at it"), "book"))
        choices.append(ChoiceModel("name", _("Name it"), "quill"))
        if state == "interrupted":
            choices.append(ChoiceModel("give-up", _("Give it up"), "halt"))
        choices.append(ChoiceModel("delete", _("Delete"), "cross"))
        return tuple(choices)
