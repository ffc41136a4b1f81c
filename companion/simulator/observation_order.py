"""The order in which people give the parts of a move.

A person can touch anything at any time; two buttons go through what may come next, so earlier parts have to be given
first.
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
    """Whether it is a piece on a reader, not a touch and not a button."""
    return not (observation.piece == FINGER or is_button_press(observation))


def shuffle_observations(
    observations: Sequence[Observation], sensors: VirtualSensors, chance: Random
) -> list[Observation]:
    """The observations in random order; what people give by buttons stays in the order of its words."""
    mixed = chance.sample(observations, len(observations))
    if sensors.has_touch:
        return mixed
    pressed = (observation for observation in observations if not is_piece_on_reader(observation))
    return [observation if is_piece_on_reader(observation) else next(pressed) for observation in mixed]


def next_possible_observation(waiting: Sequence[Observation], sensors: VirtualSensors) -> Observation | None:
    """The first that can be done now; presses of buttons keep their order."""
    first = next((observation for observation in waiting if not is_piece_on_reader(observation)), None)
    ready = (
        observation for observation in waiting if is_piece_on_reader(observation) or observation == first
    )
    return next(filter(sensors.can_report_now, ready), None)


def interrupting_touches(move: Move, before: Position, sensors: VirtualSensors) -> tuple[Observation, ...]:
    """A touch of the player's name where nobody waits for them and nothing else in the move shows who they are."""
    player, turn = move.words[0], before.choice_tree
    if (
        sensors.has_touch
        or player in turn.awaited_actors
        or is_piece_on_reader(observations_of_move(turn, move, sensors.can_report)[0])
    ):
        return ()
    return (touch_observation(f"player/{player}"),)


def implied_touches(move: Move, before: Position, there: Collection[Observation]) -> Iterator[Observation]:
    """Words that what follows would imply, but that buttons may have to go through first. `there`: given already."""
    for step in steps_of_move(before.choice_tree, move):
        if step.is_implied and step.touch_target and touch_observation(step.touch_target) not in there:
            yield touch_observation(step.touch_target)
