"""The evenings page: all evenings that are kept, some at a time; a touch opens one."""

from __future__ import annotations

import logging
from collections.abc import Callable
from math import ceil
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, cast

from kivy.metrics import mm
from msgspec import Struct

from companion.rules.errors import HeraldError
from companion.rules.public_view import told_history
from companion.screen.app_state import run_on_kivy_thread
from companion.screen.context import ScreenContext, UiState
from companion.screen.default.set_up import setup_presenter_of
from companion.screen.draw.canvas_widget import (
    CanvasWidget,
    ModelView,
    TouchableWidget,
    TouchHandler,
    place_widget,
)
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    HEADING_TEXT,
    MUTED,
    NO_RED,
    NOTE_TEXT,
    PANEL,
    TITLE_TEXT,
    TOUCH_SIZE,
    YES_GREEN,
    Colour,
    mix_colours,
)
from companion.screen.overlays import OverlayCache, OverlayController, ShownOverlay
from companion.screen.overlays.history import HistoryTableOverlay
from companion.screen.overlays.reports import ReportsTableOverlay
from companion.screen.pages.page import AppShell, WorkingPage
from companion.screen.view_models import ChoiceModel, ChoiceOverlayModel
from companion.screen.widgets.item_list import DraggedPages, PagerBar
from companion.screen.widgets.keyboard import KeyboardOverlay
from companion.screen.widgets.overlay import ChoiceOverlay
from companion.table.messages import SessionMessage, Strictness
from companion.table.session import Session
from companion.table.storage.evening_notes import EveningNotebook
from companion.table.storage.evenings import (
    MAX_NAME_LETTERS,
    delete_evening,
    give_up_evening,
    name_evening,
)
from companion.table.storage.recovery import LostHeadError, RecoveredEvening, read_recovered, recover_in_place
from companion.table.storage.saved_games import EveningState, SavedGame, load_evening, saved_games
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
from companion.voice.problem_messages import PROBLEM_MESSAGES, file_error_message
from companion.voice.voice import Voice

log = logging.getLogger(__name__)

# -- what is shown


class EveningRowModel(Struct, frozen=True):
    """One evening in the list.

    number: by which people and commands call it; path: of its journal. symbol: of its game. name: what people call it,
    "" without one. players, when, progress: in words.
    """

    number: int
    path: Path
    state: EveningState
    symbol: str
    game: str
    name: str
    players: str
    when: str
    progress: str


class EveningsModel(Struct, frozen=True):
    """All evenings, the one opened last first, and what lies over the list.

    opened: the evening that was touched. question: what can be done with it. report: what is looked at, in place of
    the question.
    """

    rows: tuple[EveningRowModel, ...] = ()
    opened: EveningRowModel | None = None
    question: ChoiceOverlayModel | None = None
    report: ShownOverlay | None = None


# -- what touches do; it takes its time: the disk is read and written here

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
            saved.number,
            saved.path,
            saved.state,
            symbol,
            text.game,
            text.name,
            text.players,
            text.when,
            progress,
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
        if state == "over":
            choices.append(ChoiceModel("result", _("Keep the result"), "down"))
        choices.append(ChoiceModel("name", _("Name it"), "quill"))
        if state == "interrupted":
            choices.append(ChoiceModel("give-up", _("Give it up"), "halt"))
        choices.append(ChoiceModel("delete", _("Delete"), "cross"))
        return tuple(choices)


class EveningViewer:
    """Shows one evening without its journal: nothing that is touched here changes it.

    Until it is over, only what everybody may know of it is shown. Raises InvalidRecord, OSError.
    """

    def __init__(self, saved: SavedGame, lang: str) -> None:
        head, history = load_evening(saved.path)
        voice = Voice(head.game, {seat.colour: seat.shown_name for seat in head.setup.seats}, lang)
        snapshot = Session(history).snapshot
        told = told_history(history, snapshot.public_history)
        refusals = EveningNotebook(saved.path, head).notes.refusals
        context = ScreenContext(snapshot, lambda: told, voice, UiState(), refusals=lambda: refusals)
        self._overlays = OverlayController(head.game, lambda: context, _post_nothing, _set_nothing)
        if history.position.outcome() is None:
            # on the last move, which hands would have to follow
            cast(ReportsTableOverlay, self._overlays.overlay("reports")).skip_all()
        text = describe_evening(saved, lang)
        cast(HistoryTableOverlay, self._overlays.overlay("history")).subtitle = " · ".join(
            filter(None, (text.name, text.game, text.players, text.when))
        )

    def touch(self, touch_target: str) -> bool:
        """Handle a touch; whether the evening is still looked at."""
        kind, _, name = touch_target.partition("/")
        told_all = self._overlays.is_opened("history")
        self._overlays.touch(kind, name)
        return kind != "back" or not told_all or self._overlays.current() is not None

    def make_model(self) -> ShownOverlay:
        """What is shown: the end, the points, the table of then, or, beneath all that, what happened."""
        shown = self._overlays.current()
        if shown is None:
            self._overlays.touch("history", "")
            shown = self._overlays.current()
        return cast(ShownOverlay, shown)


def _post_nothing(message: SessionMessage) -> None:
    """An evening that is looked at goes nowhere."""


def _set_nothing(level: Strictness, is_for_all: bool) -> None:
    """An evening that is looked at is not judged."""


# -- the page

STATE_COLOURS: Final[dict[EveningState, Colour]] = {
    "interrupted": GOLD,
    "over": YES_GREEN,
    "given-up": MUTED,
    "damaged": NO_RED,
    "unplayable": MUTED,
}
"""State -> the colour of its edge, and of what is said about it."""


class EveningRow(ModelView[EveningRowModel], TouchableWidget):
    """One evening: its game's symbol, game and name; below who played, and how far it is."""

    def __init__(self, touch_handler: TouchHandler) -> None:
        super().__init__("", touch_handler)

    def on_model_changed(self, row: EveningRowModel, previous: object) -> None:
        """Take the touch target of the evening."""
        self.touch_target = f"evening/{row.number}"

    def paint_model(self, painter: Painter, bounds: Rect, row: EveningRowModel) -> None:
        """Paint a plate with an edge in the colour of its state."""
        colour = STATE_COLOURS[row.state]
        face = mix_colours(PANEL, GOLD, 0.35) if self.is_pressed else PANEL
        painter.fill_rect(bounds, face, mm(CORNER_RADIUS))
        painter.fill_rect(bounds.cut_left(mm(1))[0], colour)
        sign, words = bounds.inset(mm(3), mm(1)).cut_left(mm(11), mm(2.4))
        painter.draw_symbol(row.symbol, sign, colour)
        above, below = words.cut_top(words.height * 0.38)
        when, title = above.cut_right(mm(40), mm(2))
        painter.draw_text(
            f"{row.number} · {row.when}", when, NOTE_TEXT, MUTED, halign="right", role="small print"
        )
        used = painter.draw_text(row.game, title, HEADING_TEXT, CHALK, bold=True, may_truncate=True)
        painter.draw_text(row.name, title.cut_left(used, mm(3))[1], BODY_TEXT, GOLD, may_truncate=True)
        if row.players:
            players, below = below.cut_top(below.height * 0.5)
            painter.draw_text(row.players, players, NOTE_TEXT, CHALK, may_truncate=True)
        lines = 1 if row.players else 2  # what cannot be read has no players, and a reason that is longer
        painter.draw_text(row.progress, below, NOTE_TEXT, colour, max_lines=lines, may_truncate=True)


class EveningsPage(DraggedPages, WorkingPage[str]):
    """Rows, some at a time; above them what can be done with one, or what is looked at."""

    model: EveningsModel | None = None

    ROWS_PER_PAGE = 4

    def __init__(self, app: AppShell) -> None:
        self.evening_rows = [EveningRow(self.on_touched) for _ in range(self.ROWS_PER_PAGE)]
        self.pager = PagerBar(self._on_page_turned)
        self.page_index = 0
        self.report: Any = None
        self._on_table: Path | None = None
        super().__init__(app)
        self.choice_overlay = ChoiceOverlay(self.on_touched, lambda: app.translations)
        self.overlays = OverlayCache(self.on_touched, lambda: app.translations)

    def on_enter(self) -> None:
        """Read the list."""
        self.page_index = 0
        self._on_table = self.app.controller.journal_path
        super().on_enter()

    def on_leave(self) -> None:
        """Leave the list."""
        self._close_keyboard()
        super().on_leave()

    def redraw(self) -> None:
        """Redraw everything; reports that are not shown now are made anew when they are."""
        super().redraw()
        self.overlays = OverlayCache(self.on_touched, lambda: self.app.translations)

    @property
    def evenings_model(self) -> EveningsModel:
        """The evenings, none while they are read."""
        return self.model or EveningsModel()

    # -- what is touched

    def on_touched(self, touch_target: str) -> None:
        """Ask for a name, leave the page, or pass the touch on."""
        model = self.evenings_model
        if touch_target == "name":
            self._ask_name(model)
        elif touch_target == "result" and model.opened is not None:
            self.app.show_result(model.opened.path)
        elif touch_target == "home" or (touch_target == "back" and model.opened is None):
            super().on_touched(touch_target)
        else:
            self.work_on(touch_target)

    def _ask_name(self, model: EveningsModel) -> None:
        """Show the keyboard until a name is given."""
        _ = self.app.translations.gettext

        def done(name: str) -> None:
            self._close_keyboard()
            self.work_on(f"named/{name}")

        self.keyboard = KeyboardOverlay(done, MAX_NAME_LETTERS)
        name = model.opened.name if model.opened is not None else ""
        self.keyboard.show(self.app.app_state.lang, _("What is this evening called?"), name, ())
        self.add_widget(self.keyboard)
        place_widget(self.keyboard, self.rect)

    def _close_keyboard(self) -> None:
        if self.keyboard is not None and self.keyboard.parent is self:
            self.remove_widget(self.keyboard)
        self.keyboard = None

    def _on_page_turned(self, touch_target: str) -> None:
        self.page_index += 1 if touch_target == "later" else -1
        self.refresh()

    # -- on the page's thread

    def first_model(self) -> None:
        """Nothing, until the list is read."""

    def serve_visit(self, queue: SimpleQueue[str | None], lang: str) -> None:
        """Serve the page: touch by touch, until it is left."""
        controller = self.app.controller
        try:
            browser = EveningBrowser(
                lang,
                self._on_table,
                lambda: bool(self.app.app_state.unkept_warning),
                lambda: run_on_kivy_thread(controller.look_for_games),
            )
            self.show_in_visit(queue, browser.make_model())
            while (touch_target := queue.get()) is not None:
                if not self._hand_over(browser, touch_target):
                    browser.touch(touch_target)
                    self._go_on_with_recovered(browser)
                if queue.empty():
                    self.show_in_visit(queue, browser.make_model())
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
        self.app.controller.resume_evening(path, game, checks_table)
        self.app.go_to_page("table")

    def _leave_game(self) -> None:
        """Stop the game that runs, then answer once more."""
        self.app.controller.leave_game()
        self.work_on("yes")

    def _show_problem(self, queue: SimpleQueue[str | None], why: str, lang: str) -> None:
        """Show why nothing can be done until the page is opened again."""
        title = load_translation(lang).gettext("Evenings")
        self.show_in_visit(queue, EveningsModel(question=ChoiceOverlayModel(title, (), "", why)))

    # -- what is shown

    def refresh(self) -> None:
        """Show the evenings as they are."""
        _, model = self.app.translations.gettext, self.evenings_model
        count = len(model.rows)
        self.show_header(_("Evenings"), _("Evenings kept: {count}").format(count=count) if count else "")
        pages = ceil(count / self.ROWS_PER_PAGE) or 1
        self.page_index = min(self.page_index, pages - 1)
        first = self.page_index * self.ROWS_PER_PAGE
        visible = model.rows[first : first + self.ROWS_PER_PAGE]
        for at, row in enumerate(self.evening_rows):
            if at < len(visible):
                row.show(visible[at])
            self._place_beneath(row, at < len(visible))
        self._place_beneath(self.pager, pages > 1)
        self.pager.show(self.page_index, pages)
        self._show_above(model)
        self.request_redraw()

    def _place_beneath(self, part: CanvasWidget, is_visible: bool) -> None:
        """Add a part beneath what lies over the list, or remove it."""
        if is_visible and part.parent is None:
            self.add_widget(part, index=len(self.children))
        elif not is_visible and part.parent is not None:
            self.remove_widget(part)

    def _show_above(self, model: EveningsModel) -> None:
        """Show the question, or the report that is looked at."""
        if model.question is not None:
            self.choice_overlay.show(model.question)
        self.set_attached(self.choice_overlay, model.question is not None)
        report = self.overlays.widget_for(model.report)
        if report is not self.report:
            if self.report is not None:
                self.remove_widget(self.report)
            if report is not None:
                self.add_widget(report)
            self.report = report

    def arrange_children(self, bounds: Rect) -> None:
        """Place the page, and what lies over it, over everything."""
        super().arrange_children(bounds)
        for part in (self.choice_overlay, self.report, self.keyboard):
            if part is not None and part.parent is not None:
                place_widget(part, bounds)

    def arrange_body(self, body_rect: Rect) -> None:
        """Place the rows, and the pager at the right where there is more than one page."""
        if self.pager.parent is not None:
            side, body_rect = body_rect.cut_right(mm(TOUCH_SIZE), mm(GAP))
            place_widget(self.pager, side)
        for row, cell in zip(
            self.evening_rows, body_rect.split_rows(self.ROWS_PER_PAGE, mm(1.4)), strict=True
        ):
            place_widget(row, cell)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint, where there is no evening, that there is none."""
        super().paint(painter, bounds)
        _, model = self.app.translations.gettext, self.model
        if model is not None and (model.rows or model.question is not None):
            return
        told = _("No evening is kept yet.") if model is not None else _("The evenings are being looked for …")
        painter.draw_text(told, bounds.centred(mm(120), mm(12)), TITLE_TEXT, CHALK, halign="center")
