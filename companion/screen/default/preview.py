"""What would come of an answer, before anybody gives it: what would lie where, what would happen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from companion.games import game_rules
from companion.rules.clauses import MoveRefused
from companion.rules.layout import Layout
from companion.rules.moves import touch_observation
from companion.screen.default.place_models import PlaceModel, make_place_models
from companion.screen.presenters.appearance import AppearanceLookup
from companion.screen.view_models import ChoiceModel
from companion.table.interpretation.judge import Ambiguous, Interpreted, interpret
from companion.table.snapshot import Snapshot
from companion.voice.narration import NarrationLine
from companion.voice.voice import Voice


def can_preview(snapshot: Snapshot, touch_target: str) -> bool:
    """Whether that is an answer of the game, or to the question that stands."""
    return touch_target in snapshot.steps_by_touch_target or (
        isinstance(snapshot.interpretation, Ambiguous) and touch_target.startswith("answer/")
    )


def interpretation_after(snapshot: Snapshot, touch_target: str) -> object:
    """What would be meant if that were answered."""
    sight = touch_observation(touch_target)
    if isinstance(snapshot.interpretation, Ambiguous) and touch_target not in snapshot.steps_by_touch_target:
        sight = snapshot.interpretation.question.options[int(touch_target.partition("/")[2])].observation
    return interpret(snapshot.position, (*snapshot.pending_input, sight), snapshot.zone_status)


def layout_after(snapshot: Snapshot, interpretation: object) -> Layout | None:
    """The layout that the move would make which was understood; None where it is none yet."""
    if not isinstance(interpretation, Interpreted):
        return None
    with suppress(MoveRefused):  # a name is missing that only a reader could tell
        return game_rules(snapshot.game).layout(snapshot.position.play(interpretation.move)[0].to_public())
    return None


def narrate_preview(snapshot: Snapshot, interpretation: Interpreted, voice: Voice) -> Sequence[NarrationLine]:
    """What would have happened."""
    with suppress(MoveRefused):
        return voice.narrate(snapshot.position, snapshot.position.play(interpretation.move)[1])
    return ()


def grid_previews(
    snapshot: Snapshot, choices: Sequence[ChoiceModel], appearances: AppearanceLookup
) -> Iterator[tuple[str, PlaceModel]]:
    """Answer -> the grid that would be another one, where answers say how something is laid there."""
    if not snapshot.pending_input or not any(place.cells for place in snapshot.layout):
        return
    for choice in choices:
        if choice.touch_target in snapshot.steps_by_touch_target:
            after = layout_after(snapshot, interpretation_after(snapshot, choice.touch_target)) or ()
            there = make_place_models(
                [place for place in after if place.cells], appearances, (), snapshot.layout
            )
            yield from ((choice.touch_target, spot) for spot in there if spot.is_changed)
