"""A slider in steps: the knob is pushed along, or a finger at an end moves it by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import mm

from companion.screen.draw.drawn import Drawn, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import EMBER, GAP, GOLD, LINE, MUTED, PANEL, PARCHMENT, SEPIA, mixed
from companion.screen.widgets.button import PushButton


class Track(Drawn):
    """The line with a notch for each step; wherever a finger goes along it, the knob goes to the nearest step."""

    KNOB = 9.0
    """Millimetres of the knob, and the least between two notches that are drawn."""
    NOTCHES = 1.8

    def __init__(self, thing: str, moved: Callable[[int], None]) -> None:
        self.thing = thing
        self.moved = moved
        self.at, self.most = 0, 0
        self.held = False
        super().__init__()

    @property
    def stands_for(self) -> str:
        """What is set."""
        return self.thing

    @property
    def open(self) -> bool:
        """Whether there is anything to choose."""
        return self.most > 0

    def show(self, at: int, most: int) -> None:
        """Stand at this step of so many."""
        if (at, most) != (self.at, self.most):
            self.at, self.most = at, most
            self.again()

    def _line(self, whole: Rect) -> Rect:
        """From the first step to the last."""
        return whole.inset(mm(self.KNOB) / 2, 0)

    def _place(self, at: int) -> float:
        line = self._line(self.rect)
        return line.x + line.width * (at / self.most if self.most else 0.5)

    def on_touch_down(self, touch: Any) -> bool:
        """The knob comes to the finger."""
        if not self.open or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self.held = True
        self._follow(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """The knob goes along."""
        if touch.grab_current is not self:
            return False
        self._follow(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """It stays where it was left."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.held = False
        self.again()
        return True

    def _follow(self, touch: Any) -> None:
        line = self._line(self.rect)
        share = (touch.x - line.x) / max(1.0, line.width)
        at = max(0, min(self.most, round(share * self.most)))
        self.again()
        if at != self.at:
            self.at = at
            self.moved(at)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """The line, golden up to the knob; the knob of parchment."""
        line = self._line(whole)
        _, middle = whole.center
        rail = Rect(line.x, middle - mm(0.9), line.width, mm(1.8))
        ink.box(rail.inset(-mm(0.9), 0), LINE if self.open else PANEL, mm(0.9))
        place = self._place(self.at)
        if self.open:
            gone = Rect(rail.x - mm(0.9), rail.y, place - rail.x + mm(0.9), rail.height)
            ink.box(gone, EMBER, mm(0.9))
        if self.open and line.width / self.most >= mm(self.NOTCHES):
            for at in range(self.most + 1):
                notch = Rect(self._place(at) - mm(0.25), middle - mm(2.6), mm(0.5), mm(5.2))
                ink.box(notch, EMBER if at <= self.at else MUTED)
        knob = Rect(place - mm(self.KNOB) / 2, middle - mm(self.KNOB) / 2, mm(self.KNOB), mm(self.KNOB))
        if self.open:
            ink.glow(knob.inset(mm(0.8)), GOLD, knob.width / 2)
        ink.box(knob.inset(mm(0.8)), mixed(PARCHMENT, GOLD, 0.5 if self.held else 0.0), knob.width / 2)
        for side in (-1, 0, 1):
            ridge = Rect(place + side * mm(1.2) - mm(0.2), middle - mm(1.5), mm(0.4), mm(3.0))
            ink.box(ridge, mixed(SEPIA, PARCHMENT, 0.35))


class StepSlider(Drawn):
    """The track between the ends, or above them where it is narrow. `changed` gets the step; `less` and `more` are the
    symbols at the ends.
    """

    END = 11.0
    NARROW = 40.0
    """Narrower than this, in millimetres, the ends lie below the track."""

    def __init__(
        self, name: str, changed: Callable[[int], None], less: str = "minus", more: str = "plus"
    ) -> None:
        self.changed = changed
        self.less = PushButton(f"less/{name}", self._step, symbol=less)
        self.more = PushButton(f"more/{name}", self._step, symbol=more)
        self.track = Track(f"slide/{name}", self._moved)
        super().__init__()
        for part in (self.less, self.more, self.track):
            self.add_widget(part)

    @property
    def at(self) -> int:
        """The step it stands at, from 0."""
        return self.track.at

    def show(self, at: int, most: int) -> None:
        """Stand at this step of so many beyond the first."""
        self.track.show(at, most)
        self.less.show(open_=at > 0)
        self.more.show(open_=at < most)

    def _moved(self, at: int) -> None:
        self.show(at, self.track.most)
        self.changed(at)

    def _step(self, thing: str) -> None:
        self._moved(self.at + (1 if thing.startswith("more/") else -1))

    def arrange(self, whole: Rect) -> None:
        """Ends at the ends."""
        if whole.width < mm(self.NARROW):
            track, ends = whole.grid(1, 2, mm(GAP))
            for part, rect in zip(
                (self.track, self.less, self.more), (track, *ends.grid(2, 1, mm(GAP))), strict=True
            ):
                lay(part, rect)
            return
        left, rest = whole.from_left(mm(self.END), mm(GAP))
        right, rest = rest.from_right(mm(self.END), mm(GAP))
        lay(self.less, left)
        lay(self.more, right)
        lay(self.track, rest)
