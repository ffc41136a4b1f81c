"""Virtual players: they walk the one tree of moves, at random or by what it is worth to them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.rules.choice import Choice
from companion.rules.moves import Move
from companion.simulator.ground_truth import PlayerKnowledge

STOP_PROBABILITY = 0.3  # how often a random player ends a move that might go on
INTERRUPT_PROBABILITY = 0.3  # how often he moves though nobody waits for him


def choose_random_move(seen: PlayerKnowledge, chance: Random) -> Move | None:
    """Any move: at each fork one of the ways that are open, each as likely."""
    turn = seen.position.choice_tree
    choice = turn.choice_by_actor.get(seen.who)
    if choice is None or (seen.who not in turn.awaited_actors and chance.random() >= INTERRUPT_PROBABILITY):
        return None
    path = next(random_move_words(seen, choice, (seen.who,), chance), None)
    return Move(path) if path else None


def possible_move_words(
    seen: PlayerKnowledge, choice: Choice, path: tuple[str, ...]
) -> Iterator[tuple[str, ...]]:
    """Whole moves from here on that he can really make, in the order of the tree."""
    if choice.action is not None:
        yield path
    for _, step, after in choice.open_branches():
        if seen.can_show(step):
            yield from possible_move_words(seen, after, (*path, step.word))


def random_move_words(
    seen: PlayerKnowledge, choice: Choice, path: tuple[str, ...], chance: Random
) -> Iterator[tuple[str, ...]]:
    """Whole moves from here on that he can really make, in random order, found one by one."""
    if choice.action is not None and chance.random() < STOP_PROBABILITY:
        yield path
    among = [(step, after) for _, step, after in choice.open_branches() if seen.can_show(step)]
    for step, after in chance.sample(among, len(among)):
        yield from random_move_words(seen, after, (*path, step.word), chance)
    if choice.action is not None:
        yield path
