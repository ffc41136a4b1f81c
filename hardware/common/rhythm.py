"""The signals of lights as rhythms of colours: the same at the Pi's readers and at a hub's.

Colour is never the only sign: steady is go, three quick blinks are no, slow is think.
"""

MYPY = False
if MYPY:
    Steps = tuple[tuple[int, int], ...]


class Rhythm:
    """Values, each for so many microseconds, then `final_value` for good; or `repeats` from the beginning."""

    __slots__ = ("_whole_us", "final_value", "repeats", "steps")

    def __init__(self, steps: "Steps", rest: int, again: bool = False) -> None:
        self.steps = steps
        self.final_value = rest
        self.repeats = again
        self._whole_us = 0
        for _, us in steps:
            self._whole_us += us

    def value_and_remaining_us_at(self, elapsed_us: int) -> "tuple[int, int | None]":
        """The value at a time after the beginning, and for how much longer it lasts; None: for good."""
        left = elapsed_us % self._whole_us if self.repeats else elapsed_us
        for value, us in self.steps:
            if left < us:
                return value, us - left
            left -= us
        return self.final_value, None


DARK, RED, GREEN, BLUE = 0, 1, 2, 4
QUICK_US, PAUSE_US, SLOW_US = 120_000, 900_000, 900_000

_BLINK = ((RED, QUICK_US), (DARK, QUICK_US))
LIGHT_RHYTHMS = {
    "off": Rhythm((), DARK),
    "go": Rhythm((), GREEN),
    "no": Rhythm(_BLINK * 2 + ((RED, QUICK_US), (DARK, PAUSE_US)), DARK, True),
    "think": Rhythm(((BLUE, SLOW_US), (DARK, SLOW_US)), DARK, True),
}
