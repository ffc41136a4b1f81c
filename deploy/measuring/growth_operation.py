"""What could grow, and the operations whose cost is measured on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import Any, Literal, NamedTuple

from companion.games import game_rules
from companion.rules.game import GameSetup, Seat
from companion.rules.record import RecordHeader
from companion.table.messages import (
    ClearPendingInput,
    DismissNotices,
    EnterLine,
    SessionMessage,
    Touch,
    UndoMoves,
)
from companion.table.session import Session
from measuring.bench_lines import cpu_clock

MAX_UNDO_MS = 100
"""Milliseconds of an undo at ten times the usual size."""

TimedRun = Callable[[], float]
"""Does something once, and gives the seconds of a core that it took."""


class GrowingOperation(NamedTuple):
    """Something whose cost could grow.

    `kind`: done at each touch (flat), or looking at everything (whole). `max_ms_at_ten`: the most milliseconds at ten
    times the usual size.
    """

    title: str
    kind: Literal["flat", "whole"]
    run: TimedRun
    max_ms_at_ten: float = inf


class SizedOperations(NamedTuple):
    """The operations on something of one size: a number of lines, games, pieces or people."""

    size: int
    operations: Sequence[GrowingOperation]


class GrowingThing(NamedTuple):
    """Something that grows: what it is, its usual size, and how one of so many times that size is made in a folder.

    `max_factor`: it can be so many times its usual size and no more.
    """

    title: str
    usual_size: str
    prepare: Callable[[int, Path], SizedOperations]
    max_factor: int = 100


def timed(do: Callable[[], Any]) -> float:
    """Do it; the seconds of a core that it took."""
    begun = cpu_clock()
    do()
    return cpu_clock() - begun


def whole(title: str, do: Callable[[], Any], max_ms_at_ten: float = inf) -> GrowingOperation:
    """An operation that looks at everything, and changes nothing."""
    return GrowingOperation(title, "whole", lambda: timed(do), max_ms_at_ten)


def flat(title: str, do: Callable[[], Any]) -> GrowingOperation:
    """An operation that is done at each touch, and changes nothing."""
    return GrowingOperation(title, "flat", lambda: timed(do))


# -- sessions


def time_message(session: Session, message: SessionMessage) -> float:
    """Handle a message; the seconds that it took."""
    return timed(lambda: session.handle_message(message))


def time_touch(session: Session, touch_target: str) -> float:
    """Handle a touch, and clear what it meant; the seconds that the touch took."""
    seconds = time_message(session, Touch(touch_target))
    session.handle_message(ClearPendingInput())
    return seconds


def time_line(session: Session, line: str) -> float:
    """Accept a line, and undo it; the seconds until it was accepted."""
    seconds = time_message(session, EnterLine(line))
    take_back(session)
    return seconds


def take_back(session: Session) -> None:
    """Undo the last line."""
    session.handle_message(UndoMoves(1, is_confirmed=True))
    session.handle_message(DismissNotices())


def make_heap_header(name: str, players: int = 4) -> RecordHeader:
    """The header of a record of an added heap game."""
    colours = game_rules(name).colours[:players]
    return RecordHeader(name, GameSetup(tuple(Seat(colour, colour) for colour in colours), colours[0]))


def heap_lines(header: RecordHeader, moves: int) -> tuple[str, ...]:
    """So many moves of one stone or two, in turns."""
    seats = header.setup.seats
    return tuple(f"{seats[number % len(seats)].colour} {1 + number % 2}" for number in range(moves))
