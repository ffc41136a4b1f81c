"""What would come of an answer, before anybody gives it: what would lie where, what would happen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from companion.games import game_rules
from companion.rules.clauses import MoveRefused
from companion.rules.layout import Layout
from companion.rules.moves import touch_observation
from companion.screen.default.places import Spot, spots
from companion.screen.presenters.faces import Faces
from companion.screen.view_models import ChoiceModel
from companion.table.interpretation.judge import Ambiguous, Interpreted, interpret
from companion.table.snapshot import Snapshot
from companion.voice.narration import NarrationLine
from companion.voice.voice import Voice


def can_be_tried(now: Snapshot, thing: str) -> bool:
    """Whether that is an answer of the game, or to the question that stands."""
    return thing in now.steps_by_touch_target or (
        isinstance(now.interpretation, Ambiguous) and thing.startswith("answer/")
    )


def meaning(now: Snapshot, thing: str) -> object:
    """What would be meant if that were answered."""
    sight = touch_observation(thing)
    if isinstance(now.interpretation, Ambiguous) and thing not in now.steps_by_touch_target:
        sight = now.interpretation.question.options[int(thing.partition("/")[2])].observation
    return interpret(now.position, (*now.pending_input, sight), now.zone_status)


def after_move(now: Snapshot, verdict: object) -> Layout | None:
    """The layout that the move would make which was understood; None where it is none yet."""
    if not isinstance(verdict, Interpreted):
        return None
    with suppress(MoveRefused):  # a name is missing that only a reader could tell
        return game_rules(now.game).layout(now.position.play(verdict.move)[0].to_public())
    return None


def told(now: Snapshot, verdict: Interpreted, voice: Voice) -> Sequence[NarrationLine]:
    """What would have happened."""
    with suppress(MoveRefused):
        return voice.narrate(now.position, now.position.play(verdict.move)[1])
    return ()


def previews(now: Snapshot, choices: Sequence[ChoiceModel], look_up: Faces) -> Iterator[tuple[str, Spot]]:
    """Answer -> the grid that would be another one, where answers say how something is laid there."""
    if not now.pending_input or not any(place.cells for place in now.layout):
        return
    for choice in choices:
        if choice.touch_target in now.steps_by_touch_target:
            after = after_move(now, meaning(now, choice.touch_target)) or ()
            there = spots([place for place in after if place.cells], look_up, (), now.layout)
            yield from ((choice.touch_target, spot) for spot in there if spot.changed)
