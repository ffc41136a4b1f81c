"""The time: what all that waits is given as its clock, and the computer's own. hardware.virtual.clock has another."""

from __future__ import annotations

import time
from typing import Protocol


class MonotonicClock(Protocol):
    """Time since some moment, never going back."""

    def now_ns(self) -> int:
        """Nanoseconds."""
        ...

    def now_us(self) -> int:
        """Microseconds."""
        ...

    def wait_us(self, us: float) -> None:
        """Let at least so many microseconds pass."""
        ...

    def advance_ns(self, ns: int) -> int:
        """So much time goes by in the wires themselves; gives the time after it, in nanoseconds."""
        ...


def now_us() -> int:
    """Microseconds of a clock that never goes back."""
    return time.monotonic_ns() // 1000


class RealClock:
    """The computer's own. What virtual wires cost is not added: running them takes time already."""

    __slots__ = ()

    def now_ns(self) -> int:
        return time.monotonic_ns()

    def now_us(self) -> int:
        return now_us()

    def wait_us(self, us: float) -> None:
        time.sleep(max(us, 0) / 1_000_000)

    def advance_ns(self, ns: int) -> int:
        return time.monotonic_ns()
