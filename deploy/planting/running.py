"""Runs programs until they end, hang or are cancelled, without leaving processes."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from threading import Event

MARKER_VARIABLE = "HERALD_PLANTED"
"""A variable in the environment of everything started here, which identifies processes outside the group."""
POLL_INTERVAL_S = 0.1  # seconds


class RunCancelled(Exception):
    """The run was cancelled."""


class RunTimedOut(Exception):
    """The program was silent for too long."""


def run_program(
    command: Sequence[str | Path],
    working_folder: Path,
    output: Path,
    environment: Mapping[str, str],
    patience: float,
    stop: Event,
) -> int:
    """Run a program in a folder with its output in a file; the exit status.

    Raises RunTimedOut when it was silent for `patience` seconds, RunCancelled when `stop` is set. In any case
    all processes that it started are ended too.
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
    """End the program and all processes that it started."""
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
    """The processes with that variable, of those whose environment may be read."""
    for environment in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark in environment.read_bytes().split(b"\0"):
                yield int(environment.parent.name)
        except OSError:
            continue
