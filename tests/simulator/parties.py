"""Simulated games for tests of the virtual table, for every game of Herald.

HERALD_LONG=10 plays ten times as many.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Literal, get_args

import pytest

from companion.export.referee import answer_record
from companion.games import game_rules
from companion.rules.game import GameSetup, Seat
from companion.rules.moves import PLAY_ZONE
from companion.rules.position import Outcome
from companion.simulator.consistency import ConsistencyChecker
from companion.simulator.ground_truth import GroundTruth
from companion.simulator.plugin_parts import heuristic_move_chooser, make_ground_truth
from companion.simulator.random_players import choose_random_move
from companion.simulator.simulated_game import SimulatedGameConfig
from companion.table.zones import ZonePlan
from tests.long import usually
from tests.ours import GAMES

COUNTS = tuple(
    (name, count)
    for name in GAMES
    for count in range(game_rules(name).min_players, game_rules(name).max_players + 1)
)

every_game = pytest.mark.parametrize("name", GAMES)
every_count = pytest.mark.parametrize(("name", "players"), COUNTS)
USUAL = (("louis-xiv", 3), ("kabale", 3), ("florence", 3))
usual_counts = pytest.mark.parametrize(("name", "players"), usually(USUAL, COUNTS))
"""Every number of players; in the usual suite one for each game."""
FEWEST = [(name, game_rules(name).min_players) for name in GAMES]

Watched = Literal["touch", "cards", "places", "everywhere"]
"""Where a table has readers: nowhere, where cards are shown, at all other places, or everywhere."""


def colours(name: str, players: int) -> tuple[str, ...]:
    return game_rules(name).colours[:players]


def setup(name: str, players: int, start: int = 0) -> GameSetup:
    seats = colours(name, players)
    return GameSetup(tuple(Seat(who, who.capitalize()) for who in seats), seats[start % players])


def plan(name: str, players: int, watched: Watched) -> ZonePlan:
    zones = game_rules(name).zones(setup(name, players))
    with_reader = {
        "touch": (),
        "cards": (PLAY_ZONE,),
        "places": tuple(zone for zone in zones if zone != PLAY_ZONE),
        "everywhere": zones,
    }
    return ZonePlan(dict.fromkeys(with_reader[watched], "reader"))


def tables(name: str, players: int) -> Iterator[Watched]:
    """The tables of a game that differ; where all is shown at one place there are two."""
    plans: list[ZonePlan] = []
    for watched in get_args(Watched):
        if plan(name, players, watched) not in plans:
            plans.append(plan(name, players, watched))
            yield watched


def party(
    name: str,
    players: int,
    seed: object = 1,
    greedy_ones: Sequence[str] = (),
    watched: Watched | None = None,
    **rates: float,
) -> SimulatedGameConfig:
    """The configuration of a simulated game.

    `rates` are those of faults, with `_` for `-`; `watched` is None for any table that people build.
    """
    choosers = {
        who: heuristic_move_chooser(name) if who in greedy_ones else choose_random_move
        for who in colours(name, players)
    }
    faults = {fault.replace("_", "-"): rate for fault, rate in rates.items()}
    at_table = None if watched is None else plan(name, players, watched)
    return SimulatedGameConfig(name, setup(name, players), choosers, str(seed), faults, zone_plan=at_table)


def alone(
    name: str, players: int, seed: object, greedy_ones: Sequence[str] = ()
) -> tuple[GroundTruth, Outcome]:
    """A game without an app, played to its end."""
    chance = Random(f"{seed}")
    truth = make_ground_truth(name, setup(name, players, chance.randrange(players)), chance)
    choosers = party(name, players, seed, greedy_ones).players
    while (outcome := truth.position.outcome()) is None:
        turn = truth.position.choice_tree
        for who in (
            *(who for who in turn.choice_by_actor if who not in turn.awaited_actors),
            *turn.awaited_actors,
        ):
            player = choosers.get(who)
            move = player(truth.knowledge_of(who, truth.position), chance) if player else truth.table_move()
            if move is not None:
                truth.play(move)
                break
    return truth, outcome


def wrong(name: str, truth: GroundTruth) -> list[str]:
    """What is missing in the box at a table, or is elsewhere than everybody knows."""
    table = setup(name, len(truth.position.points_by_player()))
    return [*ConsistencyChecker(game_rules(name), table).find_differences(truth.position, truth)]


def answers(record: bytes) -> list[dict[str, Any]]:
    """The referee's answers to a record; the last one is the position."""
    return list(answer_record(io.BytesIO(record), "en", position=True))


def of_players(name: str, record: bytes) -> list[str]:
    """The players in the order of their moves; those of the table depend on what was read."""
    actors = (line.split()[0] for line in record.decode().splitlines())
    return [who for who in actors if who in game_rules(name).colours]
