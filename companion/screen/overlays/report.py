"""A report over the table: blocks in two columns, at the foot the ways that lead on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.metrics import mm

from companion.screen.draw.drawn import Act, lay
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import BODY, FIGURE, GAP, TITLE
from companion.screen.overlays.layers import widget_of
from companion.screen.reports import Report
from companion.screen.views import Choice
from companion.screen.widgets.button import PushButton, Style
from companion.screen.widgets.layer import Layer, Words


class ReportLayer(Layer):
    """At the left what is told, at the right what came of it. `act` gets the ways at the foot and what blocks tell."""

    BETWEEN = 3.0
    """Millimetres between both columns."""
    ON, OTHER = 56.0, 62.0
    """Millimetres of the way on, and of any other."""

    def __init__(self, act: Act, words: Words) -> None:
        self.value: Report | None = None
        self.blocks: tuple[list[Any], list[Any]] = ([], [])
        """The widgets of the left and of the right column."""
        self.ways: list[PushButton] = []
        super().__init__(act, words)

    def show(self, value: Report) -> None:
        """Tell this."""
        before, self.value = self.value, value
        far = f"{value.at} / {value.of}" if value.of > 1 else ""
        size = FIGURE if value.over else TITLE
        self.head.show(value.title, value.subtitle, value.over, sign=value.symbol, far=far, size=size)
        if before is None or _kinds(before) != _kinds(value):
            self._clear(*self.blocks[0], *self.blocks[1])
            self.blocks = [*map(self._made, value.left)], [*map(self._made, value.right)]
        for parts, blocks in zip(self.blocks, (value.left, value.right), strict=True):
            for part, block in zip(parts, blocks, strict=True):
                part.show(block)
        if before is None or before.ways != value.ways:
            self._clear(*self.ways)
            self.ways = [self._way(way, at == 0) for at, way in enumerate(value.ways)]
        self.again()

    def _clear(self, *parts: Any) -> None:
        for part in parts:
            self.remove_widget(part)

    def _made(self, block: Any) -> Any:
        """The widget of a block."""
        part = widget_of(block)(self.act)
        self.add_widget(part)
        return part

    def _way(self, way: Choice, on: bool) -> PushButton:
        """The button of a way; that of the way on is large, and gold where nothing is left to be done here."""
        style: Style = "main" if way.weight == "main" else "plain"
        button = PushButton(way.thing, self.act, way.words, way.symbol, style, size=TITLE if on else BODY)
        self.add_widget(button)
        return button

    def fill(self, rest: Rect, foot: Rect) -> None:
        """Two columns; what stands alone reaches down beside the way on, and to the edge where there is none."""
        assert self.value is not None
        for at, button in enumerate(self.ways):
            cut = foot.from_left if at else foot.from_right
            place, foot = cut(mm(self.OTHER if at else self.ON), mm(GAP))
            lay(button, place)
        whole = Rect(rest.x, foot.y, rest.width, rest.top - foot.y)
        left, right = rest if self.ways else whole, Rect(0, 0, 0, 0)
        if self.value.right:
            left, right = left.from_left(mm(self.value.wide), mm(self.BETWEEN))
            if self.value.of == len(self.ways) == 1:
                left = whole.from_left(min(mm(self.value.wide), foot.width))[0]
        stack(self.blocks[0], left)
        stack(self.blocks[1], right)


def _kinds(value: Report) -> tuple[list[type], list[type]]:
    return [*map(type, value.left)], [*map(type, value.right)]


def stack(parts: Sequence[Any], room: Rect) -> None:
    """One below the other: each as high as it can be read, and what is left shared out among those that can use it."""
    for part, high in zip(
        parts, _shares([part.heights(room.width) for part in parts], room.height), strict=True
    ):
        place, room = room.from_top(high, mm(GAP))
        lay(part, place)


def _shares(heights: Sequence[tuple[float, float]], whole: float) -> list[float]:
    """How high each is of (least, most) heights: what there is beyond the least is shared out equally, and what nobody
    can use is the last one's. What is lacking even for the least, the highest lacks.
    """
    if not heights:
        return []
    spare = whole - mm(GAP) * (len(heights) - 1) - sum(least for least, _ in heights)
    shares = [least for least, _ in heights]
    if spare < 0:
        shares[shares.index(max(shares))] += spare
        return shares
    wanted = [most - least for least, most in heights]
    order = sorted(range(len(heights)), key=wanted.__getitem__)
    for left, at in zip(range(len(order), 0, -1), order, strict=True):
        more = min(wanted[at], spare / left)
        shares[at] += more
        spare -= more
    shares[-1] += spare
    return shares
