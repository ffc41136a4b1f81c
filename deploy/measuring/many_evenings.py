"""Measures what finished evenings cost a start: with a thousand of them and with none, in turns."""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

from companion.screen.display.kivy_config import detect_display_kind
from measuring.bench_lines import BenchLine, BenchLines, MeasuringEffort, wall_clock
from measuring.games import GAME_BENCHMARKS, find_move_by_walking, make_record_head, play_game_with_ledger
from measuring.long_evenings import write_record

FINISHED_A_FACTOR = 10
ROUNDS_A_START = 3
MOST_MORE = 1.10
"""How much a start with a thousand finished evenings may take of one with none."""
FRAMES = 2
"""The first page, and once more with the evening to go on with."""
MOVES_OF_INTERRUPTED = 5

Start = Callable[[Path], None]


def measure_many_evenings(span: MeasuringEffort) -> BenchLines:
    """Time `herald --terminal` to its first question, and the first page with the evening to go on with."""
    many = FINISHED_A_FACTOR * span.growth_factors[-1]
    with tempfile.TemporaryDirectory() as folder:
        none, full = Path(folder, "none"), Path(folder, "full")
        _keep_evenings(none, 0)
        _keep_evenings(full, many)
        for what, start in (("terminal", _start_terminal), ("touchscreen", _start_touchscreen)):
            wall, burnt = _compare(start, none, full, ROUNDS_A_START * span.program_starts)
            yield BenchLine(
                f"{what}, start with {many} finished evenings / with none",
                f"{burnt:.2f} (wall {wall:.2f})",
                f"at most {MOST_MORE:.2f}",
                burnt <= MOST_MORE,
            )


def _keep_evenings(home: Path, finished: int) -> None:
    """An evening that was interrupted, and so many behind it that are over."""
    of = GAME_BENCHMARKS[0]
    account = play_game_with_ledger(of, find_move_by_walking, of.game.max_players, random.Random(11))
    head, lines = make_record_head(of), [accepted.text for accepted in account.accepted_lines]
    evenings = home / "evenings"
    write_record(evenings / "interrupted.herald", head, lines[:MOVES_OF_INTERRUPTED])
    for number in range(finished):
        write_record(evenings / f"over-{number}.herald", head, lines)


def _compare(start: Start, none: Path, full: Path, rounds: int) -> tuple[float, float]:
    """The medians of starts in the second home by those in the first: of the time, and of a core's."""
    taken: dict[Path, list[tuple[float, float]]] = {none: [], full: []}
    for home in (none, full):
        start(home)  # what is noted at a first start is there
    for number in range(rounds):
        for home in (none, full) if number % 2 else (full, none):
            taken[home].append(_time(start, home))
    wall, burnt = (
        median(times[at] for times in taken[full]) / median(times[at] for times in taken[none])
        for at in (0, 1)
    )
    return wall, burnt


def _time(start: Start, home: Path) -> tuple[float, float]:
    before, burnt_before = wall_clock(), _burnt()
    start(home)
    return wall_clock() - before, _burnt() - burnt_before


def _burnt() -> float:
    """Seconds of a core that programs have used which were started here and are over."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _start_terminal(home: Path) -> None:
    """Ask nobody: the first question ends it."""
    _run(home, "-m", "companion", "--terminal", "--virtual", "--lang", "en")


def _start_touchscreen(home: Path) -> None:
    """Draw so many frames of the first page, without a display if there is none."""
    where = None if detect_display_kind() else "desktop"
    begin = f"run_touchscreen('en', '800x480', True, {where!r}, {FRAMES})"
    _run(home, "-c", f"from companion.start import run_touchscreen; {begin}")


def _run(home: Path, *words: str) -> None:
    hidden = {} if detect_display_kind() else {"SDL_VIDEODRIVER": "offscreen"}
    environment = {**os.environ, **hidden, "HERALD_HOME": str(home)}
    subprocess.run(
        [sys.executable, *words], stdin=subprocess.DEVNULL, capture_output=True, env=environment, check=True
    )
