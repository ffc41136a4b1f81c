"""Time for the virtual parts: a clock that only moves when something takes time, and the real one."""

from __future__ import annotations

import time
from threading import Lock
from typing import Protocol


class Clock(Protocol):
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

    def spend_ns(self, ns: int) -> int:
        """So much time goes by in the wires themselves; gives the time after it, in nanoseconds."""
        ...


class VirtualClock:
    """Stands still until somebody waits or the wires are busy. Several threads may share one."""

    __slots__ = ("_lock", "_ns")

    def __init__(self, start_us: int = 0) -> None:
        self._ns = start_us * 1000
        self._lock = Lock()

    def now_ns(self) -> int:
        return self._ns

    def now_us(self) -> int:
        return self._ns // 1000

    def wait_us(self, us: float) -> None:
        self.spend_ns(int(us * 1000))

    def spend_ns(self, ns: int) -> int:
        with self._lock:
            if ns > 0:
                self._ns += ns
            return self._ns


class RealClock:
    """The computer's own. What the virtual wires cost is not added: running them takes time already."""

    __slots__ = ()

    def now_ns(self) -> int:
        return time.monotonic_ns()

    def now_us(self) -> int:
        return time.monotonic_ns() // 1000

    def wait_us(self, us: float) -> None:
        time.sleep(max(us, 0) / 1_000_000)

    def spend_ns(self, ns: int) -> int:
        return time.monotonic_ns()
