"""What a journal holds, and what in it does not: read for going on, for telling people, and for bringing it back.

A move is announced once its line is on the disk, so only the last line can be half there after a power cut. Damage with
nothing intact behind it is therefore the end of the log, which an evening goes on without; damage before anything
intact is damage, and nobody guesses what stood there.
"""

from __future__ import annotations

import io
import os
import shlex
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from companion.rules.errors import InvalidRecord
from companion.rules.record import (
    HEADER_KEYWORDS,
    MAX_LINE_BYTES,
    DamagedLineError,
    LineDamage,
    LineReader,
    RecordHeader,
    RecordLine,
    split_header_and_moves,
)
from companion.table.storage.side_file import open_regular_file

MAX_JOURNAL_BYTES = 2 * MAX_LINE_BYTES
"""The longest journal: a hundred times that of a long evening. It bounds memory, and the time until a game goes on."""


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
    intact_behind: how many lines behind it hold.
    """

    def __init__(self, path: Path, line: int, damage: LineDamage, reason: str, intact_behind: int) -> None:
        what_to_do = f"to bring back what holds: herald recover {shlex.quote(str(path))}"
        super().__init__(f"{reason}; intact lines behind it: {intact_behind}; {what_to_do}", f"line {line}")
        self.line = line
        self.damage: LineDamage = damage
        self.reason = reason
        self.intact_behind = intact_behind


class RefusedMoveError(InvalidRecord):
    """The rules refuse a move of a journal, which holds no refused line: they have changed since it was written.

    number: of the move, from 1. heard: the move as everybody may hear it.
    """

    def __init__(self, number: int, heard: str, clause_id: str) -> None:
        super().__init__(f"move {number}, `{heard}`, is refused now: {clause_id}", "journal")
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
        raise InvalidRecord(
            f"longer than {MAX_JOURNAL_BYTES:,} bytes, and no evening is; `herald referee` reads longer records",
            path.name,
        )


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
    intact = sum(each.line is not None and each.line.means_something for each in scanned)
    if intact or (not texts and _is_of_header(damaged[0].raw)):
        raise _damage(path, damaged[0], intact)
    try:
        return JournalContent(reader.header(), texts, damaged[0])
    except InvalidRecord as headless:
        raise _damage(path, damaged[0], intact) from headless


def line_of_move(path: Path, number: int) -> int:
    """The number of the line on which a move of a journal stands, the first move being 1; raises as `read_journal`."""
    scanned = scan_lines(read_journal_bytes(path))
    holding = (each.line for each in scanned if each.line is not None and each.line.means_something)
    _, moves = split_header_and_moves(holding)
    return next(islice(moves, number - 1, None)).number


def _is_of_header(raw: bytes) -> bool:
    """Whether a damaged line was one of the header: without it the game would be another one."""
    return raw.startswith(tuple(f"{word} ".encode() for word in HEADER_KEYWORDS))


def _damage(path: Path, first: ScannedLine, intact_behind: int) -> DamagedJournalError:
    assert first.fault is not None
    return DamagedJournalError(path, first.number, first.fault.damage, first.fault.what, intact_behind)
