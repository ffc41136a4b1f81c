"""Files that one program holds: begun whole or not at all, never over another, locked from the first moment on."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.table.storage.atomic_write import PRIVATE_FILE_MODE, fsync_folder
from companion.table.storage.file_locks import take_lock
from companion.table.storage.names_aside import free_name

_OPEN_FLAGS = os.O_RDWR | os.O_APPEND | os.O_CLOEXEC | os.O_NONBLOCK


def open_held(path: Path) -> int:
    """A file opened to be written at its end, and locked; raises BlockingIOError where another program holds it."""
    handle = os.open(path, _OPEN_FLAGS)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "no file to write into", str(path))
        if not take_lock(handle, fcntl.LOCK_EX):
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN), str(path))
        if not os.path.samestat(os.fstat(handle), path.stat()):
            raise BlockingIOError(errno.EAGAIN, "it was written anew just now", str(path))
    except OSError:
        os.close(handle)
        raise
    return handle


def is_held_by_another(path: Path, handle: int) -> bool:
    """Whether another program holds what lies under that name, and not we by `handle`."""
    try:
        other = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        if os.path.samestat(os.fstat(other), os.fstat(handle)):
            return False
        return not take_lock(other, fcntl.LOCK_EX)
    except OSError:
        return False
    finally:
        os.close(other)


@contextmanager
def unnamed_file(path: Path, write: Callable[[int], None]) -> Iterator[tuple[int, Path]]:
    """A new file beside `path`, written whole and held: its handle, and the name it has until it gets its own.

    `write`: writes the file and makes it durable. When the block raises, the file is gone.
    """
    temporary = path.with_name(f".{path.name}.{os.urandom(4).hex()}.new")
    handle = os.open(temporary, _OPEN_FLAGS | os.O_CREAT | os.O_EXCL, PRIVATE_FILE_MODE)
    try:
        take_lock(handle, fcntl.LOCK_EX)  # nobody else knows that name
        write(handle)
        yield handle, temporary
    except BaseException:
        os.close(handle)
        with suppress(OSError):
            temporary.unlink()
        raise


def name_exclusively(temporary: Path, path: Path) -> None:
    """Give a whole file its name, durably; raises FileExistsError where there is something under it."""
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:  # a disk without such links: the name is taken first
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE_FILE_MODE))
        temporary.replace(path)
    else:
        temporary.unlink()
    try:
        fsync_folder(path.parent)
    except OSError:
        path.unlink()  # whether it outlives a power cut is not known: it never began
        raise


def unlink_same(path: Path, ours: os.stat_result) -> None:
    """Take its name away from that file; what else lies under that name stays."""
    with suppress(OSError):
        if os.path.samestat(path.lstat(), ours):
            path.unlink()


def keep_aside(first: Path, write: Callable[[int], None]) -> Path:
    """A new file for a part of what is set aside, written whole and durably; its name: the first one or one like it."""
    while True:
        aside = free_name(first)
        with suppress(FileExistsError):  # another program was quicker: the next name
            with unnamed_file(aside, write) as (handle, temporary):
                name_exclusively(temporary, aside)
            os.close(handle)
            return aside
