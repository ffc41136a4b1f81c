"""Which layer shows which value over the table; made when it is first needed, so that the first frame comes
soon.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final, Protocol, cast

from companion.games import load_plugin_part, query_each_game
from companion.screen.asides import Menu, TakeBack
from companion.screen.default.checking import Check
from companion.screen.draw.drawn import Act
from companion.screen.reports import Course, Listed, Movements, Papers, Piles, Points, Report, Rows, Sentences
from companion.screen.widgets.layer import Words

LAYERS: Final[dict[type, str]] = {
    TakeBack: "companion.screen.overlays.take_back:TakeBackLayer",
    Menu: "companion.screen.overlays.menu:MenuLayer",
    Check: "companion.screen.overlays.check:CheckLayer",
    Report: "companion.screen.overlays.report:ReportLayer",
}
"""Those that any game needs: value -> `module:class`."""
BLOCKS: Final[dict[type, str]] = {
    Rows: "companion.screen.widgets.blocks:RowsView",
    Papers: "companion.screen.widgets.blocks:PapersView",
    Piles: "companion.screen.widgets.blocks:PilesView",
    Sentences: "companion.screen.widgets.blocks:SentencesView",
    Listed: "companion.screen.widgets.listing:Lines",
    Course: "companion.screen.widgets.chart:Chart",
    Points: "companion.screen.widgets.ranking:Ranking",
    Movements: "companion.screen.widgets.steps:Steps",
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

    def __init__(self, act: Act, words: Words) -> None:
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
