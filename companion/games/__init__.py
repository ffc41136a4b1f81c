"""The games Herald knows: their only list, and the one way to what a game has in a room.

A game has one folder in each room, called the same everywhere, and is named outside of them in `GAMES` alone. What such
a folder must have is said by the room it lies in (companion.voice, companion.screen, companion.simulator); here it is

    module          has       which is
    game            GAME      the `Game` of companion.rules.game
    names.toml                words of the notation by language: companion.voice.catalogue
    clauses.toml              clauses by language, the same
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import cast

from companion.rules.errors import Unreadable
from companion.rules.game import Game

GAMES = {"louis-xiv": "louis_xiv", "kabale": "kabale", "florence": "florence"}
"""Name of a game, as records say it -> its folder in every room."""

LONGER = {"kabale-und-hiebe": "kabale"}
"""Other names that a record may give -> the game's own."""

FIRST = next(iter(GAMES))
"""The game that is meant where nobody names one."""


def part(name: str, room: str, module: str = "") -> ModuleType:
    """A game's module of that name in a room (`screen`), or its folder there; raises Unreadable naming the games."""
    folder = GAMES.get(LONGER.get(name, name))
    if folder is None:
        raise Unreadable(f"game {name}: unknown; Herald knows {', '.join(sorted(GAMES))}")
    return import_module(".".join(filter(None, ("companion", room, folder, module))))


def game(name: str) -> Game:
    """The game of that name; raises Unreadable naming those there are."""
    return cast(Game, part(name, "games", "game").GAME)
