"""Looking at one promise after another, whatever a game does: what it raises is a finding, and it cannot hang."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Final, Literal, TypeVar

from msgspec import Struct

from companion.contract.game_sampler import GameSampler
from companion.contract.promise import Promise, PromiseFinding, check_promise, describe_exception
from companion.contract.promises import PLUGIN_PROMISES, TABLE_PROMISES
from companion.games import game_rules
from companion.games.plugin import Plugin

T = TypeVar("T")
PromiseStatus = Literal["kept", "kept so far", "broken", "not looked at"]


class TimeLimits(Struct, frozen=True):
    """Seconds that a promise may take at a table, and that one step of it may: a game that needs longer hangs."""

    promise_seconds: float = 120.0
    step_seconds: float = 30.0


DEFAULT_TIME_LIMITS: Final = TimeLimits()
RETRY_SECONDS = 0.01
"""Seconds until it is tried again to stop what takes too long."""


class PromiseResult(Struct, frozen=True):
    """What came of a promise. looked: at how many positions and moves."""

    promise: Promise[Plugin] | Promise[GameSampler]
    status: PromiseStatus
    findings: tuple[PromiseFinding, ...] = ()
    inspected_count: int = 0


class TimeLimitExceeded(BaseException):
    """Time is up. No Exception: a game that catches whatever it raises must not catch this. hangs: in one step."""

    def __init__(self, in_one_step: bool) -> None:
        super().__init__()
        self.in_one_step = in_one_step


def check_plugin_promises(
    plugin: Plugin, limits: TimeLimits = DEFAULT_TIME_LIMITS
) -> Iterator[PromiseResult]:
    """What the game itself promises."""
    for promise in PLUGIN_PROMISES:
        yield _verdict(promise, plugin, None, limits)


def check_table_promises(
    plugin: Plugin, players: int, games: int, limits: TimeLimits = DEFAULT_TIME_LIMITS
) -> Iterator[PromiseResult]:
    """What it promises at a table of so many players, where so many games are played."""
    table = GameSampler(game_rules(plugin.name), players, games)
    for promise in TABLE_PROMISES:
        yield _verdict(promise, table, table, limits)


def _verdict(
    promise: Promise[T], looked_at: T, table: GameSampler | None, patience: TimeLimits
) -> PromiseResult:
    found: tuple[PromiseFinding, ...] = ()
    late = False
    try:
        found = _run_within_limits(lambda: check_promise(promise, looked_at), table, patience)
    except TimeLimitExceeded as overdue:
        late = not overdue.in_one_step
        if overdue.in_one_step:
            found = (
                _finding_at_focus(
                    f"it takes longer than {patience.step_seconds:.0f} seconds", table, patience
                ),
            )
        if table is not None:
            table.stop_playing()
    except (Exception, SystemExit) as wrong:
        found = (_finding_at_focus(describe_exception(wrong), table, patience),)
    looked = 1 if table is None else table.inspected_count
    kept: PromiseStatus = (
        "broken" if found else "not looked at" if not looked else "kept so far" if late else "kept"
    )
    return PromiseResult(promise, kept, found, looked)  # type: ignore[arg-type]


def _finding_at_focus(what: str, table: GameSampler | None, patience: TimeLimits) -> PromiseFinding:
    if table is None:
        return PromiseFinding(what)
    try:
        position = _run_within_limits(lambda: table.focus_position_json, table, patience)
    except TimeLimitExceeded:
        position = ""
    return PromiseFinding(what, table.focus_text, position)


def _run_within_limits(do: Callable[[], T], table: GameSampler | None, patience: TimeLimits) -> T:
    """What it gives; raises Overdue when it takes too long."""
    watch = _TimeLimitAlarm(table, patience)
    try:
        watch.begin()
        return do()
    finally:
        watch.over = True  # an alarm raises where something is called: nothing was, since it was done
        watch.end()


class _TimeLimitAlarm:
    """Between `begin` and `end`, until it is `over`, whatever is done raises Overdue when it takes too long.

    Python does not let anything out of a `__del__`, or of what it calls before and after it collects garbage: an
    Overdue that falls into one of these is lost there, and raised again until it falls elsewhere.
    """

    def __init__(self, table: GameSampler | None, patience: TimeLimits) -> None:
        self.over = False
        self._table, self._patience = table, patience
        self._begun = self._step = time.monotonic()
        self._looked = -1

    def begin(self) -> None:
        """Look from now on."""
        self._hook, sys.unraisablehook = sys.unraisablehook, self._lost
        self._before = signal.signal(signal.SIGALRM, self._look)
        self._look_every(min(self._patience.step_seconds, self._patience.promise_seconds) / 10)

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
        now, seen = time.monotonic(), 0 if self._table is None else self._table.inspected_count
        if seen != self._looked:
            self._looked, self._step = seen, now
        hangs = now - self._step >= self._patience.step_seconds
        if hangs or now - self._begun >= self._patience.promise_seconds:
            self._look_every(RETRY_SECONDS)
            raise TimeLimitExceeded(hangs)

    def _lost(self, what: sys.UnraisableHookArgs) -> None:
        if not isinstance(what.exc_value, TimeLimitExceeded):
            self._hook(what)
