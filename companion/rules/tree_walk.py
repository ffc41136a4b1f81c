"""Walking one path of the tree of choices, for those who need one move and not the list of all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.rules.choice import Choice, Turn
from companion.rules.moves import Move
from companion.rules.transaction import Action

PickOne = Callable[[Sequence[Any]], Any]
_END = object()


def pick_legal_move(turn: Turn, pick: PickOne) -> tuple[Move, Action]:
    """One legal move and what it means: `pick` chooses who moves, and then each fork of the path.

    `pick` is given a sequence of two or more and returns one of it (`random.Random(seed).choice`).
    Not every move is equally likely: a fork counts, not what lies behind it.
    """
    actors = list(turn.choice_by_actor)
    if len(actors) > 1:
        actors = [who for who in actors if turn.choice_by_actor[who].can_complete_move()]
    actor = actors[0] if len(actors) == 1 else pick(actors)
    choice, path = turn.choice_by_actor[actor], [actor]
    while (way := _pick_candidate(choice, pick)) is not _END:
        step, choice = choice.follow_candidate(way)
        path.append(step.word)
    assert choice.action is not None
    return Move(tuple(path)), choice.action


def _pick_candidate(choice: Choice, pick: PickOne) -> Any:
    """One of the candidates that are allowed, or the end."""
    if choice.cached_parts is not None:
        return _pick_from_parts(choice.cached_parts, pick)
    kept = choice.cached_candidates()
    if kept is None:
        return _pick_by_trial(choice, pick)
    if choice.action is not None:
        return pick((*kept, _END)) if kept else _END
    return kept[0] if len(kept) == 1 else pick(kept)


def _pick_from_parts(parts: Sequence[Choice], pick: PickOne) -> Any:
    """The part is a fork of its own."""
    while True:
        part = pick(parts) if len(parts) > 1 else parts[0]
        if kept := part.cached_candidates():
            return kept[0] if len(kept) == 1 else pick(kept)
        parts = [other for other in parts if other is not part]


def _pick_by_trial(choice: Choice, pick: PickOne) -> Any:
    """As `_pick_candidate`, where asking every candidate would cost much: picked first, and only then asked about."""
    pool = list(choice.candidates)
    if choice.action is not None:
        pool.append(_END)
    while True:
        way = pick(pool) if len(pool) > 1 else pool[0]
        if way is _END or choice.is_allowed(way):
            return way
        pool.remove(way)
