"""Checking one promise after another in a child process, whatever a game does there.

An exception is a finding. What hangs or ends the process is one too, and the last: until it is mended, nothing more can
be said of that table.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Lock, Thread, main_thread
from traceback import extract_stack
from typing import Any, Final, Literal

from msgspec import Struct

from companion.contract.game_sampler import GameSampler, InspectionTimeUp
from companion.contract.promise import (
    Promise,
    PromiseFinding,
    check_promise,
    describe_exception,
    found_at_focus,
    place_in_game,
)
from companion.contract.promises import PLUGIN_PROMISES, TABLE_PROMISES
from companion.games import game_rules
from companion.games.plugin import Plugin

PromiseStatus = Literal["kept", "kept so far", "broken", "not looked at"]
FORK: Final = get_context("fork")
"""How the child begins: with the game as it is here, which could not be sent to it."""


class TimeLimits(Struct, frozen=True):
    """Seconds that a promise may take at a table, and one step of it: a game that needs longer hangs."""

    promise_seconds: float = 120.0
    step_seconds: float = 30.0


DEFAULT_TIME_LIMITS: Final = TimeLimits()


class PromiseResult(Struct, frozen=True):
    """The result of a promise. inspected_count: the number of positions and moves inspected."""

    promise: Promise[Any]
    status: PromiseStatus
    findings: tuple[PromiseFinding, ...] = ()
    inspected_count: int = 0


class _Answer(Struct, frozen=True):
    """What the child says of one promise; `is_last`: it says nothing of the others."""

    status: PromiseStatus
    findings: tuple[PromiseFinding, ...]
    inspected_count: int
    is_last: bool = False


def check_plugin_promises(
    plugin: Plugin, limits: TimeLimits = DEFAULT_TIME_LIMITS
) -> Iterator[PromiseResult]:
    """The results of the promises about the game itself."""
    return _results(PLUGIN_PROMISES, plugin, None, limits)


def check_table_promises(
    plugin: Plugin, players: int, games: int, limits: TimeLimits = DEFAULT_TIME_LIMITS
) -> Iterator[PromiseResult]:
    """The results of the promises at a table of so many players, where so many games are played."""
    table = GameSampler(game_rules(plugin.name), players, games)
    return _results(TABLE_PROMISES, table, table, limits)


def _results(
    promises: Sequence[Promise[Any]], subject: object, table: GameSampler | None, limits: TimeLimits
) -> Iterator[PromiseResult]:
    receiving, sending = FORK.Pipe(duplex=False)
    check = _ChildCheck(subject, table, limits, sending)
    child = FORK.Process(target=check.run, args=(promises,), daemon=True)
    child.start()
    sending.close()
    try:
        for number, promise in enumerate(promises, 1):
            try:
                # it watches itself; only where even that hangs, as in a module written in C, must it be waited for
                if receiving.poll(limits.promise_seconds + 2 * limits.step_seconds):
                    answer = receiving.recv()
                else:
                    answer = _last_answer("it takes too long, and cannot be asked where")
            except EOFError:
                child.join()
                answer = _last_answer(f"it ends the program ({_end_of_process(child.exitcode or 0)})")
            yield PromiseResult(promise, answer.status, answer.findings, answer.inspected_count)
            if answer.is_last:
                yield from (PromiseResult(each, "not looked at") for each in promises[number:])
                return
    finally:
        child.kill()
        child.join()
        receiving.close()


def _last_answer(what: str, where: str = "") -> _Answer:
    return _Answer("broken", (PromiseFinding(what, where),), 1, is_last=True)


def _end_of_process(code: int) -> str:
    return f"exit status {code}" if code >= 0 else signal.Signals(-code).name


class _ChildCheck:
    """The checks as the child makes them; what it finds goes through the pipe."""

    def __init__(
        self, subject: object, table: GameSampler | None, limits: TimeLimits, sending: Connection
    ) -> None:
        self._subject, self._table, self._limits, self._sending = subject, table, limits, sending
        self._turn = Lock()
        self._answered = 0

    def run(self, promises: Sequence[Promise[Any]]) -> None:
        """Check them all, unless one hangs."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the parent, which ends this process
        Thread(target=self._end_what_hangs, daemon=True).start()
        for promise in promises:
            answer = self._check(promise)
            with self._turn:
                self._sending.send(answer)
                self._answered += 1

    def _check(self, promise: Promise[Any]) -> _Answer:
        table, found, late = self._table, tuple[PromiseFinding, ...](), False
        if table is not None:
            table.deadline = time.monotonic() + self._limits.promise_seconds
        try:
            found = check_promise(promise, self._subject)
        except InspectionTimeUp:
            late = True
        except BaseException as wrong:  # also what is to end a program
            found = (found_at_focus(describe_exception(wrong), table),)
        if table is not None and late:
            table.stop_playing()
        inspected = 1 if table is None else table.inspected_count
        status: PromiseStatus = (
            "broken" if found else "not looked at" if not inspected else "kept so far" if late else "kept"
        )
        return _Answer(status, found, inspected)

    def _end_what_hangs(self) -> None:
        """End the process where one step takes too long, and say which: the thread that hangs can do neither."""
        seen, since, limit = (-1, -1), time.monotonic(), self._limits.step_seconds
        while True:
            time.sleep(limit / 10)
            now = self._answered, 0 if self._table is None else self._table.inspected_count
            if now != seen:
                seen, since = now, time.monotonic()
            elif time.monotonic() - since >= limit:
                with self._turn:
                    place = place_in_game(extract_stack(sys._current_frames()[main_thread().ident or 0]))
                    where = "" if self._table is None else self._table.focus_text
                    self._sending.send(
                        _last_answer(f"it takes longer than {limit:.0f} seconds{place}", where)
                    )
                    os._exit(0)
