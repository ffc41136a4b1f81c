"""Which widget shows which overlay model; its module is imported when it is first needed.

So the first frame comes soon.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final, Protocol, cast

from companion.games import load_plugin_part, query_each_game
from companion.screen.default.table_check import TableCheckModel
from companion.screen.draw.canvas_widget import TouchHandler
from companion.screen.draw.kivy_rules import load_kivy_rules_for
from companion.screen.overlay_models import MenuModel, UndoModel
from companion.screen.report_models import (
    ItemListModel,
    MovementListModel,
    PilesModel,
    PointsChartModel,
    RankingModel,
    ReportModel,
    ReportRowsModel,
    ScoredCardsModel,
    SentencesModel,
)
from companion.screen.widgets.table_frame import GetTranslations

OVERLAY_VIEWS: Final[dict[type, str]] = {
    UndoModel: "companion.screen.overlays.undo_overlay:UndoOverlay",
    MenuModel: "companion.screen.overlays.menu_overlay:MenuOverlay",
    TableCheckModel: "companion.screen.overlays.table_check_overlay:TableCheckOverlay",
    ReportModel: "companion.screen.overlays.report_overlay:ReportOverlay",
}
"""Those that any game needs: model -> `module:class`."""
REPORT_BLOCK_VIEWS: Final[dict[type, str]] = {
    ReportRowsModel: "companion.screen.widgets.report_blocks:ReportRowsView",
    ScoredCardsModel: "companion.screen.widgets.report_blocks:ScoredCardsView",
    PilesModel: "companion.screen.widgets.report_blocks:PilesView",
    SentencesModel: "companion.screen.widgets.report_blocks:SentencesView",
    ItemListModel: "companion.screen.widgets.item_list:ItemListView",
    PointsChartModel: "companion.screen.widgets.points_chart:PointsChartView",
    RankingModel: "companion.screen.widgets.ranking:RankingView",
    MovementListModel: "companion.screen.widgets.movement_list:MovementListView",
}
"""In the same way, the widgets of the blocks of a report."""


class OverlayViewsModule(Protocol):
    """A game's module `overlay_views`."""

    OVERLAY_VIEWS: Mapping[type, str]
    """Model -> `module:class`, for models that only this game has: overlays, or blocks of its reports."""


@cache
def view_path_by_overlay_model() -> Mapping[type, str]:
    """The overlay views of Herald and of all games."""
    found = dict(OVERLAY_VIEWS)
    for _, game_views in query_each_game(_overlay_views_of_game):
        found |= game_views
    return found


def _overlay_views_of_game(name: str) -> Mapping[type, str]:
    module = load_plugin_part(name, "screen", "overlay_views")
    return {} if module is None else dict(cast(OverlayViewsModule, module).OVERLAY_VIEWS)


def load_widget_class_for_model(value: object) -> Callable[..., Any]:
    """The class of the widget that shows this model."""
    kind = type(value)
    module, _, name = (REPORT_BLOCK_VIEWS.get(kind) or view_path_by_overlay_model()[kind]).partition(":")
    load_kivy_rules_for(module)
    return cast(Callable[..., Any], getattr(import_module(module), name))


class OverlayCache:
    """The overlays of one table.

    `touch_handler` gets what is touched on any of them.
    """

    def __init__(self, touch_handler: TouchHandler, get_translations: GetTranslations) -> None:
        self._act = touch_handler
        self._words = get_translations
        self._overlays: dict[type, Any] = {}

    def overlay_for(self, value: Any) -> Any:
        """The overlay that shows this model, showing it; None for None."""
        if value is None:
            return None
        if type(value) not in self._overlays:
            self._overlays[type(value)] = load_widget_class_for_model(value)(self._act, self._words)
        overlay = self._overlays[type(value)]
        overlay.show(value)
        return overlay
