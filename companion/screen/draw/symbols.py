"""Every symbol that is drawn, by its name: those of the house, then those of the games."""

from __future__ import annotations

from functools import cache
from typing import Protocol, cast

from companion.games import of_each, part
from companion.screen.draw.drawing import Drawings, Symbol
from companion.screen.draw.signs import PLAYER_SIGNS, SIGNS


class Drawn(Protocol):
    """A game's module `symbols`."""

    DRAWINGS: Drawings
    """What is drawn of the game, under names that nobody else has."""


@cache
def drawings() -> Drawings:
    """All there are."""
    found = Drawings(SIGNS)
    for _, its in of_each(_of_game):
        found |= its
    return found


def _of_game(name: str) -> Drawings:
    art = part(name, "art")
    return Drawings({}) if art is None else cast(Drawn, art).DRAWINGS


@cache
def symbol(name: str) -> Symbol:
    """The layers of a symbol; a player's colour stands for his sign (`blue`; `blue/flat` is its bare
    shape). KeyError when nobody drew it.
    """
    colour, slash, flat = name.partition("/")
    sought = PLAYER_SIGNS.get(colour, colour) + slash + flat
    draw = SIGNS.get(sought) or drawings().get(sought)  # the first page needs no game's
    if draw is None:
        raise KeyError(f"no symbol {name!r} is drawn; there are {', '.join(sorted(drawings()))}")
    return draw()
