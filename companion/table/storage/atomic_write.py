"""Atomic writes: after a power cut there is the old file or the new one, never half of either."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file completely or not at all, durably; raises OSError that names it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.new")
    try:
        with temporary.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
    except OSError as wrong:
        with suppress(OSError):
            temporary.unlink()
        wrong.filename = str(path)  # not the temporary file, which nobody knows; a full disk names none
        raise
    fsync_folder(path.parent)


def fsync_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
