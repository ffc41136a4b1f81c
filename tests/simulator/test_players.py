from __future__ import annotations

from math import sqrt

import pytest

from tests.simulator.parties import ALL_COUNTS, COLOURS, LONG, alone

GAMES = 200
SURE = 4.0  # standard deviations above a fair share: once in thirty thousand by luck


@pytest.mark.parametrize("players", ALL_COUNTS)
def test_the_greedy_player_wins_clearly_more_than_his_share(players: int) -> None:
    games = GAMES * LONG if LONG > 1 else GAMES // players
    won = points = others = 0.0
    for seed in range(games):
        who = COLOURS[seed % players]
        _, outcome = alone(players, f"greedy/{seed}", (who,))
        won += (who in outcome.winners) / len(outcome.winners)
        points += outcome.scores[who] / games
        others += (
            sum(score for other, score in outcome.scores.items() if other != who) / (players - 1) / games
        )
    share = 1 / players
    assert won > games * share + SURE * sqrt(games * share * (1 - share))
    assert points > 1.5 * others


def test_random_players_are_equally_good() -> None:
    games = 120 * LONG
    won = dict.fromkeys(COLOURS[:2], 0.0)
    for seed in range(games):
        _, outcome = alone(2, f"fair/{seed}")
        for who in outcome.winners:
            won[who] += 1 / len(outcome.winners)
    assert abs(won["blue"] - games / 2) < SURE * sqrt(games) / 2


def test_greedy_players_finish_games_among_themselves() -> None:
    for seed in range(3 * LONG):
        truth, outcome = alone(4, seed, COLOURS)
        assert truth.lost() == ()
        assert min(outcome.scores.values()) > 10
