"""Walking one path of the tree of choices, for those who need one move and not the list of all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.rules.choice import Choice, Turn, Way
from companion.rules.moves import Move
from companion.rules.tale import Deed

Pick = Callable[[Sequence[Any]], Any]
_END = object()


def walk(turn: Turn, pick: Pick) -> tuple[Move, Deed]:
    """One legal move and what it means: `pick` chooses who moves, and then each fork of the path.

    `pick` is given a sequence of two or more and returns one of it (`random.Random(seed).choice`).
    Not every move is equally likely: a fork counts, not what lies behind it.
    """
    actors = [who for who, choice in turn.after.items() if choice.can_end()]
    actor = actors[0] if len(actors) == 1 else pick(actors)
    choice, path = turn.after[actor], [actor]
    while (way := _way(choice, pick)) is not None:
        _, step, choice = way
        path.append(step.word)
    assert choice.deed is not None
    return Move(tuple(path)), choice.deed


def _way(choice: Choice, pick: Pick) -> Way | None:
    """One of the ways on, or None for the end."""
    if not choice.known:
        return _asked(choice, pick)
    ways = choice.ways()
    if choice.deed is not None:
        return pick((*ways, None)) if ways else None
    return ways[0] if len(ways) == 1 else pick(ways)


def _asked(choice: Choice, pick: Pick) -> Way | None:
    """As `_way`, where asking every candidate would cost much: picked first, and only then asked about."""
    pool = list(choice.among)
    if choice.deed is not None:
        pool.append(_END)
    while True:
        candidate = pick(pool) if len(pool) > 1 else pool[0]
        if candidate is _END:
            return None
        if choice.allows(candidate):
            return candidate, choice.step(candidate), choice.then(candidate)
        pool.remove(candidate)
