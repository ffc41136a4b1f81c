"""The widget everything on the screen is made from: it lays out its parts and draws itself, once, when
something has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Generic, Protocol, TypeVar

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.screen.draw.ink import Ink, Mark, Written
from companion.screen.draw.rect import Rect

T = TypeVar("T")
V = TypeVar("V")
W = TypeVar("W", bound=Any)
N = TypeVar("N", bound="Named")


class Named(Protocol):
    """A value that a finger can touch."""

    @property
    def thing(self) -> str:
        """Its name."""
        ...


class Drawn(Widget):
    """A widget that draws itself with `Ink`, beneath its children, and is still until `again` is called.

    `marks` is what it drew and where. Kivy styles a widget by the name of
    its class: what is made from this must not be called like a rule in Kivy's style.kv (`Button`, `Label`).
    """

    modal = False
    """Whether what lies beneath cannot be touched."""
    pointed = False
    """Whether the shared buttons point at it."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.marks: list[Mark] = []
        self._due = Clock.create_trigger(self._refresh, -1)  # before the next frame, once
        self.bind(pos=self._due, size=self._due)
        self._due()

    @property
    def rect(self) -> Rect:
        """Where it lies."""
        return Rect(*self.pos, *self.size)

    @property
    def written(self) -> list[Written]:
        """What it says and where."""
        return [mark for mark in self.marks if isinstance(mark, Written)]

    @property
    def stands_for(self) -> str:
        """The thing it stands for, "" for none."""
        return ""

    def point(self, pointed: bool) -> None:
        """Mark it, or no longer."""
        if pointed != self.pointed:
            self.pointed = pointed
            self.again()

    def again(self) -> None:
        """Lay out and draw anew before the next frame."""
        self._due()

    def there(self, part: Widget, wanted: bool) -> None:
        """Have a part among the children, on top of them, or no longer."""
        if wanted != (part.parent is not None):
            (self.add_widget if wanted else self.remove_widget)(part)

    def each(
        self,
        parts: list[W],
        values: Sequence[V],
        make: Callable[[V], W],
        open_: Collection[str] | None = None,
    ) -> None:
        """Have a part for each of these values, which shows it; those there are stay. `open_`: the things that may be
        touched, None where the values say so themselves.
        """
        while len(parts) > len(values):
            self.there(parts.pop(), False)
        for value in values[len(parts) :]:
            parts.append(make(value))
            self.there(parts[-1], True)
        for part, value in zip(parts, values, strict=True):
            part.show(value, *([] if open_ is None else [open_]))

    def arrange(self, whole: Rect) -> None:
        """Give the children their places (see `lay`)."""

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Draw what lies beneath the children."""

    def _refresh(self, _elapsed: float) -> None:
        self.arrange(self.rect)
        self.canvas.before.clear()
        self.marks.clear()
        self.paint(Ink(self.canvas.before, self.marks, self._ready), self.rect)
        self.canvas.after.clear()
        if self.pointed:
            Ink(self.canvas.after, [], self._ready).mark(self.rect)

    def _ready(self) -> None:
        """A symbol in it has got its picture; called on any thread."""
        Clock.schedule_once(self._due, -1)


class View(Drawn, Generic[T]):
    """A widget that shows one value, and is made and drawn anew only for another one. `shown`: the value, None before
    the first.
    """

    shown: T | None = None

    def show(self, value: T) -> None:
        """Show it."""
        if value != self.shown:
            before, self.shown = self.shown, value
            self.changed(value, before)
            self.again()

    def changed(self, value: T, before: T | None) -> None:
        """Make the parts, or tell them, what there is to show in place of `before`."""

    def paint(self, ink: Ink, whole: Rect) -> None:
        """See Drawn."""
        if self.shown is not None:
            self.draw(ink, whole, self.shown)

    def draw(self, ink: Ink, whole: Rect, value: T) -> None:
        """Draw what of the value lies beneath the children."""


def lay(widget: Widget, rect: Rect) -> None:
    """Put a widget at a place, on whole pixels."""
    widget.pos = (round(rect.x), round(rect.y))
    widget.size = (round(rect.width), round(rect.height))


Act = Callable[[str], None]
"""What is done when a thing is touched: it gets the thing's name."""


class Touchable(Drawn):
    """Something a finger can touch. `thing` is its name: `home`, `tile/6`, `card/inf6`."""

    def __init__(self, thing: str, act: Act, **settings: Any) -> None:
        self.thing = thing
        self.act = act
        self.open = True
        self.pressed = False
        super().__init__(**settings)

    @property
    def stands_for(self) -> str:
        """See Drawn."""
        return self.thing

    def allow(self, open_: bool) -> None:
        """Let it be touched, or no longer."""
        if open_ != self.open:
            self.open = open_
            self.again()

    def reacts(self, x: float, y: float) -> bool:
        """Whether a finger at this point is meant for it."""
        return self.open and bool(self.collide_point(x, y))

    def on_touch_down(self, touch: Any) -> bool:
        """A finger comes down: show that it is felt."""
        if super().on_touch_down(touch):
            return True
        if not self.reacts(*touch.pos):
            return False
        touch.grab(self)
        self.pressed = True
        self.again()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """The finger leaves: it counts if it is still on the thing, and the thing still there."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        felt, self.pressed = self.pressed, False
        self.again()
        if felt and self.get_root_window() is not None and self.reacts(*touch.pos):
            self.meant()
        return True

    def meant(self) -> None:
        """A finger has touched it."""
        self.act(self.thing)


class TouchView(View[N], Touchable):
    """A value that can be touched, by its name."""

    def __init__(self, value: N, act: Act) -> None:
        super().__init__("", act)
        self.show(value)

    def show(self, value: N, open_: Collection[str] | None = None) -> None:
        """Show it; it may be touched if it is among `open_`."""
        super().show(value)
        if open_ is not None:
            self.allow(self.thing in open_)

    def changed(self, value: N, before: N | None) -> None:
        """A finger that is down does not mean what comes in its place."""
        self.pressed &= value.thing == self.thing
        self.thing = value.thing


class Glowing(View[T]):
    """A value that does not say itself what of it may be touched."""

    def show(self, value: T, open_: Collection[str] = frozenset()) -> None:
        """Show it; parts among `open_` glow. What only turns to something else may always be touched."""
        super().show(value)
        for part in self.children:
            if isinstance(part, Touchable):
                part.allow(part.thing in open_ or part.thing.startswith("open/"))
