"""Every symbol that is drawn, by its name."""

from __future__ import annotations

from functools import cache

from companion.screen.drawing import Drawings, Symbol
from companion.screen.louis_xiv.cards import CARDS
from companion.screen.louis_xiv.regalia import REGALIA
from companion.screen.signs import PLAYER_SIGNS, SIGNS

DRAWINGS = Drawings(SIGNS | REGALIA | CARDS)


@cache
def symbol(name: str) -> Symbol:
    """The layers of a symbol; a player's colour stands for his sign (`blue`; `blue/flat` is its bare
    shape). KeyError when nobody drew it.
    """
    colour, slash, flat = name.partition("/")
    draw = DRAWINGS.get(PLAYER_SIGNS.get(colour, colour) + slash + flat)
    if draw is None:
        raise KeyError(f"no symbol {name!r} is drawn; there are {', '.join(sorted(DRAWINGS))}")
    return draw()
