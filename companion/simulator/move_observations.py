"""What hands do when they carry out a move, as readers and fingers notice it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from companion.rules.choice import Choice, Turn
from companion.rules.moves import UNKNOWN, Move, MoveStep, Observation, touch_observation

CanReport = Callable[[Observation], bool]
"""Whether a reader or a button can report this: the zone has one that works, the piece has a tag."""


def steps_of_move(turn: Turn, move: Move) -> Iterator[MoveStep]:
    """The steps of `move` after its first word; raises Refused for words the tree does not have."""
    return (step for _, step in _walk_choices(turn, move))


def _walk_choices(turn: Turn, move: Move) -> Iterator[tuple[Choice, MoveStep]]:
    """The forks of the tree that `move` passes and what it says there."""
    choice = turn.choice_for(move.words[0])
    for word in move.words[1:]:
        step, after = choice.follow_word(word)
        yield choice, step
        choice = after


def move_without_hidden_words(turn: Turn, move: Move) -> Move:
    """The move as it is said when no reader saw what it hides: `black 2 mage` is `black 2 ?`."""
    words = (UNKNOWN if step.face_down else step.word for step in steps_of_move(turn, move))
    return Move((move.words[0], *words))


def observations_of_step(step: MoveStep, can_report: CanReport) -> tuple[Observation, ...]:
    """What one word looks like: its pieces at their readers; a finger where there is no reader for them
    or nothing else says the word; nothing when what follows says it, or when it lies hidden from all."""
    if step.also_at_play or step.face_down:
        seen = next(filter(can_report, step.accepted_observations), None)
        if seen is not None:
            return (seen,)
    elif step.observations and all(map(can_report, step.observations)):
        return step.observations
    return () if step.is_implied or step.face_down else (touch_observation(step.touch_target),)


def observations_of_move(turn: Turn, move: Move, can_report: CanReport) -> list[Observation]:
    """Everything hands do to make `move`, in the order of its words.

    A piece that is not noticed where it lies cannot say what came before it: where there was a choice, a
    finger does. A move whose words all follow from others (nobody has anything to show) is said by a finger
    on its last thing.
    """
    seen: list[Observation] = []
    unsaid: list[Observation] = []
    things: list[Observation] = []
    for choice, step in _walk_choices(turn, move):
        shown = observations_of_step(step, can_report)
        if step.also_at_play or step.face_down:
            seen += () if set(shown) & set(step.observations) else unsaid
            unsaid = []
        elif step.is_implied and len(list(islice(choice.allowed_candidates(), 2))) > 1:
            unsaid.append(touch_observation(step.touch_target))
        seen += shown
        things += [touch_observation(step.touch_target)] if step.touch_target else []
    return seen or things[-1:]
