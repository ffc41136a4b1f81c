"""In which order people do and say what makes up a move. Fingers say anything at any time; two buttons go through what
may be said next, so that what goes before has to be said before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random

from companion.rules.moves import FINGER, Move, Observation, touch_observation
from companion.rules.position import Position
from companion.simulator.gestures import evidence, steps
from companion.simulator.senses import Senses
from companion.table.evidence import is_button


def laid(sight: Observation) -> bool:
    """Whether it is a piece on a reader: no finger, no button."""
    return not (sight.piece == FINGER or is_button(sight))


def in_any_order(sights: Sequence[Observation], senses: Senses, chance: Random) -> list[Observation]:
    """As people happen to do it; what they say by buttons stays in the order of its words."""
    mixed = chance.sample(sights, len(sights))
    if senses.fingers:
        return mixed
    said = (sight for sight in sights if not laid(sight))
    return [sight if laid(sight) else next(said) for sight in mixed]


def next_of(waiting: Sequence[Observation], senses: Senses) -> Observation | None:
    """The first that can be done now; none of those that are said goes before another."""
    first = next((sight for sight in waiting if not laid(sight)), None)
    ready = (sight for sight in waiting if laid(sight) or sight == first)
    return next(filter(senses.ready, ready), None)


def taking_the_word(move: Move, before: Position, senses: Senses) -> tuple[Observation, ...]:
    """Says who he is for whom nobody waits, where he touches nothing of his own and no piece says it."""
    who, turn = move.words[0], before.choice_tree
    if senses.fingers or who in turn.awaited_actors or laid(evidence(turn, move, senses.reads)[0]):
        return ()
    return (touch_observation(f"player/{who}"),)


def on_the_way(move: Move, before: Position, there: Collection[Observation]) -> Iterator[Observation]:
    """What follows would say these words too, but buttons may have to go through them first. `there`: was said."""
    for step in steps(before.choice_tree, move):
        if step.is_implied and step.touch_target and touch_observation(step.touch_target) not in there:
            yield touch_observation(step.touch_target)
