"""Measures layouts: the layout itself, the movements of an undo, and a frame of the default table."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

from companion.rules.history import GameHistory
from companion.rules.layout import inventory_faults
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from companion.table.undo import make_undo_plan
from measuring.bench_lines import BenchLine, BenchLines, MeasuringEffort, cpu_clock, measure_in_child
from measuring.games import (
    GAME_BENCHMARKS,
    GameBenchmark,
    find_move_by_walking,
    make_record_head,
    play_game_with_ledger,
)

MAX_UNDONE_MOVES = 10
"""The most moves that people take back at once."""
POSITIONS_DRAWN = 40
"""Positions of a game that are drawn one after another."""


def measure_layout(span: MeasuringEffort) -> BenchLines:
    """Measure the layout of every position of some games with the most players, and its counts."""
    for of in GAME_BENCHMARKS:
        made: list[float] = []
        counted: list[float] = []
        for account in _accounts(of, span):
            box = of.game.inventory(account.setup)
            for accepted in account.accepted_lines:
                begun = cpu_clock()
                lies = of.game.layout(accepted.position)
                between = cpu_clock()
                tuple(inventory_faults(box, lies))
                made.append((between - begun) * 1e3)
                counted.append((cpu_clock() - between) * 1e3)
        worst = sorted(made)[int(len(made) * 0.99)]
        yield BenchLine(
            f"{of.title}: a layout, 99th of {len(made):,}", f"{worst:.3f} ms", "under 0.4 ms", worst < 0.4
        )
        yield BenchLine(f"{of.title}: its census, median", f"{median(counted):.3f} ms")


def measure_movements(span: MeasuringEffort) -> BenchLines:
    """Measure the plan of an undo of one to ten moves, from every position of some games."""
    for of in GAME_BENCHMARKS:
        each: list[float] = []
        for account in _accounts(of, span):
            for number, now in enumerate(_again(of, account)):
                count = min(number % MAX_UNDONE_MOVES + 1, len(now.accepted_lines))
                begun = cpu_clock()
                make_undo_plan(now, count)
                each.append((cpu_clock() - begun) / count * 1e3)
        mean = sum(each) / len(each)
        yield BenchLine(
            f"{of.title}: movements of an undo, each move", f"{mean:.2f} ms", "under 5 ms", mean < 5
        )


def measure_frame(span: MeasuringEffort) -> BenchLines:
    """Compare the default table with each game's own view: built from a snapshot, laid out and drawn."""
    for of in GAME_BENCHMARKS:
        own, plain = (measure_in_child("frame", f"{of.game.name} {view}") for view in ("own", "default"))
        yield BenchLine(f"{of.title}: a frame of its own view", f"{own:.1f} ms")
        ratio = plain / own
        yield BenchLine(f"{of.title}: default table / own view", f"{ratio:.2f}", "under 1.5", ratio < 1.5)


def measure_frame_in_child() -> float:
    """Milliseconds of a core for one frame of the game and view on the standard input."""
    name, view = sys.stdin.read().split()
    of = next(each for each in GAME_BENCHMARKS if each.game.name == name)
    return median(_drawn(of, view)) * 1e3


def _drawn(of: GameBenchmark, view: str) -> Iterator[float]:
    """Seconds of a core for each drawn position."""
    from companion.screen.display.kivy_config import configure_kivy

    configure_kivy((800, 480), "offscreen")
    from kivy.base import EventLoop, runTouchApp
    from kivy.core.window import Window
    from kivy.uix.widget import Widget

    from companion.games import load_plugin_part
    from companion.screen.context import UiState
    from companion.screen.default import presenter as default_shown
    from companion.screen.default import table_view as default_table
    from companion.voice.language import load_translation
    from companion.voice.voice import Voice

    own = view == "own"
    shown: Any = (load_plugin_part(of.game.name, "screen", "presenter") if own else None) or default_shown
    table: Any = (load_plugin_part(of.game.name, "screen", "table_view") if own else None) or default_table
    root = Widget()
    drawn = table.TableView(lambda thing: None, lambda: load_translation("cs"))
    root.add_widget(drawn)
    runTouchApp(root, embedded=True)
    Window.size = drawn.size = (800, 480)
    snapshots = [*_snapshots(of)]
    voice = Voice(
        of.game.name, snapshots[0].player_name_by_colour, "cs"
    )  # one for the session, as in companion.screen.game_session
    for now in snapshots:
        begun = cpu_clock()
        drawn.show(shown.table_model(now, UiState(), voice, ()))
        EventLoop.idle()
        yield cpu_clock() - begun


def _snapshots(of: GameBenchmark) -> Iterator[Snapshot]:
    """Snapshots of positions all over a game."""
    account = play_game_with_ledger(of, find_move_by_walking, of.game.max_players, random.Random(7))
    often = max(1, len(account.accepted_lines) // POSITIONS_DRAWN)
    for number, now in enumerate(_again(of, account)):
        if number % often == 0:
            yield Session(now).snapshot


def _again(of: GameBenchmark, account: GameHistory) -> Iterator[GameHistory]:
    """The game again: the same history after each of its moves."""
    now = GameHistory.from_header(make_record_head(of), of.game)
    for accepted in account.accepted_lines:
        now.apply_line(accepted.text)
        yield now


def _accounts(of: GameBenchmark, span: MeasuringEffort) -> Sequence[GameHistory]:
    return [
        play_game_with_ledger(of, find_move_by_walking, of.game.max_players, random.Random(seed))
        for seed in range(1 + span.rounds // 5)
    ]
