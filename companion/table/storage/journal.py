"""The journal of a game: a record on disk, one line at a time, each safe before it is announced.

A move is announced once its line is on the disk, so only the last line can be half there after a power cut. Damage with
nothing intact behind it is therefore the end of the log, which an evening goes on without; damage before anything
intact is damage, and nobody guesses what stood there.
"""

from __future__ import annotations

import errno
import io
import os
import shlex
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, Self

from msgspec import Struct

from companion.games import game_rules_of_record
from companion.rules.clauses import JOURNAL_TOO_LONG, MOVE_REFUSED_NOW, MoveRefused
from companion.rules.errors import HeraldError, InvalidRecord
from companion.rules.history import GameHistory
from companion.rules.public_view import public_text
from companion.rules.record import (
    HEADER_KEYWORDS,
    JOURNAL_VERSION,
    MAX_LINE_BYTES,
    DamagedLineError,
    HeaderReader,
    LineDamage,
    LineReader,
    RecordHeader,
    RecordLine,
    TornRecordError,
    chained_lines,
    is_chained,
    line_with_checksum,
    read_header,
    split_header_and_moves,
    written_checksum,
)
from companion.rules.shown_text import shown_line
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
    open_regular_file,
    set_aside,
    system_words,
    unlink_same,
    unnamed_file,
    unused_file,
    write_atomically,
)
from companion.table.storage.evenings import remember_last_opened
from companion.table.storage.kept_files import Content, files_beside

# -- what a journal holds, and what in it does not: for going on, for telling people, and for bringing it back

MAX_JOURNAL_BYTES = 2 * MAX_LINE_BYTES
"""The longest journal: a hundred times that of a long evening. It bounds memory, and the time until a game goes on."""
COMMON_FIRST_WORDS = ("table", "undo")
"""With these words, or a colour, a line begins that is none of the head."""
LOST_HEAD = (
    "the head is damaged, which says which game it is and who plays: nothing can be brought back;"
    " take the evening from a backup, or begin it anew and set its table"
)
"""What helps where a line of the head does not hold."""


class ScannedLine(Struct, frozen=True):
    """A line of a journal as it lies there.

    start: where it begins, in bytes from the beginning of the file; `raw`: its bytes, with its end.
    line: what it says, None where it does not hold; `fault`: why not, None where it does.
    """

    number: int
    start: int
    raw: bytes
    line: RecordLine | None
    fault: DamagedLineError | None = None

    @property
    def text(self) -> str:
        """What the line says, "" where it does not hold or says nothing."""
        return self.line.text if self.line is not None and self.line.means_something else ""

    @property
    def raw_text(self) -> str:
        """The line as it may be shown, whether it holds or not."""
        return shown_line(self.raw.decode(errors="replace")).strip()

    @property
    def first_word(self) -> str:
        """The first word of the line, whether it holds or not."""
        return next(iter(self.raw_text.split()), "")


class JournalContent(Struct, frozen=True):
    """The lines of a journal that hold, from the first one on.

    head: its header; `texts`: its moves, corrections and undos.
    damaged_end: the first line of what lies behind them, None if nothing does. Nothing from there on is intact.
    """

    head: RecordHeader
    texts: tuple[str, ...]
    damaged_end: ScannedLine | None = None


class JournalProblem(NamedTuple):
    """Something that happened to the file of an evening, which goes on.

    code: torn-line, damaged-end (set aside as `file_name`, from the line with the number `detail` on); journal-gone,
        journal-changed (the file is written again; what lay there is kept as `detail`).
    """

    code: str
    file_name: str
    detail: str = ""


class DamagedJournalError(InvalidRecord):
    """A journal is damaged before lines that are intact, or in its header.

    line: the number of the first line that does not hold; `reason`: why; `damage`: why, in a word.
    intact_behind: how many lines behind it hold. is_head_lost: whether the line is one of the header, so that nobody
    knows who played what.
    """

    def __init__(
        self, path: Path, line: int, damage: LineDamage, reason: str, intact_behind: int, is_head_lost: bool
    ) -> None:
        what_to_do = (
            LOST_HEAD
            if is_head_lost
            else f"to bring back what holds: herald recover {shlex.quote(str(path))}"
        )
        super().__init__(f"{reason}; intact lines behind it: {intact_behind}; {what_to_do}", f"line {line}")
        self.path = path
        self.line = line
        self.damage: LineDamage = damage
        self.reason = reason
        self.intact_behind = intact_behind
        self.is_head_lost = is_head_lost


class RefusedMoveError(InvalidRecord):
    """The rules refuse a move of a journal, which holds no refused line: they have changed since it was written.

    number: of the move, from 1. heard: the move as everybody may hear it.
    """

    def __init__(self, number: int, heard: str, clause_id: str) -> None:
        super().__init__(MOVE_REFUSED_NOW(number, f"`{heard}`", clause_id), "journal")
        self.number = number


def scan_lines(data: bytes) -> Iterator[ScannedLine]:
    """Every line of a journal, whether it holds or not: also those behind a damage, where the sums allow it.

    In a journal with chained sums a line behind a damage holds if it goes on from the sum written before it.
    """
    reader, start = LineReader(), 0
    for raw in io.BytesIO(data):
        try:
            line: RecordLine | None = reader.read_line(raw)
            fault = None
        except DamagedLineError as wrong:
            line, fault = None, wrong
        if line is not None and b"\0" in raw:
            where = f"line {reader.number}"
            line, fault = None, DamagedLineError("zeros", "zeros stand where a part of it never came", where)
        yield ScannedLine(reader.number, start, raw, line, fault)
        start += len(raw)


def read_journal(path: Path) -> JournalContent:
    """What holds of a journal, which is left as it is; raises DamagedJournalError, InvalidRecord, OSError."""
    return journal_content(read_journal_bytes(path), path)


def read_journal_bytes(path: Path, follows_links: bool = False) -> bytes:
    """All of a journal; raises InvalidRecord where it is longer than one may be, OSError."""
    with os.fdopen(open_regular_file(path, follows_links), "rb") as stream:
        raw = stream.read(MAX_JOURNAL_BYTES + 1)
    check_journal_length(path, len(raw))
    return raw


def check_journal_length(path: Path, length: int) -> None:
    """Raise InvalidRecord where a journal with so many bytes is longer than one may be."""
    if length > MAX_JOURNAL_BYTES:
        raise InvalidRecord(JOURNAL_TOO_LONG(f"{MAX_JOURNAL_BYTES:,}", "`herald referee`"), path.name)


def journal_content(data: bytes, path: Path) -> JournalContent:
    """What holds of the journal with these bytes.

    Raises DamagedJournalError where something behind the damage is intact or the damage is in the header, and
    InvalidRecord where the header says what cannot be.
    """
    scanned = scan_lines(data)
    damaged: list[ScannedLine] = []
    reader = HeaderReader()

    def holding() -> Iterator[RecordLine]:
        for each in scanned:
            if each.line is None:
                damaged.append(each)
                return
            if each.line.means_something:
                yield each.line
            else:
                reader.read_remark(each.line.text)

    moves = read_header(reader, holding())
    texts = tuple(line.text for line in moves)
    if not damaged:
        return JournalContent(reader.header(), texts)
    behind = tuple(scanned)
    intact = sum(bool(each.text) for each in behind)
    try:
        head = reader.header()
    except InvalidRecord as headless:
        raise _damage(path, damaged[0], intact, is_head_lost=True) from headless
    colours = [seat.colour for seat in head.setup.seats]
    is_head_lost = not texts and not is_chained(data) and may_be_of_head((*damaged, *behind), colours)
    if intact or is_head_lost:
        raise _damage(path, damaged[0], intact, is_head_lost)
    return JournalContent(head, texts, damaged[0])


JOURNAL: Final[Content[JournalContent | None]] = Content(journal_content, None)


def line_of_move(path: Path, number: int) -> int:
    """The number of the line on which a move of a journal stands, the first move being 1; raises as `read_journal`."""
    scanned = scan_lines(read_journal_bytes(path))
    holding = (each.line for each in scanned if each.line is not None and each.line.means_something)
    _, moves = split_header_and_moves(holding)
    return next(islice(moves, number - 1, None)).number


def may_be_of_head(behind: Sequence[ScannedLine], colours: Iterable[str]) -> bool:
    """Whether the first line behind the head of a record of format 1 is damaged, and may have been of the head.

    Without it the game would be another one. `colours`: those of the seats that the head has.
    """
    if not behind or behind[0].fault is None:
        return False
    first_word = behind[0].first_word
    if first_word in HEADER_KEYWORDS or any(
        each.first_word in HEADER_KEYWORDS for each in behind if each.text
    ):
        return True
    return any(each.text for each in behind) and first_word not in (*colours, *COMMON_FIRST_WORDS)


def _damage(path: Path, first: ScannedLine, intact_behind: int, is_head_lost: bool) -> DamagedJournalError:
    assert first.fault is not None
    fault = first.fault
    return DamagedJournalError(path, first.number, fault.damage, fault.what, intact_behind, is_head_lost)


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


# -- writing

TORN_SUFFIX = ".torn"
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
        self._beside = _read_beside(path)
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
                self._mend_beside()  # first: else a start between the two took the table for a real one
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

    def _mend_beside(self) -> None:
        """Write the files beside the journal again where they are gone, too."""
        for path, raw in self._beside.items():
            if not os.path.lexists(path):
                write_atomically(path, raw)

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


def _read_beside(path: Path) -> dict[Path, bytes]:
    """What is kept beside a journal and can be read."""
    found = {}
    for file in files_beside(path):
        with suppress(OSError):
            found[file.path] = file.read()
    return found


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


# -- going on: it is read again, and written from now on, or as soon as the disk takes that


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
    head: RecordHeader
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
        return UnwritableJournal(path, content.head, raw, replay_history(content.head, content.texts))


def _set_damaged_end_aside(journal: Journal, content: JournalContent) -> Path | None:
    end = content.damaged_end
    return journal.set_end_aside(end) if end is not None else None
