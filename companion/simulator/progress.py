"""What a person at a terminal sees of a long simulation, and how they end it."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TextIO

PROGRESS_INTERVAL = 0.2  # seconds
USUAL_COLUMNS = 80  # of a terminal that does not say how many it has
MINUTE, HOUR = 60.0, 3600.0  # seconds


class ProgressLine:
    """A line of progress that is overwritten, on a terminal only.

    clock: seconds that only grow.
    """

    def __init__(self, stream: TextIO, games: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._games = games
        self._clock = clock
        self._began = clock()
        self._shown = False
        self._last = -PROGRESS_INTERVAL

    def show(self, done: int) -> None:
        """Show how many games are played, how many that is a second, and how long the others take at that rate."""
        now = self._clock()
        if self._stream.isatty() and now - self._last >= PROGRESS_INTERVAL:
            told = f"{done} of {self._games} games"
            if done and now > self._began:
                rate = done / (now - self._began)
                told += f", {format_rate(rate)} a second, {_duration((self._games - done) / rate)} left"
            self._stream.write(f"\r{told[: terminal_columns(self._stream) - 1]}\x1b[K")
            self._stream.flush()
            self._shown, self._last = True, now

    def clear(self) -> None:
        """Remove the line."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._shown = False


def terminal_columns(stream: TextIO) -> int:
    """How many letters stand in a line of that terminal; a line that wraps is not overwritten."""
    try:
        columns = os.get_terminal_size(stream.fileno()).columns
    except OSError:
        columns = 0
    return columns or USUAL_COLUMNS


def format_rate(rate: float) -> str:
    """Events a second, of a slow one the first digits."""
    return f"{rate:.1f}" if rate >= 1 else f"{rate:.2g}"


def _duration(seconds: float) -> str:
    if seconds < 2 * MINUTE:
        return f"{seconds:.0f} s"
    if seconds < 2 * HOUR:
        return f"{seconds / MINUTE:.0f} min"
    return f"{seconds / HOUR:.1f} h"


@contextmanager
def finish_game_on_interrupt() -> Iterator[list[int]]:
    """Within the context Ctrl-C fills the list, so that what has begun is played to its end."""
    stopped: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        if stopped:  # the second time
            raise KeyboardInterrupt
        stopped.append(number)

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)
