"""In which order people do and say what makes up a move. Fingers say anything at any time; two buttons go through what
may be said next, so that what goes before has to be said before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random

from companion.rules.moves import FINGER, Move, Observation, touch_observation
from companion.rules.position import Position
from companion.simulator.move_observations import observations_of_move, steps_of_move
from companion.simulator.virtual_sensors import VirtualSensors
from companion.table.interpretation.evidence import is_button_press


def is_piece_on_reader(observation: Observation) -> bool:
    """Whether it is a piece on a reader: no finger, no button."""
    return not (observation.piece == FINGER or is_button_press(observation))


def shuffle_observations(
    observations: Sequence[Observation], sensors: VirtualSensors, chance: Random
) -> list[Observation]:
    """As people happen to do it; what they say by buttons stays in the order of its words."""
    mixed = chance.sample(observations, len(observations))
    if sensors.has_touch:
        return mixed
    said = (sight for sight in observations if not is_piece_on_reader(sight))
    return [sight if is_piece_on_reader(sight) else next(said) for sight in mixed]


def next_possible_observation(waiting: Sequence[Observation], sensors: VirtualSensors) -> Observation | None:
    """The first that can be done now; none of those that are said goes before another."""
    first = next((sight for sight in waiting if not is_piece_on_reader(sight)), None)
    ready = (sight for sight in waiting if is_piece_on_reader(sight) or sight == first)
    return next(filter(sensors.can_be_done_now, ready), None)


def interrupting_touches(move: Move, before: Position, sensors: VirtualSensors) -> tuple[Observation, ...]:
    """Says who he is for whom nobody waits, where he touches nothing of his own and no piece says it."""
    who, turn = move.words[0], before.choice_tree
    if (
        sensors.has_touch
        or who in turn.awaited_actors
        or is_piece_on_reader(observations_of_move(turn, move, sensors.can_report)[0])
    ):
        return ()
    return (touch_observation(f"player/{who}"),)


def implied_touches(move: Move, before: Position, there: Collection[Observation]) -> Iterator[Observation]:
    """What follows would say these words too, but buttons may have to go through them first. `there`: was said."""
    for step in steps_of_move(before.choice_tree, move):
        if step.is_implied and step.touch_target and touch_observation(step.touch_target) not in there:
            yield touch_observation(step.touch_target)
