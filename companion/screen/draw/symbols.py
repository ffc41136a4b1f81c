"""Every symbol that is drawn, by its name: an SVG file of the house, or of a game.

`building/library` is the file `building/library.svg` in a folder `symbol_folder`: that of companion.screen, else the
one that a game's plug-in names; `coin@kabale` is the one of that game, whoever else brings a `coin`. `.../flat` is one
in a single colour. What is drawn in `currentColor` has the colour that the symbol is asked for in; every other colour
is written `#rrggbb`. Which parts of SVG may be used, `rasteriser` says.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion.games import query_each_game, symbol_folder
from companion.screen.draw.rasteriser import LARGEST
from companion.screen.draw.signs import PLAYER_SIGNS
from companion.screen.draw.theme import Colour, faded

HOUSE = Path(__file__).parents[1] / "art"
ASKED = "currentColor"
WHITE = (1.0, 1.0, 1.0, 1.0)


class Symbol(NamedTuple):
    """A drawing as SVG. It may be too long or make no sense: a stranger's game may have brought it."""

    svg: str

    def painted(self, colour: Colour) -> tuple[str, Colour]:
        """The SVG with every colour in it, and the colour in which what comes of it is then drawn. Of a symbol that has
        the asked colour alone there is one white picture for all of them.
        """
        if ASKED not in self.svg:
            return self.svg, faded(WHITE, colour[3])
        if "#" not in self.svg:
            return self.svg.replace(ASKED, "#ffffff"), colour
        code = "".join(f"{round(part * 255):02x}" for part in colour[:3])
        return self.svg.replace(ASKED, f"#{code}"), faded(WHITE, colour[3])


@cache
def drawings() -> Mapping[str, Path]:
    """The file of each symbol there is. Under one name the house's comes first, then that of the first game."""
    found: dict[str, Path] = {}
    for _, its in query_each_game(brought):
        found = {**its, **found}
    return {**found, **_house()}


@cache
def _house() -> Mapping[str, Path]:
    return _files(HOUSE)


def brought(name: str) -> Mapping[str, Path]:
    """The files of those that the game of that name brings."""
    folder = symbol_folder(name)
    return _files(folder) if folder is not None else {}


def own(name: str, game: str) -> str:
    """What the game's own symbol of that name is asked for by: the name, unless somebody else's stands under it."""
    mine = brought(game).get(name)
    return name if mine is None or drawings().get(name) == mine else f"{name}@{game}"


def sign(game: str, otherwise: str) -> str:
    """The symbol that a game brings under its own name."""
    return own(game, game) if game in brought(game) else otherwise


@cache
def _files(folder: Path) -> Mapping[str, Path]:
    return {
        path.relative_to(folder).with_suffix("").as_posix(): path for path in sorted(folder.rglob("*.svg"))
    }


@cache
def symbol(name: str) -> Symbol:
    """A symbol; a player's colour stands for the player's sign (`blue`; `blue/flat` is its bare shape). KeyError when
    nobody drew it, OSError when its file cannot be read.
    """
    plain, _, game = name.partition("@")
    if game:
        path = brought(game).get(plain)
    else:
        colour, slash, flat = name.partition("/")
        sought = PLAYER_SIGNS.get(colour, colour) + slash + flat
        path = _house().get(sought) or drawings().get(sought)  # the first page needs no game's
    if path is None:
        raise KeyError(f"no symbol {name!r} is drawn; there are {', '.join(sorted(drawings()))}")
    return read(path)


def read(path: Path) -> Symbol:
    """The symbol in a file; raises OSError."""
    with path.open("rb") as file:
        return Symbol(file.read(LARGEST + 1).decode(errors="replace"))
