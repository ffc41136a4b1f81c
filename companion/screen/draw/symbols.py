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
from companion.screen.draw.player_signs import PLAYER_SIGNS
from companion.screen.draw.rasteriser import MAX_SVG_CHARACTERS
from companion.screen.draw.theme import Colour, fade

HERALD_ART_FOLDER = Path(__file__).parents[1] / "art"
CURRENT_COLOUR = "currentColor"
WHITE = (1.0, 1.0, 1.0, 1.0)


class Symbol(NamedTuple):
    """A drawing as SVG. It may be too long or make no sense: a stranger's game may have brought it."""

    svg: str

    def coloured(self, colour: Colour) -> tuple[str, Colour]:
        """The SVG with every colour in it, and the colour in which what comes of it is then drawn. Of a symbol that has
        the asked colour alone there is one white picture for all of them.
        """
        if CURRENT_COLOUR not in self.svg:
            return self.svg, fade(WHITE, colour[3])
        if "#" not in self.svg:
            return self.svg.replace(CURRENT_COLOUR, "#ffffff"), colour
        code = "".join(f"{round(part * 255):02x}" for part in colour[:3])
        return self.svg.replace(CURRENT_COLOUR, f"#{code}"), fade(WHITE, colour[3])


@cache
def symbol_files() -> Mapping[str, Path]:
    """The file of each symbol there is. Under one name the house's comes first, then that of the first game."""
    found: dict[str, Path] = {}
    for _, its in query_each_game(game_symbol_files):
        found = {**its, **found}
    return {**found, **_herald_symbol_files()}


@cache
def _herald_symbol_files() -> Mapping[str, Path]:
    return _svg_files(HERALD_ART_FOLDER)


def game_symbol_files(game: str) -> Mapping[str, Path]:
    """The files of those that the game of that name brings."""
    folder = symbol_folder(game)
    return _svg_files(folder) if folder is not None else {}


def game_symbol_name(name: str, game: str) -> str:
    """What the game's own symbol of that name is asked for by: the name, unless somebody else's stands under it."""
    mine = game_symbol_files(game).get(name)
    return name if mine is None or symbol_files().get(name) == mine else f"{name}@{game}"


def game_emblem(game: str, fallback: str) -> str:
    """The symbol that a game brings under its own name."""
    return game_symbol_name(game, game) if game in game_symbol_files(game) else fallback


@cache
def _svg_files(folder: Path) -> Mapping[str, Path]:
    return {
        path.relative_to(folder).with_suffix("").as_posix(): path for path in sorted(folder.rglob("*.svg"))
    }


@cache
def load_symbol(name: str) -> Symbol:
    """A symbol; a player's colour stands for the player's sign (`blue`; `blue/flat` is its bare shape). KeyError when
    nobody drew it, OSError when its file cannot be read.
    """
    plain, _, game = name.partition("@")
    if game:
        path = game_symbol_files(game).get(plain)
    else:
        colour, slash, flat = name.partition("/")
        sought = PLAYER_SIGNS.get(colour, colour) + slash + flat
        # the first page needs no game's
        path = _herald_symbol_files().get(sought) or symbol_files().get(sought)
    if path is None:
        raise KeyError(f"no symbol {name!r} is drawn; there are {', '.join(sorted(symbol_files()))}")
    return read_symbol(path)


def read_symbol(path: Path) -> Symbol:
    """The symbol in a file; raises OSError."""
    with path.open("rb") as file:
        return Symbol(file.read(MAX_SVG_CHARACTERS + 1).decode(errors="replace"))
