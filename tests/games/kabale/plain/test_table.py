"""The engine and the plain table agree on random games after every line. HERALD_LONG=10 plays ten times as many."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.kabale.plain.games import Both
from tests.games.kabale.plain.positions import random_position
from tests.long import LONG, usually

GAMES, TABLES, RUNS = 5, 60, 4
MOST_LINES = 30


@pytest.mark.long(usual="0")
@pytest.mark.parametrize("run", usually(range(2), range(RUNS)))
def test_whole_games_agree(run: int) -> None:
    for seed in range(run * GAMES * LONG, (run + 1) * GAMES * LONG):
        Both(Random(seed)).play()


@pytest.mark.long(usual="0")
@pytest.mark.parametrize("run", usually(range(2), range(RUNS)))
def test_games_from_the_middle_agree(run: int) -> None:
    for seed in range(run * TABLES * LONG, (run + 1) * TABLES * LONG):
        rng = Random(seed)
        Both(rng, random_position(rng)).play(MOST_LINES)
