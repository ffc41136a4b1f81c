"""Stands in for MicroPython's `select` while time is the virtual Pico's: a wait for input takes virtual time."""

import select

import pico_time

MYPY = False
if MYPY:
    from typing import Any

POLLIN = select.POLLIN
POLLOUT = select.POLLOUT
STEP_MS = 1


class poll:  # noqa: N801 (MicroPython's name)
    """select.poll, which polls again after each millisecond."""

    def __init__(self) -> None:
        self._poll = select.poll()

    def register(self, stream: "Any", events: int = POLLIN | POLLOUT) -> None:
        """Wait for this stream too."""
        self._poll.register(stream, events)

    def poll(self, timeout: int = -1) -> "list[tuple[Any, int]]":
        """The streams that are ready, after so many milliseconds at most; without limit for -1."""
        while True:
            ready: list[tuple[Any, int]] = self._poll.poll(0)
            if ready or not timeout:
                return ready
            pico_time.sleep_ms(STEP_MS)
            if timeout > 0:
                timeout -= STEP_MS

    def ipoll(self, timeout: int = -1) -> "list[tuple[Any, int]]":
        """The streams that are ready, as with `poll`."""
        return self.poll(timeout)
