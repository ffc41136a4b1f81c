from __future__ import annotations

from math import sqrt

import pytest

from tests.long import ALL, LONG, usually
from tests.simulator.parties import COUNTS, FEWEST, alone, colours, every_game, wrong

GAMES = {"louis-xiv": 200, "kabale": 200, "florence": 40}
"""Games shared among the numbers of players; the surer the better player wins, the fewer are enough."""
LEAST = {"louis-xiv": 10, "kabale": 5, "florence": 15}
"""The least points that even the worst of four heuristic players has."""
SURE = 4.0  # standard deviations above a fair share: once in thirty thousand by luck


@pytest.mark.long(usual="louis-xiv-2")
@pytest.mark.parametrize(("name", "players"), usually(FEWEST, COUNTS))
def test_the_greedy_player_wins_clearly_more_than_his_share(name: str, players: int) -> None:
    games = GAMES[name] * LONG if LONG > 1 else max(20, GAMES[name] // (players if ALL else 2 * players))
    seats = colours(name, players)
    won = points = others = 0.0
    for seed in range(games):
        who = seats[seed % players]
        _, outcome = alone(name, players, f"greedy/{seed}", (who,))
        won += (who in outcome.winners) / len(outcome.winners)
        points += outcome.scores[who] / games
        others += (
            sum(score for other, score in outcome.scores.items() if other != who) / (players - 1) / games
        )
    share = 1 / players
    assert won > games * share + SURE * sqrt(games * share * (1 - share))
    assert points > 1.5 * others


@pytest.mark.long(usual="louis-xiv")
@every_game
def test_random_players_are_equally_good(name: str) -> None:
    games = 120 * LONG if ALL else 40
    seats = colours(name, 2)
    won = dict.fromkeys(seats, 0.0)
    for seed in range(games):
        _, outcome = alone(name, 2, f"fair/{seed}")
        for who in outcome.winners:
            won[who] += 1 / len(outcome.winners)
    assert abs(won[seats[0]] - games / 2) < SURE * sqrt(games) / 2


@pytest.mark.long(usual="louis-xiv")
@every_game
def test_greedy_players_finish_games_among_themselves(name: str) -> None:
    for seed in range(3 * LONG):
        truth, outcome = alone(name, 4, seed, colours(name, 4))
        assert wrong(name, truth) == []
        assert min(outcome.scores.values()) > LEAST[name]
