"""A report over the table: blocks in two columns, at the foot the ways that lead on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import TouchHandler, place_widget
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import BODY_TEXT, FIGURE_TEXT, GAP, TITLE_TEXT
from companion.screen.overlays.layers import widget_of
from companion.screen.report_models import ReportModel
from companion.screen.view_models import ChoiceModel
from companion.screen.widgets.button import ButtonStyle, PushButton
from companion.screen.widgets.overlay import GetTranslations, Overlay


class ReportLayer(Overlay):
    """At the left what is told, at the right what came of it. `touch_handler` gets the ways at the foot and what blocks
    tell."""

    BETWEEN = 3.0
    """Millimetres between both columns."""
    ON, OTHER = 56.0, 62.0
    """Millimetres of the way on, and of any other."""

    def __init__(self, act: TouchHandler, words: GetTranslations) -> None:
        self.value: ReportModel | None = None
        self.blocks: tuple[list[Any], list[Any]] = ([], [])
        """The widgets of the left and of the right column."""
        self.ways: list[PushButton] = []
        super().__init__(act, words)

    def show(self, value: ReportModel) -> None:
        """Tell this."""
        before, self.value = self.value, value
        far = f"{value.page_number} / {value.page_count}" if value.page_count > 1 else ""
        size = FIGURE_TEXT if value.is_final else TITLE_TEXT
        self.header.show(
            value.title, value.subtitle, value.is_final, symbol=value.symbol, progress=far, title_size=size
        )
        if before is None or _kinds(before) != _kinds(value):
            self._clear(*self.blocks[0], *self.blocks[1])
            self.blocks = [*map(self._made, value.left_blocks)], [*map(self._made, value.right_blocks)]
        for parts, blocks in zip(self.blocks, (value.left_blocks, value.right_blocks), strict=True):
            for part, block in zip(parts, blocks, strict=True):
                part.show(block)
        if before is None or before.actions != value.actions:
            self._clear(*self.ways)
            self.ways = [self._way(way, at == 0) for at, way in enumerate(value.actions)]
        self.request_redraw()

    def _clear(self, *parts: Any) -> None:
        for part in parts:
            self.remove_widget(part)

    def _made(self, block: Any) -> Any:
        """The widget of a block."""
        part = widget_of(block)(self.touch_handler)
        self.add_widget(part)
        return part

    def _way(self, way: ChoiceModel, on: bool) -> PushButton:
        """The button of a way; that of the way on is large, and gold where nothing is left to be done here."""
        style: ButtonStyle = "main" if way.emphasis == "main" else "plain"
        button = PushButton(
            way.touch_target,
            self.touch_handler,
            way.text,
            way.symbol,
            style,
            font_size=TITLE_TEXT if on else BODY_TEXT,
        )
        self.add_widget(button)
        return button

    def arrange_body(self, rest: Rect, foot: Rect) -> None:
        """Two columns; what stands alone reaches down beside the way on, and to the edge where there is none."""
        assert self.value is not None
        for at, button in enumerate(self.ways):
            cut = foot.cut_left if at else foot.cut_right
            place, foot = cut(mm(self.OTHER if at else self.ON), mm(GAP))
            place_widget(button, place)
        whole = Rect(rest.x, foot.y, rest.width, rest.top - foot.y)
        left, right = rest if self.ways else whole, Rect(0, 0, 0, 0)
        if self.value.right_blocks:
            left, right = left.cut_left(mm(self.value.left_width), mm(self.BETWEEN))
            if self.value.page_count == len(self.ways) == 1:
                left = whole.cut_left(min(mm(self.value.left_width), foot.width))[0]
        stack(self.blocks[0], left)
        stack(self.blocks[1], right)


def _kinds(value: ReportModel) -> tuple[list[type], list[type]]:
    return [*map(type, value.left_blocks)], [*map(type, value.right_blocks)]


def stack(parts: Sequence[Any], room: Rect) -> None:
    """One below the other: each as high as it can be read, and what is left shared out among those that can use it."""
    for part, high in zip(
        parts, _shares([part.height_range(room.width) for part in parts], room.height), strict=True
    ):
        place, room = room.cut_top(high, mm(GAP))
        place_widget(part, place)


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
