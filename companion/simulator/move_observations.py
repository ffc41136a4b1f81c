"""The observations that readers and the screen make when people carry out a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from companion.rules.choice import Choice, Turn
from companion.rules.game import Game, public_observation
from companion.rules.moves import UNKNOWN, Move, MoveStep, Observation, touch_observation

CanReport = Callable[[Observation], bool]
"""Whether a reader or a button can report this: the zone has a working reader, the piece has a tag."""


def steps_of_move(turn: Turn, move: Move) -> Iterator[MoveStep]:
    """The steps of `move` after its first word; raises MoveRefused for words that the tree does not have."""
    return (step for _, step in _walk_choices(turn, move))


def _walk_choices(turn: Turn, move: Move) -> Iterator[tuple[Choice, MoveStep]]:
    """The choices of the tree that `move` passes, each with its step."""
    choice = turn.choice_for(move.words[0])
    for word in move.words[1:]:
        step, after = choice.follow_word(word)
        yield choice, step
        choice = after


def move_without_hidden_words(turn: Turn, move: Move) -> Move:
    """The move as it is when no reader saw what it hides: `black 2 mage` is `black 2 ?`."""
    words = (UNKNOWN if step.face_down else step.word for step in steps_of_move(turn, move))
    return Move((move.words[0], *words))


def observations_of_step(step: MoveStep, can_report: CanReport) -> tuple[Observation, ...]:
    """The observations of one word: its pieces at their readers, else a touch.

    Nothing where what follows implies the word, or where it lies hidden from all.
    """
    if step.also_at_play or step.face_down:
        reported = next(filter(can_report, step.accepted_observations), None)
        if reported is not None:
            return (reported,)
    elif step.observations and all(map(can_report, step.observations)):
        return step.observations
    return () if step.is_implied or step.face_down else (touch_observation(step.touch_target),)


def observations_of_move(turn: Turn, move: Move, can_report: CanReport) -> list[Observation]:
    """All observations of `move`, in the order of its words.

    A piece that is not observed where it lies cannot imply what came before it: where there was a choice, a touch
    does. A move whose words all follow from others (nobody has anything to show) is given by a touch of its last
    target.
    """
    observed: list[Observation] = []
    unreported: list[Observation] = []
    touches: list[Observation] = []
    for choice, step in _walk_choices(turn, move):
        shown = observations_of_step(step, can_report)
        if step.also_at_play or step.face_down:
            observed += () if set(shown) & set(step.observations) else unreported
            unreported = []
        elif step.is_implied and len(list(islice(choice.allowed_candidates(), 2))) > 1:
            unreported.append(touch_observation(step.touch_target))
        observed += shown
        touches += [touch_observation(step.touch_target)] if step.touch_target else []
    return observed or touches[-1:]


def missing_observations(
    wanted: Iterable[Observation], pending_input: Iterable[Observation], game: Game
) -> list[Observation]:
    """Those that are not among the pending input yet, which shows them as everybody may see them."""
    there = Counter(pending_input)
    missing: list[Observation] = []
    for observation in wanted:
        shown = next(
            (each for each in (observation, public_observation(game, observation)) if there[each]), None
        )
        if shown is None:
            missing.append(observation)
        else:
            there[shown] -= 1
    return missing


def was_hidden_read(turn: Turn, move: Move, pending_input: Iterable[Observation], game: Game) -> bool:
    """Whether readers have reported everything that the move hides, as far as the screen shows."""
    hidden = (step for step in steps_of_move(turn, move) if step.face_down and step.word != UNKNOWN)
    there = set(pending_input)
    return not any(
        there.isdisjoint(public_observation(game, each) for each in step.accepted_observations)
        for step in hidden
    )
