"""The tables of the contract suite: every game of ours at every number of players, its games played once in a run."""

from __future__ import annotations

from functools import cache

from companion.contract.game_sampler import GameSampler
from companion.games import game_rules
from tests.ours import GAMES

TABLES = [
    (name, players)
    for name in GAMES
    for players in range(game_rules(name).min_players, game_rules(name).max_players + 1)
]
"""Every game at every number of players."""
USUAL = [(name, 3) for name in GAMES]
"""Those that are looked at every time."""


@cache
def table(name: str, players: int) -> GameSampler:
    """That table, with its games."""
    return GameSampler(game_rules(name), players)
