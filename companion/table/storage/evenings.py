"""The index of the evenings, a small file beside the journals: what these do not say, or say only when replayed.

Which was opened after which (a Pi has no clock of its own, so times may go backwards), the number and the name by which
people call an evening, whether it was given up; and of those that were read, what a list shows of them.

What was read is only believed of a file that is as it was then, byte count and time. Without the index the evenings
are in the order of their times, and every one is replayed for a list.

What people change about an evening besides playing it never changes its journal. One that is given up is over without a
result, as the index notes; going on with it takes that back. One that is deleted is moved to the folder `deleted`
beside the evenings, with what lies beside its journal; moved back by hand, it is there again.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.rules.game import RULES_OF_FIRST_EVENINGS, Seat
from companion.rules.record import EveningTable, RecordHeader
from companion.rules.shown_text import shown_line
from companion.table.storage.disk import (
    FileLock,
    free_name,
    fsync_folder,
    make_private_folder,
    read_side_file,
    unused_file,
)
from companion.table.storage.kept_files import (
    DELETED_FOLDER_NAME,
    KEPT_FILES,
    Content,
    SideFile,
    check_sum,
    encode_with_sum,
)

JOURNAL_SUFFIX: Final = ".herald"
INDEX_FILE_NAME: Final = ".index"
LOCK_PATIENCE_SECONDS: Final = 5
"""A change takes milliseconds; a disk that is slow may take seconds."""
MAX_NUMBER: Final = 1 << 53
"""No evening has a greater number, and none was opened so often."""
EARLIER_LAST_OPENED, EARLIER_FINISHED = ".opened", ".finished"
"""What earlier versions of Herald noted: the name of the journal opened last, and those that are over."""

FileState = tuple[int, int]
"""The bytes of a file, and when it was written, in nanoseconds since 1970."""

_CHANGING = Lock()


class GameSummary(Struct, frozen=True, omit_defaults=True):
    """What a list shows of a game: who plays which, how far it is, and how it ended.

    winners: their colours, () while it goes on; points: by colour, when it is over.
    """

    game: str
    seats: tuple[Seat, ...]
    round_number: int
    phase: str
    is_over: bool = False
    winners: tuple[str, ...] = ()
    points: Mapping[str, int] = {}


class EveningNote(Struct, frozen=True, omit_defaults=True):
    """What is noted of an evening.

    number: by which people call it; no other evening ever has it. opened: greater than those of all that were opened
    before. state: of the file, when `summary` was read from it.
    """

    number: int
    opened: int
    name: str = ""
    is_given_up: bool = False
    state: FileState | None = None
    summary: GameSummary | None = None


class EveningIndex(Struct):
    """The notes by the name of the journal, and the next number.

    sum: the checksum of all that, in the file only; "" in files of earlier Heralds.
    """

    next_number: int = 1
    notes: dict[str, EveningNote] = {}
    sum: str = ""

    def latest_first(self) -> list[str]:
        """The names of the journals, the one opened last first."""
        return sorted(self.notes, key=lambda name: self.notes[name].opened, reverse=True)

    def change(self, file_name: str, **values: Any) -> None:
        """Change what is noted of an evening; one that is not there is left alone."""
        if file_name in self.notes:
            self.notes[file_name] = replace(self.notes[file_name], **values)

    def append(self, file_name: str) -> None:
        """Note a journal that was not there before."""
        self.notes[file_name] = EveningNote(self.next_number, self.next_opened())
        self.next_number += 1

    def next_opened(self) -> int:
        """Greater than that of every evening."""
        return max((note.opened for note in self.notes.values()), default=0) + 1


def load_index(folder: Path) -> EveningIndex:
    """A note on each journal there is; those without one get the next numbers, in the order of their times.

    The numbers are noted at once, so that nobody is told one that another evening has: another Herald may be counting.
    Where nothing can be noted they are those that would be.
    """
    if not folder.is_dir():
        return EveningIndex()
    try:
        return change_index(folder, lambda _index: None)
    except OSError:
        return _with_all_journals(_read_index(folder), folder)


def _with_all_journals(kept: EveningIndex, folder: Path) -> EveningIndex:
    """These notes without those on journals that are gone, and with one on each that is new."""
    names = journal_names(folder)
    index = EveningIndex(kept.next_number, {name: kept.notes[name] for name in names if name in kept.notes})
    fresh = [name for name in names if name not in kept.notes]
    for name in sorted(fresh, key=lambda name: (_modified_at(folder / name), name)):
        index.append(name)
    if fresh and not kept.notes and (opened := _opened_last_before(folder)) in index.notes:
        index.change(opened, opened=index.next_opened())
    return index


def change_index(folder: Path, change: Callable[[EveningIndex], None]) -> EveningIndex:
    """Change the notes, write them if they are others now, and return them.

    Only one Herald does so at a time. Raises FileInUseError where another one does not come to an end, OSError.
    """
    with _CHANGING, FileLock(folder / INDEX_FILE_NAME, LOCK_PATIENCE_SECONDS):
        before = _read_index(folder)
        index = _with_all_journals(before, folder)
        change(index)
        if index != before:
            _write_index(folder, index)
        return index


def remember_last_opened(path: Path) -> None:
    """Note that this evening was opened last, whatever the clock says; it is no longer given up."""

    def move_to_front(index: EveningIndex) -> None:
        if index.latest_first()[:1] != [path.name]:
            index.change(path.name, opened=index.next_opened())
        index.change(path.name, is_given_up=False)

    with suppress(OSError):  # playing matters more
        change_index(path.parent, move_to_front)


def journal_names(folder: Path) -> list[str]:
    """The names of all journals, whatever stands behind them; raises OSError for a folder that cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry in entries if entry.name.endswith(JOURNAL_SUFFIX)]
    except (FileNotFoundError, NotADirectoryError):
        return []


def file_state(path: Path | str) -> FileState | None:
    """The state of that file; None where there is none."""
    try:
        found = os.lstat(path)
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def _modified_at(path: Path) -> float:
    """When it was written, in seconds since 1970; 0 for one that has just vanished."""
    state = file_state(path)
    return state[1] / 1e9 if state is not None else 0.0


def _index_file(folder: Path) -> SideFile:
    return KEPT_FILES["evenings"].at(folder / INDEX_FILE_NAME)


def _read_index(folder: Path) -> EveningIndex:
    return _index_file(folder).load(INDEX)


def decode_index(raw: bytes) -> EveningIndex:
    """The notes in the file; raises ValueError where something in it was altered."""
    found = msgspec.json.decode(raw, type=EveningIndex)
    check_sum(found)
    found.sum = ""
    numbers = {note.number for note in found.notes.values()}
    if len(numbers) < len(found.notes) or max(numbers, default=0) >= found.next_number:
        raise ValueError("two evenings have one number")
    opened = {abs(note.opened) for note in found.notes.values()}
    if min(numbers, default=1) < 1 or max({found.next_number, *opened}) > MAX_NUMBER:
        raise ValueError("an evening has a number that cannot be")
    return found


INDEX: Final = Content(lambda raw, _path: decode_index(raw), EveningIndex())


def _write_index(folder: Path, index: EveningIndex) -> None:
    """Write the notes, and take away those of earlier versions, which would grow stale."""
    writable = {name: note for name, note in index.notes.items() if _is_text(name)}
    plain = replace(index, notes=writable)
    _index_file(folder).save(encode_with_sum(plain))
    for name in (EARLIER_LAST_OPENED, EARLIER_FINISHED):
        with suppress(OSError):
            (folder / name).unlink()


def _is_text(name: str) -> bool:
    """Whether the name of a file can be written down; any other is numbered anew each time."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _opened_last_before(folder: Path) -> str:
    """The journal opened last, as an earlier version noted it; "" if it did not."""
    try:
        return os.fsdecode(read_side_file(folder / EARLIER_LAST_OPENED))
    except OSError:
        return ""


# -- what people change

MAX_NAME_LETTERS: Final = 40


def name_evening(path: Path, name: str) -> str:
    """Give an evening a name, "" for none, and return it as it is kept: one line that can be shown; raises OSError."""
    kept = " ".join(shown_line(name).split())[:MAX_NAME_LETTERS].rstrip()
    _change(path, name=kept)
    return kept


def give_up_evening(path: Path) -> None:
    """Note that an evening is over without a result; raises FileInUseError while it is played, OSError."""
    with unused_file(path):
        _change(path, is_given_up=True)


def delete_evening(path: Path) -> Path:
    """Move an evening out of the way, and return where it is now.

    Raises FileInUseError while it is played, OSError.
    """
    deleted = path.parent / DELETED_FOLDER_NAME
    with unused_file(path):
        make_private_folder(deleted)
        beside = _files_beside(path)
        moved_journal = free_name(deleted / path.stem, path.suffix)
        for moved in ((path,), beside):  # first the journal, durably: never without what belongs to it
            for each in moved:
                each.rename(deleted / f"{moved_journal.stem}{each.name.removeprefix(path.stem)}")
            fsync_folder(deleted)
            fsync_folder(path.parent)
    with suppress(OSError):  # else an evening of the same name would get its number and name
        change_index(path.parent, lambda _index: None)
    return moved_journal


def _change(path: Path, **values: object) -> None:
    def change(index: EveningIndex) -> None:
        index.change(path.name, **values)

    change_index(path.parent, change)


def _files_beside(path: Path) -> list[Path]:
    """The files beside a journal that belong to it: they have its name, and an ending of their own."""
    stems = [name.removesuffix(JOURNAL_SUFFIX) for name in journal_names(path.parent)]
    return [
        each
        for each in sorted(path.parent.iterdir())
        if each.suffix != JOURNAL_SUFFIX
        and max((stem for stem in stems if each.name.startswith(f"{stem}.")), key=len, default="")
        == path.stem
    ]


# -- at which table an evening is played


class TableFile(Struct, frozen=True):
    """What a file beside a journal of an earlier Herald says, where the table is virtual; see `EveningTable`.

    `head_sum`: the checksum of the head of the record it belongs to, "" in the earliest.
    """

    virtual: bool = False
    absent: tuple[str, ...] = ()
    head_sum: str = ""


TABLE: Final = Content(lambda raw, _path: msgspec.json.decode(raw, type=TableFile), TableFile())


def table_of_evening(journal: Path, head: RecordHeader) -> EveningTable:
    """At which table the evening of that journal is played, whose head this is.

    The head says so. Where an earlier Herald wrote it, a file beside it says of a virtual table that it is one. A file
    that cannot be read leaves the table virtual, for it lies only beside such ones; who of the players was absent is
    then not known. One that belongs to another evening leaves the table real. Both are told.
    """
    if head.table is not None:
        return head.table
    file = KEPT_FILES["virtual"].at(journal.with_suffix(KEPT_FILES["virtual"].ending))
    if not os.path.lexists(file.path):
        return EveningTable()
    own, colours = ("", head_sum(head)), {seat.colour for seat in head.setup.seats}

    def decode(raw: bytes, path: Path) -> TableFile:
        found = TABLE.decode(raw, path)
        if found.head_sum in own and not colours.issuperset(found.absent):
            raise ValueError(f"nobody sits at {', '.join(sorted({*found.absent} - colours))}")
        return found

    found = file.load(Content(decode, TableFile(virtual=True, head_sum=own[1])))
    if found.head_sum not in own:
        file.reject("stale", "it belongs to another evening")
        return EveningTable()
    if not os.path.lexists(file.path):  # what is believed now is believed the next time, too
        with suppress(OSError):
            file.save(msgspec.json.encode(found))
    return EveningTable(found.virtual, found.absent if found.virtual else ())


def head_sum(head: RecordHeader) -> str:
    """The checksum of a head, without the version of the format, as it is written and as it is read again.

    Heads of the first evenings had no line about the rules.
    """
    _version, *lines = (" ".join(line.split()) for line in head.to_lines())
    if head.setup.rules == RULES_OF_FIRST_EVENINGS:
        lines.remove(f"rules {RULES_OF_FIRST_EVENINGS}")
    return f"{zlib.crc32(chr(10).join(lines).encode()):08x}"
