"""The sound of a machine's loudspeaker, recorded by QEMU, and the search for a sentence in it."""

from __future__ import annotations

import wave
from array import array
from functools import cached_property
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import NamedTuple

WINDOW_S = 0.01
"""Seconds of sound for which one loudness is computed."""
SILENCE_LEVEL = 300
"""The loudest value of silence, of 32,767."""


class BestMatch(NamedTuple):
    """The best match of a recording in another: seconds from its beginning, and the correlation from -1 to 1."""

    at_seconds: float
    correlation: float


class SoundRecording:
    """The WAV file at `path`, of 16 bits. A USB loudspeaker's contains played sound and no pauses between."""

    def __init__(self, path: Path) -> None:
        with wave.open(str(path)) as file:
            self._rate: int = file.getframerate()
            self._samples = array("h", file.readframes(file.getnframes()))[:: file.getnchannels()]

    @property
    def duration_s(self) -> float:
        """Its length in seconds."""
        return len(self._samples) / self._rate

    @cached_property
    def peak_by_window(self) -> list[int]:
        """The loudest value of each window of time."""
        ends = [round(place * WINDOW_S * self._rate) for place in range(int(self.duration_s / WINDOW_S) + 1)]
        return [max(map(abs, self._samples[a:b])) for a, b in pairwise(ends)]

    @property
    def audible_duration_s(self) -> float:
        """The number of seconds that are not silent."""
        return sum(each > SILENCE_LEVEL for each in self.peak_by_window) * WINDOW_S

    def find_best_match(self, other: SoundRecording) -> BestMatch:
        """The place where its loudness is most like that of the other one."""
        long, short = self.peak_by_window, other.peak_by_window
        found = BestMatch(0.0, -1.0)
        for start in range(len(long) - len(short) + 1):
            alike = _correlation(long[start : start + len(short)], short)
            if alike > found.correlation:
                found = BestMatch(start * WINDOW_S, alike)
        return found


def _correlation(one: list[int], other: list[int]) -> float:
    """Pearson's correlation coefficient."""
    mean, means = sum(one) / len(one), sum(other) / len(other)
    both = sum((a - mean) * (b - means) for a, b in zip(one, other, strict=True))
    size = sum((a - mean) ** 2 for a in one) * sum((b - means) ** 2 for b in other)
    return both / sqrt(size) if size else 0.0
