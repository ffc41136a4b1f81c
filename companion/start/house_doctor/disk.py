"""Whether evenings can be kept on the card or disk, and how well that is."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryFile

from companion.start.house_doctor.files import text
from hardware.finding import Finding

LEAST_FREE = 50_000_000  # bytes; an evening takes some ten thousand
WRITES = 5
SLOW = 0.5
"""Seconds until a move is safe on the disk: longer, and everybody waits."""


def evenings(folder: Path) -> Finding:
    """Whether evenings can be kept, and how long a move takes until it is safe."""
    what = "evenings"
    there = next(place for place in (folder, *folder.parents) if place.exists())
    free = shutil.disk_usage(there).free
    if not there.is_dir():
        return Finding(what, "cannot be kept", True, f"{there} is no folder: set HERALD_HOME to one")
    if not os.access(there, os.W_OK):
        return Finding(what, "cannot be kept", True, f"Make {there} writable for this user")
    if free < LEAST_FREE:
        return Finding(what, f"{free // 1_000_000} MB left", True, f"Make room on the disk of {there}")
    told = f"{free // 1_000_000} MB left for them"
    if not folder.is_dir():
        return Finding(what, told)
    try:
        took = _safe_after(folder)
    except OSError as wrong:
        return Finding(
            what, f"cannot be written ({wrong.strerror})", True, f"Exchange the card or disk of {there}"
        )
    told += f", a move is safe after {took * 1000:.0f} ms"
    if took > SLOW:
        return Finding(what, told, True, "The card is slow or wearing out: copy it to a new one")
    return Finding(what, told)


def _safe_after(folder: Path) -> float:
    """Seconds for a line to be written and synced, the middle one of a few; nothing is left behind."""
    times = []
    with TemporaryFile(dir=folder) as file:
        for _ in range(WRITES):
            began = time.monotonic()
            file.write(b"." * 80)
            file.flush()
            os.fsync(file.fileno())
            times.append(time.monotonic() - began)
    return sorted(times)[WRITES // 2]


def card(root: Path) -> Iterator[Finding]:
    """Errors that the file systems have counted."""
    for count in sorted((root / "sys/fs/ext4").glob("*/errors_count")):
        if text(count) not in ("", "0"):
            found = f"{text(count)} errors on {count.parent.name}"
            yield Finding("disk", found, True, "Copy what you want to keep, then exchange the card or disk")
