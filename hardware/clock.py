"""Clocks: the protocol that everything with time-outs uses, and the computer's own clock.

`hardware.virtual.clock` has the clock of simulations.
"""

from __future__ import annotations

import time
from typing import Protocol


class MonotonicClock(Protocol):
    """Time since some moment, never going back."""

    def now_ns(self) -> int:
        """The time in nanoseconds."""
        ...

    def now_us(self) -> int:
        """The time in microseconds."""
        ...

    def wait_us(self, us: float) -> None:
        """Wait for at least so many microseconds."""
        ...

    def advance_ns(self, ns: int) -> int:
        """Add the time that signals take on virtual wires; the time after it, in nanoseconds."""
        ...


def now_us() -> int:
    """Microseconds of a clock that never goes back."""
    return time.monotonic_ns() // 1000


class RealClock:
    """The computer's own clock. The time of virtual wires is not added: running them takes time already."""

    __slots__ = ()

    def now_ns(self) -> int:
        return time.monotonic_ns()

    def now_us(self) -> int:
        return now_us()

    def wait_us(self, us: float) -> None:
        time.sleep(max(us, 0) / 1_000_000)

    def advance_ns(self, ns: int) -> int:
        return time.monotonic_ns()
