"""The games Herald knows: one folder each, and their names here."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from companion.rules.errors import Unreadable
from companion.rules.game import Game

GAMES = {"louis-xiv": "companion.games.louis_xiv.game"}


def game(name: str) -> Game:
    """The game of that name; raises Unreadable naming those there are."""
    if name not in GAMES:
        raise Unreadable(f"game {name}: unknown; Herald knows {', '.join(sorted(GAMES))}")
    return cast(Game, import_module(GAMES[name]).GAME)
