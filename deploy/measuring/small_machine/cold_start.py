"""Measures the start and the memory of Herald as a small computer has them, and what each touch makes it draw."""

from __future__ import annotations

import logging
import os
import subprocess
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from companion.screen.display.kivy_config import configure_kivy, detect_display_kind
from measuring.bench_lines import BenchLine, BenchLines, MeasuringEffort, measure_in_child
from measuring.games import GAME_BENCHMARKS, GameBenchmark
from measuring.small_machine.cpu_quota import NoCpuQuotaError, limited_cpu
from measuring.small_machine.page_cache import evict, files_below, resident_bytes
from measuring.small_machine.probed_herald import ROOT, Report, mapped_files, probed_herald, save_evening
from measuring.small_machine.window_probe import memory_kib

CPU_SHARE = 0.2
"""A Raspberry Pi 4 is about five times slower than the computer on which Herald is made."""
MAX_FIRST_FRAME_SECONDS = 2.5
MAX_TABLE_SECONDS = 3.0
MAX_SCREEN_MB = 90
MAX_TERMINAL_MB = 60
MAX_FRAMES_PER_TOUCH = 4
"""Frames that one touch may cause: pressed, released, answered, and a symbol that came later."""
TERMINAL_SETTLED_SECONDS = 2.0
"""Seconds after which a terminal that has said something says nothing more by itself."""


class ColdStart(NamedTuple):
    """One start with nothing in the page cache: seconds, seconds of a core in them, and MB in the cache."""

    first_frame: float
    saved_game: float
    table: float
    first_frame_cpu: float
    saved_game_cpu: float
    table_cpu: float
    cached_before: float
    cached_after: float


def measure_cold_start(span: MeasuringEffort) -> BenchLines:
    """Time deploy/play to its first frame, and a touch on the saved game to its table: cold, a fifth of a core."""
    try:
        with limited_cpu(CPU_SHARE) as enter:
            for of in GAME_BENCHMARKS[: span.rounds]:
                yield from _cold_start_lines(of, enter, max(1, span.program_starts // 2))
    except NoCpuQuotaError as refused:
        yield BenchLine(f"not measured on a fifth of a core: {refused}", "", "a CPU quota", False)


def _cold_start_lines(of: GameBenchmark, enter: Callable[[], None], starts: int) -> BenchLines:
    with _home(of) as home:
        files = _herald_files(home)
        runs = [_start_cold(home, files, enter) for _ in range(starts)]
    middle = ColdStart(*(median(each) for each in zip(*runs, strict=True)))
    yield BenchLine(
        f"{of.title}: MB of its {len(files):,} files in the page cache, and after eviction",
        f"{middle.cached_before:.0f} {middle.cached_after:.0f}",
    )
    for what, seconds, cpu, most in (
        (
            "deploy/play to the first frame",
            middle.first_frame,
            middle.first_frame_cpu,
            MAX_FIRST_FRAME_SECONDS,
        ),
        ("touch on the saved game to the table", middle.table, middle.table_cpu, MAX_TABLE_SECONDS),
    ):
        yield BenchLine(f"{of.title}: {what}", f"{seconds:.2f} s", f"under {most} s", seconds < most)
        yield BenchLine(f"{of.title}: seconds of a core in it", f"{cpu:.2f} s")
    yield BenchLine(
        f"{of.title}: deploy/play to the saved game on the home page",
        f"{middle.saved_game:.2f} s, {middle.saved_game_cpu:.2f} s of a core",
    )


@contextmanager
def _home(of: GameBenchmark) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as home:
        save_evening(of, Path(home))
        yield Path(home)


def _herald_files(home: Path) -> list[Path]:
    """The files of Herald, its packages and Python, and all that a Herald at its table has mapped.

    Finding them starts it once, so that what is compiled at a first start is there.
    """
    stdlib = Path(sysconfig.get_path("stdlib"))
    folders = [ROOT, *(each for each in stdlib.iterdir() if each.name not in ("site-packages", "test"))]
    with probed_herald(home, touches=0) as reports:
        pid = next(reports)["pid"]
        while next(reports)["what"] != "table":
            pass
        mapped = mapped_files(pid)
    return sorted({*files_below(*folders), *stdlib.glob("*.py"), *mapped})


def _start_cold(home: Path, files: list[Path], enter: Callable[[], None]) -> ColdStart:
    before = resident_bytes(files)
    evict(files)
    after = resident_bytes(files)
    with probed_herald(home, touches=0, enter=enter) as reports:
        found = {each["what"]: each for each in _until(reports, "table")}
    return ColdStart(
        found["first-frame"]["at"] - found["start"]["at"],
        found["saved-game"]["at"] - found["start"]["at"],
        found["table"]["seconds"],
        found["first-frame"]["cpu_seconds"],
        found["saved-game"]["cpu_seconds"],
        found["table"]["cpu_seconds"],
        before / 1e6,
        after / 1e6,
    )


def _until(reports: Iterator[Report], last: str) -> Iterator[Report]:
    for report in reports:
        yield report
        if report["what"] == last:
            return


def measure_touch(span: MeasuringEffort) -> BenchLines:
    """The frames that touches cause at a table, and their time; and those of a table at rest."""
    touches = 3 * span.rounds
    for of in GAME_BENCHMARKS:
        with (
            _home(of) as home,
            probed_herald(home, touches, rest_seconds=span.seconds_per_round * 10) as reports,
        ):
            found = [*reports]
        frames = [each["frame_ms"] for each in found if each["what"] == "touch"]
        most, each_ms = max(map(len, frames)), sorted(ms for touch in frames for ms in touch)
        yield BenchLine(
            f"{of.title}: frames a touch causes, median of {len(frames)} and most",
            f"{median(map(len, frames)):.0f} {most}",
            f"at most {MAX_FRAMES_PER_TOUCH}",
            most <= MAX_FRAMES_PER_TOUCH,
        )
        yield BenchLine(
            f"{of.title}: a frame of a touch, median, 95th percentile, longest",
            " ".join(f"{each_ms[int((len(each_ms) - 1) * part)]:.1f}" for part in (0.5, 0.95, 1)) + " ms",
        )
        resting = next(each for each in found if each["what"] == "rest")
        yield BenchLine(
            f"{of.title}: frames in {resting['seconds']:.1f} s at rest",
            str(resting["frames"]),
            "none",
            resting["frames"] == 0,
        )


def measure_footprint(span: MeasuringEffort) -> BenchLines:
    """The anonymous memory of Herald with a game on, at the screen and in the terminal; files it mapped apart.

    Without a display a software renderer draws, whose memory a graphics chip does not need: what opening an empty
    window takes is told apart. It is softpipe: llvmpipe, the usual one, also keeps machine code of every shader.
    """
    renderer_mb = 0.0
    if is_hidden := detect_display_kind() is None:
        renderer_mb = measure_in_child("footprint", "")
        yield BenchLine("software renderer, an empty window, anonymous memory", f"{renderer_mb:.0f} MB")
    given = {"GALLIUM_DRIVER": "softpipe"} if is_hidden else {}
    for of in GAME_BENCHMARKS[: span.rounds]:
        with _home(of) as home:
            with probed_herald(home, touches=3 * span.rounds, given=given) as reports:
                found = [each for each in reports if each["what"] == "memory"]
            for when, each in (("resumed", found[0]), (f"after {3 * span.rounds} touches", found[-1])):
                yield _memory_line(f"{of.title}: screen, {when}", each, MAX_SCREEN_MB, renderer_mb)
            yield _memory_line(f"{of.title}: terminal, resumed", _terminal_memory(of, home), MAX_TERMINAL_MB)


def measure_footprint_in_child() -> float:
    """Megabytes of anonymous memory that opening an empty window takes, drawn by softpipe."""
    os.environ |= {"GALLIUM_DRIVER": "softpipe", "KIVY_WINDOW": ""}  # Kivy opens none by itself
    configure_kivy(display="offscreen")
    logging.disable()  # of the window that is missed at first
    from kivy.core.window.window_sdl2 import WindowSDL

    before = memory_kib()["anonymous"]
    WindowSDL()
    return _mb(memory_kib()["anonymous"] - before)


def _mb(kib: int) -> float:
    return kib * 1024 / 1e6


def _memory_line(what: str, found: Report, most: int, renderer_mb: float = 0.0) -> BenchLine:
    anonymous = _mb(found["anonymous"]) - renderer_mb
    return BenchLine(
        f"{what}, anonymous memory (files: {_mb(found['file']):.0f} MB)",
        f"{anonymous:.0f} MB",
        f"under {most} MB",
        anonymous < most,
    )


def _terminal_memory(of: GameBenchmark, home: Path) -> Report:
    """The memory of `herald --terminal` once it has told the game that it resumed, and waits."""
    words = [str(ROOT / ".venv/bin/herald"), "--terminal", "--game", of.game.name, "--lang", "en"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        words, stdin=pipe, stdout=pipe, env={**os.environ, "HERALD_HOME": str(home)}
    ) as herald:
        try:
            assert herald.stdout is not None
            os.set_blocking(herald.stdout.fileno(), False)
            quiet_since = 0.0
            while not quiet_since or time.monotonic() - quiet_since < TERMINAL_SETTLED_SECONDS:
                if herald.stdout.read():
                    quiet_since = time.monotonic()
                if herald.poll() is not None:
                    raise RuntimeError(
                        f"herald --terminal ended before it was measured, with {herald.returncode}"
                    )
                time.sleep(0.05)
            return memory_kib(str(herald.pid))
        finally:
            herald.kill()
