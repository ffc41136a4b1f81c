"""Parties for tests of the virtual table. HERALD_LONG=10 plays ten times as many games."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from random import Random
from typing import Any

from companion.export.referee import referee
from companion.games import game
from companion.rules.game import Seat, Setup
from companion.rules.position import Outcome
from companion.simulator.evening import Party
from companion.simulator.players import at_random
from companion.simulator.truth import Truth, begin, greedy
from companion.table.zones import Plan

COLOURS = ("blue", "yellow", "red", "green")
LONG = int(os.environ.get("HERALD_LONG", "1"))
ALL_COUNTS = (2, 3, 4)


def setup(players: int, start: int = 0) -> Setup:
    colours = COLOURS[:players]
    return Setup(tuple(Seat(who, who.capitalize()) for who in colours), colours[start % players])


def party(players: int, seed: object = 1, greedy_ones: Sequence[str] = (), **rates: float) -> Party:
    """`rates`: faults with `_` for `-`."""
    choosers = {who: greedy("louis-xiv") if who in greedy_ones else at_random for who in COLOURS[:players]}
    faults = {name.replace("_", "-"): rate for name, rate in rates.items()}
    at_table = setup(players)
    plan = Plan(dict.fromkeys(game("louis-xiv").zones(at_table), "reader")) if faults else None
    return Party("louis-xiv", at_table, choosers, str(seed), faults, plan=plan)


def alone(players: int, seed: object, greedy_ones: Sequence[str] = ()) -> tuple[Truth, Outcome]:
    """A game without an app, to its end."""
    chance = Random(f"{seed}")
    truth = begin("louis-xiv", setup(players, chance.randrange(players)), chance)
    choosers = party(players, seed, greedy_ones).players
    while (outcome := truth.position.outcome()) is None:
        turn = truth.position.offered
        for who in (*(who for who in turn.after if who not in turn.awaited), *turn.awaited):
            player = choosers.get(who)
            move = player(truth.seen_by(who, truth.position), chance) if player else truth.table_move()
            if move is not None:
                truth.play(move)
                break
    return truth, outcome


def answers(record: bytes) -> list[dict[str, Any]]:
    """What the referee says to a record; the last answer is the position."""
    return list(referee(io.BytesIO(record), "en", position=True))
