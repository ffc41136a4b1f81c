"""Which layer shows which value over the table; made when it is first needed, so that the first frame comes
soon.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final, Protocol, cast

from companion.games import load_plugin_part, query_each_game
from companion.screen.default.checking import Check
from companion.screen.draw.canvas_widget import TouchHandler
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
from companion.screen.widgets.overlay import GetTranslations

LAYERS: Final[dict[type, str]] = {
    UndoModel: "companion.screen.overlays.take_back:TakeBackLayer",
    MenuModel: "companion.screen.overlays.menu:MenuLayer",
    Check: "companion.screen.overlays.check:CheckLayer",
    ReportModel: "companion.screen.overlays.report:ReportLayer",
}
"""Those that any game needs: value -> `module:class`."""
BLOCKS: Final[dict[type, str]] = {
    ReportRowsModel: "companion.screen.widgets.report_blocks:ReportRowsView",
    ScoredCardsModel: "companion.screen.widgets.report_blocks:ScoredCardsView",
    PilesModel: "companion.screen.widgets.report_blocks:PilesView",
    SentencesModel: "companion.screen.widgets.report_blocks:SentencesView",
    ItemListModel: "companion.screen.widgets.item_list:ItemListView",
    PointsChartModel: "companion.screen.widgets.points_chart:PointsChartView",
    RankingModel: "companion.screen.widgets.ranking:RankingView",
    MovementListModel: "companion.screen.widgets.movement_list:MovementListView",
}
"""In the same way the widgets that a report is made of."""


class GameLayers(Protocol):
    """A game's module `layers`."""

    LAYERS: Mapping[type, str]
    """The same for the values that only this game shows: over the table, or as a block of its reports."""


@cache
def layers() -> Mapping[type, str]:
    """All there are."""
    found = dict(LAYERS)
    for _, its in query_each_game(_of_game):
        found |= its
    return found


def _of_game(name: str) -> Mapping[type, str]:
    its = load_plugin_part(name, "screen", "layers")
    return {} if its is None else dict(cast(GameLayers, its).LAYERS)


def widget_of(value: object) -> Callable[..., Any]:
    """What makes the widget of a value."""
    kind = type(value)
    module, _, name = (BLOCKS.get(kind) or layers()[kind]).partition(":")
    return cast(Callable[..., Any], getattr(import_module(module), name))


class Layers:
    """The layers of one table. `act` gets what is touched on any of them."""

    def __init__(self, act: TouchHandler, words: GetTranslations) -> None:
        self._act = act
        self._words = words
        self._made: dict[type, Any] = {}

    def of(self, value: Any) -> Any:
        """The layer that shows this value, showing it; None for None."""
        if value is None:
            return None
        if type(value) not in self._made:
            self._made[type(value)] = widget_of(value)(self._act, self._words)
        layer = self._made[type(value)]
        layer.show(value)
        return layer
