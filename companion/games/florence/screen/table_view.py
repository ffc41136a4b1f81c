"""The table screen of the Princes of Florence: principalities at the left, the stage at the right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from kivy.metrics import Metrics, mm

from companion.games.florence.screen.auction.auction_view import AuctionView
from companion.games.florence.screen.player_panel import PlayerPanel
from companion.games.florence.screen.principality.placement_presenter import PlacementModel
from companion.games.florence.screen.principality.placement_view import PlacementView
from companion.games.florence.screen.results_view import ResultsView
from companion.games.florence.screen.selling.prestige_sale_presenter import PrestigeSaleModel
from companion.games.florence.screen.selling.prestige_sale_view import PrestigeSaleView
from companion.games.florence.screen.table_screen_model import StageModel, TableModel
from companion.games.florence.screen.turn.actions_view import ActionsView
from companion.games.florence.screen.turn.card_choice_view import CardChoiceView
from companion.games.florence.screen.turn.purchase_view import PurchaseView
from companion.games.florence.screen.view_models import (
    ActionsModel,
    AuctionModel,
    CardChoiceModel,
    PurchaseModel,
    ResultsModel,
    RoundModel,
)
from companion.games.florence.screen.works.work_presenter import WorkModel
from companion.games.florence.screen.works.work_view import WorkView
from companion.screen.draw.canvas_widget import GlowingModelView, ModelView, TouchHandler, place_widget
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import BORDER, CHALK, GAP, LEAD_TEXT, MUTED
from companion.screen.widgets.table_frame import GetTranslations, TableFrameView

VIEW_BY_STAGE_MODEL: Final[Mapping[type, Callable[[TouchHandler], Any]]] = {
    AuctionModel: AuctionView,
    ActionsModel: ActionsView,
    PurchaseModel: PurchaseView,
    CardChoiceModel: CardChoiceView,
    ResultsModel: lambda _act: ResultsView(),
    PlacementModel: PlacementView,
    WorkModel: WorkView,
    PrestigeSaleModel: PrestigeSaleView,
}
"""Model on the stage -> what makes its view, when it is first needed."""


class RoundView(ModelView[RoundModel]):
    """The round, in words and as dots, and the least value of a work."""

    def paint_model(self, painter: Painter, bounds: Rect, model: RoundModel) -> None:
        """Paint round, dots and least value."""
        least, row = bounds.cut_right(mm(15))
        sign, number = least.cut_left(mm(4.6), mm(0.6))
        painter.draw_symbol("work", sign.centred(mm(4.4), mm(4.4)))
        painter.draw_text(f"≥ {model.least_value}", number, LEAD_TEXT, CHALK, bold=True)
        wide = min(
            row.width - mm(2.2) * model.rounds, text_width(model.text, font_pixels(LEAD_TEXT), True) + 2.0
        )
        text_rect, dots = row.cut_left(wide, mm(1.6))
        painter.draw_text(model.text, text_rect, LEAD_TEXT, CHALK, bold=True)
        dots = dots.cut_left(mm(2.1) * model.rounds)[0]
        for at, cell in enumerate(dots.split_columns(model.rounds), 1):
            painter.draw_symbol("dot", cell.centred(mm(1.5), mm(1.5)), MUTED if at <= model.round else BORDER)


class TableView(TableFrameView):
    """The table; its panels reach the lower edge, unless cards of a hand need the whole foot."""

    FOOT_HEIGHT = 11.8
    PANELS_WIDTH = 52.0
    ROUND_HEIGHT = 5.0
    MIN_EVENTS_WIDTH = 34.0
    """The least width of the latest events beside the buttons, in millimetres."""
    BUTTON_WIDTH = 27.0
    QUIET_BUTTON_WIDTH = 20.0
    MIN_CARD_WIDTH = 12.6
    """The least width of a button, of one beside the stage, and of a card, in millimetres."""

    def __init__(self, touch_handler: TouchHandler, get_translations: GetTranslations) -> None:
        self.touch_handler = touch_handler
        self.player_panels: list[PlayerPanel] = []
        self.round_view = RoundView()
        self.stage_views: dict[type, Any] = {}
        self.stage_view: Any = None
        super().__init__(touch_handler, get_translations)
        self.add_board_widget(self.round_view)

    def show(self, table: TableModel) -> None:
        """Show that table."""
        self.round_view.show(table.round_progress)
        self.sync_children(
            self.player_panels,
            table.players,
            lambda player: PlayerPanel(player, self.touch_handler),
            table.enabled_targets,
        )
        self._show_stage(table.stage, table.enabled_targets)
        self.show_frame(table)
        if Metrics.fontscale > 1:  # show the newest one completely
            self.event_panel.show(table.recent_events[-2:])

    def _show_stage(self, stage: StageModel | None, open_: frozenset[str]) -> None:
        """Show the view of that stage."""
        kind = type(stage)
        if stage is not None and kind not in self.stage_views:
            self.stage_views[kind] = VIEW_BY_STAGE_MODEL[kind](self.touch_handler)
        view: Any = self.stage_views.get(kind)
        if view is not self.stage_view:
            if self.stage_view is not None:
                self.set_attached(self.stage_view, False)
            if view is not None:
                self.set_attached(view, True)
            self.stage_view = view
        if isinstance(view, GlowingModelView):
            view.show(stage, open_)
        elif stage is not None:
            view.show(stage)

    @property
    def _whole_foot(self) -> bool:
        """Whether the foot extends below the panels."""
        return bool(self.hand_view.card_models)

    def arrange_board(self, board_rect: Rect, foot_rect: Rect) -> None:
        """Place the panels beside the stage."""
        left, stage = board_rect.cut_left(mm(self.PANELS_WIDTH), mm(GAP))
        if not self._whole_foot:
            left = Rect(left.x, foot_rect.y, left.width, left.top - foot_rect.y)
        model, left = left.cut_top(mm(self.ROUND_HEIGHT), mm(0.4))
        place_widget(self.round_view, model)
        if self.player_panels:
            for panel, cell in zip(
                self.player_panels, left.split_rows(len(self.player_panels), mm(0.6)), strict=True
            ):
                place_widget(panel, cell)
        if self.stage_view is not None:
            place_widget(self.stage_view, stage.inset(0, mm(0.3)))

    def arrange_foot(self, foot_rect: Rect) -> None:
        """Place cards and answers, and beside them the latest events, for which cards become narrower."""
        if not self._whole_foot:
            _, foot_rect = foot_rect.cut_left(mm(self.PANELS_WIDTH), mm(GAP))
        buttons = sum(
            mm(GAP + (self.QUIET_BUTTON_WIDTH if choice.emphasis == "quiet" else self.BUTTON_WIDTH))
            for choice in self.choice_panel.model
        )
        cards = mm(self.MIN_CARD_WIDTH) * len(self.hand_view.card_models)
        shows_events = buttons + cards + mm(self.MIN_EVENTS_WIDTH) <= foot_rect.width
        self.set_attached(self.event_panel, shows_events)
        if shows_events:
            wanted = buttons + self.hand_view.preferred_width()
            used = min(wanted, foot_rect.width - mm(self.MIN_EVENTS_WIDTH))
            foot_rect, events_rect = foot_rect.cut_left(used, mm(GAP) if used else 0.0)
            place_widget(self.event_panel, events_rect)
        super().arrange_foot(foot_rect)
