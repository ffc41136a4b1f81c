"""Measures the window of the virtual table."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from companion.screen.display.kivy_config import configure_kivy, detect_display_kind
from measuring.bench_lines import BenchLine, BenchLines, MeasuringEffort, start_python, wall_clock
from measuring.games import GAME_BENCHMARKS, GameBenchmark, make_record_head, random_game_moves
from measuring.long_evenings import long_evening_lines, write_record

WINDOW_SIZE = "800x480"
LINES_A_FACTOR = 100
"""Lines of the story of an evening that is looked through, a hundredth of the longest one."""
STEPS_A_ROUND = 5
MAX_STORY_MS = {"opened": 200.0, "a step": 50.0}


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


def measure_story(span: MeasuringEffort) -> BenchLines:
    """The story of a long evening at the table: opened, and a step through the tables of then, until it is drawn."""
    count = LINES_A_FACTOR * span.growth_factors[-1]
    configure_kivy((800, 480), "offscreen")
    for of in GAME_BENCHMARKS:
        for what, seconds in _story_times(of, count, span.rounds).items():
            taken, at_most = median(seconds) * 1e3, MAX_STORY_MS[what]
            yield BenchLine(
                f"{of.title}, {count:,} lines: its story, {what}",
                f"{taken:.1f} ms",
                f"under {at_most:.0f} ms",
                taken < at_most,
            )


def _story_times(of: GameBenchmark, count: int, rounds: int) -> dict[str, list[float]]:
    """Seconds for each opening, and for each step to the line before, anywhere in it."""
    from kivy.base import EventLoop, runTouchApp
    from kivy.core.window import Window
    from kivy.uix.widget import Widget

    from companion.screen.context import ScreenContext, UiState
    from companion.screen.overlays import OverlayCache, OverlayController
    from companion.table.session import Session
    from companion.voice.language import load_translation
    from companion.voice.voice import Voice

    games = count // len(random_game_moves(of)) + 1
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "evening.herald")
        write_record(path, make_record_head(of), long_evening_lines(of, games)[:count])
        session = Session.resume(path)
        session.close()
    now = session.snapshot
    voice = Voice(of.game.name, now.player_name_by_colour, "cs")
    context = ScreenContext(now, lambda: now.public_history, voice, UiState())
    root, taken, chance = Widget(), {what: list[float]() for what in MAX_STORY_MS}, Random(1)
    runTouchApp(root, embedded=True)
    Window.size = root.size = (800, 480)

    def drawn(overlays: Any, cache: Any, touch: Callable[[], object]) -> float:
        begun = wall_clock()
        touch()
        widget = cache.widget_for(overlays.current())
        if widget.parent is None:
            root.clear_widgets()
            root.add_widget(widget)
        widget.size = root.size
        EventLoop.idle()
        return wall_clock() - begun

    for _ in range(rounds):
        overlays = OverlayController(of.game.name, lambda: context, print, print)
        cache = OverlayCache(lambda _: None, lambda: load_translation("cs"))
        taken["opened"].append(drawn(overlays, cache, partial(overlays.touch, "history", "")))
        for number in chance.sample(range(1, count), STEPS_A_ROUND):
            drawn(overlays, cache, partial(overlays.touch, "line", str(number)))
            taken["a step"].append(drawn(overlays, cache, partial(overlays.touch, "line", str(number - 1))))
    EventLoop.close()
    return taken


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
