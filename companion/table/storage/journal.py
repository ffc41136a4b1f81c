"""The journal of a game: a record on disk, one line at a time, each safe before it is announced."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, Self

from companion.games import game_rules_of_record
from companion.rules.clauses import MoveRefused
from companion.rules.errors import HeraldError
from companion.rules.history import GameHistory
from companion.rules.public_view import public_text
from companion.rules.record import (
    JOURNAL_VERSION,
    RecordHeader,
    TornRecordError,
    chained_lines,
    is_chained,
    line_with_checksum,
    written_checksum,
)
from companion.table.storage.disk import (
    DiskTrouble,
    FileInUseError,
    disk_trouble,
    fsync_folder,
    is_held_by_another,
    keep_aside,
    make_private_folder,
    name_exclusively,
    open_folder_shared,
    open_held,
    read_side_file,
    set_aside,
    system_words,
    unlink_same,
    unnamed_file,
    write_atomically,
)
from companion.table.storage.evening_index import remember_last_opened
from companion.table.storage.journal_reading import (
    MAX_JOURNAL_BYTES,
    JournalProblem,
    RefusedMoveError,
    ScannedLine,
    journal_content,
    read_journal_bytes,
)

TORN_SUFFIX = ".torn"
SIDECAR_SUFFIX: Final = ".virtual"
"""The ending of the file that says of a journal that its table is virtual, and who is absent."""
DAMAGED_SUFFIX = ".damaged"


class JournalWriteError(HeraldError, OSError):
    """A line could not be made safe; the journal is as it was before. It has the system's number and words."""

    def __init__(self, path: Path, why: OSError) -> None:
        advice = _ADVICE[disk_trouble(why)]
        then = "" if disk_trouble(why) == "too-long" else ", then try again"
        super().__init__(f"{path.name}: {system_words(why)}; nothing was written: {advice}{then}")
        self.errno, self.strerror = why.errno, system_words(why)

    def __str__(self) -> str:
        return str(self.args[0])


_ADVICE: Final[dict[DiskTrouble, str]] = {
    "full": "make room",
    "read-only": "let the disk be written, or exchange it",
    "failing": "copy what you want to keep and exchange the disk",
    "forbidden": "let Herald write there",
    "no-folder": "keep it in a folder",
    "too-long": "begin a new game",
    "other": "see what the system says",
}


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


class _HeldHandles(NamedTuple):
    """The folder with its lock for all games, and the file with the lock of one."""

    folder: int
    file: int


class Journal:
    """An open journal, to be used from one thread. Raises FileInUseError, OSError.

    Its lines are kept in memory, too: what another program does to the file is noticed and mended.
    """

    def __init__(self, path: Path, disk: JournalDisk | None = None, held: _HeldHandles | None = None) -> None:
        self.path = path
        self._disk = disk or JournalDisk()
        self._folder, self._handle = held or _open_held_with_folder(path)
        self._is_new = held is not None
        with suppress(OSError):
            os.utime(self._folder)  # deploy/update sees by it that somebody is playing
        remember_last_opened(path)
        self._lines = bytearray(_read_whole(self._handle))
        self._left_as = _file_identity(os.fstat(self._handle))
        self._sidecar = _read_sidecar(path)
        self._clean = True
        self._problems: list[JournalProblem] = []

    @classmethod
    def create(cls, path: Path, head: RecordHeader, disk: JournalDisk | None = None) -> Self:
        """A new journal with this header; raises FileInUseError, and JournalWriteError, also where the file exists."""
        lines = chained_lines(head.to_lines(JOURNAL_VERSION)).encode()
        try:
            _check_length(len(lines))
            make_private_folder(path.parent)
            folder, ours = open_folder_shared(path.parent), None
            try:
                with unnamed_file(path, partial(_write_durably, JournalDisk(), lines)) as (handle, temporary):
                    ours = os.fstat(handle)
                    name_exclusively(temporary, path)
                    return cls(path, disk, _HeldHandles(folder, handle))
            except BaseException:
                if ours is not None:
                    unlink_same(path, ours)  # else it could not be begun a second time
                os.close(folder)
                raise
        except FileInUseError:
            raise
        except OSError as why:
            raise JournalWriteError(path, why) from why

    @property
    def lines(self) -> bytes:
        """Everything that was written."""
        return bytes(self._lines)

    @property
    def end(self) -> int:
        """Where the last line ends, for `cut_back`."""
        return len(self._lines)

    def append(self, *texts: str) -> None:
        """Write, flush and sync more lines together; raises JournalWriteError, and then nothing was added."""
        end = self.end
        try:
            self._cut_failed_lines()
            self._mend_if_changed()
            data = self._signed(texts)
            _check_length(end + len(data))
            self._clean = False
            _write_all(self._disk, self._handle, data)
            self._disk.sync(self._handle)
            self._lines += data
            self._clean = True
            self._note_as_left()
            self._mend_if_changed()
        except OSError as why:
            self.cut_back(end)
            raise JournalWriteError(self.path, why) from why

    def _signed(self, texts: Iterable[str]) -> bytes:
        """The lines to be written; people may have ended what they wrote without an end of line."""
        end_before = "" if self._lines.endswith(b"\n") else "\n"
        if is_chained(bytes(self._lines[:64])):
            return chained_lines(texts, written_checksum(self._lines[-10:].decode())).encode()
        return (end_before + "".join(map(line_with_checksum, texts))).encode()

    def cut_back(self, end: int) -> None:
        """Take away what stands behind that `end`: now, or where the disk refuses, before the next line."""
        self._clean = False
        del self._lines[end:]
        with suppress(OSError):
            self._cut_failed_lines()

    def _cut_failed_lines(self) -> None:
        """Cut away what a failed append may have left."""
        if self._clean:
            return
        if os.fstat(self._handle).st_size > self.end:  # else it would be filled up with zeros
            self._disk.truncate(self._handle, self.end)
            self._disk.sync(self._handle)
        self._clean = True

    def set_end_aside(self, end: ScannedLine) -> Path:
        """Keep this line and all behind it in a file beside the journal, and cut them off; raises OSError."""
        torn = isinstance(end.fault, TornRecordError)
        behind = partial(_write_durably, JournalDisk(), bytes(self._lines[end.start :]))
        aside = keep_aside(self.path.with_suffix(TORN_SUFFIX if torn else DAMAGED_SUFFIX), behind)
        self._disk.truncate(self._handle, end.start)
        self._disk.sync(self._handle)
        del self._lines[end.start :]
        self._note_as_left()
        code = "torn-line" if torn else "damaged-end"
        self._problems.append(JournalProblem(code, aside.name, str(end.number)))
        return aside

    # -- what another program does to the file

    def mend_if_changed(self) -> None:
        """Look for the file under its name; where it is not as it was left, write it again from memory.

        Raises JournalWriteError where that cannot be done.
        """
        try:
            self._cut_failed_lines()
            self._mend_if_changed()
        except OSError as why:
            raise JournalWriteError(self.path, why) from why

    def take_problems(self) -> tuple[JournalProblem, ...]:
        """What happened to the file since this was last asked, to be told to people."""
        problems, self._problems = tuple(self._problems), []
        return problems

    def _note_as_left(self) -> None:
        now = os.fstat(self._handle)
        if now.st_size == len(self._lines):  # else another program wrote into it, too
            self._left_as = _file_identity(now)

    def _mend_if_changed(self) -> None:
        if not self.is_as_left():
            self._mend()

    def is_as_left(self) -> bool:
        """Whether the file under the name is ours and holds our lines; it is read only where something is new."""
        try:
            there = self.path.stat()
        except OSError:
            return False
        if _file_identity(there) == self._left_as:
            return True
        is_ours = os.path.samestat(there, os.fstat(self._handle)) and there.st_size == len(self._lines)
        if not is_ours or _read_whole(self._handle) != self._lines:
            return False
        self._left_as = _file_identity(there)
        return True

    def _mend(self) -> None:
        """Write the whole journal again under its name; what lies there is kept beside it."""
        if is_held_by_another(self.path, self._handle):
            raise OSError(errno.EBUSY, f"another Herald keeps an evening as {self.path.name}")
        make_private_folder(self.path.parent)
        folder = open_folder_shared(self.path.parent)  # it may be another folder than it was
        try:
            with unnamed_file(self.path, partial(_write_durably, self._disk, bytes(self._lines))) as (
                handle,
                temporary,
            ):
                kept = set_aside(self.path, self.path.with_suffix(DAMAGED_SUFFIX))
                self._mend_sidecar()  # first: else a start between the two took the table for a real one
                temporary.replace(self.path)
                fsync_folder(self.path.parent)
        except BaseException:
            os.close(folder)
            raise
        self.close()
        self._folder, self._handle = folder, handle
        remember_last_opened(self.path)
        self._left_as = _file_identity(os.fstat(handle))
        code, aside = ("journal-changed", kept.name) if kept is not None else ("journal-gone", "")
        self._problems.append(JournalProblem(code, self.path.name, aside))

    def _mend_sidecar(self) -> None:
        """Write the file beside the journal again where it is gone, too."""
        sidecar = self.path.with_suffix(SIDECAR_SUFFIX)
        if self._sidecar and not os.path.lexists(sidecar):
            write_atomically(sidecar, self._sidecar)

    def abandon(self) -> None:
        """Close a journal that nobody goes on with; where it was begun here, nothing stays of it."""
        if self._is_new:
            unlink_same(self.path, os.fstat(self._handle))
        self.close()

    def close(self) -> None:
        """Close the journal and release its locks."""
        if not self._clean:
            self.cut_back(self.end)
        os.close(self._handle)
        os.close(self._folder)


def _check_length(length: int) -> None:
    """Raise OSError where a journal would become so long that it could not be read again."""
    if length > MAX_JOURNAL_BYTES:
        raise OSError(errno.EFBIG, f"a game is kept in at most {MAX_JOURNAL_BYTES:,} bytes")


def _write_all(disk: JournalDisk, handle: int, data: bytes) -> None:
    while data:
        data = data[disk.write(handle, data) :]


def _write_durably(disk: JournalDisk, data: bytes, handle: int) -> None:
    _write_all(disk, handle, data)
    disk.sync(handle)


def _read_whole(handle: int) -> bytes:
    with os.fdopen(handle, "rb", closefd=False) as stream:
        stream.seek(0)
        return stream.read()


def _read_sidecar(path: Path) -> bytes:
    """What lies beside a journal, b"" for nothing that could be read."""
    try:
        return read_side_file(path.with_suffix(SIDECAR_SUFFIX))
    except OSError:
        return b""


def _file_identity(found: os.stat_result) -> tuple[int, ...]:
    """Which file it is, and when and how long it was last written."""
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _open_held_with_folder(path: Path) -> _HeldHandles:
    folder = open_folder_shared(path.parent)
    try:
        return _HeldHandles(folder, _open_locked(path))
    except OSError:
        os.close(folder)
        raise


def _open_locked(path: Path) -> int:
    """The journal, opened and locked: two Heralds must not write one game."""
    try:
        handle = open_held(path)
    except BlockingIOError as held:
        raise FileInUseError(f"{path.name} is kept by another Herald; close that one first") from held
    return handle


def read_record(path: Path) -> tuple[RecordHeader, tuple[str, ...]]:
    """Header and lines of a record file; raises InvalidRecord (TornRecordError for a torn last line), OSError."""
    content = journal_content(read_journal_bytes(path, follows_links=True), path)
    if content.damaged_end is not None and content.damaged_end.fault is not None:
        raise content.damaged_end.fault
    return content.head, content.texts


def replay_history(head: RecordHeader, texts: tuple[str, ...]) -> GameHistory:
    """The history of those lines; raises RefusedMoveError where one is refused, InvalidRecord."""
    history = GameHistory.from_header(head, game_rules_of_record(head.game))
    for number, text in enumerate(texts, 1):
        try:
            history.apply_line(text)
        except MoveRefused as refused:
            heard = public_text(history.game, text)  # players read it, who may not know what lies face down
            raise RefusedMoveError(number, heard, refused.refusal.clause.id) from refused
    return history
