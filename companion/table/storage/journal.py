"""The journal of an evening: a record on disk, one line at a time, each safe before it is announced."""

from __future__ import annotations

import fcntl
import io
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Self

from msgspec import Struct

from companion.games import game_rules
from companion.home import herald_home
from companion.rules.clauses import MoveRefused
from companion.rules.errors import HeraldError, Unreadable
from companion.rules.history import GameHistory
from companion.rules.public_view import public_text
from companion.rules.record import ByteLineStream, RecordHeader, line_with_checksum, read_header_and_moves
from companion.table.storage.atomic_write import sync_folder, write_atomically

JOURNAL_SUFFIX = ".herald"

LAST_OPENED_FILE_NAME = ".opened"
"""Beside the evenings: the name of the one that was opened last. A Pi has no clock of its own: an evening that was
played while it was behind has an earlier time than the one before."""


class JournalWriteError(HeraldError, OSError):
    """A line could not be made safe; the journal is as it was before. `why`: the system's words."""

    def __init__(self, path: Path, why: OSError) -> None:
        super().__init__(
            f"{path.name}: {why.strerror or why}; the move is not taken: make room or make it writable, then try again"
        )
        self.reason = why.strerror or str(why)


class FileInUseError(HeraldError, OSError):
    """Another Herald keeps this evening."""


class JournalDisk:
    """The four calls a journal makes; a test may fail any of them."""

    def write(self, handle: int, data: bytes) -> int:
        """How many bytes were written."""
        return os.write(handle, data)

    def sync(self, handle: int) -> None:
        """Everything written so far lasts."""
        os.fsync(handle)

    def truncate(self, handle: int, length: int) -> None:
        """Cut the file back."""
        os.ftruncate(handle, length)


class Journal:
    """An open journal. Use from one thread."""

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
            os.utime(self._folder)  # deploy/update sees by it that somebody sat down just now
        _remember_last_opened(path)
        self._length = os.fstat(self._handle).st_size
        self._clean = True

    @classmethod
    def create(cls, path: Path, head: RecordHeader, disk: JournalDisk | None = None) -> Self:
        """A new journal with this head; raises Unwritten, Busy. There must be no such file yet."""
        if path.exists():
            raise JournalWriteError(path, FileExistsError(17, "there is such a journal already"))
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            folder = _lock_folder_shared(path.parent)
            try:
                write_atomically(path, "".join(line_with_checksum(line) for line in head.to_lines()).encode())
                return cls(path, disk)
            finally:
                os.close(folder)
        except FileInUseError:
            raise
        except OSError as why:
            raise JournalWriteError(path, why) from why

    def append(self, text: str) -> None:
        """One line more, written, flushed and synced; raises Unwritten, and then nothing was added."""
        data = line_with_checksum(text).encode()
        try:
            if not self._clean:
                self._restore()
            self._clean = False
            self._write(data)
            self._disk.sync(self._handle)
        except OSError as why:
            self._try_restore()
            raise JournalWriteError(self.path, why) from why
        self._clean = True
        self._length += len(data)

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
        """Give the evening back."""
        os.close(self._handle)
        os.close(self._folder)


def _open_locked(path: Path) -> int:
    """The journal, opened and locked: two Heralds must not write one evening."""
    handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as held:
        os.close(handle)
        raise FileInUseError(f"{path.name} is kept by another Herald; close that one first") from held
    return handle


def _lock_folder_shared(folder: Path) -> int:
    """The folder, with a lock that all open evenings share: deploy/update wants it alone, so it never comes to a game,
    and no game begins on a Herald that is half renewed.
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


def _remember_last_opened(path: Path) -> None:
    """This evening was opened last, whatever the clock says."""
    beside = path.with_name(LAST_OPENED_FILE_NAME)
    if _last_opened_name(path.parent) == path.name:
        return
    try:
        write_atomically(beside, os.fsencode(path.name))
    except OSError:  # playing matters more; then the times of the files decide
        with suppress(OSError):
            beside.unlink()


def _last_opened_name(folder: Path) -> str:
    """The name of the evening that was opened last; "" if that is not known."""
    try:
        return os.fsdecode((folder / LAST_OPENED_FILE_NAME).read_bytes())
    except OSError:
        return ""


class ResumedJournal(Struct, frozen=True):
    """A journal read again: its account, the journal to go on with, and what was set aside, if anything."""

    head: RecordHeader
    history: GameHistory
    journal: Journal
    torn_line_file: Path | None


def resume_journal(path: Path, disk: JournalDisk | None = None) -> ResumedJournal:
    """Go on with an evening after anything; raises Unreadable with the line, OSError, Busy.

    A torn last line was never announced: it is kept beside the journal and cut away.
    """
    journal = Journal(path, disk)
    try:
        set_aside = _set_torn_aside(path)
        head, texts = read_record(path)
        account = replay_history(head, texts)
        journal._length = path.stat().st_size
    except BaseException:
        journal.close()
        raise
    return ResumedJournal(head, account, journal, set_aside)


def _set_torn_aside(path: Path) -> Path | None:
    raw = path.read_bytes()
    whole = raw.rfind(b"\n") + 1
    if whole == len(raw):
        return None
    beside = path.with_suffix(".torn")
    with beside.open("ab") as stream:
        stream.write(raw[whole:] + b"\n")
        stream.flush()
        os.fsync(stream.fileno())
    sync_folder(path.parent)
    with path.open("rb+") as stream:
        stream.truncate(whole)
        os.fsync(stream.fileno())
    return beside


def read_record(path: Path) -> tuple[RecordHeader, tuple[str, ...]]:
    """Head and lines of a record file; raises Unreadable (Torn for a torn last line), OSError."""
    with path.open("rb") as stream:
        return _head_and_texts(stream)


def _head_and_texts(stream: ByteLineStream) -> tuple[RecordHeader, tuple[str, ...]]:
    reader, moves = read_header_and_moves(stream)
    texts = tuple(line.text for line in moves)
    return reader.header(), texts


def replay_history(head: RecordHeader, texts: tuple[str, ...]) -> GameHistory:
    """The account those lines make; a journal holds no refused line, so one that is says the rules changed."""
    account = GameHistory.from_header(head, game_rules(head.game))
    for number, text in enumerate(texts, 1):
        try:
            account.apply_line(text)
        except MoveRefused as refused:
            said = public_text(
                account.game, text
            )  # this is read by people who may not know what lies face down
            raise Unreadable(
                f"move {number}, `{said}`, is refused now: {refused.refusal.clause.id}", "journal"
            ) from refused
    return account


# -- evenings


class SavedGame(Struct, frozen=True):
    """A journal in the house: who, which game, where it stands.

    changed: seconds since 1970 UTC when the last line was written. wrong: why it cannot be read, "" when it can.
    """

    path: Path
    game: str
    player_names: tuple[str, ...]
    round_number: int
    phase: str
    modified_at: float
    is_over: bool
    error: str = ""


def last_interrupted_game(folder: Path | None = None) -> SavedGame | None:
    """The latest evening one could go on with: the one that was opened last, then by the times at which they were
    written. Journals before it are not read.
    """
    return next(filter(_can_be_resumed, _saved_games_latest_first(folder)), None)


def last_damaged_game(folder: Path | None = None) -> SavedGame | None:
    """The latest evening, when it cannot be read: people who look for it are told. Only that one is read."""
    latest = next(_saved_games_latest_first(folder), None)
    return latest if latest is not None and latest.error else None


def _can_be_resumed(saved_game: SavedGame) -> bool:
    return not saved_game.is_over and not saved_game.error


def _saved_games_latest_first(folder: Path | None) -> Iterator[SavedGame]:
    yield from map(_load_saved_game, journal_paths(folder))


def journal_paths(folder: Path | None = None) -> list[Path]:
    """All evenings, readable or not: the one that was opened last, then by the times at which they were written."""
    where = folder or herald_home() / "evenings"
    paths = where.glob(f"*{JOURNAL_SUFFIX}") if where.is_dir() else ()
    opened = _last_opened_name(where)
    return sorted(paths, key=lambda path: (path.name == opened, _modified_at(path)), reverse=True)


def _modified_at(path: Path) -> float:
    """When it was written, in seconds since 1970; 0 for a name behind which nothing lies, or that is gone just now."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _load_saved_game(path: Path) -> SavedGame:
    changed = _modified_at(path)
    try:
        head, texts = _read_complete_lines(path)
        account = replay_history(head, texts)
        data: Mapping[str, object] = account.position.to_json()
        over = account.position.outcome() is not None
    except (Unreadable, OSError) as wrong:
        return SavedGame(path, "", (), 0, "", changed, False, str(wrong))
    except Exception as fault:  # a game from outside; what it says could name what lies face down
        return SavedGame(path, "", (), 0, "", changed, False, f"its game failed: {type(fault).__name__}")
    number = data.get("round", 0)
    return SavedGame(
        path,
        head.game,
        tuple(seat.name for seat in head.setup.seats),
        number if isinstance(number, int) else 0,
        str(data.get("phase", "")),
        changed,
        over,
    )


def _read_complete_lines(path: Path) -> tuple[RecordHeader, tuple[str, ...]]:
    """As `read_record`, passing over a torn last line and leaving the file as it is."""
    raw = path.read_bytes()
    return _head_and_texts(io.BytesIO(raw[: raw.rfind(b"\n") + 1]))


def new_journal_path(stamp: str, name: str, folder: Path | None = None) -> Path:
    """A new journal's place; `stamp` is the time as the owner wants it in file names."""
    where = folder or herald_home() / "evenings"
    path, number = where / f"{stamp}-{name}{JOURNAL_SUFFIX}", 1
    while path.exists():
        number += 1
        path = where / f"{stamp}-{name}-{number}{JOURNAL_SUFFIX}"
    return path
