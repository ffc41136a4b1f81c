"""Measures the window of the virtual table."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path
from statistics import median

from companion.screen.display.kivy_config import detect_display_kind
from measuring.bench_lines import BenchLine, BenchLines, MeasuringEffort, start_python, wall_clock

WINDOW_SIZE = "800x480"


def measure_start(span: MeasuringEffort) -> BenchLines:
    """Time the virtual table's window from the command to its first frame."""
    taken = median(_first_frame() for _ in range(span.program_starts))
    yield BenchLine(f"start-up to the first frame ({_where()})", f"{taken:.2f} s", "under 1 s", taken < 1)


def _first_frame() -> float:
    begun = time.time()
    with _window(frames=1) as window:
        said, _ = window.communicate()
    return float(said.split()[-1]) - begun


def measure_idle(span: MeasuringEffort) -> BenchLines:
    """Measure the window while nobody touches it."""
    seconds = 1 + span.seconds_per_round * span.rounds
    with _window(frames=0) as window:
        try:
            time.sleep(3)  # until it is drawn
            begun, before = wall_clock(), _burnt(window.pid)
            time.sleep(seconds)
            share = (_burnt(window.pid) - before) / (wall_clock() - begun)
        finally:
            window.kill()
    yield BenchLine(
        f"idle over {seconds:.0f} s ({_where()})", f"{share:.1%} of a core", "under 3 %", share < 0.03
    )


def _burnt(pid: int) -> float:
    """Seconds of a core that a program has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _window(frames: int) -> subprocess.Popen[str]:
    """Start the program as `herald --virtual` does; at its end it prints the time.

    Without a display it draws offscreen, at the pace of a display.
    """
    where = None if detect_display_kind() else "desktop"
    begin = f"run_touchscreen('en', '{WINDOW_SIZE}', True, {where!r}, {frames})"
    hidden = {} if detect_display_kind() else {"SDL_VIDEODRIVER": "offscreen"}
    words = f"import time; from companion.start import run_touchscreen; {begin}; print(time.time())"
    return start_python("-c", words, env={**os.environ, **hidden})


def _where() -> str:
    return f"{WINDOW_SIZE}, {detect_display_kind() or 'no display'}"
