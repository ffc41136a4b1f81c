"""What a machine's loudspeaker played, as QEMU wrote it down, and whether a sentence is in it."""

from __future__ import annotations

import wave
from array import array
from functools import cached_property
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import NamedTuple

WINDOW_S = 0.01
"""Seconds of sound of which one loudness is taken."""
SILENCE_LEVEL = 300
"""No louder than this, of 32,767, is silence."""


class BestMatch(NamedTuple):
    """Where a recording is most alike another: seconds from its beginning, and how alike, from -1 to 1."""

    at_seconds: float
    correlation: float


class SoundRecording:
    """The WAV file at `path`, of 16 bits. A USB loudspeaker's holds what was played and nothing of what lay between."""

    def __init__(self, path: Path) -> None:
        with wave.open(str(path)) as file:
            self._rate: int = file.getframerate()
            self._samples = array("h", file.readframes(file.getnframes()))[:: file.getnchannels()]

    @property
    def duration_s(self) -> float:
        """Its length."""
        return len(self._samples) / self._rate

    @cached_property
    def peak_by_window(self) -> list[int]:
        """The loudest of each window of time."""
        ends = [round(place * WINDOW_S * self._rate) for place in range(int(self.duration_s / WINDOW_S) + 1)]
        return [max(map(abs, self._samples[a:b])) for a, b in pairwise(ends)]

    @property
    def audible_seconds(self) -> float:
        """Seconds that are not silent."""
        return sum(each > SILENCE_LEVEL for each in self.peak_by_window) * WINDOW_S

    def find_best_match(self, other: SoundRecording) -> BestMatch:
        """Where it rises and falls most as the other one does."""
        long, short = self.peak_by_window, other.peak_by_window
        found = BestMatch(0.0, -1.0)
        for start in range(len(long) - len(short) + 1):
            alike = _correlation(long[start : start + len(short)], short)
            if alike > found.correlation:
                found = BestMatch(start * WINDOW_S, alike)
        return found


def _correlation(one: list[int], other: list[int]) -> float:
    """Pearson's."""
    mean, means = sum(one) / len(one), sum(other) / len(other)
    both = sum((a - mean) * (b - means) for a, b in zip(one, other, strict=True))
    size = sum((a - mean) ** 2 for a in one) * sum((b - means) ** 2 for b in other)
    return both / sqrt(size) if size else 0.0
