"""A simulated button contact: it closes and opens with bounces, at given times."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from hardware.clock import MonotonicClock

BOUNCE_PATTERNS: Mapping[str, tuple[int, ...]] = {
    "clean": (),
    "usual": (180, 60, 400, 90, 250, 40),
    "worn": (900, 4_000, 300, 5_500, 1_200, 3_000, 150, 2_500),
    "chatter": (30, 20) * 40,
}
"""Name -> how a contact closes or opens: microseconds until it leaves its new level, until it comes back, and
so on."""


class ButtonContact:
    """One contact, open at first. One thread may move it while another reads it."""

    __slots__ = ("_clock", "_closed", "_moves")

    def __init__(self, clock: MonotonicClock) -> None:
        self._clock = clock
        self._closed = False
        self._moves: deque[tuple[int, bool]] = deque()  # time and level of each change to come

    def move(self, closed: bool, bounce: tuple[int, ...], after_us: int = 0) -> int:
        """Close or open the contact `after_us` after its pending changes; the time of the last change."""
        moves = list(self._moves)  # a copy: another thread may be reading
        at_us = max([self._clock.now_us(), *(at for at, _ in moves)]) + after_us
        self._moves.append((at_us, closed))
        level = closed
        for us in bounce:
            at_us += us
            level = not level
            self._moves.append((at_us, level))
        return at_us

    def press(self, bounce: str = "usual") -> int:
        """Press the button and hold it; the time of the last change in microseconds.

        The finger moves while the clock goes on, and begins when pending changes are done.
        """
        return self.move(True, BOUNCE_PATTERNS[bounce])

    def release(self, bounce: str = "usual", held_us: int = 0) -> int:
        """Release the button, `held_us` after pending changes; the time of the last change."""
        return self.move(False, BOUNCE_PATTERNS[bounce], held_us)

    def tap(self, bounce: str = "usual", held_us: int = 90_000) -> int:
        """Press and release as people do; the time of the last change."""
        self.press(bounce)
        return self.release(bounce, held_us)

    def graze(self) -> int:
        """Touch the button without pressing it: it closes for a moment."""
        return self.move(True, (12_000,))

    @property
    def is_closed(self) -> bool:
        """Whether the contact is closed now."""
        now = self._clock.now_us()
        while self._moves and self._moves[0][0] <= now:
            _, self._closed = self._moves.popleft()
        return self._closed
