"""The lock under which everything that is kept may be replaced: no evening is open, none begins, no deck is changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from companion.table.backup.kept_files import EVENINGS_FOLDER
from companion.table.storage.disk import FileLock, make_private_folder, open_folder_alone

_DECK_LOCKS = ".*.deck.lock"
_BEFORE_NAME, _AFTER_NAME = ".", ".lock"


@contextmanager
def home_locked(home: Path) -> Iterator[None]:
    """Within the context no other Herald, and no game of this one, changes what is kept there.

    Raises FileInUseError while an evening is open, a deck is being changed or Herald is updated, and OSError.
    """
    evenings = home / EVENINGS_FOLDER
    make_private_folder(evenings)
    with ExitStack() as leaving:
        leaving.callback(os.close, open_folder_alone(evenings))
        for lock in home.glob(_DECK_LOCKS):
            name = lock.name.removeprefix(_BEFORE_NAME).removesuffix(_AFTER_NAME)
            leaving.enter_context(FileLock(home / name))
        yield
