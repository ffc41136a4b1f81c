"""A thread that runs a step when it is due, and costs nothing in between."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from hardware.clock import now_us

log = logging.getLogger(__name__)

RETRY_US = 200_000
"""Microseconds until a failed step is tried again."""


class WorkerThread:
    """Calls `step` when it is due or woken. `step` returns when it is due next, or None: only when woken."""

    def __init__(self, name: str, step: Callable[[], int | None], now: Callable[[], int] = now_us) -> None:
        self._step, self._now = step, now
        self._woken = threading.Event()
        self._ending = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread; may be called once."""
        self._thread.start()

    def wake(self) -> None:
        """Run a step soon. Any thread may call this, at any time."""
        self._woken.set()

    def stop(self) -> None:
        """End the thread and wait for its end; safe before `start`, and from within a step."""
        self._ending = True
        self._woken.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        while not self._ending:
            try:
                due = self._step()
            except Exception:  # a listener failed: the next event must be reported all the same
                due = self._now() + RETRY_US
                log.exception("a step failed")
            self._woken.wait(None if due is None else max(0, due - self._now()) / 1_000_000)
            self._woken.clear()
