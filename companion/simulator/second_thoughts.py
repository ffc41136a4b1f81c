"""What people do besides playing on: they take moves back and play them again, or set the table right twice."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.simulator.session_driver import SessionDriver
from companion.simulator.virtual_journal import InconsistencyError
from companion.table.messages import CorrectPosition, DismissNotices, EnterLine, UndoMoves

MOST_TAKEN_BACK = 4
MAX_TRIES = 8
"""After so many numbers that may not be corrected nothing is."""


def take_back_and_play_again(app: SessionDriver, chance: Random) -> bool:
    """Take some moves back and enter them once more; whether there were any.

    Raises InconsistencyError where the table is another one then.
    """
    before = app.app_position
    texts = [each.text for each in app.history.accepted_lines]
    count = min(chance.randint(1, MOST_TAKEN_BACK), len(texts))
    if not count:
        return False
    for message in (UndoMoves(count), UndoMoves(count, is_confirmed=True)):
        app.send_message(message)
    for text in texts[-count:]:
        app.send_message(EnterLine(text))
    app.send_message(DismissNotices())
    if app.app_position != before:
        raise InconsistencyError(f"{texts[-count:]}: taken back and played again, it is another table")
    return True


def correct_and_set_right(app: SessionDriver, chance: Random) -> bool:
    """Set a number of the table to another one, and back again; whether any could be.

    Raises InconsistencyError where the table is another one then.
    """
    before, lines = app.app_position, len(app.history.accepted_lines)
    numbers = list(_numbers("", app.snapshot.position.to_json()))
    for path, value in chance.sample(numbers, min(len(numbers), MAX_TRIES)):
        app.send_message(CorrectPosition(((path, value + 1),)))
        if app.app_position != before:
            break
    else:
        app.send_message(DismissNotices())
        return False
    app.send_message(CorrectPosition(((path, value),)))
    if app.app_position != before:  # more has followed from it than one number
        app.send_message(UndoMoves(len(app.history.accepted_lines) - lines, is_confirmed=True))
    app.send_message(DismissNotices())
    if app.app_position != before:
        raise InconsistencyError(f"{path}: set to {value + 1} and back to {value}, it is another table")
    return True


def _numbers(path: str, value: Any) -> Iterator[tuple[str, int]]:
    """Every number in plain JSON values, with the pointer to it."""
    if isinstance(value, int) and not isinstance(value, bool):
        yield path, value
    for key, inner in (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    ):
        yield from _numbers(f"{path}/{key}", inner)
