"""Random evenings of any game, and the evidence their moves leave on a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from companion.games import game_rules
from companion.rules.game import GameSetup, Seat
from companion.rules.moves import Move, MoveStep, Observation, touch_observation
from companion.rules.position import Position
from companion.rules.tree_walk import pick_legal_move
from companion.table.interpretation.evidence import make_actor_step
from tests.ours import GAMES

NAMES = ("Anna", "Bert", "Carla", "Dora", "Emil", "Fay")
TABLES = [
    (name, players)
    for name in GAMES
    for players in range(game_rules(name).min_players, game_rules(name).max_players + 1)
]
"""Every game at every number of players."""
USUAL = [(name, 3) for name in GAMES]
"""One number of players for each game: what is looked at every time where all would take long."""


class Watching:
    """Readers at every zone; those work where `works` says so."""

    def __init__(self, works: Callable[[str], bool]) -> None:
        self.would_report = self.has_working_reader = works


EVERYWHERE = Watching(lambda zone: True)
NOWHERE = Watching(lambda zone: False)


def setup(name: str, players: int) -> GameSetup:
    colours = game_rules(name).colours[:players]
    return GameSetup(tuple(map(Seat, colours, NAMES)), colours[0])


def begun(name: str, players: int) -> Position:
    return game_rules(name).initial_position(setup(name, players)).settled_with_events()[0]


def evening(name: str, players: int, rng: Random) -> Iterator[tuple[Position, Move]]:
    """Every position of a random game with the move that was played there."""
    position = begun(name, players)
    while position.outcome() is None:
        move, _ = pick_legal_move(position.choice_tree, rng.choice)
        yield position, move
        position = position.play(move)[0]


def steps(position: Position, move: Move) -> list[MoveStep]:
    """The steps of a move, the actor's first."""
    choice = position.choice_tree.choice_for(move.words[0])
    found = [make_actor_step(move.words[0])]
    for word in move.words[1:]:
        step, choice = choice.follow_word(word)
        found.append(step)
    return found


def evidence(position: Position, move: Move, fingers: float, rng: Random) -> list[Observation]:
    """What people leave who carry the move out, in its order; `fingers`: how often one touches instead.

    No finger says what lies face down, and where that was not read either, the word before it is touched.
    """
    seen: list[Observation] = []
    said = steps(position, move)
    for step, after in zip(said, [*said[1:], None], strict=True):
        unread = after is not None and after.face_down and after.is_implied
        if step.is_implied and not unread:
            continue
        if step.observations and (step.face_down or rng.random() >= fingers):
            seen += step.observations
        else:
            seen.append(touch_observation(step.touch_target))
    return seen
