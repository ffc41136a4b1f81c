"""Walking one path of the tree of choices, for those who need one move and not the list of all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.rules.choice import Turn
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
    while True:
        ways = list(choice.allowed())
        if choice.deed is not None:
            if not ways:
                return Move(tuple(path)), choice.deed
            ways.append(_END)
        way = pick(ways)
        if way is _END and choice.deed is not None:
            return Move(tuple(path)), choice.deed
        path.append(choice.step(way).word)
        choice = choice.then(way)
