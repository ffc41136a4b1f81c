"""The one door through which fingers enter: a touch counts for what its owner has been able to see.

Each is shown as felt with the next frame, by what takes it, else by a ring. It does nothing

- within `ANOTHER_PERSON` after another person is asked, or take back has opened;
- within `ANOTHER_THING` after another layer came, the table went on, or another thing lay under the finger;
- where it is the second at one spot and would mean something else than the first;
- within `SAME_TOUCH` after a touch of the same thing: then it is the same touch;
- while another finger is down, and where it is no finger: another button than the left. The wheel turns pages.

What was seen is noted with each frame that is shown; times run from that frame to the touch's own time. So a picture
that is not shown yet was seen by nobody. What lights up next in somebody's own move may be touched at once. Whether
a quick touch would end a move is known only to the session, which is told that it was quick.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from math import hypot
from time import time
from typing import Any, Final, NamedTuple

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import mm

from companion.screen.app_state import AppState, ShownTurn
from companion.screen.draw.canvas_widget import (
    RESTING_SECONDS,
    CanvasWidget,
    TouchableWidget,
    inward,
    let_go_of,
    visible_within,
)
from companion.screen.draw.painter import Painter, clear_canvas
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GOLD
from companion.screen.widgets.item_list import DraggedPages

ANOTHER_PERSON: Final = 0.6
"""Seconds that people need to see that another person is asked, or that take back has opened."""
ANOTHER_THING: Final = 0.35
"""Seconds that they need to see another layer, or another thing; and between a touch and one that ends a move."""
SAME_TOUCH: Final = 0.12
"""Seconds in which two touches of one thing are one: a finger that trembles."""
SAME_SPOT: Final = 6.0
"""Millimetres within which two touches are at one spot."""
RING_SECONDS: Final = 0.2
"""Seconds for which the ring around a finger stays when it has left."""
RING_RADIUS: Final = 7.0
"""Millimetres: more than a finger covers."""
LONGEST_DELAY: Final = 0.5
"""Seconds by which a touch may be handled late; what seems older is a computer's clock that was set."""

WHEEL: Final = ("scrolldown", "scrollup")
WHEEL_TOWARDS_PERSON: Final = "scrollup"
"""Kivy's names of a notch of the wheel: `scrolldown` moves what is shown down, so earlier pages come."""

touch_clock = time
"""The clock of `MotionEvent.time_start`."""

ALWAYS_MEANT: Final = ("home", "menu")
"""What means the same whoever is asked."""

Rectangle = tuple[float, float, float, float]
"""Left, bottom, right and top."""


class Layer(NamedTuple):
    """What lies on top: a page, and what covers it."""

    page: str
    overlay: str = ""
    subject: str = ""
    is_strong: bool = False
    """Whether a touch on it may change what has happened."""


class Picture(NamedTuple):
    """What one frame shows: `things` are rectangles with their touch targets, the topmost first."""

    shown_at: float
    layer: Layer
    turn: ShownTurn | None
    """Whose turn it is, where nothing covers the table."""
    things: tuple[tuple[Rectangle, str], ...]

    def target_at(self, x: float, y: float) -> str:
        """The touch target at this point, "" for none."""
        x, y = inward(x, y)
        for (left, bottom, right, top), target in self.things:
            if left <= x < right and bottom <= y < top:
                return target
        return ""


class Meaning(NamedTuple):
    """What a touch means."""

    layer: Layer
    turn: ShownTurn | None
    target: str


class Tap(NamedTuple):
    """A finger that came: where, when, what it means, and what the first one at this spot meant."""

    x: float
    y: float
    came_at: float
    meaning: Meaning
    first: Meaning


class TouchGuard:
    """Stands before the window from `start` to `stop`, and swallows the touches that do not count."""

    def __init__(
        self, app_state: AppState, page_history: list[str], on_finger_down: Callable[[bool], None]
    ) -> None:
        """`page_history`: the names of the pages, the one shown is the last.

        `on_finger_down` is called with each finger that counts, and whether it came so soon after the one before
        that it may not end a move.
        """
        self._app_state, self._page_history, self._tell = app_state, page_history, on_finger_down
        self._pictures: deque[Picture] = deque()
        self._before: Tap | None = None
        self._finger: Any = None
        """The touch of the finger that is down and counts."""
        self._finger_picture: Picture | None = None
        self._stays_since = 0.0
        self._stays_at = (0.0, 0.0)
        self._swallowed: dict[Any, Any] = {}
        """The touches that do not count -> the widget that shows that one is felt."""
        self._unanswered: Any = None
        """The touch that no widget shows as felt: a ring does."""
        self._show_ring_soon = Clock.create_trigger(self._show_ring, -1)
        self._clear_ring_soon = Clock.create_trigger(lambda _elapsed: self._clear_ring(), RING_SECONDS)

    def start(self) -> None:
        """Stand before the window."""
        self._observers = {
            "on_touch_down": self._on_touch_down,
            "on_touch_move": self._on_touch_move,
            "on_touch_up": self._on_touch_up,
            "on_flip": self._on_flip,
        }
        Window.bind(**self._observers)

    def stop(self) -> None:
        """Leave the window."""
        Window.unbind(**self._observers)
        self._show_ring_soon.cancel()
        self._clear_ring()

    # -- what people see

    def _on_flip(self, _window: object) -> None:
        """Note what the frame shows, and forget what was seen too long ago to matter."""
        picture = self._look(Clock.time())
        if self._pictures and self._pictures[-1][1:] == picture[1:]:
            return
        self._pictures.append(picture)
        too_old = picture.shown_at - ANOTHER_PERSON - LONGEST_DELAY
        while len(self._pictures) > 1 and self._pictures[1].shown_at < too_old:
            self._pictures.popleft()

    def _look(self, now: float) -> Picture:
        page = self._page_history[-1] if self._page_history else ""
        layer, things = Layer(page), []
        for widget in _visible_widgets():
            if widget.is_modal and not layer.overlay:
                kind = type(widget).__name__
                layer = Layer(page, kind, widget.subject, widget.is_strong)
                things.append((_rectangle(widget), kind))
            elif target := widget.represented_target:
                # answers are numbered anew for each question
                name = f"{target} {getattr(widget, 'text', '')}" if target.startswith("answer/") else target
                things.append((_rectangle(widget), name))
        is_table = page == "table" and not layer.overlay
        return Picture(now, layer, self._app_state.shown_turn if is_table else None, tuple(things))

    def _seen_until(self, at: float) -> Iterator[tuple[Picture, float]]:
        """The pictures that people could see, each with the seconds since then; 0 for the one they still see."""
        later = at
        for picture in reversed(self._pictures):
            yield picture, max(0.0, at - later)
            later = picture.shown_at

    # -- fingers

    def _on_touch_down(self, _window: object, touch: Any) -> bool:
        if "button" in touch.profile and touch.button != "left":
            self._swallowed[touch.uid] = None
            if touch.button in WHEEL and (pages := _pages_at(*touch.pos)) is not None:
                pages.turn_page(is_later=touch.button == WHEEL_TOWARDS_PERSON)
            return True
        at = Clock.time() - min(max(touch_clock() - touch.time_start, 0.0), LONGEST_DELAY)
        if self._finger is not None and at - self._stays_since >= RESTING_SECONDS:
            self._release()
        live = self._look(at)
        before = self._before
        counts = self._counts(live, at, *touch.pos) and self._finger is None
        if not counts and not self._may_drag(touch):
            self._swallowed[touch.uid] = self._show_felt(*touch.pos) if self._finger is None else None
            if self._swallowed[touch.uid] is None and self._finger is None:
                self._feel(touch)
            return True
        self._finger, self._finger_picture = touch, live
        self._stays_since, self._stays_at = at, touch.pos
        self._tell(before is not None and at - before.came_at < ANOTHER_THING)
        self._feel(touch)
        return False

    def _feel(self, touch: Any) -> None:
        """Show with the next frame that it is felt, unless a widget shows so."""
        self._clear_ring()
        self._unanswered = touch
        self._show_ring_soon()

    def _show_ring(self, _elapsed: float) -> None:
        if self._unanswered is None or self._unanswered.grab_list:
            return
        (x, y), radius = self._unanswered.opos, mm(RING_RADIUS)
        Painter(Window.canvas.after, [], lambda: None).outline_rect(
            Rect(x - radius, y - radius, 2 * radius, 2 * radius), GOLD, mm(0.6), radius
        )

    def _clear_ring(self) -> None:
        self._unanswered = None
        self._clear_ring_soon.cancel()
        clear_canvas(Window.canvas.after)

    def _may_drag(self, touch: Any) -> bool:
        """Whether it may still drag the list under it, though it presses nothing: the next page needs no pause."""
        if self._finger is not None or _pages_at(*touch.pos) is None:
            return False
        touch.ud["presses_nothing"] = True
        return True

    def _on_touch_move(self, _window: object, touch: Any) -> bool:
        if touch is self._finger and hypot(*_difference(touch.pos, self._stays_at)) > mm(SAME_SPOT):
            self._stays_since, self._stays_at = Clock.time(), touch.pos
        return touch.uid in self._swallowed

    def _on_touch_up(self, _window: object, touch: Any) -> bool:
        if touch is self._finger and self._finger_picture is not None:
            then, now = self._finger_picture, self._look(Clock.time())
            target = then.target_at(touch.ox, touch.oy)
            if then.layer != now.layer or (target not in ALWAYS_MEANT and then.turn != now.turn):
                self._release()
            else:
                self._finger = self._finger_picture = None
        if touch is self._unanswered:
            self._clear_ring_soon()
        if touch.uid not in self._swallowed:
            return False
        felt = self._swallowed.pop(touch.uid)
        if felt is not None:
            felt.let_go()
        return True

    def _release(self) -> None:
        """The finger that is down does not count any more: let go what it presses."""
        touch, self._finger, self._finger_picture = self._finger, None, None
        self._swallowed[touch.uid] = None
        touch.ud["presses_nothing"] = True
        let_go_of(touch)

    def _show_felt(self, x: float, y: float) -> TouchableWidget | None:
        """Show that a finger is felt here, though it does nothing; the widget that shows it."""
        for widget in _visible_widgets():
            if widget.collide_point(x, y) and (widget.is_modal or widget.represented_target):
                if not isinstance(widget, TouchableWidget) or not widget.accepts_touch(x, y):
                    return None
                widget.is_pressed = True
                widget.request_redraw()
                return widget
        return None

    def _counts(self, live: Picture, at: float, x: float, y: float) -> bool:
        """Whether a touch that came then and there may do anything."""
        target = live.target_at(x, y)
        meaning = Meaning(live.layer, None if target in ALWAYS_MEANT else live.turn, target)
        before = self._before
        is_near = (
            before is not None
            and at - before.came_at < ANOTHER_PERSON
            and hypot(x - before.x, y - before.y) <= mm(SAME_SPOT)
        )
        first = before.first if before is not None and is_near else meaning
        self._before = Tap(x, y, at, meaning, first)
        if meaning != first:
            return False
        if before is not None and meaning == before.meaning and at - before.came_at < SAME_TOUCH:
            return False
        return not any(
            age < _seconds_to_see(picture, meaning, picture.target_at(x, y))
            for picture, age in self._seen_until(at)
        )


def _seconds_to_see(picture: Picture, meaning: Meaning, target: str) -> float:
    """Seconds for which a touch does nothing after this picture was seen, with `target` under the finger."""
    if picture.layer != meaning.layer:
        return ANOTHER_PERSON if meaning.layer.is_strong else ANOTHER_THING
    if meaning.turn is not None and picture.turn is not None:
        if picture.turn.awaited != meaning.turn.awaited:
            return ANOTHER_PERSON
        if picture.turn.number != meaning.turn.number:
            return ANOTHER_THING
    return ANOTHER_THING if target and _piece(target) != _piece(meaning.target) else 0.0


def _piece(target: str) -> tuple[str, str]:
    """What a target is without the step for which it is touched: `objective/2/music:5`."""
    kind, _, name = target.partition("/")
    return kind, name.rpartition("/")[2]


def _pages_at(x: float, y: float) -> DraggedPages | None:
    """The topmost list with more than one page there."""
    for widget in _visible_widgets():
        if isinstance(widget, DraggedPages) and widget.has_pages_at(x, y):
            return widget
    return None


def _visible_widgets() -> Iterator[CanvasWidget]:
    """What can be seen, in the order in which a touch is offered to it; nothing beneath what is modal."""
    for root in Window.children:
        yield from visible_within(root)
        if getattr(root, "is_modal", False):
            return


def _rectangle(widget: Any) -> Rectangle:
    return widget.x, widget.y, widget.right, widget.top


def _difference(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return one[0] - other[0], one[1] - other[1]
