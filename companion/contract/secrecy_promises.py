"""Promises about public knowledge: it follows from public knowledge, and from nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.contract.game_sampler import GameSampler
from companion.contract.promise import promise_with_remedy
from companion.rules.game import public_observation
from companion.rules.moves import Move, MoveStep
from companion.rules.position import Position
from companion.rules.public_view import public_events, public_move, public_text

MAX_GAMES = 4


@promise_with_remedy(
    "`to_public()` of a public position returns itself, and `public_words` leaves public words as they are."
)
def public_is_public_already(table: GameSampler) -> Iterator[str]:
    """What is public stays as it is when it is made public once more."""
    for _, each in table.sample_moves(MAX_GAMES):
        public = each.before.to_public()
        if public.to_public() is not public:
            yield "to_public() of a public position is not itself"
        public_words = public_text(table.game, str(each.move))
        if public_text(table.game, public_words) != public_words:
            yield f"heard `{public_words}`, which is heard in other words again"


@promise_with_remedy("`Event.to_public()` hides what `Position.to_public()` hides, no more and no less.")
def public_events_lead_to_the_public_table(table: GameSampler) -> Iterator[str]:
    """The public events of a move lead from the public table before it to the public table after it."""
    for _, each in table.sample_moves(MAX_GAMES):
        public: Any = each.before.to_public()
        for event in public_events(table.game, each.events):
            if public_events(table.game, [event]) != (event,):
                yield f"{type(event).__name__}: made public once more, the event is another"
            public = event.apply_to(public)
        if _on_the_table(public.to_public()) != _on_the_table(each.after.to_public()):
            yield "the public events make another table than the public one"


def _on_the_table(position: Position) -> dict[str, Any]:
    """The position without what is still to be done, which no event changes."""
    data = position.to_json()
    return {key: value for key, value in data.items() if key not in ("agenda", "turn", "asked", "owed")}


@promise_with_remedy(
    "`public_words`, `public_piece` and `Position.to_public` hide the same: see their docstrings."
)
def a_move_is_legal_in_public(table: GameSampler) -> Iterator[str]:
    """A move is legal at the public table in its public words, and shown there by public observations."""
    for _, each in table.sample_moves(MAX_GAMES):
        public, public_words = each.before.to_public(), public_move(table.game, each.move)
        for step, shown in zip(_steps(each.before, each.move), _steps(public, public_words), strict=True):
            observations = tuple(
                public_observation(table.game, observation) if step.face_down else observation
                for observation in step.accepted_observations
            )
            if shown.accepted_observations != observations:
                yield f"`{step.word}` is shown by {observations}, in public by {shown.accepted_observations}"
            if (shown.touch_target, shown.face_down) != (step.touch_target, step.face_down):
                yield f"`{step.word}` is said by touching {step.touch_target!r}, in public {shown.touch_target!r}"


def _steps(position: Position, move: Move) -> list[MoveStep]:
    choice, found = position.choice_tree.choice_for(move.words[0]), []
    for word in move.words[1:]:
        step, choice = choice.follow_word(word)
        found.append(step)
    return found


@promise_with_remedy(
    "Who is asked depends on nothing hidden; where it would, everybody is asked (`Turn.always_ask`)."
)
def who_is_awaited_is_no_secret(table: GameSampler) -> Iterator[str]:
    """The public table awaits the same people as the table itself."""
    for _, each in table.sample_moves(MAX_GAMES):
        public = each.before.to_public().choice_tree
        if public.awaited_actors != each.before.choice_tree.awaited_actors:
            yield f"{each.before.choice_tree.awaited_actors} are awaited, in public {public.awaited_actors}"
        if public.choice_by_actor.keys() != each.before.choice_tree.choice_by_actor.keys():
            yield f"{(*each.before.choice_tree.choice_by_actor,)} may move, in public {(*public.choice_by_actor,)}"
