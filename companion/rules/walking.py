"""Walking one path of the tree of choices, for those who need one move and not the list of all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.rules.choice import Choice, Turn
from companion.rules.moves import Move
from companion.rules.tale import Deed

Pick = Callable[[Sequence[Any]], Any]
_END = object()


def walk(turn: Turn, pick: Pick) -> tuple[Move, Deed]:
    """One legal move and what it means: `pick` chooses who moves, and then each fork of the path.

    `pick` is given a sequence of two or more and returns one of it (`random.Random(seed).choice`).
    Not every move is equally likely: a fork counts, not what lies behind it.
    """
    actors = list(turn.after)
    if len(actors) > 1:
        actors = [who for who in actors if turn.after[who].can_end()]
    actor = actors[0] if len(actors) == 1 else pick(actors)
    choice, path = turn.after[actor], [actor]
    while (way := _way(choice, pick)) is not _END:
        step, choice = choice.onward(way)
        path.append(step.word)
    assert choice.deed is not None
    return Move(tuple(path)), choice.deed


def _way(choice: Choice, pick: Pick) -> Any:
    """One of the candidates that are allowed, or the end."""
    if choice.parts is not None:
        return _of_a_part(choice.parts, pick)
    kept = choice.kept()
    if kept is None:
        return _asked(choice, pick)
    if choice.deed is not None:
        return pick((*kept, _END)) if kept else _END
    return kept[0] if len(kept) == 1 else pick(kept)


def _of_a_part(parts: Sequence[Choice], pick: Pick) -> Any:
    """The part is a fork of its own."""
    while True:
        part = pick(parts) if len(parts) > 1 else parts[0]
        if kept := part.kept():
            return kept[0] if len(kept) == 1 else pick(kept)
        parts = [other for other in parts if other is not part]


def _asked(choice: Choice, pick: Pick) -> Any:
    """As `_way`, where asking every candidate would cost much: picked first, and only then asked about."""
    pool = list(choice.among)
    if choice.deed is not None:
        pool.append(_END)
    while True:
        way = pick(pool) if len(pool) > 1 else pool[0]
        if way is _END or choice.allows(way):
            return way
        pool.remove(way)
