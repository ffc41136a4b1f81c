"""Virtual players that walk the tree of moves at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.rules.choice import Choice
from companion.rules.moves import Move
from companion.simulator.ground_truth import PlayerKnowledge

STOP_PROBABILITY = 0.3  # how often a random player ends a move that might go on
INTERRUPT_PROBABILITY = 0.3  # how often they move though nobody waits for them


def choose_random_move(seen: PlayerKnowledge, chance: Random) -> Move | None:
    """A random move: at each fork each open candidate is as likely."""
    turn = seen.position.choice_tree
    choice = turn.choice_by_actor.get(seen.who)
    if choice is None or (seen.who not in turn.awaited_actors and chance.random() >= INTERRUPT_PROBABILITY):
        return None
    path = next(random_move_words(seen, choice, (seen.who,), chance), None)
    return Move(path) if path else None


def possible_move_words(
    seen: PlayerKnowledge, choice: Choice, path: tuple[str, ...]
) -> Iterator[tuple[str, ...]]:
    """Complete moves from here on that the player can really make, in the order of the tree."""
    if choice.action is not None:
        yield path
    for _, step, after in choice.open_branches():
        if seen.can_show(step):
            yield from possible_move_words(seen, after, (*path, step.word))


def random_move_words(
    seen: PlayerKnowledge, choice: Choice, path: tuple[str, ...], chance: Random
) -> Iterator[tuple[str, ...]]:
    """Complete moves from here on that the player can really make, in random order, found one by one."""
    if choice.action is not None and chance.random() < STOP_PROBABILITY:
        yield path
    branches = [(step, after) for _, step, after in choice.open_branches() if seen.can_show(step)]
    for step, after in chance.sample(branches, len(branches)):
        yield from random_move_words(seen, after, (*path, step.word), chance)
    if choice.action is not None:
        yield path
