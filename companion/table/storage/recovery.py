"""What can be brought back of a damaged journal.

Everything before the damage is. Behind it a line is, too, while its sum vouches for it and the rules allow it at the
table as it is without what was lost. The first line that they do not allow ends that: nobody knows at which table the
lines behind it were said.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Literal

from msgspec import Struct

from companion.games import game_rules_of_record
from companion.rules.clauses import GAME_FAILED, MoveRefused
from companion.rules.errors import HeraldError, InvalidRecord
from companion.rules.history import GameHistory
from companion.rules.public_view import public_text
from companion.rules.record import (
    HEADER_KEYWORDS,
    JOURNAL_VERSION,
    MOVES_WORD,
    HeaderReader,
    LineDamage,
    RecordHeader,
    chained_lines,
    is_chained,
)
from companion.rules.shown_text import shown_line
from companion.table.storage.disk import (
    free_name,
    fsync_folder,
    held_file,
    make_private_folder,
    name_exclusively,
    set_aside,
    unnamed_file,
)
from companion.table.storage.evenings import JOURNAL_SUFFIX
from companion.table.storage.journal import (
    COMMON_FIRST_WORDS,
    DAMAGED_SUFFIX,
    LOST_HEAD,
    MAX_JOURNAL_BYTES,
    JournalWriteError,
    ScannedLine,
    check_journal_length,
    may_be_of_head,
    scan_lines,
)

LeftOutReason = LineDamage | Literal["refused", "reaches-back", "behind", "failed"]
"""Why a line is not brought back: it does not hold, the rules do not allow it, it takes back what may be lost, it
stands behind such a line, its game fails at it.
"""

MAX_SHOWN_LETTERS = 120


class LostHeadError(InvalidRecord):
    """The head of a journal is damaged, so that nobody knows who played what: nothing can be brought back."""

    def __init__(self, line: int, why: LeftOutReason) -> None:
        super().__init__(LOST_HEAD, f"line {line}")
        self.line = line
        self.why: LeftOutReason = why


class LeftOutLine(Struct, frozen=True):
    """A line that is not brought back.

    raw: as it stands there; it may name what lies face down. heard: as everybody may hear it; of a damaged line only
    who said it.
    """

    number: int
    why: LeftOutReason
    raw: str
    heard: str


class RecoveredEvening(Struct, frozen=True):
    """What holds of a journal: a header, the lines that go on from it, and the game that they make.

    taken_behind: how many of the lines stood behind the first that is left out; `left_out`: in their order, () for a
    journal that is whole. goes_on: whether it goes on by itself, because nothing is wrong but its end.
    """

    head: RecordHeader
    texts: tuple[str, ...]
    history: GameHistory
    taken_behind: int
    left_out: tuple[LeftOutLine, ...]
    goes_on: bool

    @property
    def first(self) -> LeftOutLine:
        """The first line that is left out, of a journal that is not whole."""
        return self.left_out[0]

    @property
    def journal(self) -> bytes:
        """A journal of what holds, with sums of its own."""
        return chained_lines((*self.head.to_lines(JOURNAL_VERSION), *self.texts)).encode()


def recover_lines(data: bytes) -> RecoveredEvening:
    """What holds of the journal with these bytes.

    Raises LostHeadError where its head does not hold, InvalidRecord where that says what cannot be.
    """
    scanned = tuple(scan_lines(data))
    end = _end_of_head(scanned)
    reader = HeaderReader()
    for each in scanned[:end]:
        if each.line is not None and each.line.means_something:
            reader.read_line(each.line)
        elif each.line is not None:
            reader.read_remark(each.line.text)
    try:
        head = reader.header()
        walk = _Walk(GameHistory.from_header(head, game_rules_of_record(head.game)))
    except InvalidRecord as wrong:
        if end < len(scanned) and scanned[end].fault is not None:
            raise _lost_head(scanned[end]) from wrong
        raise
    except Exception as fault:  # a plug-in game; its message could name what lies face down
        raise InvalidRecord(GAME_FAILED(type(fault).__name__), "head") from fault
    if not _is_journal(scanned) and may_be_of_head(scanned[end:], walk.colours):
        raise _lost_head(scanned[end])
    for each in scanned[end:]:
        walk.take(each)
    return walk.recovered(head)


# -- the head


def _end_of_head(scanned: Sequence[ScannedLine]) -> int:
    """How many lines the head has; raises LostHeadError where one of them does not hold."""
    if _is_journal(scanned):
        ends = (at for at, each in enumerate(scanned, 1) if each.text == MOVES_WORD)
    else:
        ends = (at for at, each in enumerate(scanned) if not _is_of_head(each))
    end = next(ends, len(scanned))
    damaged = next((each for each in scanned[:end] if each.fault is not None), None)
    if damaged is not None:
        raise _lost_head(damaged)
    return end


def _is_journal(scanned: Sequence[ScannedLine]) -> bool:
    """Whether it is of the format whose head has an end that is marked."""
    return bool(scanned) and is_chained(scanned[0].raw)


def _is_of_head(scanned: ScannedLine) -> bool:
    """Whether this line of a record of format 1 holds, and may stand in a head."""
    return scanned.line is not None and (not scanned.text or scanned.first_word in HEADER_KEYWORDS)


def _lost_head(damaged: ScannedLine) -> LostHeadError:
    assert damaged.fault is not None
    return LostHeadError(damaged.number, damaged.fault.damage)


# -- the game


class _Walk:
    """Goes on from a header, line by line, with those that can be taken."""

    def __init__(self, history: GameHistory) -> None:
        self._history = history
        self.colours = tuple(seat.colour for seat in history.setup.seats)
        self._first_words = (*self.colours, *COMMON_FIRST_WORDS)
        self._texts: list[str] = []
        self._left_out: list[LeftOutLine] = []
        self._taken_behind = 0
        self._standing_before_damage = 0
        self._has_lost_track = False

    def take(self, scanned: ScannedLine) -> None:
        """Take the line, or leave it out."""
        if scanned.fault is not None:
            self._standing_before_damage = len(self._history.accepted_lines)
            who = scanned.first_word
            self._leave_out(scanned, scanned.fault.damage, f"{who} …" if who in self._first_words else "…")
        elif text := scanned.text:
            why = "behind" if self._has_lost_track else self._why_refused(text)
            if why is not None:
                self._has_lost_track = True
                self._leave_out(scanned, why, self._heard(text))
                return
            self._texts.append(text)
            self._taken_behind += bool(self._left_out)

    def _why_refused(self, text: str) -> LeftOutReason | None:
        """None for a line that is taken."""
        try:
            _, after = self._history.after_line(text)
        except MoveRefused:
            return "refused"
        except InvalidRecord:
            raise
        except Exception:  # a plug-in game; its message could name what lies face down
            return "failed"
        if len(after.accepted_lines) < self._standing_before_damage:
            return "reaches-back"
        self._history = after
        return None

    def _heard(self, text: str) -> str:
        try:
            return shown_line(public_text(self._history.game, text))[:MAX_SHOWN_LETTERS]
        except Exception:  # of a plug-in game
            return "…"

    def _leave_out(self, scanned: ScannedLine, why: LeftOutReason, heard: str) -> None:
        self._left_out.append(LeftOutLine(scanned.number, why, scanned.raw_text[:MAX_SHOWN_LETTERS], heard))

    def recovered(self, head: RecordHeader) -> RecoveredEvening:
        """What was taken, and what was left out."""
        goes_on = bool(self._left_out) and not self._taken_behind and not self._has_lost_track
        return RecoveredEvening(
            head, tuple(self._texts), self._history, self._taken_behind, tuple(self._left_out), goes_on
        )


RECOVERED_MARK = "-recovered"
"""Behind the name of a journal, in the name of what was brought back of it."""


class FileThereError(HeraldError, FileExistsError):
    """A new file has the name of one that is there, which is not replaced."""


def read_recovered(path: Path) -> RecoveredEvening:
    """What holds of a journal, which is left as it is.

    Raises LostHeadError, InvalidRecord, FileInUseError while it is played, OSError.
    """
    with held_file(path, follows_links=True) as handle:
        return recover_lines(_read(path, handle))


def recovered_path(path: Path, folder: Path) -> Path:
    """Where what is brought back of that journal goes, in this folder: nothing lies there yet."""
    stem = f"{path.name.removesuffix(path.suffix)}{RECOVERED_MARK}"
    return free_name(folder / stem, JOURNAL_SUFFIX)


def write_recovered(recovered: RecoveredEvening, path: Path) -> None:
    """Write a new journal with what holds: whole, or not at all.

    Raises FileThereError where something lies there, JournalWriteError.
    """
    try:
        make_private_folder(path.parent)
        with unnamed_file(path, partial(_write, recovered.journal)) as (handle, temporary):
            name_exclusively(temporary, path)
        os.close(handle)
    except FileExistsError as there:
        raise FileThereError(there.errno, "there is a file of that name, which stays", str(path)) from there
    except OSError as why:
        raise JournalWriteError(path, why) from why


def recover_in_place(path: Path) -> Path:
    """Put what holds of a journal in its place; where the damaged one is kept beside it is answered.

    At no moment is there none under that name. Raises as `read_recovered`, and JournalWriteError.
    """
    with held_file(path) as damaged:
        recovered = recover_lines(_read(path, damaged))
        try:
            with unnamed_file(path, partial(_write, recovered.journal)) as (handle, temporary):
                kept = set_aside(path, path.with_suffix(DAMAGED_SUFFIX))
                fsync_folder(path.parent)
                temporary.replace(path)
                fsync_folder(path.parent)
            os.close(handle)
        except OSError as why:
            raise JournalWriteError(path, why) from why
    assert kept is not None
    return kept


def _read(path: Path, handle: int) -> bytes:
    with os.fdopen(handle, "rb", closefd=False) as stream:
        raw = stream.read(MAX_JOURNAL_BYTES + 1)
    check_journal_length(path, len(raw))
    return raw


def _write(data: bytes, handle: int) -> None:
    with os.fdopen(handle, "wb", closefd=False) as stream:
        stream.write(data)
    os.fsync(handle)
