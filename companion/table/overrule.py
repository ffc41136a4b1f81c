"""A person overrules a refusal: the barred word said all the same, written down as a correction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.rules.choice import Choice
from companion.rules.clauses import Refused
from companion.rules.position import Position
from companion.rules.tale import Tale

Pairs = tuple[tuple[str, Any], ...]


def overruled(position: Position, words: tuple[str, ...]) -> Pairs | None:
    """What `table correct` must set so that the move of these words, its last one barred, has happened.

    None when the words make no whole move or nothing on the table would differ.
    """
    choice = _behind(position, words)
    if choice is None or choice.deed is None:
        return None
    tale = Tale(position)
    choice.deed.do(tale)
    pairs = tuple(differences("", position.to_json(), tale.rest().to_json()))
    if any(path.startswith("/agenda") for path, _ in pairs):
        pairs = tuple(pair for pair in pairs if pair[0] != "/turn")  # it follows from the agenda
    return pairs or None


def _behind(position: Position, words: tuple[str, ...]) -> Choice | None:
    try:
        choice = position.offered.at(words[0])
        for word in words[1:-1]:
            choice = choice.at(word)[1]
    except Refused:
        return None
    candidate = choice.candidate(words[-1])
    if candidate is None:
        return None
    try:
        return choice.then(candidate)
    except (AssertionError, LookupError):  # a branch that is barred as a whole has nothing behind it
        return None


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


def correction(pairs: Pairs) -> str:
    """The line of the record that sets these values."""
    words = [f"{path} {msgspec.json.encode(value).decode()}" for path, value in pairs]
    return " ".join(("table correct", *words))
