"""The base class of all widgets, which arranges its children and paints itself once when something changes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from typing import Any, Generic, Protocol, TypeVar

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import mm
from kivy.uix.widget import Widget

from companion.screen.draw.painter import PaintedItem, PaintedText, Painter, clear_canvas
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CANDLELIGHT, NIGHT, Colour, mix_colours

DRAG_DISTANCE = 6.0
"""Millimetres from which on a finger drags; less is a finger that trembles."""
RIM = 4.2
"""Millimetres at the edge of the window that belong to what lies beside them: the widest margin of a page."""
HOLD_SECONDS = 0.5
"""Seconds after which a finger that stays asks what it rests on, where there is an answer, and presses nothing."""
RESTING_SECONDS = 1.0
"""Seconds after which a finger that has stayed is a resting hand: it presses nothing, and gives way to another one."""

T = TypeVar("T")
V = TypeVar("V")
W = TypeVar("W", bound=Any)
N = TypeVar("N", bound="HasTouchTarget")


class HasTouchTarget(Protocol):
    """A value that a finger can touch."""

    @property
    def touch_target(self) -> str:
        """The name under which the touch is passed on."""
        ...


class CanvasWidget(Widget):
    """A widget that paints itself with `Painter`, beneath its children, whenever `request_redraw` is called.

    `painted_items` is what it painted and where. Kivy styles a widget by the name of its class: a subclass
    must not be called like a rule in Kivy's style.kv (`Button`, `Label`).
    """

    is_modal = False
    """Whether what lies beneath cannot be touched."""
    is_strong = False
    """Whether a touch on what is modal may change what has happened: it is looked at longer before it counts."""
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
        """The rectangle that it covers."""
        return Rect(*self.pos, *self.size)

    @property
    def painted_texts(self) -> list[PaintedText]:
        """The texts that it painted, with their places."""
        return [mark for mark in self.painted_items if isinstance(mark, PaintedText)]

    @property
    def represented_target(self) -> str:
        """The touch target that it stands for, "" for none."""
        return ""

    @property
    def asked_target(self) -> str:
        """What a touch that it does not take asks about, "" for nothing."""
        return self.represented_target

    def held_target(self, x: float, y: float) -> str:
        """What a finger that is held at this point asks about: a part of it, where it has parts."""
        return self.asked_target

    @property
    def subject(self) -> str:
        """What is modal about: about something else it is another layer."""
        return ""

    def let_go(self) -> None:
        """Look as before a finger came: it is down no more, or no longer counts."""

    def on_held(self) -> bool:
        """A finger is held on it: whether it shows by itself what a touch would do, which is no touch then."""
        return False

    def collide_point(self, x: float, y: float) -> bool:
        """Whether the point lies on it; what lies at the margin of a page reaches out to the panel's last pixel."""
        return bool(super().collide_point(*inward(x, y)))

    def set_pointed_at(self, is_pointed_at: bool) -> None:
        """Mark it as pointed at, or remove the mark."""
        if is_pointed_at != self.is_pointed_at:
            self.is_pointed_at = is_pointed_at
            self.request_redraw()

    def request_redraw(self) -> None:
        """Arrange and paint it anew before the next frame."""
        self._redraw_trigger()

    def set_attached(self, child: Widget, is_attached: bool) -> None:
        """Make `child` a child, on top of the others, or remove it."""
        if is_attached != (child.parent is not None):
            (self.add_widget if is_attached else self.remove_widget)(child)

    def sync_children(
        self,
        children: list[W],
        models: Sequence[V],
        make: Callable[[V], W],
        enabled_targets: Collection[str] | None = None,
    ) -> None:
        """Make `children` show `models`, one each: widgets there are stay, others are made or removed.

        `enabled_targets`: the targets that may be touched, None where the models say so themselves.
        """
        while len(children) > len(models):
            self.set_attached(children.pop(), False)
        for value in models[len(children) :]:
            children.append(make(value))
            self.set_attached(children[-1], True)
        for part, value in zip(children, models, strict=True):
            part.show(value, *([] if enabled_targets is None else [enabled_targets]))

    def arrange_children(self, bounds: Rect) -> None:
        """Give the children their places (with `place_widget`)."""

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint what lies beneath the children."""

    def _redraw(self, _elapsed: float) -> None:
        self.arrange_children(self.rect)
        clear_canvas(self.canvas.before)
        self.painted_items.clear()
        self.paint(Painter(self.canvas.before, self.painted_items, self._on_symbol_ready), self.rect)
        clear_canvas(self.canvas.after)
        if self.is_pointed_at:
            Painter(self.canvas.after, [], self._on_symbol_ready).draw_pointer_frame(self.rect)

    def _on_symbol_ready(self) -> None:
        """Redraw because a symbol has got its picture; called on any thread."""
        Clock.schedule_once(self._redraw_trigger, -1)


class ModelView(CanvasWidget, Generic[T]):
    """A widget that shows one model, and changes only for another one.

    `model` is None before the first.
    """

    model: T | None = None

    def show(self, model: T) -> None:
        """Show this model."""
        if model != self.model:
            before, self.model = self.model, model
            self.on_model_changed(model, before)
            self.request_redraw()

    def on_model_changed(self, model: T, previous: T | None) -> None:
        """Make or update the children for the new model."""

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the model, if there is one."""
        if self.model is not None:
            self.paint_model(painter, bounds, self.model)

    def paint_model(self, painter: Painter, bounds: Rect, model: T) -> None:
        """Paint what of the model lies beneath the children."""


def inward(x: float, y: float) -> tuple[float, float]:
    """The point of the window without its rim that is nearest to this one, in pixels."""
    margin = mm(RIM)
    width, height = EventLoop.window.size
    return min(max(x, margin), width - margin), min(max(y, margin), height - margin)


def let_go_of(touch: Any) -> None:
    """What this finger presses or drags is let go: the finger does nothing more to it."""
    for reference in touch.grab_list[:]:
        widget = reference()
        if widget is not None:
            touch.ungrab(widget)
            widget.let_go()


def visible_within(widget: Any) -> Iterator[CanvasWidget]:
    """What can be seen of a widget, in the order in which a touch is offered to it; nothing beneath what is modal."""
    for child in widget.children:
        yield from visible_within(child)
        if getattr(child, "is_modal", False):
            break
    if isinstance(widget, CanvasWidget):
        yield widget


def place_widget(widget: Widget, rect: Rect) -> None:
    """Put a widget at a place, on whole pixels."""
    widget.pos = (round(rect.x), round(rect.y))
    widget.size = (round(rect.width), round(rect.height))


def place_in_grid(widgets: Sequence[Widget], rect: Rect, columns: int, gap: float) -> None:
    """Put widgets side by side in so many columns, row by row from the top; `gap` is pixels."""
    rows = -(-len(widgets) // columns)
    for widget, cell in zip(widgets, rect.split_grid(columns, max(1, rows), gap), strict=False):
        place_widget(widget, cell)


TouchHandler = Callable[[str], None]
"""A function that is called with the touch target of what was touched."""


class TouchableWidget(CanvasWidget):
    """Something a finger can touch.

    `touch_target` is the name under which the touch is passed on: `home`, `tile/6`, `card/inf6`.
    """

    def __init__(self, touch_target: str, touch_handler: TouchHandler, **settings: Any) -> None:
        self.touch_target = touch_target
        self.touch_handler = touch_handler
        self.enabled = True
        self.is_pressed = False
        super().__init__(**settings)

    @property
    def represented_target(self) -> str:
        """Its own touch target."""
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
        """The finger leaves: the touch counts if finger and widget are still in the same place, and it did not rest."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        felt, self.is_pressed = self.is_pressed, False
        rested = touch.time_end - touch.time_start >= RESTING_SECONDS
        felt = felt and not rested and not touch.ud.get("presses_nothing")
        self._redraw_trigger()
        if felt and self.get_root_window() is not None and self.accepts_touch(*touch.pos):
            self.on_tapped()
        return True

    def let_go(self) -> None:
        """Be no longer pressed."""
        self.is_pressed = False
        self.request_redraw()

    def on_tapped(self) -> None:
        """Pass the touch on."""
        self.touch_handler(self.touch_target)


class TouchableModelView(ModelView[N], TouchableWidget):
    """A view of a model that has a touch target."""

    def __init__(self, model: N, touch_handler: TouchHandler) -> None:
        super().__init__("", touch_handler)
        self.show(model)

    def show(self, model: N, enabled_targets: Collection[str] | None = None) -> None:
        """Show this model; it may be touched if its target is among `enabled_targets`."""
        super().show(model)
        if enabled_targets is not None:
            self.set_enabled(self.touch_target in enabled_targets)

    def on_model_changed(self, model: N, previous: N | None) -> None:
        """Take the new target: a finger that is down does not mean what comes in its place."""
        self.is_pressed &= model.touch_target == self.touch_target
        self.touch_target = model.touch_target


class GlowingModelView(ModelView[T]):
    """A view whose model does not say which of its children may be touched."""

    def show(self, model: T, enabled_targets: Collection[str] = frozenset()) -> None:
        """Show this model; children among `enabled_targets` glow.

        Targets that begin with `open/` only change the view and may always be touched.
        """
        super().show(model)
        for part in self.children:
            if isinstance(part, TouchableWidget):
                part.set_enabled(
                    part.touch_target in enabled_targets or part.touch_target.startswith("open/")
                )


# -- the background of the window: night, and candlelight from above

TEXTURE_WIDTH, TEXTURE_HEIGHT = 64, 40


def background_colour_at(x: float, y: float) -> Colour:
    """The colour of the background at a place, given as shares of its width and, from below, of its height."""
    far = ((x - 0.5) ** 2 * 1.5 + (y - 0.95) ** 2) ** 0.5
    return mix_colours(CANDLELIGHT, NIGHT, min(1.0, far / 0.85) ** 0.8)


@cache
def background_texture() -> Texture:
    """A small picture of the light, drawn large: the graphics chip smooths it."""
    pixels = bytearray()
    for y in range(TEXTURE_HEIGHT):
        left = [
            bytes(
                round(255 * part)
                for part in background_colour_at(x / (TEXTURE_WIDTH - 1), y / (TEXTURE_HEIGHT - 1))
            )
            for x in range(TEXTURE_WIDTH // 2)
        ]
        pixels += b"".join((*left, *reversed(left)))  # the right half mirrors it: this is made at each start
    texture = Texture.create(size=(TEXTURE_WIDTH, TEXTURE_HEIGHT), colorfmt="rgba")
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def window_rect() -> Rect:
    """The whole window: a page in a window of other proportions has empty room around it."""
    return Rect(0, 0, *EventLoop.window.size)


class BackgroundWidget(CanvasWidget):
    """A widget lit from above, as is the empty room around it."""

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the light, as large as the window."""
        painter.canvas.add(Color(1, 1, 1, 1))
        window = window_rect()
        painter.canvas.add(Rectangle(pos=window[:2], size=window[2:], texture=background_texture()))
