"""The process that tries cases of the write path: the library that watches its children's calls is loaded in it.

python -m soaking.write_worker PART TIMES SEED FOLDER NUMBER JOBS SCENE,SCENE: tries every JOBSth case, from the
NUMBERth on, and prints a line of JSON for each: what was lost, what was wrong.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from soaking.block_model import ORDERS
from soaking.write_cases import (
    TriedScene,
    Verdict,
    error_cases,
    kill_cases,
    try_cuts,
    try_error,
    try_kill,
)


def tried_verdicts(
    part: str, scenes: Sequence[TriedScene], times: int, seed: int, number: int, jobs: int
) -> Iterator[Verdict]:
    """The verdicts of this worker's cases: so many `times` of all workers together, spread evenly."""
    if part == "blocks":
        cuts = sum(2 * len(scene.views) for scene in scenes)
        for scene in scenes:
            for order in ORDERS:
                yield from try_cuts(scene, order, max(2, times // cuts), seed, slice(number, None, jobs))
        return
    cases_of: Callable[[TriedScene], Iterator[Any]] = kill_cases if part == "kills" else error_cases
    attempt: Callable[[TriedScene, Any], Verdict] = try_kill if part == "kills" else try_error
    cases = [(scene, case) for scene in scenes for case in cases_of(scene)]
    wanted = range(min(times, len(cases)))
    for index in wanted[number::jobs]:
        yield attempt(*cases[(index * len(cases) + seed - 1) // len(wanted) % len(cases)])


def main() -> None:
    """Try the cases that the command line asks for."""
    part, times, seed, folder, number, jobs, names = sys.argv[1:]
    own = Path(folder, number)
    own.mkdir()
    gc.freeze()  # children copy less of what is loaded
    scenes = [TriedScene(name, own) for name in names.split(",")]
    for verdict in tried_verdicts(part, scenes, int(times), int(seed), int(number), int(jobs)):
        print(json.dumps(verdict), flush=True)


if __name__ == "__main__":
    main()
