"""A page of the app, and the frame that most pages have: home, back and a title above the rest."""

from __future__ import annotations

import gettext
from collections.abc import Callable, Container
from math import hypot
from queue import SimpleQueue
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

from kivy.clock import Clock
from kivy.metrics import mm
from kivy.uix.screenmanager import Screen

from companion.screen.app_state import AppState, run_on_kivy_thread
from companion.screen.draw.canvas_widget import (
    DRAG_DISTANCE,
    HOLD_SECONDS,
    BackgroundWidget,
    TouchableWidget,
    inward,
    let_go_of,
    place_widget,
    visible_within,
)
from companion.screen.draw.painter import PaintedShape
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GAP, PAGE_MARGIN
from companion.screen.settings import Strictness
from companion.screen.view_models import (
    PAGE_WORDS,
    AvailableGameModel,
    ChoiceOverlayModel,
    NewGameRequest,
    SavedGameModel,
    TouchAnswer,
    screen_word_answer,
)
from companion.screen.widgets.overlay import AnswerBubble, ChoiceOverlay, HeaderBar

if TYPE_CHECKING:
    from pathlib import Path

    from companion.export.evening_result import ToldEvening
    from companion.screen.widgets.keyboard import KeyboardOverlay
    from companion.table.table_hardware import TableHardware


class GameTouches(Protocol):
    """The running game, as its page sees it."""

    def touch(self, touch_target: str) -> None:
        """A finger touched something on the table, on what lies over it, or (`go-on`, `overrule`) in a refusal."""
        ...

    def answer_touch(self, touch_target: str, tell: Callable[[TouchAnswer], None]) -> None:
        """A finger touched what no widget takes: `tell` is called with the answer, unless it was part of a move."""
        ...

    def explain_touch(self, touch_target: str, symbol: str, tell: Callable[[TouchAnswer], None]) -> None:
        """A finger rests on that, on a picture of that name ("" for none): `tell` is called with what it is."""
        ...

    def set_strictness(self, level: Strictness, is_for_all: bool) -> None:
        """The evening on the table is as strict from now on; `is_for_all`: all other evenings as well."""
        ...


class AppController(Protocol):
    """The program as the screen sees it.

    No method may take long: longer work is started in the background and changes the app state when it is
    done.
    """

    def resumable_game_model(self, lang: str) -> SavedGameModel | None:
        """The game that can be resumed, in words of this language."""
        ...

    def available_game_models(self, lang: str) -> tuple[AvailableGameModel, ...]:
        """The games that can be begun, at least one; the first is preselected."""
        ...

    @property
    def game_at_hand(self) -> str:
        """The name of the game that is played, else of the one that waits or was played last, else of the first one."""
        ...

    def player_names(self) -> tuple[str, ...]:
        """Names of people who have played here before, the latest first."""
        ...

    def forget_player_name(self, name: str) -> None:
        """Offer this name no more."""
        ...

    @property
    def is_virtual_by_default(self) -> bool:
        """Whether a new game is at the virtual table unless somebody chooses otherwise."""
        ...

    def status_notice(self, lang: str) -> str:
        """One line about this table: that there are no readers, no sound; "" when all is well."""
        ...

    def begin_game(self, request: NewGameRequest) -> None:
        """Begin a game; the table follows through the app state."""
        ...

    def resume_game(self) -> None:
        """Resume the interrupted game; the table follows through the app state."""
        ...

    def leave_game(self) -> None:
        """Stop the running game, if there is one, and show an empty table; its journal can be resumed."""
        ...

    def look_for_games(self) -> None:
        """Look for the game that can be resumed; it follows through the app state."""
        ...

    def on_finger_down(self, is_hasty: bool) -> None:
        """A finger came down: its touch will be about what is shown now.

        `is_hasty`: so soon after the touch before that it may not end a move.
        """
        ...

    def find_hardware(self) -> TableHardware | None:
        """What is wired at the real table, opened; None for nothing. Takes its time: for other threads."""
        ...

    def run_in_background(self, work: Callable[[], None]) -> None:
        """Start this work on a thread of its own, which is waited for when the program ends."""
        ...

    @property
    def game_controller(self) -> GameTouches | None:
        """The running game; None without one."""
        ...

    def face_down_tags(self) -> Container[str]:
        """The tags of the pieces that may lie face down in the running game; takes its time."""
        ...

    def replace_deck(self, game: str) -> None:
        """Give the running game the tags that its pieces have now; takes its time."""
        ...

    @property
    def journal_path(self) -> Path | None:
        """The journal of the running game, None without one."""
        ...

    def resume_evening(self, path: Path, game: str, checks_table: bool = False) -> None:
        """Go on with an evening in the background; the one that runs is shown again.

        `checks_table`: people compare the real table with it first.
        """
        ...

    def running_evening(self, lang: str) -> ToldEvening:
        """The running game with its result; takes its time: for other threads. Raises HeraldError without one."""
        ...

    @property
    def hardware(self) -> TableHardware | None:
        """The hardware of the real table, None until it is open."""
        ...

    @property
    def can_switch_off(self) -> bool:
        """Whether Herald may shut the computer down or restart it."""
        ...


MessageT = TypeVar("MessageT")
"""What a page's thread works on."""

PICTURE_REACH: Final = 1.0
"""Millimetres beside a picture where a finger still means it."""
MOST_UPRIGHT: Final = 16 / 10
WIDEST: Final = 16 / 9
"""The least and the greatest width of a page, as multiples of its height."""


class AppShell(Protocol):
    """What a page knows of the app around it."""

    app_state: AppState
    controller: AppController

    @property
    def translations(self) -> gettext.NullTranslations:
        """The texts of the screen in the chosen language."""
        ...

    def page_named(self, name: str) -> Page:
        """The page of that name."""
        ...

    def go_to_page(self, page: str) -> None:
        """Show another page; `go_back` leads back to this one."""
        ...

    def go_back(self) -> None:
        """Show the previous page."""
        ...

    def show_result(self, evening: Path | None) -> None:
        """Show the page that hands on the result of that journal; None for the game that runs."""
        ...

    def turn_picture(self) -> None:
        """Turn the picture the other way up, and remember it."""
        ...


class Page(BackgroundWidget):
    """A page.

    `refresh` shows the present app state, in the chosen language. A finger that is held asks what it rests on.
    """

    model: Any = None
    """What the page shows besides the app state."""
    keyboard: KeyboardOverlay | None = None

    def __init__(self, app: AppShell) -> None:
        self.app = app
        self.bubble = AnswerBubble(self.on_touched)
        self._finger: Any = None
        """The finger that may yet be held."""
        self._hold = Clock.create_trigger(self._on_held, HOLD_SECONDS)
        super().__init__()

    def show_model(self, model: Any) -> None:
        """Show this model; an equal one changes nothing."""
        if model != self.model:
            self.model = model
            self.refresh()

    def refresh(self) -> None:
        """Show the present app state."""
        self.request_redraw()

    def on_enter(self) -> None:
        """The page is shown."""

    def on_leave(self) -> None:
        """Another page is shown, or the program ends."""

    @property
    def is_typed_on(self) -> bool:
        """Whether the keyboard covers the page."""
        return self.keyboard is not None and self.keyboard.parent is self

    def on_requested(self) -> None:
        """The program asks for this page while it is shown."""

    def redraw(self) -> None:
        """Redraw everything: the text size has changed."""
        for part in self.walk(restrict=True):
            part.request_redraw()

    # -- fingers that are held

    def explain(self, touch_target: str, symbol: str, point: tuple[float, float]) -> bool:
        """Show at that point what this is, on a picture of that name ("" for none); whether there is an answer."""
        answer = self.answer_about(touch_target)
        if answer is not None:
            self.show_answer(answer, point, is_held=True)
        return answer is not None

    def answer_about(self, touch_target: str) -> TouchAnswer | None:
        """What that is on this page; None where nothing is said of it."""
        is_known = touch_target in PAGE_WORDS
        return screen_word_answer(touch_target, self.app.translations.gettext) if is_known else None

    def show_answer(self, answer: TouchAnswer, point: tuple[float, float], is_held: bool) -> None:
        """Say that beside a finger at that point.

        Where it `is_held`, until the next touch; else for a while, where it covers nothing that leads on.
        """
        parts = [part for part in visible_within(self) if isinstance(part, TouchableWidget) and not is_held]
        spared = [part.rect for part in parts if part.accepts_touch(*part.center)]
        self.bubble.point = point
        self.set_attached(self.bubble, True)
        self.bubble.tell(answer, self.rect.inset(mm(1)), spared, is_held)

    def on_touch_down(self, touch: Any) -> bool:
        """Wait whether the finger is held."""
        is_taken = bool(super().on_touch_down(touch))
        self._finger = None if touch.ud.get("presses_nothing") else touch
        self._hold.cancel()
        self._hold()
        return is_taken

    def on_touch_move(self, touch: Any) -> bool:
        """A finger that drags is not held."""
        if touch is self._finger and hypot(touch.x - touch.ox, touch.y - touch.oy) > mm(DRAG_DISTANCE):
            self._finger = None
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        """A finger that has left is not held."""
        if touch is self._finger:
            self._finger = None
        return bool(super().on_touch_up(touch))

    def _on_held(self, _elapsed: float) -> None:
        touch, self._finger = self._finger, None
        if touch is None or touch.ud.get("presses_nothing") or any(map(_is_shown_when_held, touch.grab_list)):
            return
        if self.explain(*self._target_at(touch.x, touch.y, is_held=True), touch.pos):
            let_go_of(touch)
            touch.ud.pop("pages", None)  # it drags no list either

    def put_away_answer(self) -> None:
        """Another page is shown: what was said or asked here is over."""
        self._finger = None
        self.bubble.close()

    def _target_at(self, x: float, y: float, is_held: bool) -> tuple[str, str]:
        """What the topmost thing there stands for, and the name of the picture of it that is there; "" for none."""
        there = inward(x, y)
        for part in visible_within(self):
            if part.asked_target and part.rect.contains_point(*there):
                held = part.held_target(x, y)
                if is_held and held != part.asked_target:
                    return held, ""
                marks = (mark for mark in part.painted_items if isinstance(mark, PaintedShape) and mark.name)
                near = (mark.name for mark in marks if mark.rect.distance_to(x, y) <= mm(PICTURE_REACH))
                return part.asked_target, next(near, "")
        return "", ""

    # -- touches

    def on_touched(self, touch_target: str) -> None:
        """Handle a touch on something of the page."""
        if touch_target == "home":
            self.app.go_to_page("home")
        elif touch_target == "back":
            self.app.go_back()


def _is_shown_when_held(reference: Any) -> bool:
    """Whether the widget behind this weak reference shows what a touch on it would do."""
    widget = reference()
    return widget is not None and bool(widget.on_held())


class FramedPage(Page):
    """A page with home, back and a title above; its own content gets the rest (`arrange_body`)."""

    def __init__(self, app: AppShell) -> None:
        self.header = HeaderBar(self.on_touched)
        super().__init__(app)
        self.add_widget(self.header)

    def show_header(self, title: str, subtitle: str = "", urgent: bool = False) -> None:
        """Show the texts above; an urgent subtitle names what is still missing."""
        self.header.show(title, subtitle, urgent)
        self.request_redraw()

    def arrange_body(self, body_rect: Rect) -> None:
        """Place what is below the head."""

    def arrange_children(self, bounds: Rect) -> None:
        """Place the head, then the rest."""
        head, rest = bounds.inset(mm(PAGE_MARGIN)).cut_top(mm(HeaderBar.HEIGHT), mm(GAP + 0.5))
        place_widget(self.header, head)
        self.arrange_body(rest)


class WorkingPage(FramedPage, Generic[MessageT]):
    """A page whose work is done on a thread while it is open: disk and readers take their time.

    The thread serves one visit of the page at a time; the next visit waits.
    """

    def __init__(self, app: AppShell) -> None:
        self._queue: SimpleQueue[MessageT | None] | None = None
        self._one_at_a_time = Lock()
        super().__init__(app)

    def on_enter(self) -> None:
        """Start a thread that serves this visit of the page."""
        self.show_model(self.first_model())
        self._queue = queue = SimpleQueue[MessageT | None]()
        lang = self.app.app_state.lang
        self.app.controller.run_in_background(lambda: self._run_visit(queue, lang))

    def on_leave(self) -> None:
        """End the visit: the thread finishes what it has begun."""
        if self._queue is not None:
            self._queue.put(None)
            self._queue = None

    def work_on(self, message: MessageT) -> None:
        """Queue a touch, or what else came, for the thread."""
        if self._queue is not None:
            self._queue.put(message)

    def _run_visit(self, queue: SimpleQueue[MessageT | None], lang: str) -> None:
        with self._one_at_a_time:
            self.serve_visit(queue, lang)

    def is_visit_over(self, queue: SimpleQueue[MessageT | None]) -> bool:
        """Whether the visit that this queue belongs to is over."""
        return queue is not self._queue

    def show_in_visit(self, queue: SimpleQueue[MessageT | None], model: Any) -> None:
        """Show this model of a visit, unless the page was left meanwhile; called on the thread."""

        def show() -> None:
            if not self.is_visit_over(queue):
                self.show_model(model)

        run_on_kivy_thread(show)

    # -- implemented by each page

    def first_model(self) -> Any:
        """What is shown before the thread has shown anything."""
        raise NotImplementedError

    def serve_visit(self, queue: SimpleQueue[MessageT | None], lang: str) -> None:
        """Serve a visit on the thread: handle all that comes through the queue, of which None is the last."""
        raise NotImplementedError


class AskingPage(WorkingPage[str]):
    """A page whose thread asks questions, which lie over everything; *Back* closes one before the page is left."""

    def __init__(self, app: AppShell) -> None:
        super().__init__(app)
        self.choice_overlay = ChoiceOverlay(self.on_touched, lambda: app.translations)

    def on_touched(self, touch_target: str) -> None:
        """Leave the page where no question is shown; other touches are for the thread."""
        if touch_target == "home" or (touch_target == "back" and not self.is_asking):
            super().on_touched(touch_target)
        else:
            self.work_on(touch_target)

    @property
    def is_asking(self) -> bool:
        """Whether a question lies over the page."""
        return self.choice_overlay.parent is not None

    def show_question(self, question: ChoiceOverlayModel | None) -> None:
        """Show this question, or none."""
        if question is not None:
            self.choice_overlay.show(question)
        self.set_attached(self.choice_overlay, question is not None)

    def arrange_children(self, bounds: Rect) -> None:
        """Place the page, and the question over everything."""
        super().arrange_children(bounds)
        self.arrange_question(bounds)

    def arrange_question(self, bounds: Rect) -> None:
        """Place the question that is shown."""
        if self.is_asking:
            place_widget(self.choice_overlay, bounds)


class PageScreen(Screen):
    """A page's place in the screen manager: in the middle of a window that is higher or wider than a page may be."""

    def __init__(self, page: Page, name: str) -> None:
        super().__init__(name=name)
        self.page = page
        page.size_hint = (None, None)
        self.add_widget(page)
        self.bind(size=self._place_page)

    def _place_page(self, _screen: PageScreen, size: Any) -> None:
        width, height = size
        whole = Rect(0, 0, width, height)
        place_widget(self.page, whole.centred(min(width, height * WIDEST), min(height, width / MOST_UPRIGHT)))
