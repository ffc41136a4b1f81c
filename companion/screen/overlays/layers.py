"""Which layer shows which value over the table; made when it is first needed, so that the first frame comes
soon.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final, Protocol, cast

from companion.games import of_each, part
from companion.screen.asides import Carry, Check, Listing, Menu, Standing, TakeBack
from companion.screen.draw.drawn import Act
from companion.screen.widgets.chart import Course
from companion.screen.widgets.layer import Words

LAYERS: Final[dict[type, str]] = {
    TakeBack: "companion.screen.overlays.take_back:TakeBackLayer",
    Carry: "companion.screen.overlays.take_back:CarryLayer",
    Listing: "companion.screen.widgets.listing:ListingLayer",
    Standing: "companion.screen.overlays.standing:StandingLayer",
    Course: "companion.screen.overlays.course:CourseLayer",
    Menu: "companion.screen.overlays.menu:MenuLayer",
    Check: "companion.screen.overlays.check:CheckLayer",
}
"""Those that any game needs: value -> `module:class`."""


class GameLayers(Protocol):
    """A game's module `layers`."""

    LAYERS: Mapping[type, str]
    """The same for the values that only this game shows."""


@cache
def layers() -> Mapping[type, str]:
    """All there are."""
    found = dict(LAYERS)
    for _, its in of_each(_of_game):
        found |= its
    return found


def _of_game(name: str) -> Mapping[type, str]:
    its = part(name, "screen", "layers")
    return {} if its is None else dict(cast(GameLayers, its).LAYERS)


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
        kind = type(value)
        if kind not in self._made:
            module, _colon, name = layers()[kind].partition(":")
            self._made[kind] = getattr(import_module(module), name)(self._act, self._words)
        layer = self._made[kind]
        layer.show(value)
        return layer
