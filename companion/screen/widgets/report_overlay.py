"""A report over the table: blocks in two columns, and buttons at the foot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import TouchHandler, place_widget
from companion.screen.draw.kivy_rules import load_kivy_rules_for
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import BODY_TEXT, FIGURE_TEXT, GAP, TITLE_TEXT, TOUCH_SIZE
from companion.screen.report_models import (
    GameBlock,
    ItemListModel,
    MovementListModel,
    PilesModel,
    PointsChartModel,
    RankingModel,
    ReportModel,
    ReportRowsModel,
    ScoredCardsModel,
    SentencesModel,
    StoryModel,
)
from companion.screen.view_models import ChoiceModel
from companion.screen.widgets.button import ButtonStyle, PushButton
from companion.screen.widgets.item_list import ItemListView, StoryView
from companion.screen.widgets.overlay import Overlay
from companion.screen.widgets.report_blocks import (
    MovementListView,
    PilesView,
    PointsChartView,
    RankingView,
    ReportRowsView,
    ScoredCardsView,
    SentencesView,
)
from companion.screen.widgets.table_frame import GetTranslations

BLOCK_VIEWS: Final[dict[type, Callable[[TouchHandler], Any]]] = {
    ReportRowsModel: ReportRowsView,
    ScoredCardsModel: ScoredCardsView,
    PilesModel: PilesView,
    SentencesModel: SentencesView,
    ItemListModel: ItemListView,
    PointsChartModel: PointsChartView,
    RankingModel: RankingView,
    MovementListModel: MovementListView,
    StoryModel: StoryView,
}
"""The blocks that any game's report may have -> their widgets."""


class ReportOverlay(Overlay):
    """What happened at the left, its results at the right.

    `touch_handler` gets the touches of the buttons and the blocks. The buttons lie neither where the arrow lies that
    takes a move back, nor where the first answers lie at the table beneath.
    """

    COLUMN_GAP = 3.0
    """Millimetres between both columns."""
    MAIN_BUTTON_WIDTH, BUTTON_WIDTH = 40.0, 28.0
    """Millimetres of the first button, which leads on, and of any other."""

    def __init__(self, touch_handler: TouchHandler, get_translations: GetTranslations) -> None:
        self.model: ReportModel | None = None
        self.block_views: tuple[list[Any], list[Any]] = ([], [])
        """The widgets of the left and of the right column."""
        self.action_buttons: list[PushButton] = []
        super().__init__(touch_handler, get_translations)

    @property
    def asked_target(self) -> str:
        """The clause by which it was counted."""
        return f"clause/{self.model.clause}" if self.model is not None and self.model.clause else ""

    def show(self, model: ReportModel) -> None:
        """Show this report."""
        before, self.model = self.model, model
        progress = f"{model.page_number} / {model.page_count}" if model.page_count > 1 else ""
        size = FIGURE_TEXT if model.is_final else TITLE_TEXT
        self.header.show(
            model.title,
            model.subtitle,
            model.is_final,
            symbol=model.symbol,
            progress=progress,
            title_size=size,
        )
        if before is None or _block_views(before) != _block_views(model):
            self._clear(*self.block_views[0], *self.block_views[1])
            self.block_views = (
                [*map(self._make_block_view, model.left_blocks)],
                [*map(self._make_block_view, model.right_blocks)],
            )
        for parts, blocks in zip(self.block_views, (model.left_blocks, model.right_blocks), strict=True):
            for part, block in zip(parts, blocks, strict=True):
                part.show(block.model if isinstance(block, GameBlock) else block)
        if before is None or before.actions != model.actions:
            self._clear(*self.action_buttons)
            self.action_buttons = [
                self._make_button(action, index == 0) for index, action in enumerate(model.actions)
            ]
        self.request_redraw()

    def _clear(self, *parts: Any) -> None:
        for part in parts:
            self.remove_widget(part)

    def _make_block_view(self, block: Any) -> Any:
        """The widget of a block."""
        view = _block_view(block)
        load_kivy_rules_for(view.__module__)
        part = view(self.touch_handler)
        self.add_widget(part)
        return part

    def _make_button(self, action: ChoiceModel, is_first: bool) -> PushButton:
        """The button of an action: the first has large letters, one with emphasis `main` is gold."""
        style: ButtonStyle = "main" if action.emphasis == "main" else "plain"
        button = PushButton(
            action.touch_target,
            self.touch_handler,
            action.text,
            action.symbol,
            style,
            font_size=TITLE_TEXT if is_first else BODY_TEXT,
            max_lines=2 if is_first else 3,
        )
        self.add_widget(button)
        return button

    def arrange_body(self, body_rect: Rect, foot_rect: Rect) -> None:
        """Place two columns.

        A single column reaches down beside the first button, and to the edge where there are no buttons.
        """
        assert self.model is not None
        if self.action_buttons:
            foot_rect = foot_rect.cut_right(mm(TOUCH_SIZE), mm(GAP))[1]
        for at, button in enumerate(self.action_buttons):
            wide = mm(self.BUTTON_WIDTH if at else self.MAIN_BUTTON_WIDTH)
            place, foot_rect = foot_rect.cut_right(wide, mm(GAP))
            place_widget(button, place)
        whole = Rect(body_rect.x, foot_rect.y, body_rect.width, body_rect.top - foot_rect.y)
        left, right = body_rect if self.action_buttons else whole, Rect(0, 0, 0, 0)
        if self.model.right_blocks:
            left, right = left.cut_left(mm(self.model.left_width), mm(self.COLUMN_GAP))
            if self.model.page_count == len(self.action_buttons) == 1:
                left = whole.cut_left(min(mm(self.model.left_width), foot_rect.width))[0]
        stack_blocks(self.block_views[0], left)
        stack_blocks(self.block_views[1], right)


def _block_view(block: Any) -> Callable[[TouchHandler], Any]:
    return block.view if isinstance(block, GameBlock) else BLOCK_VIEWS[type(block)]


def _block_views(report: ReportModel) -> tuple[list[Any], list[Any]]:
    return [*map(_block_view, report.left_blocks)], [*map(_block_view, report.right_blocks)]


def stack_blocks(parts: Sequence[Any], room: Rect) -> None:
    """Place widgets one below the other; those that can use it share what is left beyond the least heights."""
    for part, high in zip(
        parts, _share_heights([part.height_range(room.width) for part in parts], room.height), strict=True
    ):
        place, room = room.cut_top(high, mm(GAP))
        place_widget(part, place)


def _share_heights(heights: Sequence[tuple[float, float]], bounds: float) -> list[float]:
    """Heights for these (least, greatest) pairs that fill `bounds`.

    What there is beyond the least is shared equally; what none can use goes to the last. What is lacking for
    the least is taken from the highest.
    """
    if not heights:
        return []
    spare = bounds - mm(GAP) * (len(heights) - 1) - sum(least for least, _ in heights)
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
