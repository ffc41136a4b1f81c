"""The user's cache of machines, under names that depend on their sources; unfinished ones are removed."""

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
"""The number of cached items of a kind: other checkouts on this computer have machines of their own."""


def mark_used_and_prune(latest: Path) -> None:
    """Note the use of an item now, and remove the oldest items of its kind."""
    os.utime(latest)
    sort = latest.name.rpartition("-")[0]
    alike = sorted(MACHINES_CACHE.glob(f"{sort}-*"), key=lambda made: made.stat().st_mtime, reverse=True)
    for old in alike[MAX_CACHED_OF_A_KIND:]:
        remove_root(old)


def short_digest(*parts: str) -> str:
    """A short hash of what something is made from."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


@contextmanager
def temporary_build_folder(stage: str) -> Iterator[Path]:
    """A folder to make something in; what is still in it at the end is removed."""
    half = MACHINES_CACHE / f"half-{stage}"
    remove_root(half)
    half.mkdir(parents=True)
    try:
        yield half
    finally:
        remove_root(half)


def build_error(what: str, output: str) -> MachineError:
    """The error for a failed build, with the last line of its output, which is kept beside the disks."""
    log = MACHINES_CACHE / "failed.log"
    log.write_text(output)
    last = output.strip().rpartition("\n")[2]
    return MachineError(f"{what} failed: {last or 'it said nothing'} (all that it said: {log})")
