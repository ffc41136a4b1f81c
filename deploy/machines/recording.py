"""What a machine's loudspeaker played, as QEMU wrote it down, and whether a sentence is in it."""

from __future__ import annotations

import wave
from array import array
from functools import cached_property
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import NamedTuple

WINDOW = 0.01
"""Seconds of sound of which one loudness is taken."""
SILENT = 300
"""No louder than this, of 32,767, is silence."""


class Found(NamedTuple):
    """Where a recording is most alike another: seconds from its beginning, and how alike, from -1 to 1."""

    at: float
    alike: float


class Recording:
    """The WAV file at `path`, of 16 bits. A USB loudspeaker's holds what was played and nothing of what lay between."""

    def __init__(self, path: Path) -> None:
        with wave.open(str(path)) as file:
            self._rate: int = file.getframerate()
            self._samples = array("h", file.readframes(file.getnframes()))[:: file.getnchannels()]

    @property
    def seconds(self) -> float:
        """Its length."""
        return len(self._samples) / self._rate

    @cached_property
    def loudness(self) -> list[int]:
        """The loudest of each window of time."""
        ends = [round(place * WINDOW * self._rate) for place in range(int(self.seconds / WINDOW) + 1)]
        return [max(map(abs, self._samples[a:b])) for a, b in pairwise(ends)]

    @property
    def audible(self) -> float:
        """Seconds that are not silent."""
        return sum(each > SILENT for each in self.loudness) * WINDOW

    def find(self, other: Recording) -> Found:
        """Where it rises and falls most as the other one does."""
        long, short = self.loudness, other.loudness
        found = Found(0.0, -1.0)
        for start in range(len(long) - len(short) + 1):
            alike = _correlation(long[start : start + len(short)], short)
            if alike > found.alike:
                found = Found(start * WINDOW, alike)
        return found


def _correlation(one: list[int], other: list[int]) -> float:
    """Pearson's."""
    mean, means = sum(one) / len(one), sum(other) / len(other)
    both = sum((a - mean) * (b - means) for a, b in zip(one, other, strict=True))
    size = sum((a - mean) ** 2 for a in one) * sum((b - means) ** 2 for b in other)
    return both / sqrt(size) if size else 0.0
