"""Hands that slip: fingers that come, go along and leave at times of their own, before a session that answers when it
is told to.

Nothing here waits for another thread: the session is handled on Kivy's, so many seconds of the false clock after what
was posted. So a double tap of 0.2 s is one of 0.2 s on any machine.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from kivy.clock import Clock

from companion.screen.game_session import game_controller
from tests.screen.harness.driver import FRAME, Driver
from tests.screen.harness.evening import Guest

LATE = 0.3
"""Seconds after which a slow session answers."""


class _HeldSession:
    """In place of `SessionThread`: what is posted is handled `delay` seconds later, by the false clock."""

    delay = 0.0

    def __init__(self, session: Any) -> None:
        self._session, self._handle = session, session.post
        self._waiting: deque[tuple[float, Any]] = deque()
        self._pump = Clock.schedule_interval(self._handle_due, 0)

    def start(self) -> None:
        self._session.post = lambda message: self._waiting.append((Clock.time(), message))

    def _handle_due(self, _elapsed: float) -> None:
        while self._waiting and self._waiting[0][0] + self.delay <= Clock.time():
            self._handle(self._waiting.popleft()[1])
            self._session.process_queue()

    def stop(self) -> None:
        self._pump.cancel()
        for _, message in self._waiting:
            self._handle(message)
        self._session.process_queue()
        self._session.close()


@contextmanager
def held_session(delay: float = 0.0) -> Iterator[None]:
    """Sessions answer so many seconds after what was posted to them."""
    with (
        patch.object(game_controller, "SessionThread", _HeldSession),
        patch.object(_HeldSession, "delay", delay),
    ):
        yield


class Hand:
    """A hand before the panel, with as many fingers as one likes. Points are pixels from the lower left."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    def down(self, x: float, y: float, button: str = "left") -> Any:
        """A finger comes; the finger."""
        finger = self.driver.panel.come(self.driver._share(x, y))
        finger.button = button
        self.driver.frame()
        return finger

    def move(self, finger: Any, x: float, y: float) -> None:
        """It goes along."""
        self.driver.panel.waiting.append(("update", finger, self.driver._share(x, y)))
        self.driver.frame()

    def up(self, finger: Any) -> None:
        """It leaves."""
        self.driver.panel.waiting.append(("end", finger, (finger.sx, finger.sy)))
        self.driver.frame()

    def tap(self, x: float, y: float) -> None:
        """A finger comes and leaves, and the screen is not waited for."""
        self.up(self.down(x, y))

    def wait(self, seconds: float) -> None:
        """Time goes by."""
        for _ in range(round(seconds / FRAME)):
            self.driver.frame()

    def double_tap(self, x: float, y: float, gap: float, on_first: Callable[[], None] = lambda: None) -> None:
        """Two touches at one spot, the second so many seconds after the first."""
        self.tap(x, y)
        on_first()
        self.wait(gap - 2 * FRAME)
        self.tap(x, y)


def twice(guest: Guest, thing: str, gap: float = 0.25) -> None:
    """Look, touch a thing, and touch the spot again by mistake; then all comes to rest."""
    at = guest.driver.find(thing).center
    guest.driver.look()
    Hand(guest.driver).double_tap(*at, gap)
    guest.driver.rest()
    guest.settle()
