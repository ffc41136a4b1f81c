"""Takes files out of the page cache, and counts how much of them lies there.

Pages that a running program has mapped stay, and so do those that were written and are not on the disk yet. mincore(2)
tells the truth of files that the user owns or may write; of others it says that all is there.
"""

from __future__ import annotations

import ctypes
import mmap
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

_libc = ctypes.CDLL(None, use_errno=True)


def files_below(*folders: Path) -> Iterator[Path]:
    """The files in these folders and all below them; links are not followed."""
    for folder in folders:
        for where, _, names in os.walk(folder):
            yield from (Path(where, name) for name in names)


def evict(files: Iterable[Path]) -> None:
    """Take these files out of the page cache, as far as nobody has them mapped."""
    os.sync()
    for file in files:
        try:
            handle = os.open(file, os.O_RDONLY | os.O_NOFOLLOW)
        except OSError:
            continue
        try:
            os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
        finally:
            os.close(handle)


def resident_bytes(files: Iterable[Path]) -> int:
    """How much of these files lies in the page cache."""
    return sum(map(_resident_bytes, files))


def _resident_bytes(file: Path) -> int:
    try:
        handle = os.open(file, os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        return 0
    try:
        length = os.fstat(handle).st_size
        if not length:
            return 0
        # private and writable, as ctypes takes the address of nothing else; nothing is written, so no page is copied
        with mmap.mmap(
            handle, length, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE
        ) as mapped:
            pages = (ctypes.c_ubyte * (-(-length // mmap.PAGESIZE)))()
            start = ctypes.c_char.from_buffer(mapped)
            wrong = _libc.mincore(ctypes.c_void_p(ctypes.addressof(start)), ctypes.c_size_t(length), pages)
            del start  # else the file could not be unmapped
            if wrong:
                raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), str(file))
        return sum(page & 1 for page in pages) * mmap.PAGESIZE
    finally:
        os.close(handle)
