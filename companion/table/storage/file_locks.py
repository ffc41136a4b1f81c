"""Locks between two Heralds: on a file that is being changed, and on the folder of the evenings.

The system gives a lock back when the program that has it ends, however that comes. A disk without such locks (some
network disks) stops nobody: playing matters more.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from companion.rules.errors import HeraldError
from companion.table.storage.atomic_write import PRIVATE_FILE_MODE, make_private_folder
from companion.table.storage.side_file import SideFileError, open_regular_file

_LOCK_FLAGS: Final = os.O_NONBLOCK | os.O_NOCTTY | os.O_NOFOLLOW | os.O_CLOEXEC
_RETRY_SECONDS: Final = 0.01


class FileInUseError(HeraldError, OSError):
    """Another Herald uses the file."""


class FileLock:
    """A lock for changing a file: no other Herald may change it meanwhile. Raises FileInUseError, OSError.

    patience: seconds to wait for another Herald that changes it.
    """

    def __init__(self, path: Path, patience: float = 0) -> None:
        self._path = path
        self._patience = patience
        self._handle = -1

    def __enter__(self) -> Self:
        make_private_folder(self._path.parent)
        lock = self._path.with_name(f".{self._path.name.removeprefix('.')}.lock")
        self._handle = os.open(lock, os.O_RDWR | os.O_CREAT | _LOCK_FLAGS, PRIVATE_FILE_MODE)
        try:
            self._wait_for_lock()
        except BaseException:
            os.close(self._handle)
            raise
        return self

    def _wait_for_lock(self) -> None:
        until = time.monotonic() + self._patience
        while not take_lock(self._handle, fcntl.LOCK_EX):
            if time.monotonic() >= until:
                raise FileInUseError(f"{self._path.name} is being changed by another Herald; end that first")
            time.sleep(_RETRY_SECONDS)

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._handle)


@contextmanager
def unused_file(path: Path) -> Iterator[None]:
    """Hold what lies in the place of a journal, so that no Herald plays it; raises FileInUseError, OSError."""
    with ExitStack() as held:
        with suppress(SideFileError):  # nobody can play that
            held.enter_context(held_file(path))
        yield


@contextmanager
def held_file(path: Path, follows_links: bool = False) -> Iterator[int]:
    """Open the journal of an evening to be read, and hold it, so that no Herald plays it.

    Raises FileInUseError, SideFileError where it is no file, OSError.
    """
    handle = open_regular_file(path, follows_links)
    try:
        if not take_lock(handle, fcntl.LOCK_EX):
            raise FileInUseError(f"{path.name} is being played; leave the table first")
        yield handle
    finally:
        os.close(handle)


def open_folder_shared(folder: Path) -> int:
    """The folder, with a lock that all open games share; raises FileInUseError while Herald is updated or restored.

    deploy/update and a restore take the lock alone, so they never interrupt a game, and no game begins on half of what
    they do.
    """
    handle = _open_folder(folder)
    if not take_lock(handle, fcntl.LOCK_SH):
        os.close(handle)
        raise FileInUseError("Herald is being updated or restored; try again when that is over")
    return handle


def open_folder_alone(folder: Path) -> int:
    """The folder, with its lock for nobody else; raises FileInUseError where a game is open or another has the lock."""
    handle = _open_folder(folder)
    if take_lock(handle, fcntl.LOCK_EX):
        return handle
    is_shared = take_lock(handle, fcntl.LOCK_SH)
    os.close(handle)
    if is_shared:
        raise FileInUseError("an evening is open, in this Herald or another one; end it first, it is kept")
    raise FileInUseError("Herald is being updated or restored; try again when that is over")


def _open_folder(folder: Path) -> int:
    return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)


def take_lock(handle: int, kind: int) -> bool:
    """Take the lock of an open file or folder, without waiting; False where somebody else has it.

    `kind`: `fcntl.LOCK_EX` or `fcntl.LOCK_SH`.
    """
    try:
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass  # a disk without such locks
    return True
