"""What would come of an answer before anybody gives it: the layout and the events that it would make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from companion.games import game_rules
from companion.rules.clauses import MoveRefused
from companion.rules.layout import Layout
from companion.rules.moves import Move, touch_observation
from companion.screen.default.place_models import PlaceModel, make_place_models
from companion.screen.presenters.appearance import AppearanceLookup
from companion.screen.view_models import ChoiceModel
from companion.table.interpretation.judge import Ambiguous, Interpreted, interpret, only_meaning
from companion.table.interpretation.search import shared_search
from companion.table.snapshot import Snapshot
from companion.voice.narration import NarrationLine
from companion.voice.voice import Voice

MAX_WORK = 6_000
"""The most that may be searched for the pending input and all answers together. Only behind dead readers it is more,
where hardly an answer leaves one meaning, and to look into each would hold the frame.
"""


def can_preview(snapshot: Snapshot, touch_target: str) -> bool:
    """Whether the target is a step of a move, or an answer to the current question."""
    return touch_target in snapshot.step_by_touch_target or (
        isinstance(snapshot.interpretation, Ambiguous) and touch_target.startswith("answer/")
    )


def interpretation_after(snapshot: Snapshot, touch_target: str) -> object:
    """The judge's interpretation of the pending input if that were touched."""
    observation = touch_observation(touch_target)
    if isinstance(snapshot.interpretation, Ambiguous) and touch_target not in snapshot.step_by_touch_target:
        observation = snapshot.interpretation.question.options[
            int(touch_target.partition("/")[2])
        ].observation
    return interpret(snapshot.position, (*snapshot.pending_input, observation), snapshot.zone_status)


def layout_after(snapshot: Snapshot, move: Move | None) -> Layout | None:
    """The layout after the move that was understood; None where it is none yet."""
    if move is None:
        return None
    with suppress(MoveRefused):  # a name is missing that only a reader could identify
        return game_rules(snapshot.game).layout(snapshot.position.play(move)[0].to_public())
    return None


def narrate_preview(snapshot: Snapshot, interpretation: Interpreted, voice: Voice) -> Sequence[NarrationLine]:
    """The narration of the move, as if it had been made."""
    with suppress(MoveRefused):
        return voice.narrate(snapshot.position, snapshot.position.play(interpretation.move)[1])
    return ()


def grid_previews(
    snapshot: Snapshot, choices: Sequence[ChoiceModel], appearances: AppearanceLookup
) -> Iterator[tuple[str, PlaceModel]]:
    """Touch target of an answer -> the grid that it would change, where answers lay something there."""
    if not snapshot.pending_input or not any(place.cells for place in snapshot.layout):
        return
    position, readers = snapshot.position, snapshot.zone_status
    work = shared_search(position.choice_tree, snapshot.pending_input, readers).work_for_complete_moves
    for choice in choices:
        if choice.touch_target in snapshot.step_by_touch_target:
            noticed = *snapshot.pending_input, touch_observation(choice.touch_target)
            if work <= MAX_WORK:
                work += shared_search(position.choice_tree, noticed, readers).work_for_complete_moves
            if work > MAX_WORK:
                return
            after = layout_after(snapshot, only_meaning(position, noticed, readers))
            there = make_place_models(
                [place for place in after or () if place.cells], appearances, (), snapshot.layout
            )
            yield from ((choice.touch_target, spot) for spot in there if spot.is_changed)
