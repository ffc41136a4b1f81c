"""The most memory that a command of Herald takes: it runs in a process of its own, which says so at its end.

`python -m tests.bounded.peak referee FILE` runs `herald referee FILE` and adds its peak in megabytes to what it wrote.
What `wait4` says would be no less than the memory of whoever began the process.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
MARK = "peak megabytes:"
SCREEN = "screen"
"""Stands for a person who goes on with an evening on the screen."""


class Answer(NamedTuple):
    """What a command answered: its exit status, the end of what it wrote, its errors, the most megabytes it had."""

    status: int
    out: str
    errors: str
    megabytes: int


def run_herald(*words: str | Path, home: Path, said: bytes | Path = b"", seconds: float = 3600) -> Answer:
    """Run a command of Herald with that home folder; `said` is what it reads from its standard input."""
    environment = {**os.environ, "HERALD_HOME": str(home), "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"}
    written = home.parent / f"{home.name}-answers"
    with written.open("wb") as out:
        done = subprocess.run(
            [sys.executable, "-m", __spec__.name, *map(str, words)],
            stdin=said.open("rb") if isinstance(said, Path) else None,
            input=said if isinstance(said, bytes) else None,
            stdout=out,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=environment,
            timeout=seconds,
        )
    with written.open("rb") as answers:
        answers.seek(max(0, written.stat().st_size - 4096))
        end = answers.read().decode(errors="replace")
    errors, _, peak = done.stderr.decode(errors="replace").rpartition(MARK)
    return Answer(done.returncode, end, errors, int(peak))


def peak_megabytes() -> int:
    """The most memory that this process has had."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found is not None
    return int(found[1]) // 1024


def resume_on_screen() -> int:
    """Touch what goes on with the interrupted evening, and everything about its points; write what can be read."""
    import tests.screen  # noqa: F401  (first of all: the window is settled there)
    from tests.screen.harness.evening import PATIENT, evening

    with evening("en") as guest:
        guest.driver.until(lambda: "go-on" in guest.driver.things(), PATIENT)
        guest.tap("go-on")
        print(guest.driver.words())
        if "go-on" in guest.driver.things():  # the dealt cards no longer fit what was corrected
            guest.tap("go-on")
        for thing in ("menu", "standing", "ledger/blue"):
            guest.tap(thing)
            print(guest.driver.words())
    return 0


def main(arguments: Sequence[str]) -> int:
    """Run the command, and say what it took."""
    from companion.cli import main as herald

    try:
        return resume_on_screen() if arguments == [SCREEN] else herald(arguments)
    finally:
        sys.stdout.flush()
        print(MARK, peak_megabytes(), file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
