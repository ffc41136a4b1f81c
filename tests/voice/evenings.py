"""Whole games played at random, for tests that need events and positions as they really come.

What these tests know of one game alone lies in its folder here, in `samples`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from msgspec import Struct

from companion.games import game_rules
from companion.rules.game import GameSetup, Seat
from companion.rules.history import AcceptedLine
from companion.rules.movements import Movement, movements_between
from companion.rules.moves import Move
from companion.rules.position import Position
from companion.rules.public_view import public_events
from companion.rules.transaction import Event
from companion.rules.tree_walk import pick_legal_move
from companion.table.undo import layouts_while_undoing
from companion.voice.voice import Voice
from tests.ours import GAMES

PEOPLE = ("Anna", "Bert", "Carla", "Dirk", "Eva", "Filip")
SEEDS = 4


class Played(Struct, frozen=True):
    """One move at a position, and what it did, as everybody may know them."""

    before: Any
    move: Move
    events: tuple[Event, ...]


def samples(name: str) -> Any:
    """What the tests know of that game alone."""
    return import_module(f"tests.voice.{GAMES[name]}.samples")


def people(name: str) -> dict[str, str]:
    """Who plays which colour of the game."""
    return dict(zip(game_rules(name).colours, PEOPLE, strict=False))


def voice(name: str, lang: str = "en") -> Voice:
    """The voice of a table of that game."""
    return Voice(name, people(name), lang)


def setup(name: str, players: int) -> GameSetup:
    """A table of the game."""
    seats = tuple(Seat(colour, people(name)[colour]) for colour in game_rules(name).colours[:players])
    return GameSetup(seats, seats[0].colour)


def begun(name: str, players: int) -> Position:
    """The game, set up."""
    return game_rules(name).initial_position(setup(name, players)).settled_with_events()[0]


@cache
def evening(name: str, players: int, seed: int) -> tuple[Played, ...]:
    """A whole game, as everybody may know it."""
    chance = random.Random(seed)
    rules, position = game_rules(name), begun(name, players)
    played: list[Played] = []
    while position.outcome() is None:
        move, _ = pick_legal_move(position.choice_tree, chance.choice)
        after, events = position.play(move)
        heard = Move(rules.public_words(move.words))
        played.append(Played(position.to_public(), heard, public_events(rules, events)))
        position = after
    return tuple(played)


def taken_back(
    name: str, players: int, before: Any, events: Sequence[Event], after: Any
) -> tuple[Movement, ...]:
    """What hands do when one move is taken back."""
    path = layouts_while_undoing(game_rules(name), before, [AcceptedLine("", tuple(events), after)])
    return movements_between(game_rules(name).inventory(setup(name, players)), path)


def evenings(name: str) -> Iterator[Played]:
    """Some games with few and with many players."""
    for players in samples(name).PLAYERS:
        for seed in range(SEEDS):
            yield from evening(name, players, seed)


@cache
def happenings(name: str) -> dict[type[Event], tuple[Event, ...]]:
    """Different events by their class, at most forty of each, and those that random games seldom come to."""
    found: dict[type[Event], dict[str, Event]] = {}
    for event in (*samples(name).RARE, *(each for played in evenings(name) for each in played.events)):
        of_kind = found.setdefault(type(event), {})
        if len(of_kind) < 40:
            of_kind.setdefault(repr(event), event)
    return {kind: tuple(events.values()) for kind, events in found.items()}


def kinds(name: str) -> tuple[type[Event], ...]:
    """Every class of events that the game or the house declares."""
    folder = type(game_rules(name)).__module__.rpartition(".")[0]
    found: dict[str, type[Event]] = {}
    ahead = list(Event.__subclasses__())
    while ahead:
        kind = ahead.pop()
        ahead += kind.__subclasses__()
        if kind.__module__.startswith((f"{folder}.", "companion.rules.")):
            found[kind.__name__] = kind
    return tuple(found[name] for name in sorted(found))
