"""What follows from layouts: the layout itself, the movements of an undo, and a frame of the default table."""

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
from measuring.games import MEASURED, Measured, by_walking, head, played
from measuring.lines import Line, Lines, Span, busy, child

TAKEN_BACK = 10
"""As many moves as people take back at once, at most."""
SHOWN = 40
"""Positions of a game that are drawn one after another."""


def layout(span: Span) -> Lines:
    """The layout of every position of some games at the table of most people, and what is counted in it."""
    for of in MEASURED:
        made: list[float] = []
        counted: list[float] = []
        for account in _accounts(of, span):
            box = of.game.inventory(account.setup)
            for accepted in account.accepted_lines:
                begun = busy()
                lies = of.game.layout(accepted.position)
                between = busy()
                tuple(inventory_faults(box, lies))
                made.append((between - begun) * 1e3)
                counted.append((busy() - between) * 1e3)
        worst = sorted(made)[int(len(made) * 0.99)]
        yield Line(
            f"{of.title}: a layout, 99th of {len(made):,}", f"{worst:.3f} ms", "under 0.4 ms", worst < 0.4
        )
        yield Line(f"{of.title}: its census, median", f"{median(counted):.3f} ms")


def movements(span: Span) -> Lines:
    """What hands do for an undo of one to ten moves, from every position of some games."""
    for of in MEASURED:
        each: list[float] = []
        for account in _accounts(of, span):
            for number, now in enumerate(_again(of, account)):
                count = min(number % TAKEN_BACK + 1, len(now.accepted_lines))
                begun = busy()
                make_undo_plan(now, count)
                each.append((busy() - begun) / count * 1e3)
        mean = sum(each) / len(each)
        yield Line(f"{of.title}: movements of an undo, each move", f"{mean:.2f} ms", "under 5 ms", mean < 5)


def frame(span: Span) -> Lines:
    """The default table beside each game's own view: made from a snapshot, laid out and drawn."""
    for of in MEASURED:
        own, plain = (child("frame", f"{of.game.name} {view}") for view in ("own", "default"))
        yield Line(f"{of.title}: a frame of its own view", f"{own:.1f} ms")
        ratio = plain / own
        yield Line(f"{of.title}: default table / own view", f"{ratio:.2f}", "under 1.5", ratio < 1.5)


def frame_child() -> float:
    """Milliseconds of a core for one frame of the game and the view that are named on the standard input."""
    name, view = sys.stdin.read().split()
    of = next(each for each in MEASURED if each.game.name == name)
    return median(_drawn(of, view)) * 1e3


def _drawn(of: Measured, view: str) -> Iterator[float]:
    """Seconds of a core for each position that is shown."""
    from companion.screen.display.kivy_config import configure_kivy

    configure_kivy((800, 480), "offscreen")
    from kivy.base import EventLoop, runTouchApp
    from kivy.core.window import Window
    from kivy.uix.widget import Widget

    from companion.games import load_plugin_part
    from companion.screen.default import presenter as default_shown
    from companion.screen.default import table_view as default_table
    from companion.screen.ui_state import UiState
    from companion.voice.language import load_translation
    from companion.voice.voice import Voice

    own = view == "own"
    shown: Any = (load_plugin_part(of.game.name, "screen", "shown") if own else None) or default_shown
    table: Any = (load_plugin_part(of.game.name, "screen", "table") if own else None) or default_table
    root = Widget()
    drawn = table.TableView(lambda thing: None, lambda: load_translation("cs"))
    root.add_widget(drawn)
    runTouchApp(root, embedded=True)
    Window.size = drawn.size = (800, 480)
    snapshots = [*_snapshots(of)]
    voice = Voice(
        of.game.name, snapshots[0].player_names, "cs"
    )  # one for the evening, as companion.screen.game_session keeps it
    for now in snapshots:
        begun = busy()
        drawn.show(shown.table(now, UiState(), voice, ()))
        EventLoop.idle()
        yield busy() - begun


def _snapshots(of: Measured) -> Iterator[Snapshot]:
    """Positions all over a game, as the session shows them to a screen."""
    account = played(of, by_walking, of.game.max_players, random.Random(7))
    often = max(1, len(account.accepted_lines) // SHOWN)
    for number, now in enumerate(_again(of, account)):
        if number % often == 0:
            yield Session(now).snapshot


def _again(of: Measured, account: GameHistory) -> Iterator[GameHistory]:
    """The game once more: the same account after each of its moves."""
    now = GameHistory.from_header(head(of), of.game)
    for accepted in account.accepted_lines:
        now.apply_line(accepted.text)
        yield now


def _accounts(of: Measured, span: Span) -> Sequence[GameHistory]:
    return [
        played(of, by_walking, of.game.max_players, random.Random(seed))
        for seed in range(1 + span.rounds // 5)
    ]
