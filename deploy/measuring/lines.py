"""A line of the bench's table, and how long there is to measure it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

BENCH = Path(__file__).resolve().parents[1] / "bench"
clock = time.perf_counter
busy = time.process_time  # seconds of a core: what other programs do to the clock does not count


class Line(NamedTuple):
    """One line of the table: what was measured, the figure, and what is to be reached, if anything."""

    what: str
    figure: str
    wanted: str = ""
    reached: bool = True

    def __str__(self) -> str:
        verdict = f"{self.wanted}: {'reached' if self.reached else 'MISSED'}" if self.wanted else ""
        return f"{self.what:<67}{self.figure:>22}   {verdict}".rstrip()


class Span(NamedTuple):
    """How long to measure: games that warm up, rounds, seconds of each thing in a round, starts of a program,
    tags laid on readers."""

    warm: int
    rounds: int
    seconds: float
    starts: int
    tags: int


SPANS = {
    "full": Span(400, 15, 0.4, 5, 210),
    "quick": Span(150, 5, 0.2, 2, 25),
    "tiny": Span(1, 1, 0.01, 1, 3),
}
Lines = Iterator[Line]
Part = Callable[[Span], Lines]


def program(*words: str, env: Mapping[str, str] = os.environ) -> subprocess.Popen[str]:
    """Python with these words, spoken to by pipes."""
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, *words], stdin=pipe, stdout=pipe, text=True, env=env)


def child(name: str, told: str) -> float:
    """What a program just started finds out about itself."""
    with program(str(BENCH), "--child", name) as started:
        said, _ = started.communicate(told)
    return float(said.split()[-1])
