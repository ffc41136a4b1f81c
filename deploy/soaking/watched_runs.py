"""Herald run with its real command line in a child of this process, watched from the first line of it on."""

from __future__ import annotations

import itertools
import os
import random
import signal
import sys
import traceback
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple, NoReturn

from soaking.watched_calls import SAID, CallFault, DiskCall, read_calls, watch_calls

PATIENCE_S: Final = 60
"""After so many seconds a run hangs."""


class WatchedRun(NamedTuple):
    """What a run did and said. status: its exit status, the negative number of the signal that ended it."""

    status: int
    calls: tuple[DiskCall, ...]

    @property
    def counted_calls(self) -> tuple[DiskCall, ...]:
        """Those that a fault may meet."""
        return tuple(call for call in self.calls if call.kind != SAID)

    @property
    def said(self) -> str:
        """Everything that people read."""
        return _text(self.calls)

    def said_before(self, calls: int) -> str:
        """What people had read when so many calls had been made, and the next one had not."""
        done = itertools.accumulate(call.kind != SAID for call in self.calls)
        return _text(call for call, number in zip(self.calls, done, strict=True) if number <= calls)

    def promised_before(self, calls: int) -> int:
        """How many calls had been made when people were last told something before that one: so many have to stand."""
        done = promised = 0
        for call in self.calls:
            if call.kind == SAID:
                promised = done
            elif done == calls:
                break
            else:
                done += 1
        return promised


def _text(calls: Iterable[DiskCall]) -> str:
    return b"".join(call.data for call in calls if call.kind == SAID).decode("utf-8", "replace")


def run_watched(
    arguments: Sequence[str], typed: Sequence[str], top: Path, log: Path, fault: CallFault | None = None
) -> WatchedRun:
    """Run Herald once with `top`/home as its home; what it does below `top` is watched and may fail."""
    (script := log.with_suffix(".typed")).write_text("".join(f"{line}\n" for line in typed))
    child = os.fork()
    if child == 0:
        _run_and_leave(arguments, script, top, log, fault or CallFault())
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return WatchedRun(status, tuple(read_calls(log)))


def _run_and_leave(
    arguments: Sequence[str], script: Path, top: Path, log: Path, fault: CallFault
) -> NoReturn:
    status = 1
    try:
        from companion.cli import main

        signal.alarm(PATIENCE_S)
        os.dup2(os.open(script, os.O_RDONLY), 0)
        os.dup2(os.open(log.with_suffix(".said"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
        os.dup2(1, 2)
        sys.stdin = os.fdopen(0, encoding="utf-8")
        # as in a terminal: people read each line when it is printed
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", buffering=1)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", buffering=1)
        # no PATH: a voice would start programs when it comes to it, and these close handles, too
        os.environ |= {"HERALD_HOME": str(top / "home"), "HERALD_LANG": "en", "PATH": ""}
        random.seed(1)
        watch_calls(top, log, fault)
        status = main(arguments)
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(status)
