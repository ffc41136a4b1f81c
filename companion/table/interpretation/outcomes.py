"""Which of many moves differ in what comes of them.

Equal actions are the same move; so are actions that lead to the same position. Behind a failed reader there may be
    hundreds, so they are not compared two by two: each is known by what it changes, in a form that can be looked up.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

from companion.rules.position import Position
from companion.rules.transaction import Action, Transaction
from companion.table.interpretation.evidence import MovePath

MAX_OUTCOMES_COMPARED = 200  # of more moves only the actions are compared, until an answer leaves fewer
_UNCHANGED: Final = object()
_REMOVED: Final = object()


def distinct_outcomes(position: Position, complete: Sequence[MovePath]) -> list[MovePath]:
    """One path for each different outcome, its words in the order of the observations where possible."""
    by_action: dict[Hashable, MovePath] = {}
    for path in sorted(complete, key=_order_inversions):
        by_action.setdefault(_known_by(path.choice.action), path)
    if len(by_action) == 1 or len(by_action) > MAX_OUTCOMES_COMPARED:
        return [*by_action.values()]
    by_outcome: dict[Hashable, MovePath] = {}
    for path in by_action.values():
        by_outcome.setdefault(describe_change(position, _position_after(position, path)), path)
    return [*by_outcome.values()]


def _known_by(action: Action | None) -> Hashable:
    """The action itself, where everything in it can be looked up."""
    try:
        hash(action)
    except TypeError:
        return describe_change(None, action)
    return action


def _position_after(position: Position, path: MovePath) -> Position:
    transaction = Transaction(position)
    assert path.choice.action is not None
    path.choice.action.perform(transaction)
    after: Position = transaction.commit()
    return after


def _order_inversions(path: MovePath) -> int:
    """How far the words stand from the order in which their evidence was observed."""
    return _inversions(path.explained_indexes)


@lru_cache(maxsize=1_024)
def _inversions(indexes: tuple[int, ...]) -> int:
    return sum(a > b for i, a in enumerate(indexes) for b in indexes[i + 1 :])


def describe_change(before: Any, after: Any) -> Hashable:
    """What differs from `before`: equal for equal values and different for different ones.

    What an action leaves alone is the very same value before and after it, so only the rest is looked at.
    """
    if after is before:
        return _UNCHANGED
    if isinstance(after, Struct):
        return _struct_change(before if type(before) is type(after) else None, after)
    if isinstance(after, Mapping):
        return _mapping_change(before if isinstance(before, Mapping) else {}, after)
    if isinstance(after, tuple | list):
        alike = isinstance(before, tuple | list) and len(before) == len(after)
        changes = tuple(map(describe_change, before if alike else (None,) * len(after), after))
        return _UNCHANGED if alike and all(each is _UNCHANGED for each in changes) else changes
    return _UNCHANGED if after == before else after


def _struct_change(before: Struct | None, after: Struct) -> Hashable:
    changes: list[Hashable] = []
    for field in after.__struct_fields__:
        was, now = getattr(before, field, None), getattr(after, field)
        if now is not was or before is None:
            change = describe_change(was, now)
            if change is not _UNCHANGED:
                changes.append((field, change))
    return _UNCHANGED if before is not None and not changes else (type(after), *changes)


def _mapping_change(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> Hashable:
    changes = [
        (key, describe_change(before.get(key), value))
        for key, value in after.items()
        if value is not before.get(key, _REMOVED)
    ]
    changes += [(key, _REMOVED) for key in before if key not in after]
    return frozenset(change for change in changes if change[1] is not _UNCHANGED) or _UNCHANGED
