"""The game that was opened last, noted beside the saved games."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from companion.table.storage.atomic_write import write_atomically

LAST_OPENED_FILE_NAME = ".opened"
"""The file beside the saved games with the name of the one opened last. A Pi has no clock of its own: a game that was
played while it was behind has an earlier time than the one before."""


def remember_last_opened(path: Path) -> None:
    """Note that this game was opened last, whatever the clock says."""
    other_file = path.with_name(LAST_OPENED_FILE_NAME)
    if last_opened_name(path.parent) == path.name:
        return
    try:
        write_atomically(other_file, os.fsencode(path.name))
    except OSError:  # playing matters more; then the times of the files decide
        with suppress(OSError):
            other_file.unlink()


def last_opened_name(folder: Path) -> str:
    """The name of the game that was opened last; "" if that is not known."""
    try:
        return os.fsdecode((folder / LAST_OPENED_FILE_NAME).read_bytes())
    except OSError:
        return ""
