"""Programs run until they end, are stuck or are no longer wanted, and nothing of them stays."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from threading import Event

MARKER_VARIABLE = "HERALD_PLANTED"
"""In the environment of everything started here, so that also what left its group of processes is found."""
POLL_INTERVAL_S = 0.1  # seconds


class RunCancelled(Exception):
    """The person does not want it any more."""


class RunTimedOut(Exception):
    """It said nothing for longer than anybody should wait."""


def run_program(
    command: Sequence[str | Path],
    working_folder: Path,
    output: Path,
    environment: Mapping[str, str],
    patience: float,
    stop: Event,
) -> int:
    """The exit status of a program run in a folder; what it says goes to a file.

    Raises Stuck when it said nothing for `patience` seconds, Stopped when `stop` is set. However it ends, all the
    processes it started are ended too.
    """
    mark = f"{MARKER_VARIABLE}={output}"
    with output.open("wb") as said:
        process = subprocess.Popen(
            command,
            cwd=working_folder,
            env={**environment, MARKER_VARIABLE: str(output)},
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
        if stop.wait(POLL_INTERVAL_S):
            raise RunCancelled
        if output.stat().st_size != length:
            length, heard = output.stat().st_size, time.monotonic()
        elif time.monotonic() - heard > patience:
            raise RunTimedOut
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
        time.sleep(POLL_INTERVAL_S)


def _marked(mark: bytes) -> Iterator[int]:
    """The processes that have it in their environment, of those whose environment may be read."""
    for environment in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark in environment.read_bytes().split(b"\0"):
                yield int(environment.parent.name)
        except OSError:
            continue
