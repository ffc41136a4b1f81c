"""Measures campaigns: simulated games a second in one process, and in one for each core."""

from __future__ import annotations

import os
from contextlib import closing
from functools import partial
from statistics import median

from companion.games import game_rules
from companion.simulator.campaign import (
    RANDOM,
    Campaign,
    OpenWorkers,
    SimulatedTableParts,
    local_processes,
    play_campaign,
)
from companion.simulator.virtual_sensors import DirectEventSensors
from measuring.bench_lines import BenchLine, BenchLines, MeasuringEffort, wall_clock

GAME, TITLE, PLAYER_COUNT = "louis-xiv", "Louis XIV", 3


def measure_campaigns(effort: MeasuringEffort) -> BenchLines:
    """Play the same campaign in one process and in several, in turns; the start of the processes counts."""
    game_count = max(2, effort.warm_up_games // 10)
    processes = max(2, len(os.sched_getaffinity(0)))
    alone: list[float] = []
    spread: list[float] = []
    for _ in range(max(1, effort.rounds // 5)):
        alone.append(game_count / _seconds(None, game_count))
        spread.append(game_count / _seconds(partial(local_processes, processes), game_count))
    ratio = median(many / one for one, many in zip(alone, spread, strict=True))
    yield BenchLine(f"{TITLE}: {game_count} games, in one process, games/s", f"{median(alone):.1f}")
    yield BenchLine(f"{TITLE}: the same in {processes} processes, games/s", f"{median(spread):.1f}")
    yield BenchLine(f"{TITLE}: {processes} processes / one", f"{ratio:.2f}")


def _seconds(open_workers: OpenWorkers | None, game_count: int) -> float:
    players = dict.fromkeys(game_rules(GAME).colours[:PLAYER_COUNT], RANDOM)
    campaign = Campaign(GAME, players, "bench", {}, SimulatedTableParts(DirectEventSensors, {}))
    begun = wall_clock()
    with closing(play_campaign(campaign, iter(range(1, game_count + 1)), open_workers)) as games:
        for game in games:
            if game.result is None:
                raise RuntimeError(f"game {game.number}: {game.problem or game.invalid_input}")
    return wall_clock() - begun
