"""Looking at one promise after another, whatever a game does: what it raises is a finding, and it cannot hang."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, Literal, TypeVar

from msgspec import Struct

from companion.contract.promise import Finding, Promise, broken, raised
from companion.contract.promises import AT_A_TABLE, OF_A_GAME
from companion.contract.table import Table
from companion.games import game
from companion.games.plugin import Plugin

T = TypeVar("T")
Kept = Literal["kept", "kept so far", "broken", "not looked at"]


class Patience(Struct, frozen=True):
    """Seconds that a promise may take at a table, and that one step of it may: a game that needs longer hangs."""

    promise: float = 120.0
    step: float = 30.0


USUAL: Final = Patience()


class Verdict(Struct, frozen=True):
    """What came of a promise. looked: at how many positions and moves."""

    promise: Promise[Plugin] | Promise[Table]
    kept: Kept
    findings: tuple[Finding, ...] = ()
    looked: int = 0


class Overdue(BaseException):
    """Time is up. No Exception: a game that catches whatever it raises must not catch this. hangs: in one step."""

    def __init__(self, hangs: bool) -> None:
        super().__init__()
        self.hangs = hangs


def checked_game(plugin: Plugin, patience: Patience = USUAL) -> Iterator[Verdict]:
    """What the game itself promises."""
    for promise in OF_A_GAME:
        yield _verdict(promise, plugin, None, patience)


def checked_table(plugin: Plugin, players: int, games: int, patience: Patience = USUAL) -> Iterator[Verdict]:
    """What it promises at a table of so many players, where so many games are played."""
    table = Table(game(plugin.name), players, games)
    for promise in AT_A_TABLE:
        yield _verdict(promise, table, table, patience)


def _verdict(promise: Promise[T], looked_at: T, table: Table | None, patience: Patience) -> Verdict:
    found: tuple[Finding, ...] = ()
    late = False
    try:
        with _watched(table, patience):
            found = broken(promise, looked_at)
    except Overdue as overdue:
        late = not overdue.hangs
        if overdue.hangs:
            found = (_here(f"it takes longer than {patience.step:.0f} seconds", table),)
        if table is not None:
            table.no_more()
    except Exception as wrong:
        found = (_here(raised(wrong), table),)
    looked = 1 if table is None else table.looked
    kept: Kept = "broken" if found else "not looked at" if not looked else "kept so far" if late else "kept"
    return Verdict(promise, kept, found, looked)  # type: ignore[arg-type]


def _here(what: str, table: Table | None) -> Finding:
    return Finding(what) if table is None else Finding(what, table.where, table.position)


@contextmanager
def _watched(table: Table | None, patience: Patience) -> Iterator[None]:
    """Whatever is done raises Overdue when it takes too long."""
    begun = step = time.monotonic()
    looked = -1

    def look(number: int, frame: FrameType | None) -> None:
        nonlocal step, looked
        now, seen = time.monotonic(), 0 if table is None else table.looked
        if seen != looked:
            looked, step = seen, now
        if now - step >= patience.step:
            raise Overdue(hangs=True)
        if now - begun >= patience.promise:
            raise Overdue(hangs=False)

    before = signal.signal(signal.SIGALRM, look)
    often = min(patience.step, patience.promise) / 10
    signal.setitimer(signal.ITIMER_REAL, often, often)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
