"""Programs run until they end, are stuck or are no longer wanted, and nothing of them stays."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from threading import Event

MARK = "HERALD_PLANTED"
"""In the environment of everything started here, so that also what left its group of processes is found."""
LOOK_EVERY = 0.1  # seconds


class Stopped(Exception):
    """The person does not want it any more."""


class Stuck(Exception):
    """It said nothing for longer than anybody should wait."""


def run(
    words: Sequence[str | Path],
    folder: Path,
    output: Path,
    environment: Mapping[str, str],
    patience: float,
    stop: Event,
) -> int:
    """The exit status of a program run in a folder; what it says goes to a file.

    Raises Stuck when it said nothing for `patience` seconds, Stopped when `stop` is set. However it ends, all the
    processes it started are ended too.
    """
    mark = f"{MARK}={output}"
    with output.open("wb") as said:
        process = subprocess.Popen(
            words,
            cwd=folder,
            env={**environment, MARK: str(output)},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C is for us alone
        )
    try:
        return _ended(process, output, patience, stop)
    finally:
        _kill(process, mark)


def _ended(process: subprocess.Popen[bytes], output: Path, patience: float, stop: Event) -> int:
    length, heard = 0, time.monotonic()
    while (status := process.poll()) is None:
        if stop.wait(LOOK_EVERY):
            raise Stopped
        if output.stat().st_size != length:
            length, heard = output.stat().st_size, time.monotonic()
        elif time.monotonic() - heard > patience:
            raise Stuck
    return status


def _kill(process: subprocess.Popen[bytes], mark: str) -> None:
    """Ends the program and all that it started and that is still there."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    while left := list(_marked(mark.encode())):
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                continue
        time.sleep(LOOK_EVERY)


def _marked(mark: bytes) -> Iterator[int]:
    """The processes that have it in their environment, of those whose environment may be read."""
    for environment in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark in environment.read_bytes().split(b"\0"):
                yield int(environment.parent.name)
        except OSError:
            continue
