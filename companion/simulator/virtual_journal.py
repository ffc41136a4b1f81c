"""The journal of a virtual table, and what may happen to it: power cuts, a full disk, another program."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from random import Random

from companion.rules.errors import HeraldError
from companion.rules.history import GameHistory
from companion.rules.record import RecordHeader, line_with_checksum
from companion.table.storage.journal import Journal, JournalDisk, ResumedJournal, resume_journal

TORN_LINE_PROBABILITY = 0.5


class InconsistencyError(HeraldError, RuntimeError):
    """The app and the table do not agree, which the virtual table exists to find."""


class UnsyncedDisk(JournalDisk):
    """A disk that outlives the program, so that nothing waits for it; it may be full.

    is_full: half of what is written is taken, and then nothing more.
    """

    def __init__(self) -> None:
        self.is_full = False

    def write(self, handle: int, data: bytes) -> int:
        """Write, or say that there is no room."""
        if not self.is_full:
            return super().write(handle, data)
        super().write(handle, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def sync(self, handle: int) -> None:
        """Do nothing, as the system keeps what was written."""


class VirtualJournal:
    """A journal that people know all of: what it must hold is what they were told."""

    def __init__(self, path: Path, head: RecordHeader) -> None:
        self.path = path
        self.disk = UnsyncedDisk()
        self.journal = Journal.create(path, head, self.disk)

    def resume_after_power_cut(self, announced: GameHistory, chance: Random) -> ResumedJournal:
        """The journal as it is resumed after a power cut, which perhaps has torn its last line.

        Raises InconsistencyError where it tells another evening than people were told.
        """
        self.journal.close()
        if chance.random() < TORN_LINE_PROBABILITY:
            line = line_with_checksum("table evaluate").encode()
            with self.path.open("ab") as stream:
                stream.write(line[: chance.randrange(1, len(line))])
        found = resume_journal(self.path, self.disk)
        self.journal = found.journal
        check_same_history(found.history, announced)
        return found

    def disturb(self, chance: Random) -> None:
        """Another program deletes the file, renames it, cuts it off, adds to it or changes a byte of it."""
        raw = self.path.read_bytes()
        at = chance.randrange(len(raw))
        match chance.randrange(5):
            case 0:
                self.path.unlink()
            case 1:
                self.path.replace(self.path.with_suffix(".elsewhere"))
            case 2:
                os.truncate(self.path, at)
            case 3:
                with self.path.open("ab") as stream:
                    stream.write(raw[at:])
            case _:
                with self.path.open("r+b") as stream:
                    stream.seek(at)
                    stream.write(bytes([raw[at] ^ 1]))

    def close(self) -> None:
        """Close the journal."""
        self.journal.close()


def check_same_history(found: GameHistory, announced: GameHistory) -> None:
    """Raise InconsistencyError where what was read again is not what people were told."""
    lines, told = ([each.text for each in history.accepted_lines] for history in (found, announced))
    if lines != told:
        first = next((at for at, pair in enumerate(zip(lines, told, strict=False)) if len({*pair}) > 1), None)
        where = f"line {first + 1} is another one" if first is not None else "one goes on"
        raise InconsistencyError(
            f"the journal tells {len(lines)} lines, people were told {len(told)}: {where}"
        )
    if found.position != announced.position:
        raise InconsistencyError("the journal tells the lines that people were told, and another position")
