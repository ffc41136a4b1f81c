"""Looking at one promise after another, whatever a game does: what it raises is a finding, and it cannot hang."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
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
SOON = 0.01
"""Seconds until it is tried again to stop what takes too long."""


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
        found = _watched(lambda: broken(promise, looked_at), table, patience)
    except Overdue as overdue:
        late = not overdue.hangs
        if overdue.hangs:
            found = (_here(f"it takes longer than {patience.step:.0f} seconds", table, patience),)
        if table is not None:
            table.no_more()
    except (Exception, SystemExit) as wrong:
        found = (_here(raised(wrong), table, patience),)
    looked = 1 if table is None else table.looked
    kept: Kept = "broken" if found else "not looked at" if not looked else "kept so far" if late else "kept"
    return Verdict(promise, kept, found, looked)  # type: ignore[arg-type]


def _here(what: str, table: Table | None, patience: Patience) -> Finding:
    if table is None:
        return Finding(what)
    try:
        position = _watched(lambda: table.position, table, patience)
    except Overdue:
        position = ""
    return Finding(what, table.where, position)


def _watched(do: Callable[[], T], table: Table | None, patience: Patience) -> T:
    """What it gives; raises Overdue when it takes too long."""
    watch = _Watch(table, patience)
    try:
        watch.begin()
        return do()
    finally:
        watch.over = True  # an alarm raises where something is called: nothing was, since it was done
        watch.end()


class _Watch:
    """Between `begin` and `end`, until it is `over`, whatever is done raises Overdue when it takes too long.

    Python does not let anything out of a `__del__`, or of what it calls before and after it collects garbage: an
    Overdue that falls into one of these is lost there, and raised again until it falls elsewhere.
    """

    def __init__(self, table: Table | None, patience: Patience) -> None:
        self.over = False
        self._table, self._patience = table, patience
        self._begun = self._step = time.monotonic()
        self._looked = -1

    def begin(self) -> None:
        """Look from now on."""
        self._hook, sys.unraisablehook = sys.unraisablehook, self._lost
        self._before = signal.signal(signal.SIGALRM, self._look)
        self._look_every(min(self._patience.step, self._patience.promise) / 10)

    def end(self) -> None:
        """All is as it was before."""
        self._look_every(0)
        signal.signal(signal.SIGALRM, self._before)
        sys.unraisablehook = self._hook

    def _look_every(self, seconds: float) -> None:
        signal.setitimer(signal.ITIMER_REAL, seconds, seconds)

    def _look(self, number: int, frame: FrameType | None) -> None:
        if self.over:
            return
        now, seen = time.monotonic(), 0 if self._table is None else self._table.looked
        if seen != self._looked:
            self._looked, self._step = seen, now
        hangs = now - self._step >= self._patience.step
        if hangs or now - self._begun >= self._patience.promise:
            self._look_every(SOON)
            raise Overdue(hangs)

    def _lost(self, what: sys.UnraisableHookArgs) -> None:
        if not isinstance(what.exc_value, Overdue):
            self._hook(what)
