"""Checking one promise after another, whatever a game does: an exception is a finding, and nothing can hang."""

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
    """Seconds that a promise may take at a table, and one step of it: a game that needs longer hangs."""

    promise_seconds: float = 120.0
    step_seconds: float = 30.0


DEFAULT_TIME_LIMITS: Final = TimeLimits()
RETRY_SECONDS = 0.01
"""Seconds until another attempt to stop what takes too long."""


class PromiseResult(Struct, frozen=True):
    """The result of a promise. inspected_count: the number of positions and moves inspected."""

    promise: Promise[Plugin] | Promise[GameSampler]
    status: PromiseStatus
    findings: tuple[PromiseFinding, ...] = ()
    inspected_count: int = 0


class TimeLimitExceeded(BaseException):
    """The time is up.

    It is no Exception: a game that catches all exceptions must not catch this one. `in_one_step`: one step hangs.
    """

    def __init__(self, in_one_step: bool) -> None:
        super().__init__()
        self.in_one_step = in_one_step


def check_plugin_promises(
    plugin: Plugin, limits: TimeLimits = DEFAULT_TIME_LIMITS
) -> Iterator[PromiseResult]:
    """The results of the promises about the game itself."""
    for promise in PLUGIN_PROMISES:
        yield _check_one(promise, plugin, None, limits)


def check_table_promises(
    plugin: Plugin, players: int, games: int, limits: TimeLimits = DEFAULT_TIME_LIMITS
) -> Iterator[PromiseResult]:
    """The results of the promises at a table of so many players, where so many games are played."""
    table = GameSampler(game_rules(plugin.name), players, games)
    for promise in TABLE_PROMISES:
        yield _check_one(promise, table, table, limits)


def _check_one(
    promise: Promise[T], subject: T, table: GameSampler | None, limits: TimeLimits
) -> PromiseResult:
    found: tuple[PromiseFinding, ...] = ()
    late = False
    try:
        found = _run_within_limits(lambda: check_promise(promise, subject), table, limits)
    except TimeLimitExceeded as overdue:
        late = not overdue.in_one_step
        if overdue.in_one_step:
            found = (
                _finding_at_focus(f"it takes longer than {limits.step_seconds:.0f} seconds", table, limits),
            )
        if table is not None:
            table.stop_playing()
    except (Exception, SystemExit) as wrong:
        found = (_finding_at_focus(describe_exception(wrong), table, limits),)
    inspected = 1 if table is None else table.inspected_count
    status: PromiseStatus = (
        "broken" if found else "not looked at" if not inspected else "kept so far" if late else "kept"
    )
    return PromiseResult(promise, status, found, inspected)  # type: ignore[arg-type]


def _finding_at_focus(what: str, table: GameSampler | None, limits: TimeLimits) -> PromiseFinding:
    if table is None:
        return PromiseFinding(what)
    try:
        position = _run_within_limits(lambda: table.focus_position_json, table, limits)
    except TimeLimitExceeded:
        position = ""
    return PromiseFinding(what, table.focus_text, position)


def _run_within_limits(do: Callable[[], T], table: GameSampler | None, limits: TimeLimits) -> T:
    """The result of `do`; raises TimeLimitExceeded when it takes too long."""
    alarm = _TimeLimitAlarm(table, limits)
    try:
        alarm.begin()
        return do()
    finally:
        alarm.over = True  # an alarm raises where a function is called, and none was since the work was done
        alarm.end()


class _TimeLimitAlarm:
    """Raises TimeLimitExceeded in code that takes too long, between `begin` and `end` and until it is `over`.

    Python does not let anything out of a `__del__`, or of what it calls before and after it collects garbage: an
    exception that falls into one of these is lost there, and raised again until it falls elsewhere.
    """

    def __init__(self, table: GameSampler | None, limits: TimeLimits) -> None:
        self.over = False
        self._table, self._limits = table, limits
        self._begun = self._step = time.monotonic()
        self._last_count = -1

    def begin(self) -> None:
        """Watch from now on."""
        self._hook, sys.unraisablehook = sys.unraisablehook, self._lost
        self._before = signal.signal(signal.SIGALRM, self._on_alarm)
        self._set_timer(min(self._limits.step_seconds, self._limits.promise_seconds) / 10)

    def end(self) -> None:
        """Restore everything."""
        self._set_timer(0)
        signal.signal(signal.SIGALRM, self._before)
        sys.unraisablehook = self._hook

    def _set_timer(self, seconds: float) -> None:
        signal.setitimer(signal.ITIMER_REAL, seconds, seconds)

    def _on_alarm(self, number: int, frame: FrameType | None) -> None:
        if self.over:
            return
        now, count = time.monotonic(), 0 if self._table is None else self._table.inspected_count
        if count != self._last_count:
            self._last_count, self._step = count, now
        hangs = now - self._step >= self._limits.step_seconds
        if hangs or now - self._begun >= self._limits.promise_seconds:
            self._set_timer(RETRY_SECONDS)
            raise TimeLimitExceeded(hangs)

    def _lost(self, what: sys.UnraisableHookArgs) -> None:
        if not isinstance(what.exc_value, TimeLimitExceeded):
            self._hook(what)
