"""Turns a bouncing contact into presses: pure, and the same on the Pi and on a hub."""

PRESSED, STUCK = "pressed", "stuck"

POLL_US = 10_000
"""Microseconds between two polls of a contact; the quickest tap lasts some 50 ms."""
SETTLE_US = 20_000
"""Microseconds of one level after which a contact has settled. Small buttons bounce for some 5 ms, worn ones
for 15."""
STUCK_US = 10_000_000
"""Microseconds after which a button that is down is stuck, or wired to ground."""


class Debouncer:
    """One contact.

    It receives levels with their times, in microseconds, and reports presses.

    It has no clock of its own. A press counts when the level has settled, and so does a release; nothing is
    repeated while the button is held. A button found down at first is not pressed: it has to be released
    before it can be. `is_down`: whether it is down, after all bouncing.
    """

    __slots__ = ("_at_us", "_down", "_down_us", "_stuck", "is_down")

    def __init__(self, down: bool, at_us: int) -> None:
        self.is_down = down
        self._down, self._at_us = down, at_us
        self._down_us = at_us
        self._stuck = False

    def detect_press(self, down: bool, at_us: int) -> str:
        """Handle the contact's level at a time; PRESSED, STUCK or ""."""
        if down != self._down:
            self._down, self._at_us = down, at_us
        elif down != self.is_down and at_us - self._at_us >= SETTLE_US:
            self.is_down, self._down_us, self._stuck = down, self._at_us, False
            return PRESSED if down else ""
        if self.is_down and not self._stuck and at_us - self._down_us >= STUCK_US:
            self._stuck = True
            return STUCK
        return ""
