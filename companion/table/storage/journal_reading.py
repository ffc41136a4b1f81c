"""What a journal holds, and what in it does not: read for going on, for telling people, and for bringing it back.

A move is announced once its line is on the disk, so only the last line can be half there after a power cut. Damage with
nothing intact behind it is therefore the end of the log, which an evening goes on without; damage before anything
intact is damage, and nobody guesses what stood there.
"""

from __future__ import annotations

import io
import os
import shlex
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from companion.rules.clauses import JOURNAL_TOO_LONG, MOVE_REFUSED_NOW
from companion.rules.errors import InvalidRecord
from companion.rules.record import (
    HEADER_KEYWORDS,
    MAX_LINE_BYTES,
    DamagedLineError,
    LineDamage,
    LineReader,
    RecordHeader,
    RecordLine,
    is_chained,
    split_header_and_moves,
)
from companion.rules.shown_text import shown_line
from companion.table.storage.disk import open_regular_file

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

    def holding() -> Iterator[RecordLine]:
        for each in scanned:
            if each.line is None:
                damaged.append(each)
                return
            if each.line.means_something:
                yield each.line

    reader, moves = split_header_and_moves(holding())
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
