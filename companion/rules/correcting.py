"""Corrections: values of a position set by a person, whatever the rules say about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from jsonpointer import JsonPointer, JsonPointerException

from companion.rules.clauses import CORRECT_PATH, CORRECT_SHAPE, Refused
from companion.rules.errors import Unreadable
from companion.rules.game import Game, Setup
from companion.rules.position import Position

Pairs = tuple[tuple[str, Any], ...]
"""JSON pointer and the value that is set there; None removes what is there."""


def with_values(game: Game, setup: Setup, position: Position, pairs: Sequence[tuple[str, Any]]) -> Position:
    """The position with these values set, whatever is wrong with it then; raises Refused where it has no such shape."""
    data = position.to_json()
    for gone in ("scores", "winners", *game.follows(dict(pairs))):
        data.pop(gone, None)
    for path, value in pairs:
        _set(data, path, value)
    try:
        return game.position(data, setup)
    except Unreadable as wrong:
        raise Refused(CORRECT_SHAPE(wrong.what)) from wrong


def _set(data: dict[str, Any], path: str, value: Any) -> None:
    """Set the value at a JSON pointer; None removes what is there."""
    parent, last = _place(data, path)
    try:
        if value is None:
            del parent[last]
        elif last == "-":
            parent.append(value)
        else:
            parent[last] = value
    except (KeyError, IndexError, TypeError, AttributeError) as wrong:
        raise Refused(CORRECT_PATH(path)) from wrong


def _place(data: dict[str, Any], path: str) -> tuple[Any, Any]:
    """What holds the value at a JSON pointer, and its key or index there."""
    try:
        pointer = JsonPointer(path)
        parent, last = pointer.to_last(data)
    except (JsonPointerException, KeyError, IndexError, TypeError) as wrong:
        raise Refused(CORRECT_PATH(path)) from wrong
    if not pointer.parts or not isinstance(parent, list | dict):
        raise Refused(CORRECT_PATH(path))
    return parent, last


def differences(path: str, before: Any, after: Any) -> Iterator[tuple[str, Any]]:
    """JSON pointer and new value (None: gone) of everything that differs; lists as a whole."""
    if not (isinstance(before, dict) and isinstance(after, dict)):
        if before != after:
            yield path, after
        return
    for key in dict.fromkeys((*before, *after)):
        here = f"{path}/{str(key).replace('~', '~0').replace('/', '~1')}"
        if key not in after:
            yield here, None
        elif key not in before:
            yield here, after[key]
        else:
            yield from differences(here, before[key], after[key])
