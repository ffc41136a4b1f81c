"""What kind of trouble a disk has, by the number of the system's error: each needs another remedy."""

from __future__ import annotations

import errno
from typing import Final, Literal

DiskTrouble = Literal["full", "read-only", "failing", "forbidden", "too-long", "other"]

_TROUBLE_BY_ERRNO: Final[dict[int, DiskTrouble]] = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read-only",
    errno.EIO: "failing",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
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
