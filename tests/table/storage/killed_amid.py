"""Journals begun, mended, resumed and recovered by programs that are killed at every step of it: run by test_kills.

python -m tests.table.storage.killed_amid FOLDER: does each of TASKS in folders of its own, FOLDER/TASK-NUMBER, in a
process that dies by SIGKILL at its NUMBERth call of the system that Python tells, or that a `JournalDisk` does. The
last of each task lives.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path

from companion.rules.record import RecordHeader
from companion.table.storage.journal import Journal, JournalDisk, resume_journal
from companion.table.storage.recovery import (
    read_recovered,
    recover_in_place,
    recovered_path,
    write_recovered,
)
from tests.table.evenings import setup
from tests.table.killed import LINES

HEAD = RecordHeader("louis-xiv", setup("louis-xiv", 3))
LETTER = b"a letter"
TORN = b"yellow in"
CHANGED = b"yellow changed this"
ZEROED = b"\0\0\0\0ow inf3 take ;00000000\n"


class Plug:
    """Counts steps once it is in, and is pulled at one of them."""

    def __init__(self) -> None:
        self.left: int | None = None

    def step(self) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left == 0:
                os.kill(os.getpid(), signal.SIGKILL)


class PluggedDisk(JournalDisk):
    """A disk whose every call is a step, before it and when half of it is done."""

    def __init__(self, plug: Plug) -> None:
        self.plug = plug

    def write(self, handle: int, data: bytes) -> int:
        self.plug.step()
        written = super().write(handle, data[: max(1, len(data) // 2)])
        self.plug.step()
        return written

    def sync(self, handle: int) -> None:
        self.plug.step()
        super().sync(handle)

    def truncate(self, handle: int, length: int) -> None:
        self.plug.step()
        super().truncate(handle, length)


Task = Iterator[None]
"""Prepares until its first `yield`; what it does then is killed."""


def begin(path: Path, plug: Plug) -> Task:
    """Begin an evening."""
    yield
    Journal.create(path, HEAD, PluggedDisk(plug))


def mend_removed(path: Path, plug: Plug) -> Task:
    """Append to a journal that another program removed."""
    journal = with_two_lines(path, plug)
    path.unlink()
    yield
    journal.append(LINES[2])


def mend_replaced(path: Path, plug: Plug) -> Task:
    """Append to a journal in whose place another program put a letter."""
    journal = with_two_lines(path, plug)
    path.unlink()
    path.write_bytes(LETTER)
    yield
    journal.append(LINES[2])


def resume_torn(path: Path, plug: Plug) -> Task:
    """Resume an evening whose last line is torn."""
    yield from resume_behind(path, plug, TORN)


def resume_zeroed(path: Path, plug: Plug) -> Task:
    """Resume an evening whose last line lacks its first sector."""
    yield from resume_behind(path, plug, ZEROED)


def resume_behind(path: Path, plug: Plug, end: bytes) -> Task:
    with_two_lines(path, plug).close()
    with path.open("ab") as stream:
        stream.write(end)
    yield
    resume_journal(path, PluggedDisk(plug))


def recover_beside(path: Path, plug: Plug) -> Task:
    """Write what holds of a damaged evening into a new file."""
    damage(path, plug)
    yield
    write_recovered(read_recovered(path), recovered_path(path, path.parent))


def put_recovered_in_place(path: Path, plug: Plug) -> Task:
    """Put what holds of a damaged evening in its place."""
    damage(path, plug)
    yield
    recover_in_place(path)


def damage(path: Path, plug: Plug) -> None:
    """An evening whose second move of three was changed."""
    journal = with_two_lines(path, plug)
    journal.append(LINES[2])
    journal.close()
    path.write_bytes(path.read_bytes().replace(LINES[1].encode(), CHANGED))


def with_two_lines(path: Path, plug: Plug) -> Journal:
    journal = Journal.create(path, HEAD, PluggedDisk(plug))
    for line in LINES[:2]:
        journal.append(line)
    return journal


TASKS: Mapping[str, Callable[[Path, Plug], Task]] = {
    "begin": begin,
    "mend-removed": mend_removed,
    "mend-replaced": mend_replaced,
    "resume-torn": resume_torn,
    "resume-zeroed": resume_zeroed,
    "recover-beside": recover_beside,
    "recover-in-place": put_recovered_in_place,
}


def do_and_die(task: Callable[[Path, Plug], Task], path: Path, number: int) -> None:
    plug = Plug()
    doing = task(path, plug)
    next(doing)
    sys.addaudithook(lambda event, _: plug.step() if event == "open" or event.startswith("os.") else None)
    plug.left = number
    next(doing, None)
    plug.left = None


def main(folder: Path) -> None:
    for name, task in TASKS.items():
        for number in count(1):
            place = folder / f"{name}-{number}"
            place.mkdir()
            child = os.fork()
            if child == 0:
                do_and_die(task, place / "evening.herald", number)
                os._exit(0)
            _, status = os.waitpid(child, 0)
            if not os.WIFSIGNALED(status):
                print(name, number, os.waitstatus_to_exitcode(status), flush=True)
                break


if __name__ == "__main__":
    main(Path(sys.argv[1]))
