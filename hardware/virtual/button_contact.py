"""A contact as a finger moves it: it closes and opens with bounces, at its time."""

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
"""How a contact closes or opens: it leaves its new level after so many microseconds, comes back after so many, ..."""


class ButtonContact:
    """One contact, open at first. One thread may move it while another looks."""

    __slots__ = ("_clock", "_closed", "_moves")

    def __init__(self, clock: MonotonicClock) -> None:
        self._clock = clock
        self._closed = False
        self._moves: deque[tuple[int, bool]] = deque()  # when it will be closed, and opened

    def move(self, closed: bool, bounce: tuple[int, ...], after_us: int = 0) -> int:
        """Have it close or open after what it does already and `after_us` more; when it will be done."""
        moves = list(self._moves)  # a copy: another thread may be looking
        at_us = max([self._clock.now_us(), *(at for at, _ in moves)]) + after_us
        self._moves.append((at_us, closed))
        level = closed
        for us in bounce:
            at_us += us
            level = not level
            self._moves.append((at_us, level))
        return at_us

    def press(self, bounce: str = "usual") -> int:
        """Push it down, to keep it there. The finger moves while the clock goes on; gives when it will be done, in
        microseconds, and begins when what was asked of it before is done."""
        return self.move(True, BOUNCE_PATTERNS[bounce])

    def release(self, bounce: str = "usual", held_us: int = 0) -> int:
        """Let go of it, `held_us` after what was asked of it before is done."""
        return self.move(False, BOUNCE_PATTERNS[bounce], held_us)

    def tap(self, bounce: str = "usual", held_us: int = 90_000) -> int:
        """Press it as people do, and let go."""
        self.press(bounce)
        return self.release(bounce, held_us)

    def graze(self) -> int:
        """Touch it without pressing: it closes for a moment."""
        return self.move(True, (12_000,))

    @property
    def is_closed(self) -> bool:
        """Whether it is closed now."""
        now = self._clock.now_us()
        while self._moves and self._moves[0][0] <= now:
            _, self._closed = self._moves.popleft()
        return self._closed
