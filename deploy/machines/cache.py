"""What was made stays in the user's cache, under a name that says what it was made of; what is half made does not."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from machines.errors import MachineError
from machines.roots import CACHE, remove

MACHINES = CACHE / "machines"

SEVERAL = 4
"""So many of a sort stay in the cache: other folders of Herald on this computer have machines that stand on them."""


def used(latest: Path) -> None:
    """It was used just now; of its sort those that nobody used for longest leave the cache."""
    os.utime(latest)
    sort = latest.name.rpartition("-")[0]
    alike = sorted(MACHINES.glob(f"{sort}-*"), key=lambda made: made.stat().st_mtime, reverse=True)
    for old in alike[SEVERAL:]:
        remove(old)


def digest(*parts: str) -> str:
    """A short name for what something is made of."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


@contextmanager
def half_made(stage: str) -> Iterator[Path]:
    """A folder to make something in; what is still in it at the end goes."""
    half = MACHINES / f"half-{stage}"
    remove(half)
    half.mkdir(parents=True)
    try:
        yield half
    finally:
        remove(half)


def failed(what: str, said: str) -> MachineError:
    """It, with the last that it said; all of it is kept beside the cache's disks."""
    log = MACHINES / "failed.log"
    log.write_text(said)
    last = said.strip().rpartition("\n")[2]
    return MachineError(f"{what} failed: {last or 'it said nothing'} (all that it said: {log})")
