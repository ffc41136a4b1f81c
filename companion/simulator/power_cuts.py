"""The power of a virtual table: the program dies, perhaps in the middle of a line, and its journal is resumed."""

from __future__ import annotations

from pathlib import Path
from random import Random

from companion.rules.record import line_with_checksum
from companion.table.storage.journal import Journal, JournalDisk
from companion.table.storage.journal_resuming import ResumedJournal, resume_journal

TORN_LINE_PROBABILITY = 0.5


class UnsyncedDisk(JournalDisk):
    """A disk that outlives the program, so that nothing waits for it."""

    def sync(self, handle: int) -> None:
        """Do nothing, as the system keeps what was written."""


def resume_after_power_cut(journal: Journal, path: Path, chance: Random) -> ResumedJournal:
    """The journal at `path` as it is resumed after a power cut, which perhaps has torn its last line."""
    journal.close()
    if chance.random() < TORN_LINE_PROBABILITY:
        line = line_with_checksum("table evaluate").encode()
        with path.open("ab") as stream:
            stream.write(line[: chance.randrange(1, len(line))])
    return resume_journal(path, UnsyncedDisk())
