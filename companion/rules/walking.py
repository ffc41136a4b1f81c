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

    `pick` is given a sequence and returns one of it (`random.Random(seed).choice`). Not every move is
    equally likely: a fork counts, not what lies behind it.
    """
    actor = pick([who for who, choice in turn.after.items() if choice.can_end()])
    choice, path = turn.after[actor], [actor]
    while (way := _way(choice, pick)) is not _END:
        path.append(choice.step(way).word)
        choice = choice.then(way)
    assert choice.deed is not None
    return Move(tuple(path)), choice.deed


def _way(choice: Choice, pick: Pick) -> Any:
    """One of the candidates that are allowed, or the end: picked first, and only then asked about."""
    pool = list(choice.among)
    if choice.deed is not None:
        pool.append(_END)
    while True:
        way = pick(pool)
        if way is _END or choice.allows(way):
            return way
        pool.remove(way)
