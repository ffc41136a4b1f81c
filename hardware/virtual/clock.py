"""The clock of virtual hardware, which only moves when something takes time."""

from __future__ import annotations

from threading import Lock


class VirtualClock:
    """A clock that stands still until somebody waits or the wires are busy. Several threads may share one."""

    __slots__ = ("_lock", "_ns")

    def __init__(self, start_us: int = 0) -> None:
        self._ns = start_us * 1000
        self._lock = Lock()

    def now_ns(self) -> int:
        return self._ns

    def now_us(self) -> int:
        return self._ns // 1000

    def wait_us(self, us: float) -> None:
        self.advance_ns(int(us * 1000))

    def advance_ns(self, ns: int) -> int:
        with self._lock:
            if ns > 0:
                self._ns += ns
            return self._ns
