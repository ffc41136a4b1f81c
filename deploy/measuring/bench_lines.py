"""Lines of the bench's table, and the effort of a measurement."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

BENCH_SCRIPT = Path(__file__).resolve().parents[1] / "bench"
wall_clock = time.perf_counter
cpu_clock = time.process_time  # seconds of a core: other programs do not count


class BenchLine(NamedTuple):
    """One line of the table: what was measured, the figure, and the target, if there is one."""

    what: str
    figure: str
    target: str = ""
    is_target_reached: bool = True

    def __str__(self) -> str:
        verdict = f"{self.target}: {'reached' if self.is_target_reached else 'MISSED'}" if self.target else ""
        return f"{self.what:<67}{self.figure:>22}   {verdict}".rstrip()


class MeasuringEffort(NamedTuple):
    """The effort of a measurement.

    It has the games that warm up, rounds, seconds of each thing in a round, starts of a program, and tags
    laid on readers, and how many times their usual size things are that could grow.
    """

    warm_up_games: int
    rounds: int
    seconds_per_round: float
    program_starts: int
    tags_laid: int
    growth_factors: tuple[int, ...]


EFFORTS = {
    "full": MeasuringEffort(400, 15, 0.4, 5, 210, (1, 10, 100)),
    "quick": MeasuringEffort(150, 5, 0.2, 2, 25, (1, 10, 100)),
    "tiny": MeasuringEffort(1, 1, 0.01, 1, 3, (1, 2, 4)),
}
BenchLines = Iterator[BenchLine]
BenchPart = Callable[[MeasuringEffort], BenchLines]


def start_python(*words: str, env: Mapping[str, str] = os.environ) -> subprocess.Popen[str]:
    """Start Python with these arguments, connected by pipes."""
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, *words], stdin=pipe, stdout=pipe, text=True, env=env)


def measure_in_child(name: str, standard_input: str) -> float:
    """The figure that a newly started program measures of itself."""
    with start_python(str(BENCH_SCRIPT), "--child", name) as started:
        said, _ = started.communicate(standard_input)
    return float(said.split()[-1])
