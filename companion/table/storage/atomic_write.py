"""Atomic writes: after a power cut there is the old file or the new one, never half of either."""

from __future__ import annotations

import errno
import logging
import os
import stat
from contextlib import suppress
from pathlib import Path

log = logging.getLogger(__name__)

PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE, PRIVATE_UMASK = 0o600, 0o700, 0o077
"""What Herald keeps is for its owner only: a journal knows what lies face down, and who was there."""
_CANNOT_SYNC_FOLDERS = (errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)
"""What file systems answer that cannot sync a folder, as some of shares and sticks: none has failed."""
_told_disks: set[int] = set()
"""The disks that cannot sync a folder, of which that was told."""


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file completely or not at all, durably, for its owner only; raises OSError that names it."""
    make_private_folder(path.parent)
    temporary = path.with_name(f".{path.name}.new")
    try:
        with os.fdopen(_open_private(temporary), "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
    except OSError as wrong:
        with suppress(OSError):
            temporary.unlink()
        wrong.filename = str(path)  # not the temporary file, which nobody knows; a full disk names none
        raise
    fsync_folder(path.parent)


def _open_private(path: Path) -> int:
    """Open a file for writing from its beginning, readable by its owner only; never waits."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    handle = os.open(path, flags, PRIVATE_FILE_MODE)
    found = os.fstat(handle)
    if stat.S_ISREG(found.st_mode) and found.st_mode & 0o077:  # left there by an earlier Herald
        with suppress(OSError):  # a disk without such rights
            os.fchmod(handle, PRIVATE_FILE_MODE)
    return handle


def make_private_folder(folder: Path) -> None:
    """Make a folder and those above it that are missing, durably, for their owner only. Raises OSError."""
    if folder.is_dir():
        return
    if folder.parent != folder:
        make_private_folder(folder.parent)
    try:
        folder.mkdir(mode=PRIVATE_FOLDER_MODE, exist_ok=True)
    except FileExistsError as wrong:  # a file, or a link that leads nowhere
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from wrong
    fsync_folder(folder.parent)


def fsync_folder(folder: Path) -> None:
    """Make the names in a folder durable, where its disk can do that: else that is told once. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as wrong:
        if wrong.errno not in _CANNOT_SYNC_FOLDERS:
            raise
        if (disk := os.fstat(handle).st_dev) not in _told_disks:
            _told_disks.add(disk)
            log.warning(
                "the disk of %s cannot sync a folder: do not cut the power before Herald has ended, which may cost"
                " the newest files there",
                folder,
            )
    finally:
        os.close(handle)
