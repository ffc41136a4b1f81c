"""Every symbol that is painted, by its name: an SVG file of Herald's own, or of a game.

`building/library` is the file `building/library.svg` in a folder of symbols: that of companion.screen, else
the one that a game's plug-in names; `coin@kabale` is the one of that game, even where another has a `coin`.
`.../flat` is one in a single colour. What is drawn in `currentColor` takes the colour that the painter asks
for; every other colour is written `#rrggbb`. `rasteriser` lists the parts of SVG that may be used.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion.games import query_each_game, symbol_folder
from companion.screen.draw.rasteriser import MAX_SVG_CHARACTERS
from companion.screen.draw.theme import PLAYER_SIGNS, Colour, fade

HERALD_ART_FOLDER = Path(__file__).parents[1] / "art"
CURRENT_COLOUR = "currentColor"
WHITE = (1.0, 1.0, 1.0, 1.0)


class Symbol(NamedTuple):
    """A drawing as SVG, not checked yet: it may be too long or invalid where an unknown game brought it."""

    svg: str

    def svg_and_colour(self, colour: Colour) -> tuple[str, Colour]:
        """The SVG with all its colours filled in, and the colour in which its picture is to be painted.

        A symbol that has no colours of its own has one white picture for all colours.
        """
        if CURRENT_COLOUR not in self.svg:
            return self.svg, fade(WHITE, colour[3])
        if "#" not in self.svg:
            return self.svg.replace(CURRENT_COLOUR, "#ffffff"), colour
        code = "".join(f"{round(part * 255):02x}" for part in colour[:3])
        return self.svg.replace(CURRENT_COLOUR, f"#{code}"), fade(WHITE, colour[3])


@cache
def symbol_file_by_name() -> Mapping[str, Path]:
    """The file of each symbol there is. Under one name Herald's own comes first, then that of the first game."""
    found: dict[str, Path] = {}
    for _, game_files in query_each_game(game_symbol_file_by_name):
        found = {**game_files, **found}
    return {**found, **_herald_symbol_files()}


@cache
def _herald_symbol_files() -> Mapping[str, Path]:
    return _svg_files(HERALD_ART_FOLDER)


def game_symbol_file_by_name(game: str) -> Mapping[str, Path]:
    """The symbol files that the game of that name brings."""
    folder = symbol_folder(game)
    return _svg_files(folder) if folder is not None else {}


def game_symbol_name(name: str, game: str) -> str:
    """The full name of the game's own symbol: with `@game` where the plain name stands for another's."""
    mine = game_symbol_file_by_name(game).get(name)
    return name if mine is None or symbol_file_by_name().get(name) == mine else f"{name}@{game}"


def game_emblem_name(game: str, fallback: str) -> str:
    """The symbol that a game brings under its own name, or `fallback`."""
    return game_symbol_name(game, game) if game in game_symbol_file_by_name(game) else fallback


@cache
def _svg_files(folder: Path) -> Mapping[str, Path]:
    return {
        path.relative_to(folder).with_suffix("").as_posix(): path for path in sorted(folder.rglob("*.svg"))
    }


@cache
def load_symbol(name: str) -> Symbol:
    """The symbol of that name; a player's colour gives their sign (`blue`; `blue/flat` is its bare shape).

    Raises KeyError when there is no such symbol, OSError when its file cannot be read.
    """
    plain, _, game = name.partition("@")
    if game:
        path = game_symbol_file_by_name(game).get(plain)
    else:
        colour, slash, flat = name.partition("/")
        sought = PLAYER_SIGNS.get(colour, colour) + slash + flat
        # the first page needs no game's symbols
        path = _herald_symbol_files().get(sought) or symbol_file_by_name().get(sought)
    if path is None:
        raise KeyError(f"no symbol {name!r} is drawn; there are {', '.join(sorted(symbol_file_by_name()))}")
    return read_symbol_file(path)


def read_symbol_file(path: Path) -> Symbol:
    """The symbol in a file. Raises OSError."""
    with path.open("rb") as file:
        return Symbol(file.read(MAX_SVG_CHARACTERS + 1).decode(errors="replace"))
