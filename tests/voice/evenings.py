"""Whole games played at random, for tests that need events and positions as they really come."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from companion.games.louis_xiv.events import (
    ArmsGained,
    IntrigueDrawn,
    MoneyGained,
    MoneyPaid,
    StoneGiven,
    SubstituteNeeded,
)
from companion.games.louis_xiv.outcomes import ArmsShown, ChipSwapped, Exchanged, GameEnded, MissionReturned
from companion.games.louis_xiv.position import LouisXIV
from companion.rules.account import Corrected, Undone
from companion.rules.moves import Move
from companion.rules.tale import Event
from companion.rules.walking import walk
from tests.tables import begun


class Played(Struct, frozen=True):
    """One move at a position, and what it did."""

    before: LouisXIV
    move: Move
    events: tuple[Event, ...]


@cache
def evening(players: int, seed: int) -> tuple[Played, ...]:
    """A whole game."""
    chance = random.Random(seed)
    position = begun(players).position
    played: list[Played] = []
    while position.outcome() is None:
        move, _ = walk(position.offered, chance.choice)
        after, events = position.play(move)
        played.append(Played(position, move, events))
        position = after
    return tuple(played)


def evenings() -> Iterator[Played]:
    """Some games with two, three and four players."""
    for players in (2, 3, 4):
        for seed in range(4):
            yield from evening(players, seed)


RARE: tuple[Event, ...] = (
    SubstituteNeeded("money"),
    SubstituteNeeded("arms"),
    SubstituteNeeded("ring"),
    StoneGiven("blue"),
    ChipSwapped("blue", "ring"),
    MissionReturned("red", "dark"),
    MoneyGained("blue", 2, "mid-plus-two"),
    ArmsGained("blue", 1, "tile/6"),
    IntrigueDrawn("blue", "L-1.4"),
    MoneyPaid("blue", 1, "tile/3"),
    Exchanged("blue", 0, 0, 0, {}, 0, 0),
    Exchanged("blue", 1, 2, 1, {3: 1, 9: 2}, 6, 9),
    ArmsShown("red", {}),
    GameEnded({"blue": 30, "yellow": 30, "red": 30}, ("yellow",), "stones"),
    GameEnded({"blue": 30, "yellow": 30, "red": 12}, ("blue", "yellow"), "shared"),
    Undone(("blue inf6 place 6 6 1",)),
    Undone(("blue done", "yellow done")),
    Corrected((("/players/blue/money", 7),)),
)
"""What random games seldom or never come to."""


@cache
def happenings() -> dict[type[Event], tuple[Event, ...]]:
    """Different events by their class, at most forty of each."""
    found: dict[type[Event], dict[str, Event]] = {}
    for event in (*RARE, *(each for played in evenings() for each in played.events)):
        of_kind = found.setdefault(type(event), {})
        if len(of_kind) < 40:
            of_kind.setdefault(repr(event), event)
    return {kind: tuple(events.values()) for kind, events in found.items()}


def kinds() -> tuple[type[Event], ...]:
    """Every class of events that the house declares."""
    found: dict[str, type[Event]] = {}
    ahead = list(Event.__subclasses__())
    while ahead:
        kind = ahead.pop()
        ahead += kind.__subclasses__()
        if kind.__module__.startswith("companion."):
            found[kind.__name__] = kind
    return tuple(found[name] for name in sorted(found))
