"""Starts Herald as people do, `deploy/play`, with `window_probe` in it, and a saved evening to go on with."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.screen.display.kivy_config import detect_display_kind
from companion.table.storage.journal import Journal
from companion.table.storage.saved_games import new_journal_path
from measuring.games import GameBenchmark, find_move_by_walking, make_record_head, play_game_with_ledger
from measuring.small_machine import window_probe

ROOT = Path(__file__).resolve().parents[3]
SHARE_PLAYED = 0.5
"""The part of a game that the saved evening has."""

Report = Mapping[str, Any]


def save_evening(of: GameBenchmark, home: Path) -> None:
    """Save half a game of the most players in this HERALD_HOME."""
    account = play_game_with_ledger(of, find_move_by_walking, of.game.max_players, random.Random(11))
    evenings = home / "evenings"
    evenings.mkdir()
    journal = Journal.create(
        new_journal_path("2026-11-20-2000", of.game.name, evenings), make_record_head(of)
    )
    moves = account.accepted_lines[: int(len(account.accepted_lines) * SHARE_PLAYED)]
    for accepted in moves:
        journal.append(accepted.text)
    journal.close()


@contextmanager
def probed_herald(
    home: Path,
    touches: int | None = None,
    rest_seconds: float = 0.0,
    enter: Callable[[], None] | None = None,
    given: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Iterator[Report]]:
    """The reports of a Herald that `deploy/play` starts in this HERALD_HOME, the first of them its start.

    `touches`: how many come after the first frame and the table, None for neither. `enter` is called in the new
    process before it begins; `given`: more of its environment.
    """
    task = json.dumps({"touches": touches, "rest_seconds": rest_seconds})
    with tempfile.TemporaryDirectory() as hook:
        Path(hook, "sitecustomize.py").write_text(_hook_source())
        task_variables = {"HERALD_HOME": str(home), "PYTHONPATH": hook, window_probe.TASK_VARIABLE: task}
        # a display that nobody opens: SDL draws offscreen, as if there were one
        hidden = {} if detect_display_kind() else {"SDL_VIDEODRIVER": "offscreen", "DISPLAY": ":none"}
        # of people who set nothing of Python's: their modules are compiled when they start for the second time
        usual = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        begun = time.time()
        with subprocess.Popen(
            [ROOT / "deploy/play", "--lang", "en"],
            stdout=subprocess.PIPE,
            text=True,
            env={**usual, **task_variables, **hidden, **given},
            preexec_fn=enter,
            start_new_session=True,
        ) as herald:
            try:
                yield _reports(herald, begun)
            finally:
                os.killpg(herald.pid, signal.SIGKILL)


def _reports(herald: subprocess.Popen[str], begun: float) -> Iterator[Report]:
    yield {"what": "start", "at": begun, "pid": herald.pid}
    assert herald.stdout is not None
    for line in herald.stdout:
        if line.startswith(window_probe.PREFIX):
            report: Report = json.loads(line.removeprefix(window_probe.PREFIX))
            if report["what"] == "end":
                return
            if report["what"] == "failed":
                raise RuntimeError(f"Herald could not be measured: {report['why']}")
            yield report
    raise RuntimeError(f"Herald ended before it was measured, with {herald.wait()}")


def _hook_source() -> str:
    """A `sitecustomize`, which Python imports at its start (https://docs.python.org/3/library/site.html)."""
    where = str(Path(window_probe.__file__))
    return (
        "import importlib.util\n"
        f"found = importlib.util.spec_from_file_location('window_probe', {where!r})\n"
        "probe = importlib.util.module_from_spec(found)\n"
        "found.loader.exec_module(probe)\n"
        "probe.begin()\n"
    )


def mapped_files(pid: int) -> set[Path]:
    """The files that a process has mapped: its program and its libraries."""
    words = (line.split(maxsplit=5) for line in Path(f"/proc/{pid}/maps").read_text().splitlines())
    return {Path(each[5].rstrip()) for each in words if len(each) == 6 and each[5].startswith("/")}
