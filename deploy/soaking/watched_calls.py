"""What a program did to the files below a folder, call by call, as disk_calls.c writes it down.

The library is compiled where it is first needed, and loaded before the C library in a process of its own; there a child
is watched from a moment on (`watch_calls`). Its log has a line for each call: class, name, result, inode, offset,
length, path and other path, with tabs between; behind it are the bytes that were written, if any, and a line end.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from soaking.soak_tally import PartUnavailableError

SOURCE: Final = Path(__file__).with_name("disk_calls.c")
SAID: Final = "-"
"""The class of what is printed; it is not counted as a call."""
KILL: Final = -1
SHORT_WRITE: Final = -2
NO_FAULT: Final = 0
EVERY_CLASS: Final = "ocwstnumlxr"
"""o opened for reading, c opened for writing, w written, s synced, t truncated, n named (rename, link, mkdir), u a name
taken away, m rights and times, l locked, x closed after writing, r closed after reading."""
CLOCK_STANDS_AT: Final = 1_790_000_000
"""The time of the world that a watched program reads, in seconds since 1970."""


class DiskCall(NamedTuple):
    """One call. result: what it answered, the negative number of the error where it failed. data: what was written."""

    kind: str
    name: str
    result: int
    inode: int
    offset: int
    length: int
    path: str
    other: str
    data: bytes

    @property
    def is_done(self) -> bool:
        """Whether it succeeded."""
        return self.result >= 0


class CallFault(NamedTuple):
    """What happens to the calls from the `first` to the `last`, counted from 1, whose class is among `kinds`.

    what: KILL, SHORT_WRITE, or the number of an error.
    """

    what: int = NO_FAULT
    first: int = 0
    last: int = 0
    kinds: str = EVERY_CLASS


def compile_library(folder: Path) -> Path:
    """The library, compiled into that folder. Raises PartUnavailableError, CalledProcessError."""
    library = folder / "disk_calls.so"
    words = ["cc", "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE), "-ldl"]
    try:
        subprocess.run(words, check=True)
    except FileNotFoundError as missing:
        raise PartUnavailableError(
            "kills, errors and blocks need a C compiler: sudo apt-get install gcc"
        ) from missing
    return library


def watch_calls(folder: Path, log: Path, fault: CallFault) -> None:
    """Watch this process from now on; it has the library. `log` must not lie in the folder."""
    handle = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
    watch = ctypes.CDLL(None).herald_watch
    watch.argtypes = [
        ctypes.c_char_p,
        ctypes.c_int,
        *[ctypes.c_long] * 2,
        ctypes.c_int,
        ctypes.c_char_p,
        ctypes.c_long,
    ]
    words = (handle, fault.first, fault.last, fault.what, fault.kinds.encode(), CLOCK_STANDS_AT)
    watch(os.fsencode(folder), *words)


def read_calls(log: Path) -> Iterator[DiskCall]:
    """The calls of a log, in their order."""
    with log.open("rb") as stream:
        for line in stream:
            kind, name, *numbers, path, other = os.fsdecode(line.removesuffix(b"\n")).split("\t")
            result, inode, offset, length = map(int, numbers)
            has_data = name in ("write", "say", "complain") and result >= 0
            data = stream.read(length + 1)[:-1] if has_data else b""
            yield DiskCall(kind, name, result, inode, offset, length, path, other, data)
