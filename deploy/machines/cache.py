"""What was made stays in the user's cache, under a name that says what it was made of; what is half made does not."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from machines.errors import MachineError
from machines.root_folders import CACHE_FOLDER, remove_root

MACHINES_CACHE = CACHE_FOLDER / "machines"

MAX_CACHED_OF_A_KIND = 4
"""So many of a sort stay in the cache: other folders of Herald on this computer have machines that stand on them."""


def mark_used_and_prune(latest: Path) -> None:
    """It was used just now; of its sort those that nobody used for longest leave the cache."""
    os.utime(latest)
    sort = latest.name.rpartition("-")[0]
    alike = sorted(MACHINES_CACHE.glob(f"{sort}-*"), key=lambda made: made.stat().st_mtime, reverse=True)
    for old in alike[MAX_CACHED_OF_A_KIND:]:
        remove_root(old)


def short_digest(*parts: str) -> str:
    """A short name for what something is made of."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


@contextmanager
def temporary_build_folder(stage: str) -> Iterator[Path]:
    """A folder to make something in; what is still in it at the end goes."""
    half = MACHINES_CACHE / f"half-{stage}"
    remove_root(half)
    half.mkdir(parents=True)
    try:
        yield half
    finally:
        remove_root(half)


def build_error(what: str, output: str) -> MachineError:
    """It, with the last that it said; all of it is kept beside the cache's disks."""
    log = MACHINES_CACHE / "failed.log"
    log.write_text(output)
    last = output.strip().rpartition("\n")[2]
    return MachineError(f"{what} failed: {last or 'it said nothing'} (all that it said: {log})")
