"""Which files below HERALD_HOME Herald keeps for its owner: those go into a backup, and nothing else comes out of one.

Left out are the log, locks, what was deleted or only half written, the added games (a backup lists them: nothing that
could run comes out of one), what an earlier restore replaced, and whatever else lies there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from companion.table.storage.evenings import DELETED_FOLDER_NAME

EVENINGS_FOLDER = "evenings"
DELETED_FOLDER = f"{EVENINGS_FOLDER}/{DELETED_FOLDER_NAME}"
KEPT_FOLDERS = (EVENINGS_FOLDER, DELETED_FOLDER, "exports", "virtual")
"""The folders whose files are kept: evenings, deleted ones, copies of decks, and the decks of the virtual reader."""
MAX_FILE_BYTES = 1 << 26
"""The largest file of a backup: a journal of a million lines is smaller."""
MAX_NAME_BYTES = 255
_OWN_NAME = re.compile(
    r"(?:settings\.toml|people\.json|wiring\.toml|[a-z][a-z0-9-]*\.(?:deck|print))(?:\.[a-z0-9.-]+)?"
)
"""What lies in the home folder itself; behind it may stand `.last-good`, `.damaged`, `.replaced-1`."""
_TEMPORARY_NAME = re.compile(r"\..*\.(?:new|lock)")


class KeptEntry(Struct, frozen=True):
    """Something that is kept: its path below the home folder, and whether it is a file that a backup can hold."""

    path: str
    is_file: bool


def is_kept_path(path: str) -> bool:
    """Whether a backup may hold a file of that path (`evenings/a.herald`), which may come from outside."""
    folder, _, name = path.rpartition("/")
    if (
        not name.isprintable()
        or len(name.encode()) > MAX_NAME_BYTES
        or name in ("", ".", "..")
        or "\\" in name
    ):
        return False
    return _is_kept_name(folder, name)


def kept_entries(home: Path) -> tuple[KeptEntry, ...]:
    """Everything that is kept there, by its path; also what is no file and where one is expected. Raises OSError."""
    return tuple(
        sorted(
            (entry for folder in ("", *KEPT_FOLDERS) for entry in _entries_of(home, folder)),
            key=lambda entry: entry.path,
        )
    )


def _entries_of(home: Path, folder: str) -> Iterator[KeptEntry]:
    try:
        found = os.scandir(home / folder)
    except (FileNotFoundError, NotADirectoryError):
        return
    with found:
        for entry in found:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if _is_kept_name(folder, entry.name):
                yield KeptEntry(path, entry.is_file(follow_symlinks=False) and _is_text(path))


def _is_kept_name(folder: str, name: str) -> bool:
    """Whether that name in that folder is one of Herald's, readable or not."""
    if _TEMPORARY_NAME.fullmatch(name):
        return False
    if folder in (EVENINGS_FOLDER, DELETED_FOLDER):
        return f"{folder}/{name}" != DELETED_FOLDER
    return (folder == "" or (folder in KEPT_FOLDERS and ".deck" in name)) and bool(_OWN_NAME.fullmatch(name))


def _is_text(path: str) -> bool:
    """Whether the name can be written down: a name may be any bytes."""
    try:
        return is_kept_path(path)
    except UnicodeEncodeError:
        return False
