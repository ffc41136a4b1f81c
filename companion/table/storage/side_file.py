"""Side files: the small files beside a journal and in HERALD_HOME, of which none may stand between people and a game.

Whatever lies in such a file's place, reading it never waits and never raises: what cannot be used is set aside
(`NAME.damaged`), told once, and replaced by its last good version (`NAME.last-good`) where one is kept, else by its
default. A file that is missing is not wrong.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Literal

MAX_SIDE_FILE_BYTES = 1 << 20
"""The largest side file that is read, unless its reader says less; the largest deck has a few kilobytes."""

WhyUnusable = Literal["damaged", "folder", "link", "special", "large", "denied", "disk"]
"""Why a side file cannot be used: what is in it, or what lies in its place instead of a file."""


class SideFileError(OSError):
    """What lies in the place of a file cannot be read as one. `why`: in a word, for whoever tells it."""

    def __init__(self, path: Path, why: WhyUnusable, words: str) -> None:
        super().__init__(errno.EINVAL, words, str(path))
        self.why: WhyUnusable = why


def open_regular_file(path: Path, follows_links: bool = False) -> int:
    """Open a file for reading and return its handle; never waits, whatever lies there.

    A link is refused unless `follows_links`: only what people write themselves may be one.

    Raises FileNotFoundError where nothing lies there, SideFileError where what lies there is no file to be read.
    """
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    try:
        handle = os.open(path, flags if follows_links else flags | os.O_NOFOLLOW)
    except OSError as wrong:
        if isinstance(wrong, FileNotFoundError) and not os.path.lexists(path):
            raise
        raise _side_file_error(path, wrong) from wrong
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise SideFileError(path, "folder", "it is a folder, not a file")
        if not stat.S_ISREG(mode):
            raise SideFileError(path, "special", "it is no ordinary file")
    except BaseException:
        os.close(handle)
        raise
    return handle


def read_side_file(path: Path, limit: int = MAX_SIDE_FILE_BYTES, follows_links: bool = False) -> bytes:
    """The bytes of a file, `limit` at most; never waits, whatever lies there.

    Raises FileNotFoundError where nothing lies there, SideFileError where what lies there cannot be read.
    """
    handle = open_regular_file(path, follows_links)
    try:
        with os.fdopen(handle, "rb") as stream:
            raw = stream.read(limit + 1)
    except OSError as wrong:
        raise _side_file_error(path, wrong) from wrong
    if len(raw) > limit:
        raise SideFileError(path, "large", f"longer than {limit} bytes")
    return raw


def _side_file_error(path: Path, wrong: OSError) -> SideFileError:
    words = wrong.strerror or str(wrong)
    if path.is_symlink():
        return SideFileError(path, "link", f"it is a link that leads to no file here: {words}")
    if isinstance(wrong, PermissionError):
        return SideFileError(path, "denied", f"it may not be read: {words}")
    if wrong.errno == errno.ENXIO:
        return SideFileError(path, "special", "it is no ordinary file")
    return SideFileError(path, "disk", words)
