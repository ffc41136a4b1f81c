"""Opening a file of which nobody knows what it is: nothing that stands in its place can hang or lead elsewhere."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO

from companion.rules.errors import HeraldError


class NotAFile(HeraldError, OSError):
    """Something else stands where a file should: a folder, a link, a pipe, a device."""


def open_regular(path: Path) -> BinaryIO:
    """The file, to be read; raises NotAFile, OSError. A pipe is not waited for, a link is not followed."""
    kind = _kind_of_special(path.lstat().st_mode)
    if kind:
        raise NotAFile(f"it is {kind}, not a file")
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    if kind := _kind_of_special(os.fstat(handle).st_mode):  # exchanged just now
        os.close(handle)
        raise NotAFile(f"it is {kind}, not a file")
    return os.fdopen(handle, "rb")


def _kind_of_special(mode: int) -> str:
    """What it is in words, "" for a file."""
    if stat.S_ISREG(mode):
        return ""
    if stat.S_ISLNK(mode):
        return "a link"
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a pipe" if stat.S_ISFIFO(mode) else "a device"
