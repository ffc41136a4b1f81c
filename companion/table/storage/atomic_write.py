"""Writing so that a pulled plug leaves the old or the new, never half of either."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file wholly or not at all, and make it last; raises OSError that names it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.new")
    try:
        with beside.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(path)
    except OSError as wrong:
        with suppress(OSError):
            beside.unlink()
        wrong.filename = str(path)  # not the file beside it, which nobody knows; a full disk names none
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder last."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
