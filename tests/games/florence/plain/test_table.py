"""The engine and the plain table agree on random whole games after every line.

HERALD_LONG=10 plays ten times as many. In between, `anything` and `like_a_work` of plain_games are asked at
both tables: they are legal at both, or at neither.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.games.florence.plain.games import Both, copy_of_the_game
from tests.long import ALL, LONG, usually

GAMES = 50 if ALL else 20
"""How many games there are for each number of players."""
COPIES = 5
"""Copies of the game, each with outlines of its own, whose places take time to find."""
OFTEN = {
    "place": 4,
    "work": 6,
    "build": 4,
    "bonus": 3,
    "profession": 3,
    "freedom": 1,
    "recruit": 1,
    "keep": 1,
}
"""How often people must have done this in each game on average, so that the games say something about it."""


@pytest.mark.long(usual="3")
@pytest.mark.parametrize("players", usually([2, 3], [2, 3, 4, 5]))
def test_whole_games_agree(players: int) -> None:
    happened: Counter[str] = Counter()
    for seed in range(GAMES * LONG):
        copy = copy_of_the_game(Random(seed * COPIES // (GAMES * LONG)))
        both = Both(Random(100_000 * players + seed), copy, players)
        both.play()
        happened += both.happened
    seldom = {what: happened[what] for what, least in OFTEN.items() if happened[what] < least * GAMES * LONG}
    assert not seldom
