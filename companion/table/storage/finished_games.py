"""Which saved games are over: a note beside them, so that looking for one to go on with replays none of those again.

The note is only ever believed of a file that is as it was when its game was found over, byte count and time. Without
the note, or where it is damaged, every game is replayed, and nothing else is different.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

from companion.table.storage.atomic_write import write_atomically

FINISHED_FILE_NAME = ".finished"

FileState = tuple[int, int]
"""The bytes of a file, and when it was written, in nanoseconds since 1970."""


class FinishedGames:
    """The games of one folder of which it is noted that they are over."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FINISHED_FILE_NAME
        self._state_by_name = _read_note(self._path)
        self._is_saved = True

    def has(self, path: Path) -> bool:
        """Whether the game in this file is over, as far as is noted."""
        noted = self._state_by_name.get(path.name)
        return noted is not None and noted == file_state(path)

    def add(self, path: Path, state: FileState) -> None:
        """Note that the game in this file, which was so when it was read, is over."""
        self._state_by_name[path.name] = state
        self._is_saved = False

    def save(self) -> None:
        """Write the note if something was added; where that fails, games are replayed once more next time."""
        if self._is_saved:
            return
        there = {
            name: state for name, state in self._state_by_name.items() if self._path.with_name(name).exists()
        }
        with suppress(OSError):
            write_atomically(self._path, msgspec.json.encode(there))
            self._is_saved = True


def file_state(path: Path) -> FileState | None:
    """The state of that file; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def _read_note(path: Path) -> dict[str, FileState]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, FileState])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}
