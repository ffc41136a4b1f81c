"""What a person at a terminal sees of a long simulation, and how they end it."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TextIO

PROGRESS_INTERVAL = 0.2  # seconds


class ProgressLine:
    """A line of progress that is overwritten, on a terminal only."""

    def __init__(self, stream: TextIO, games: int) -> None:
        self._stream = stream
        self._games = games
        self._shown = False
        self._last = 0.0

    def show(self, done: int) -> None:
        """Show how many games are played."""
        now = time.monotonic()
        if self._stream.isatty() and now - self._last >= PROGRESS_INTERVAL:
            self._stream.write(f"\r{done} of {self._games} games\x1b[K")
            self._stream.flush()
            self._shown, self._last = True, now

    def clear(self) -> None:
        """Remove the line."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._shown = False


@contextmanager
def finish_game_on_interrupt() -> Iterator[list[int]]:
    """Within the context Ctrl-C fills the list, so that the present game is played to its end."""
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
