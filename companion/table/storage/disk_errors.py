"""What kind of trouble a disk or Herald's home has, by the number of the system's error: each needs another remedy."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final, Literal

from companion.home import herald_home
from companion.rules.errors import HeraldError

DiskTrouble = Literal["full", "read-only", "failing", "forbidden", "no-folder", "too-long", "other"]

_TROUBLE_BY_ERRNO: Final[dict[int, DiskTrouble]] = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read-only",
    errno.EIO: "failing",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.ENOTDIR: "no-folder",
    errno.EFBIG: "too-long",
}


def disk_trouble(error: OSError) -> DiskTrouble:
    """The kind of trouble behind an error."""
    return _TROUBLE_BY_ERRNO.get(error.errno or 0, "other")


def system_words(error: OSError) -> str:
    """What the system says about an error."""
    return error.strerror or str(error)


def is_bad_offset(why: BaseException) -> bool:
    """Whether a reader of archives was sent before the beginning of its file: the file is damaged, not the disk."""
    return isinstance(why, OSError) and why.errno == errno.EINVAL


# -- the home


class HomeUnusable(HeraldError, OSError):
    """Nothing can be kept in Herald's home, and nothing found where it is no folder. It has the system's number."""

    def __init__(self, number: int, there: Path, words: str) -> None:
        super().__init__(number, os.strerror(number), str(there))
        self._words = words

    def __str__(self) -> str:
        """Which place, what is wrong with it, and what to do now."""
        return f"{self.filename} {self._words}"


def usable_home(is_written: bool = False) -> Path:
    """Herald's home, for a command that reads what is kept, or with `is_written` keeps something. Raises HomeUnusable.

    A folder that is missing is usable: it is made when something is kept.
    """
    home = herald_home()
    trouble = find_home_trouble(home)
    if trouble is not None and (is_written or trouble.errno == errno.ENOTDIR):
        raise trouble
    return home


def find_home_trouble(home: Path | None = None) -> HomeUnusable | None:
    """Why nothing can be kept in Herald's home, unless it is another folder; None where it can."""
    there = nearest_existing(home or herald_home())
    if not os.path.isdir(there):  # noqa: PTH112 a Path raises where nobody may look
        return HomeUnusable(errno.ENOTDIR, there, "is no folder: set HERALD_HOME to one")
    if os.access(there, os.W_OK | os.X_OK):
        return None
    is_read_only = os.statvfs(there).f_flag & os.ST_RDONLY
    return HomeUnusable(
        errno.EROFS if is_read_only else errno.EACCES,
        there,
        "cannot be written: make it writable for this user, or set HERALD_HOME to another folder",
    )


def nearest_existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that this user can see."""
    whole = folder.absolute()
    return next(place for place in (whole, *whole.parents) if os.path.lexists(place))
