"""The write path under kills, errors and power cuts: parts of deploy/soak, and what tests ask for of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Final

from soaking.soak_tally import SoakRequest, SoakTally
from soaking.watched_calls import compile_library

ROOT: Final = Path(__file__).resolve().parents[2]
SCENES: Final = (
    "begin",
    "play",
    "go-on-after-a-torn-line",
    "finish",
    "list",
    "name",
    "give-up",
    "delete",
    "backup",
    "restore",
    "restore-on-a-new-computer",
    "import-a-deck",
)
"""What is tried, as `soaking.write_scenes` has it."""


def soak_kills(request: SoakRequest) -> Iterator[SoakTally]:
    """Kill each scene before every call."""
    yield from try_scenes("kills", request)


def soak_errors(request: SoakRequest) -> Iterator[SoakTally]:
    """Let every call of each scene fail in every way, once and from then on."""
    yield from try_scenes("errors", request)


def soak_blocks(request: SoakRequest) -> Iterator[SoakTally]:
    """Cut the power after every call of each scene, on a model of a disk."""
    yield from try_scenes("blocks", request)


def try_scenes(
    part: str, request: SoakRequest, scenes: Sequence[str] = SCENES, broken_by: str = ""
) -> Iterator[SoakTally]:
    """The tallies of those scenes. `broken_by`: lines of Python with which a test breaks Herald first."""
    library = compile_library(request.folder)
    program = f"{broken_by}\nfrom soaking.write_worker import main\nmain()"
    environment = os.environ | {
        "LD_PRELOAD": str(library),
        "PYTHONPATH": f"{ROOT / 'deploy'}{os.pathsep}{ROOT}",
    }
    lines: SimpleQueue[str | None] = SimpleQueue()
    workers = []
    for number in range(request.jobs):
        words = (part, request.times, request.seed, request.folder, number, request.jobs, ",".join(scenes))
        workers.append(
            subprocess.Popen(
                [sys.executable, "-c", program, *map(str, words)],
                env=environment,
                cwd=ROOT,
                text=True,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
        )
        Thread(target=_gather, args=(workers[-1], lines), daemon=True).start()
    try:
        yield from _tallies(len(workers), lines)
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()


def _gather(worker: subprocess.Popen[str], lines: SimpleQueue[str | None]) -> None:
    assert worker.stdout is not None
    for line in worker.stdout:
        lines.put(line)
    if worker.wait():
        lines.put(f"a worker ended with {worker.returncode}\n")
    lines.put(None)


def _tallies(running: int, lines: SimpleQueue[str | None]) -> Iterator[SoakTally]:
    tally, strange = SoakTally(), list[str]()
    while running:
        line = lines.get()
        if line is None:
            running -= 1
        elif line.startswith('["') and line.endswith("]\n"):
            lost, wrong = json.loads(line)
            yield (tally := tally.count(lost=lost, wrong=wrong))
        else:
            strange.append(line)  # a traceback
    if strange:
        yield tally.count(wrong="".join(strange[-12:]))
