"""The history of a disk, write by write, and what the disk may contain when its power fails.

A machine with `writes` makes such a log (QEMU's blklogwrites, in the format of the kernel's dm-log-writes). A
disk has everything from before the last flush, and any part of what came after it. A copy of a paused
machine's disk cannot show that: QEMU flushes what it pauses, so that nothing is left to be lost.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from machines.cache import build_error
from machines.errors import MachineError
from machines.root_folders import ENVIRONMENT_WITH_SBIN, SUDO, run_checked

SECTOR_BYTES = 512
LOG_MAGIC = 0x6A736677736872
FLUSH, DISCARD = 1, 4
LOG_HEADER = struct.Struct("<QQQI")
"""Magic number, version, entries, bytes of a sector."""
LOG_ENTRY = struct.Struct("<QQQQ")
"""Sector, sectors, flags, bytes of data that are part of the entry."""


class DiskWrite(NamedTuple):
    """One entry of the log: the byte offset on the disk, the data, and its flags."""

    offset: int
    data: bytes
    flags: int


ChooseSectors = Callable[[Random, int], list[bool]]
"""Chooses which of so many sectors of a write a disk has kept."""

KEPT_SECTOR_PATTERNS: dict[str, ChooseSectors] = {
    "all": lambda _chance, sectors: [True] * sectors,
    "nothing": lambda _chance, sectors: [False] * sectors,
    "some writes": lambda chance, sectors: [chance.random() < 0.5] * sectors,
    "some sectors": lambda chance, sectors: [chance.random() < 0.5 for _ in range(sectors)],
}
"""The ways in which a disk may have kept writes after its last flush."""


class PowerCutDisk(NamedTuple):
    """A disk as it was when its power failed: the number of writes since its last flush, and what it kept."""

    image: Path
    unflushed_writes: int
    pattern: str


class DiskHistory:
    """The disk of a machine at successive moments, each given as a number of bytes of the log."""

    def __init__(self, image: Path, log: Path, folder: Path) -> None:
        """`image` is what the machine started from; `folder` receives the disks.

        Raises MachineError for another format.
        """
        self._log, self._folder = log.open("rb"), folder
        self._safe = folder / "safe.img"
        run_checked(["cp", "--sparse=always", str(image), str(self._safe)])
        magic, _, _, sector = LOG_HEADER.unpack(self._log.read(LOG_HEADER.size))
        if (magic, sector) != (LOG_MAGIC, SECTOR_BYTES):
            raise MachineError(f"{log}: no log of writes with sectors of {SECTOR_BYTES} bytes")
        self._at = SECTOR_BYTES
        self._unsafe: list[DiskWrite] = []
        self.moments = tuple(end for end, _, _ in self._entries())

    def disk_after_power_cut(self, moment: int, way: str, chance: Random, name: str) -> PowerCutDisk:
        """The disk after a power failure at one of the `moments`, which must be later than earlier ones."""
        with self._safe.open("r+b") as safe:
            for write in self._until(moment):
                self._unsafe.append(write)
                if write.flags & FLUSH:
                    for each in self._unsafe:
                        safe.seek(each.offset)
                        safe.write(each.data)
                    self._unsafe.clear()
        image = self._folder / f"{name}.img"
        run_checked(["cp", "--sparse=always", str(self._safe), str(image)])
        with image.open("r+b") as stream:
            for each in self._unsafe:
                for number, kept in enumerate(
                    KEPT_SECTOR_PATTERNS[way](chance, len(each.data) // SECTOR_BYTES)
                ):
                    if kept:
                        stream.seek(each.offset + number * SECTOR_BYTES)
                        stream.write(each.data[number * SECTOR_BYTES : (number + 1) * SECTOR_BYTES])
        return PowerCutDisk(image, len(self._unsafe), way)

    def _until(self, moment: int) -> Iterator[DiskWrite]:
        for end, write, length in self._entries():
            if end > moment:
                return
            self._log.seek(self._at + SECTOR_BYTES)
            self._at = end
            yield write._replace(data=self._log.read(length))

    def _entries(self) -> Iterator[tuple[int, DiskWrite, int]]:
        """From the present position: where each entry ends, the entry without data, and the data's size."""
        at, whole = self._at, os.fstat(self._log.fileno()).st_size
        while at + SECTOR_BYTES <= whole:
            self._log.seek(at)
            to, sectors, flags, _ = LOG_ENTRY.unpack(self._log.read(LOG_ENTRY.size))
            length = 0 if flags & DISCARD else sectors * SECTOR_BYTES  # what was given back may be anything
            at += SECTOR_BYTES + length
            if at > whole:
                return
            yield at, DiskWrite(to * SECTOR_BYTES, b"", flags), length

    def delete_base_disk(self) -> None:
        """Remove the disk up to the last flush."""
        self._log.close()
        self._safe.unlink()


COPY_OUT_SCRIPT = """
mount -o loop "$1" /mnt || exit
cp --archive "/mnt$2/." "$3"
status=$?
umount /mnt
exit $status
"""


def copy_folder_out(image: Path, folder: str, to: Path) -> None:
    """Copy a folder out of a disk as the next start finds it: this computer's ext4 repairs the disk first.

    Afterwards nothing may be left to repair. Raises MachineError.
    """
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir(parents=True)
    for command in (
        ["unshare", "--mount", "sh", "-c", COPY_OUT_SCRIPT, "take-out", str(image), folder, str(to)],
        ["e2fsck", "-f", "-n", str(image)],
    ):
        done = subprocess.run(
            [*SUDO, *command], env=ENVIRONMENT_WITH_SBIN, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise build_error(f"{command[0]} {image.name}", f"{done.stdout}{done.stderr}")
