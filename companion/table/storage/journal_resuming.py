"""Going on with a journal: it is read again, and written from now on, or as soon as the disk takes that."""

from __future__ import annotations

import errno
from pathlib import Path

from msgspec import Struct

from companion.rules.history import GameHistory
from companion.rules.record import RecordHeader
from companion.table.storage.disk import FileInUseError, unused_file
from companion.table.storage.journal import Journal, JournalDisk, JournalWriteError, replay_history
from companion.table.storage.journal_reading import (
    JournalContent,
    check_journal_length,
    journal_content,
    read_journal_bytes,
)


class ResumedJournal(Struct, frozen=True):
    """A journal read again: its history, and the journal to go on with.

    end_file: where that is kept which lay behind the last intact line and did not hold, if anything did.
    """

    head: RecordHeader
    history: GameHistory
    journal: Journal
    end_file: Path | None


class UnwritableJournal(Struct, frozen=True):
    """A journal read again that cannot be written now: the evening goes on in memory. `raw`: all that it holds."""

    path: Path
    raw: bytes
    history: GameHistory
    journal: None = None

    def open_again(self) -> Journal:
        """The journal to go on with, if it can be written now and nobody else went on with it.

        Raises JournalWriteError, FileInUseError, OSError.
        """
        journal = Journal(self.path)
        try:
            if journal.lines != self.raw:
                changed = OSError(errno.EBUSY, "another program has written into it meanwhile")
                raise JournalWriteError(self.path, changed)
            _set_damaged_end_aside(journal, journal_content(self.raw, self.path))
        except BaseException:
            journal.close()
            raise
        return journal


def resume_journal(path: Path, disk: JournalDisk | None = None) -> ResumedJournal:
    """Resume a game; raises DamagedJournalError, InvalidRecord with the line, OSError, FileInUseError.

    What lies behind the last intact line is the end of the log: it is kept beside the journal and cut away.
    """
    check_journal_length(path, path.stat().st_size)
    journal = Journal(path, disk)
    try:
        content = journal_content(journal.lines, path)
        history = replay_history(content.head, content.texts)
        end_file = _set_damaged_end_aside(journal, content)
    except BaseException:
        journal.close()
        raise
    return ResumedJournal(content.head, history, journal, end_file)


def resume_journal_or_memory(path: Path) -> ResumedJournal | UnwritableJournal:
    """Resume a game also where its file may only be read.

    Raises DamagedJournalError, InvalidRecord with the line, FileInUseError, and OSError where it cannot be read.
    """
    try:
        return resume_journal(path)
    except FileInUseError:
        raise
    except OSError as why:
        try:
            with unused_file(path):
                raw = read_journal_bytes(path)
        except FileInUseError:
            raise
        except OSError:
            raise why from None
        content = journal_content(raw, path)
        return UnwritableJournal(path, raw, replay_history(content.head, content.texts))


def _set_damaged_end_aside(journal: Journal, content: JournalContent) -> Path | None:
    end = content.damaged_end
    return journal.set_end_aside(end) if end is not None else None
