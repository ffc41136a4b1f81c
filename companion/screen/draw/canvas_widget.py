"""The widget everything on the screen is made from: it lays out its parts and draws itself, once, when
something has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Generic, Protocol, TypeVar

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.screen.draw.painter import PaintedItem, PaintedText, Painter
from companion.screen.draw.rect import Rect

T = TypeVar("T")
V = TypeVar("V")
W = TypeVar("W", bound=Any)
N = TypeVar("N", bound="HasTouchTarget")


class HasTouchTarget(Protocol):
    """A value that a finger can touch."""

    @property
    def touch_target(self) -> str:
        """Its name."""
        ...


class CanvasWidget(Widget):
    """A widget that draws itself with `Painter`, beneath its children, and is still until `request_redraw` is called.

    `painted_items` is what it drew and where. Kivy styles a widget by the name of
    its class: what is made from this must not be called like a rule in Kivy's style.kv (`Button`, `Label`).
    """

    is_modal = False
    """Whether what lies beneath cannot be touched."""
    is_pointed_at = False
    """Whether the shared buttons point at it."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.painted_items: list[PaintedItem] = []
        self._redraw_trigger = Clock.create_trigger(self._redraw, -1)  # before the next frame, once
        self.bind(pos=self._redraw_trigger, size=self._redraw_trigger)
        self._redraw_trigger()

    @property
    def rect(self) -> Rect:
        """Where it lies."""
        return Rect(*self.pos, *self.size)

    @property
    def painted_texts(self) -> list[PaintedText]:
        """What it says and where."""
        return [mark for mark in self.painted_items if isinstance(mark, PaintedText)]

    @property
    def represented_target(self) -> str:
        """The thing it stands for, "" for none."""
        return ""

    def set_pointed_at(self, is_pointed_at: bool) -> None:
        """Mark it, or no longer."""
        if is_pointed_at != self.is_pointed_at:
            self.is_pointed_at = is_pointed_at
            self.request_redraw()

    def request_redraw(self) -> None:
        """Lay out and draw anew before the next frame."""
        self._redraw_trigger()

    def set_attached(self, child: Widget, is_attached: bool) -> None:
        """Have a part among the children, on top of them, or no longer."""
        if is_attached != (child.parent is not None):
            (self.add_widget if is_attached else self.remove_widget)(child)

    def sync_children(
        self,
        children: list[W],
        models: Sequence[V],
        make: Callable[[V], W],
        enabled_targets: Collection[str] | None = None,
    ) -> None:
        """Have a part for each of these values, which shows it; those there are stay. `open_`: the things that may be
        touched, None where the values say so themselves.
        """
        while len(children) > len(models):
            self.set_attached(children.pop(), False)
        for value in models[len(children) :]:
            children.append(make(value))
            self.set_attached(children[-1], True)
        for part, value in zip(children, models, strict=True):
            part.show(value, *([] if enabled_targets is None else [enabled_targets]))

    def arrange_children(self, bounds: Rect) -> None:
        """Give the children their places (see `place_widget`)."""

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Draw what lies beneath the children."""

    def _redraw(self, _elapsed: float) -> None:
        self.arrange_children(self.rect)
        self.canvas.before.clear()
        self.painted_items.clear()
        self.paint(Painter(self.canvas.before, self.painted_items, self._on_symbol_ready), self.rect)
        self.canvas.after.clear()
        if self.is_pointed_at:
            Painter(self.canvas.after, [], self._on_symbol_ready).draw_pointer_frame(self.rect)

    def _on_symbol_ready(self) -> None:
        """A symbol in it has got its picture; called on any thread."""
        Clock.schedule_once(self._redraw_trigger, -1)


class ModelView(CanvasWidget, Generic[T]):
    """A widget that shows one value, and is made and drawn anew only for another one. `model`: the value, None before
    the first.
    """

    model: T | None = None

    def show(self, model: T) -> None:
        """Show it."""
        if model != self.model:
            before, self.model = self.model, model
            self.on_model_changed(model, before)
            self.request_redraw()

    def on_model_changed(self, model: T, previous: T | None) -> None:
        """Make the parts, or tell them, what there is to show in place of `previous`."""

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """See Drawn."""
        if self.model is not None:
            self.paint_model(painter, bounds, self.model)

    def paint_model(self, painter: Painter, bounds: Rect, model: T) -> None:
        """Draw what of the value lies beneath the children."""


def place_widget(widget: Widget, rect: Rect) -> None:
    """Put a widget at a place, on whole pixels."""
    widget.pos = (round(rect.x), round(rect.y))
    widget.size = (round(rect.width), round(rect.height))


TouchHandler = Callable[[str], None]
"""What is done when a thing is touched: it gets the thing's name."""


class TouchableWidget(CanvasWidget):
    """Something a finger can touch. `touch_target` is its name: `home`, `tile/6`, `card/inf6`."""

    def __init__(self, touch_target: str, touch_handler: TouchHandler, **settings: Any) -> None:
        self.touch_target = touch_target
        self.touch_handler = touch_handler
        self.enabled = True
        self.is_pressed = False
        super().__init__(**settings)

    @property
    def represented_target(self) -> str:
        """See Drawn."""
        return self.touch_target

    def set_enabled(self, enabled: bool) -> None:
        """Let it be touched, or no longer."""
        if enabled != self.enabled:
            self.enabled = enabled
            self.request_redraw()

    def accepts_touch(self, x: float, y: float) -> bool:
        """Whether a finger at this point is meant for it."""
        return self.enabled and bool(self.collide_point(x, y))

    def on_touch_down(self, touch: Any) -> bool:
        """A finger comes down: show that it is felt."""
        if super().on_touch_down(touch):
            return True
        if not self.accepts_touch(*touch.pos):
            return False
        touch.grab(self)
        self.is_pressed = True
        self.request_redraw()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """The finger leaves: it counts if it is still on the thing, and the thing still there."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        felt, self.is_pressed = self.is_pressed, False
        self.request_redraw()
        if felt and self.get_root_window() is not None and self.accepts_touch(*touch.pos):
            self.on_tapped()
        return True

    def on_tapped(self) -> None:
        """A finger has touched it."""
        self.touch_handler(self.touch_target)


class TouchableModelView(ModelView[N], TouchableWidget):
    """A value that can be touched, by its name."""

    def __init__(self, model: N, touch_handler: TouchHandler) -> None:
        super().__init__("", touch_handler)
        self.show(model)

    def show(self, model: N, enabled_targets: Collection[str] | None = None) -> None:
        """Show it; it may be touched if it is among `open_`."""
        super().show(model)
        if enabled_targets is not None:
            self.set_enabled(self.touch_target in enabled_targets)

    def on_model_changed(self, model: N, previous: N | None) -> None:
        """A finger that is down does not mean what comes in its place."""
        self.is_pressed &= model.touch_target == self.touch_target
        self.touch_target = model.touch_target


class GlowingModelView(ModelView[T]):
    """A value that does not say itself what of it may be touched."""

    def show(self, model: T, enabled_targets: Collection[str] = frozenset()) -> None:
        """Show it; parts among `open_` glow. What only turns to something else may always be touched."""
        super().show(model)
        for part in self.children:
            if isinstance(part, TouchableWidget):
                part.set_enabled(
                    part.touch_target in enabled_targets or part.touch_target.startswith("open/")
                )
