"""Walking one path of the choice tree, for callers that need one move and not the list of all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.rules.choice import Choice
from companion.rules.moves import Move
from companion.rules.transaction import Action
from companion.rules.turn import Turn

PickOne = Callable[[Sequence[Any]], Any]
_END = object()


def pick_legal_move(turn: Turn, pick: PickOne) -> tuple[Move, Action]:
    """One legal move and its action: `pick` chooses who moves, and then a candidate at each fork of the path.

    `pick` gets a sequence of two or more and returns one of it (`random.Random(seed).choice`). Not every move is
    equally likely: a fork counts, not what lies behind it.
    """
    actors = list(turn.choice_by_actor)
    if len(actors) > 1:
        actors = [actor_name for actor_name in actors if turn.choice_by_actor[actor_name].can_complete_move()]
    actor = actors[0] if len(actors) == 1 else pick(actors)
    choice, path = turn.choice_by_actor[actor], [actor]
    while (candidate := _pick_candidate(choice, pick)) is not _END:
        step, choice = choice.follow_candidate(candidate)
        path.append(step.word)
    assert choice.action is not None
    return Move(tuple(path)), choice.action


def _pick_candidate(choice: Choice, pick: PickOne) -> Any:
    """One of the candidates that are allowed, or the end."""
    if choice.cached_parts is not None and choice.allowed is None:
        return _pick_from_parts(choice.cached_parts, pick)
    kept = choice.cached_candidates()
    if kept is None:
        return _pick_by_trial(choice, pick)
    if choice.action is not None:
        return pick((*kept, _END)) if kept else _END
    return kept[0] if len(kept) == 1 else pick(kept)


def _pick_from_parts(parts: Sequence[Choice], pick: PickOne) -> Any:
    """A candidate of one of the parts; the part is a fork of its own."""
    while True:
        part = pick(parts) if len(parts) > 1 else parts[0]
        if kept := part.cached_candidates():
            return kept[0] if len(kept) == 1 else pick(kept)
        parts = [other for other in parts if other is not part]


def _pick_by_trial(choice: Choice, pick: PickOne) -> Any:
    """A candidate picked first and checked then, where checking every candidate would cost much."""
    pool = list(choice.candidates)
    if choice.action is not None:
        pool.append(_END)
    while True:
        candidate = pick(pool) if len(pool) > 1 else pool[0]
        if candidate is _END or choice.is_allowed(candidate):
            return candidate
        pool.remove(candidate)
