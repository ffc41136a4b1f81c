"""The lock under which everything that is kept may be replaced: no evening is open, none begins, no deck is changed."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from companion.table.backup.kept_files import EVENINGS_FOLDER
from companion.table.storage.atomic_write import make_private_folder
from companion.table.storage.journal import FileInUseError
from companion.table.tags.deck_store import DeckLock

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
        handle = os.open(evenings, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        leaving.callback(os.close, handle)
        _lock_alone(handle)
        for lock in home.glob(_DECK_LOCKS):
            name = lock.name.removeprefix(_BEFORE_NAME).removesuffix(_AFTER_NAME)
            leaving.enter_context(DeckLock(home / name))
        yield


def _lock_alone(handle: int) -> None:
    """Take the lock that open games share, alone; say who has it."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    except BlockingIOError:
        pass
    except OSError:
        return  # a disk without such locks
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError as held:
        raise FileInUseError("Herald is being updated or restored; try again when that is over") from held
    raise FileInUseError("an evening is open, in this Herald or another one; end it first, it is kept")
