"""The journal of a game: a record on disk, one line at a time, each safe before it is announced."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

from msgspec import Struct

from companion.games import game_rules_of_record
from companion.rules.clauses import MoveRefused
from companion.rules.errors import HeraldError, InvalidRecord
from companion.rules.history import GameHistory
from companion.rules.public_view import public_text
from companion.rules.record import ByteLineStream, RecordHeader, line_with_checksum, read_header_and_moves
from companion.table.storage.atomic_write import fsync_folder, write_atomically
from companion.table.storage.disk_errors import DiskTrouble, disk_trouble, system_words
from companion.table.storage.last_opened import remember_last_opened

JOURNAL_SUFFIX = ".herald"


class JournalWriteError(HeraldError, OSError):
    """A line could not be made safe; the journal is as it was before. It has the system's number and words."""

    def __init__(self, path: Path, why: OSError) -> None:
        advice = _ADVICE[disk_trouble(why)]
        super().__init__(f"{path.name}: {system_words(why)}; nothing was written: {advice}, then try again")
        self.errno, self.strerror = why.errno, system_words(why)

    def __str__(self) -> str:
        return str(self.args[0])


_ADVICE: Final[dict[DiskTrouble, str]] = {
    "full": "make room",
    "read-only": "let the disk be written, or exchange it",
    "failing": "copy what you want to keep and exchange the disk",
    "forbidden": "let Herald write there",
    "other": "see what the system says",
}


class FileInUseError(HeraldError, OSError):
    """Another Herald uses the file."""


class JournalDisk:
    """The system calls of a journal; a test may let any of them fail."""

    def write(self, handle: int, data: bytes) -> int:
        """Write; return how many bytes were written."""
        return os.write(handle, data)

    def sync(self, handle: int) -> None:
        """Make everything written so far durable."""
        os.fsync(handle)

    def truncate(self, handle: int, length: int) -> None:
        """Cut the file to this length."""
        os.ftruncate(handle, length)


class Journal:
    """An open journal, to be used from one thread. Raises FileInUseError, OSError."""

    def __init__(self, path: Path, disk: JournalDisk | None = None) -> None:
        self.path = path
        self._disk = disk or JournalDisk()
        self._folder = _lock_folder_shared(path.parent)
        try:
            self._handle = _open_locked(path)
        except OSError:
            os.close(self._folder)
            raise
        with suppress(OSError):
            os.utime(self._folder)  # deploy/update sees by it that somebody is playing
        remember_last_opened(path)
        self._length = os.fstat(self._handle).st_size
        self._clean = True

    @classmethod
    def create(cls, path: Path, head: RecordHeader, disk: JournalDisk | None = None) -> Self:
        """A new journal with this header; raises FileInUseError, and JournalWriteError, also where the file exists."""
        if path.exists():
            raise JournalWriteError(path, FileExistsError(17, "there is such a journal already"))
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            folder = _lock_folder_shared(path.parent)
            try:
                write_atomically(path, "".join(line_with_checksum(line) for line in head.to_lines()).encode())
                return cls._open_new(path, disk)
            finally:
                os.close(folder)
        except FileInUseError:
            raise
        except OSError as why:
            raise JournalWriteError(path, why) from why

    @classmethod
    def _open_new(cls, path: Path, disk: JournalDisk | None) -> Self:
        try:
            return cls(path, disk)
        except BaseException:  # else it could not be begun a second time
            path.unlink(missing_ok=True)
            raise

    def append(self, *texts: str) -> None:
        """Write, flush and sync more lines together; raises JournalWriteError, and then nothing was added."""
        data = "".join(map(line_with_checksum, texts)).encode()
        try:
            if not self._clean:
                self._restore()
            self._clean = False
            self._write(data)
            self._disk.sync(self._handle)
        except OSError as why:
            self._try_restore()
            raise JournalWriteError(self.path, why) from why
        self._length += len(data)
        self._clean = True

    @property
    def end(self) -> int:
        """Where the last line ends, for `cut_back`."""
        return self._length

    def cut_back(self, end: int) -> None:
        """Take away what stands behind that `end`: now, or where the disk refuses, before the next line."""
        self._clean, self._length = False, end
        self._try_restore()

    def _write(self, data: bytes) -> None:
        while data:
            data = data[self._disk.write(self._handle, data) :]

    def _restore(self) -> None:
        """Cut away what a failed append may have left."""
        self._disk.truncate(self._handle, self._length)
        self._disk.sync(self._handle)
        self._clean = True

    def _try_restore(self) -> None:
        try:
            self._restore()
        except OSError:
            self._clean = False  # tried again before the next line

    def close(self) -> None:
        """Close the journal and release its locks."""
        if not self._clean:
            self._try_restore()
        os.close(self._handle)
        os.close(self._folder)


def _open_locked(path: Path) -> int:
    """The journal, opened and locked: two Heralds must not write one game."""
    handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as held:
        os.close(handle)
        raise FileInUseError(f"{path.name} is kept by another Herald; close that one first") from held
    return handle


def _lock_folder_shared(folder: Path) -> int:
    """The folder, with a lock that all open games share; raises FileInUseError while Herald is updated.

    deploy/update takes the lock alone, so it never interrupts a game, and no game begins on a half-updated Herald.
    """
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError as held:
        os.close(handle)
        raise FileInUseError("Herald is being updated; try again when that is over") from held
    except OSError:
        pass  # a disk without such locks: playing matters more
    return handle


class ResumedJournal(Struct, frozen=True):
    """A journal read again: its history, the journal to go on with, and the file with a torn line, if any."""

    head: RecordHeader
    history: GameHistory
    journal: Journal
    torn_line_file: Path | None


def resume_journal(path: Path, disk: JournalDisk | None = None) -> ResumedJournal:
    """Resume a game; raises InvalidRecord with the line, OSError, FileInUseError.

    A torn last line was never announced: it is kept beside the journal and cut away.
    """
    journal = Journal(path, disk)
    try:
        set_aside = _set_torn_aside(path)
        head, texts = read_record(path)
        history = replay_history(head, texts)
        journal._length = path.stat().st_size
    except BaseException:
        journal.close()
        raise
    return ResumedJournal(head, history, journal, set_aside)


def _set_torn_aside(path: Path) -> Path | None:
    raw = path.read_bytes()
    whole = raw.rfind(b"\n") + 1
    if whole == len(raw):
        return None
    other_file = path.with_suffix(".torn")
    with other_file.open("ab") as stream:
        stream.write(raw[whole:] + b"\n")
        stream.flush()
        os.fsync(stream.fileno())
    fsync_folder(path.parent)
    with path.open("rb+") as stream:
        stream.truncate(whole)
        os.fsync(stream.fileno())
    return other_file


def read_record(path: Path) -> tuple[RecordHeader, tuple[str, ...]]:
    """Header and lines of a record file; raises InvalidRecord (TornRecord for a torn last line), OSError."""
    with path.open("rb") as stream:
        return head_and_texts(stream)


def head_and_texts(stream: ByteLineStream) -> tuple[RecordHeader, tuple[str, ...]]:
    """Header and lines of a record; raises InvalidRecord."""
    reader, moves = read_header_and_moves(stream)
    texts = tuple(line.text for line in moves)
    return reader.header(), texts


def replay_history(head: RecordHeader, texts: tuple[str, ...]) -> GameHistory:
    """The history of those lines; raises InvalidRecord where one is refused.

    A journal holds no refused line, so the rules have changed then.
    """
    history = GameHistory.from_header(head, game_rules_of_record(head.game))
    for number, text in enumerate(texts, 1):
        try:
            history.apply_line(text)
        except MoveRefused as refused:
            heard = public_text(history.game, text)  # players read it, who may not know what lies face down
            raise InvalidRecord(
                f"move {number}, `{heard}`, is refused now: {refused.refusal.clause.id}", "journal"
            ) from refused
    return history
