"""A person with two eyes and one finger in front of the real window.

The window is Kivy's own, drawn offscreen by the software renderer (`SDL_VIDEODRIVER=offscreen`,
multisamples 0), so that a picture is the same on every run. The finger goes the road the panel's takes:
through an input provider. The clock is false: every frame is 1/60 s, whatever it cost, so animations take
no time, and no test waits for it.

    with Driver(HeraldApp(desk), (800, 480)) as person:
        person.tap("game/louis-xiv")
        person.tap("oldest/1")
        person.picture().save("new-game.png")
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import sleep
from typing import Any, NamedTuple, Self

from kivy.app import App
from kivy.base import EventLoop, runTouchApp, stopTouchApp
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import (
    GL_RGBA,
    GL_SCISSOR_TEST,
    GL_UNSIGNED_BYTE,
    glEnable,
    glReadPixels,
    glScissor,
    glViewport,
)
from kivy.input.motionevent import MotionEvent
from kivy.input.provider import MotionEventProvider
from kivy.metrics import Metrics
from PIL import Image

from companion.screen import touch_guard
from companion.screen.display import kivy_config as startup
from companion.screen.draw import painter
from companion.screen.draw.symbol_images import SymbolImages
from companion.screen.widgets.table_frame import ClosedPlace
from tests.screen import SIZES
from tests.screen.harness.checks import faults

FRAME = 1 / 60
"""Seconds from one frame to the next, by the false clock."""

PATIENCE = 240
"""Frames after which a screen that is still redrawing counts as never at rest."""

PATIENT = 1_000_000
"""Frames one waits for another thread: it waits for the disk, and frames cost next to nothing."""

LOOK = 1.0
"""Seconds for which careful people look before they touch."""

BREATH = 0.0005
"""Seconds that the processor is left to other threads while nothing moves: frames by the thousand would keep the
session's thread, which they wait for, from its work.
"""


touch_guard.touch_clock = lambda: _FalseClock.now
"""The fingers' time is that of the false clock."""

painter.SYMBOL_IMAGES = SymbolImages(submit=lambda work: work())
"""No symbol comes a frame later because nobody had looked at it in this size."""


class NotThere(AssertionError):
    """A person looked for something that the screen does not show."""

    def __init__(self, sought: str, driver: Driver) -> None:
        words = ", ".join(repr(words) for words in driver.words()) or "nothing"
        things = ", ".join(driver.things()) or "none"
        super().__init__(
            f"Nothing here is called {sought!r}. The screen says: {words}. Things to touch: {things}."
        )


class Unrest(AssertionError):
    """The screen went on redrawing itself."""


class Place(NamedTuple):
    """Something on the screen: what it says or is called, and where, in the window's pixels."""

    name: str
    x: float
    y: float
    width: float
    height: float
    widget: Any

    @property
    def center(self) -> tuple[float, float]:
        """Where one would put a finger."""
        return self.x + self.width / 2, self.y + self.height / 2


class _FalseClock:
    """Kivy's time while a driver is at work. It begins at the real time: what was due before must stay due."""

    now = 0.0

    @classmethod
    def begin(cls) -> None:
        if not cls.now:
            cls.now = Clock.time()
            Clock.time = lambda: cls.now


class _Finger(MotionEvent):
    """One touch of the panel."""

    def __init__(self, number: int, at: tuple[float, float]) -> None:
        super().__init__("finger", number, at, is_touch=True, type_id="touch")
        self.profile = ["pos", "button"]
        self.button = "left"
        self.time_start = _FalseClock.now

    def update_time_end(self) -> None:
        self.time_end = _FalseClock.now

    def depack(self, args: tuple[float, float]) -> None:
        self.sx, self.sy = args
        super().depack(args)


class _Panel(MotionEventProvider):
    """Where the fingers come from: one step of one finger a frame, as a panel reports them."""

    def __init__(self) -> None:
        super().__init__("panel", "")
        self.waiting: list[tuple[str, _Finger, tuple[float, float]]] = []
        self.lift: tuple[str, _Finger, tuple[float, float]] | None = None
        self.count = 0

    def update(self, dispatch_fn: Callable[[str, MotionEvent], None]) -> None:
        if not self.waiting:
            return
        step, finger, at = self.waiting.pop(0)
        if step == "update":
            finger.move(at)
        if step == "end":
            finger.update_time_end()
        dispatch_fn(step, finger)

    def come(self, at: tuple[float, float]) -> _Finger:
        """A finger comes down at a point from 0 to 1, and stays."""
        self.count += 1
        finger = _Finger(self.count, at)
        self.waiting.append(("begin", finger, at))
        return finger

    def stroke(self, path: list[tuple[float, float]], lifted: bool = True) -> None:
        """A finger comes down at the first point, goes along, and leaves at the last (stays there unless it is
        `lifted`). Points run from 0 to 1.
        """
        finger = self.come(path[0])
        self.waiting.extend(("update", finger, at) for at in path[1:])
        self.lift = ("end", finger, path[-1])
        if lifted:
            self.waiting.append(self.lift)


class Driver:
    """One app on one window, from start to stop; a context manager. Several may follow one another in one
    process.
    """

    def __init__(self, app: App, size: tuple[int, int] = SIZES[0]) -> None:
        self.app = app
        self.size = size
        self.panel = _Panel()
        self.frames_drawn = 0
        self._pixels: bytes = b""
        self._wanted = False

    def __enter__(self) -> Self:
        Window.size = self.size
        Window.create_window()
        Window.dispatch("on_resize", *self.size)
        startup.fit_metrics_to_window(self.size)
        _FalseClock.begin()
        Window.bind(on_draw=self._before_drawing, on_flip=self._before_the_swap)
        EventLoop.add_input_provider(self.panel)
        self.app._run_prepare()
        runTouchApp(embedded=True)
        self.rest()
        return self

    def __exit__(self, *_error: object) -> None:
        Window.unbind(on_draw=self._before_drawing, on_flip=self._before_the_swap)
        self.app.stop()
        stopTouchApp()
        EventLoop.remove_input_provider(self.panel)
        for left in Window.children[:]:
            Window.remove_widget(left)
        Metrics.fontscale = 1.0  # the text size that somebody chose here is not the next one's

    # Time

    def frame(self) -> bool:
        """One frame goes by. Says whether anything was drawn."""
        before = self.frames_drawn
        _FalseClock.now += FRAME
        EventLoop.idle()
        return self.frames_drawn > before

    def rest(self) -> None:
        """Frames go by until the screen is still and no finger is under way. `Unrest` when it never is."""
        still = 0
        for _ in range(PATIENCE):
            still = 0 if self.frame() or self.panel.waiting else still + 1
            if still == 2:
                return
        raise Unrest(
            f"After {PATIENCE} frames the screen still redraws itself; it says: {', '.join(self.words())}."
        )

    def wait(self, seconds: float) -> None:
        """Time goes by, by the false clock."""
        for _ in range(round(seconds / FRAME)):
            self.frame()
        self.rest()

    def until(self, condition: Callable[[], bool], frames: int = PATIENT) -> None:
        """Frames go by until something is so, which another thread may have to do first on a busy machine."""
        for _ in range(frames):
            if condition():
                self.rest()
                return
            if not self.frame():
                sleep(BREATH)
        raise Unrest(f"After {frames} frames it is still not so; the screen says: {', '.join(self.words())}.")

    # Eyes

    def _seen(self) -> Iterator[Any]:
        """Every widget one can see, the ones on top first; what lies under a modal one is not there."""

        def walk(widget: Any) -> Iterator[Any]:
            if widget.opacity == 0:
                return
            for child in widget.children:
                yield from walk(child)
                if getattr(child, "is_modal", False):
                    break
            yield widget

        for root in Window.children:
            yield from walk(root)
            if getattr(root, "is_modal", False):
                return

    def _texts(self) -> Iterator[Place]:
        for widget in self._seen():
            for written in getattr(widget, "painted_texts", ()):
                x, y = widget.to_window(*written.rect[:2])
                if -1 <= x < self.size[0] and -1 <= y < self.size[1]:
                    yield Place(written.text, x, y, written.rect.width, written.rect.height, widget)

    def _touchables(self) -> Iterator[Place]:
        for widget in self._seen():
            if getattr(widget, "touch_target", "") and widget.enabled:
                x, y = widget.to_window(*widget.pos)
                yield Place(widget.touch_target, x, y, widget.width, widget.height, widget)

    def words(self) -> list[str]:
        """Everything that can be read, from top to bottom and from left to right."""
        return [
            place.name
            for place in sorted(self._texts(), key=lambda place: (-round(place.y + place.height), place.x))
        ]

    def things(self) -> list[str]:
        """The names of everything that can be touched, in alphabetical order."""
        return sorted(place.name for place in self._touchables())

    def places(self) -> list[Place]:
        """Everything that can be touched, with its place."""
        return list(self._touchables())

    def thing_at(self, x: float, y: float) -> str:
        """The name of what a finger would touch at this point, "" for nothing."""
        for place in self._touchables():
            if place.x <= x < place.x + place.width and place.y <= y < place.y + place.height:
                return place.name
        return ""

    def sees(self, text: str) -> bool:
        """Whether some text on the screen contains this."""
        return any(text in words for words in self.words())

    def find(self, name: str) -> Place:
        """The thing of this name, else the text that says exactly this, else one that contains it.
        `NotThere` when there is none.
        """
        for place in self._touchables():
            if place.name == name:
                return place
        texts = list(self._texts())
        said = [place for place in texts if place.name == name] or [
            place for place in texts if name in place.name
        ]
        touchable = [
            place for place in said if getattr(place.widget, "touch_target", "") and place.widget.enabled
        ]
        if touchable or said:
            return (touchable or said)[0]
        raise NotThere(name, self)

    def faults(self) -> list[str]:
        """What is wrong with the looks of the screen, once what lies over it for a moment has gone."""
        while any(isinstance(widget, ClosedPlace) for widget in self._seen()):
            self.frame()
        return faults(self)

    # Finger

    def tap(self, name: str) -> None:
        """Touch a thing by its name or by what it says, and wait until the screen is still again."""
        self.tap_at(*self.find(name).center)

    def tap_among(self, name: str) -> None:
        """The same where there may be too many to be seen at once: on through them until it is there."""
        seen: set[str] = set()
        while name not in (here := set(self.things())) and not here <= seen:
            seen |= here
            self.tap("more")
        self.tap(name)

    def tap_at(self, x: float, y: float) -> None:
        """Touch a point of the window, in pixels from the lower left."""
        self.stroke([(x, y)])

    def drag(self, name: str, onto: str, steps: int = 6) -> None:
        """Drag a thing onto another."""
        (x0, y0), (x1, y1) = self.find(name).center, self.find(onto).center
        shares = [step / steps for step in range(steps + 1)]
        self.stroke([(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for share in shares])

    def stroke(self, path: list[tuple[float, float]], look: float = LOOK) -> None:
        """Look, put a finger down, move it along these points of the window, and lift it."""
        self.look(look)
        self.panel.stroke([self._share(x, y) for x, y in path])
        self.rest()

    def hold(self, path: list[tuple[float, float]]) -> None:
        """The same, and leave the finger there."""
        self.look()
        self.panel.stroke([self._share(x, y) for x, y in path], lifted=False)
        self.rest()

    def look(self, seconds: float = LOOK) -> None:
        """Only look; no frame is drawn for it."""
        _FalseClock.now += seconds

    def lift(self) -> None:
        """Lift it."""
        assert self.panel.lift is not None
        self.panel.waiting.append(self.panel.lift)
        self.rest()

    def _share(self, x: float, y: float) -> tuple[float, float]:
        # Kivy scales by one pixel less than the window has.
        return x / (self.size[0] - 1), y / (self.size[1] - 1)

    # Camera

    def _before_drawing(self, _window: object) -> bool:
        """Draw nothing of what nobody takes a picture of: that costs two fifths of the screen tests' time."""
        if self._wanted:
            _draw_on(self.size)
            return False
        shown = Window.canvas.children
        kept = shown[:]
        shown.clear()
        Window.render_context.draw()  # so Kivy knows that this frame was drawn
        shown.extend(kept)
        return True

    def _before_the_swap(self, _window: object) -> None:
        self.frames_drawn += 1
        if self._wanted:
            self._pixels = bytes(glReadPixels(0, 0, *self.size, GL_RGBA, GL_UNSIGNED_BYTE))
            self._wanted = False

    def pixels(self) -> bytes:
        """The screen as RGBA, rows from the top down."""
        self._wanted = True
        Window.canvas.ask_update()
        self.rest()
        row = self.size[0] * 4
        return b"".join(self._pixels[at : at + row] for at in range(len(self._pixels) - row, -1, -row))

    def picture(self) -> Image.Image:
        """The screen in red, green and blue."""
        return Image.frombytes("RGBA", self.size, self.pixels()).convert("RGB")


def _draw_on(size: tuple[int, int]) -> None:
    """Whatever is drawn from now on is drawn on so many pixels."""
    glViewport(0, 0, *size)
    glScissor(0, 0, *size)
    glEnable(GL_SCISSOR_TEST)
