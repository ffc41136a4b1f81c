"""What a part of the campaign was asked for, and what it found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

FIRST_FAULTS = 5
"""So many of the faults found are told whole; the others are counted."""


class PartUnavailableError(RuntimeError):
    """A part cannot be tried on this computer: what it lacks, and how to get it."""


@dataclass(frozen=True, slots=True)
class SoakRequest:
    """How much of a part to try, from which seed, and where files may be written.

    `times` is how many cases; what a case is (a kill, an evening, an input, an hour) the part says. A part that goes
    through all there is (every system call, every byte) tries so many of them, evenly spread.
    """

    times: int
    seed: int
    folder: Path
    jobs: int = 1


@dataclass(frozen=True, slots=True)
class SoakTally:
    """What was tried, and what was lost or wrong.

    Lost: what people were told stands, and is not there afterwards. Wrong: any other answer that may not be: a
    traceback, a hang, a state that none of the moves made, silence about what is damaged.
    """

    tried: int = 0
    lost: int = 0
    wrong: int = 0
    first: tuple[str, ...] = ()
    """The first faults, each with what repeats it."""

    def count(self, *, lost: str = "", wrong: str = "") -> SoakTally:
        """Add one more case, and what was lost or wrong in it."""
        found = tuple(each for each in (lost, wrong) if each)
        return SoakTally(
            self.tried + 1,
            self.lost + bool(lost),
            self.wrong + bool(wrong),
            (*self.first, *found)[:FIRST_FAULTS],
        )

    @property
    def is_clean(self) -> bool:
        """Whether something was tried, and nothing was lost or wrong."""
        return self.tried > 0 and not self.lost and not self.wrong


SoakPart = Callable[[SoakRequest], Iterator[SoakTally]]
"""A part of the campaign: tallies that grow, the last is the result."""
