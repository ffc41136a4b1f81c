"""The tables of the contract suite: every game of ours at every number of players, its games played once in a run."""

from __future__ import annotations

from functools import cache

from companion.contract.table import Table
from companion.games import game
from tests.ours import GAMES

TABLES = [(name, players) for name in GAMES for players in range(game(name).fewest, game(name).most + 1)]
"""Every game at every number of players."""
USUAL = [(name, players) for name, players in TABLES if players in (game(name).fewest, 3)]
"""Those that are looked at every time."""


@cache
def table(name: str, players: int) -> Table:
    """That table, with its games."""
    return Table(game(name), players)
