"""A thread that has something to do now and then, and costs nothing in between."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from hardware.clock import now_us

log = logging.getLogger(__name__)

RETRY_US = 200_000
"""A step that failed is tried again after so long."""


class WorkerThread:
    """Calls `step` when it is due or woken. `step` says when it wants to be called next, or None: only when woken."""

    def __init__(self, name: str, step: Callable[[], int | None], now: Callable[[], int] = now_us) -> None:
        self._step, self._now = step, now
        self._woken = threading.Event()
        self._ending = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin; once."""
        self._thread.start()

    def wake(self) -> None:
        """There is something to do. Any thread may call this, at any time."""
        self._woken.set()

    def stop(self) -> None:
        """End, and wait for the end; safe if never started, and within a step."""
        self._ending = True
        self._woken.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        while not self._ending:
            try:
                due = self._step()
            except Exception:  # whoever was told something stumbled: the next thing must be told all the same
                due = self._now() + RETRY_US
                log.exception("a step failed")
            self._woken.wait(None if due is None else max(0, due - self._now()) / 1_000_000)
            self._woken.clear()
