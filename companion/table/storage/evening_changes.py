"""What people change about an evening besides playing it: its name, that it is given up, that it is deleted.

The journal itself is never changed. An evening that is given up is over without a result, as the index notes; going on
with it takes that back. One that is deleted is moved to the folder `deleted` beside the evenings, with what lies beside
its journal; moved back by hand, it is there again.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.rules.shown_text import shown_line
from companion.table.storage.disk import free_name, fsync_folder, make_private_folder, unused_file
from companion.table.storage.evening_index import (
    JOURNAL_SUFFIX,
    EveningIndex,
    change_index,
    journal_names,
)

DELETED_FOLDER_NAME: Final = "deleted"
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
