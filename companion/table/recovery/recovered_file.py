"""A damaged journal on the disk: read while nobody plays it, and a new one written, or put in its place."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

from companion.rules.errors import HeraldError
from companion.table.recovery.journal_recovery import RecoveredEvening, recover_lines
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
    DAMAGED_SUFFIX,
    MAX_JOURNAL_BYTES,
    JournalWriteError,
    check_journal_length,
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
