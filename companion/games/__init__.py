"""The games Herald knows: their only list, and the one way to what a game has for a room.

A game has one folder here and is named outside of it in `GAMES` alone. In the folder lies what each room needs of it:

    rules/game.py         GAME    the `Game` of companion.rules.game
    data/names.toml               words of the notation by language: companion.voice.catalogue
    data/clauses.toml             clauses by language, the same
    voice/                        what companion.voice asks for
    screen/                       what companion.screen asks for
    players/                      what companion.simulator asks for
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import cast

from companion.rules.errors import Unreadable
from companion.rules.game import Game

GAMES = {"louis-xiv": "louis_xiv", "kabale": "kabale", "florence": "florence"}
"""Name of a game, as records say it -> its folder."""

LONGER = {"kabale-und-hiebe": "kabale"}
"""Other names that a record may give -> the game's own."""

FIRST = next(iter(GAMES))
"""The game that is meant where nobody names one."""


def part(name: str, room: str = "", module: str = "") -> ModuleType:
    """A game's module of that name for a room (`screen`), or its folder; raises Unreadable naming the games."""
    folder = GAMES.get(LONGER.get(name, name))
    if folder is None:
        raise Unreadable(f"game {name}: unknown; Herald knows {', '.join(sorted(GAMES))}")
    return import_module(".".join(filter(None, ("companion.games", folder, room, module))))


def game(name: str) -> Game:
    """The game of that name; raises Unreadable naming those there are."""
    return cast(Game, part(name, "rules", "game").GAME)
