"""Examines whether games can be saved on the card or disk, and how healthy it is."""

from __future__ import annotations

import errno
import math
import os
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryFile

from companion.screen.display.sysfs import read_text
from companion.start.doctor.system_info import parse_number, read_number
from companion.table.storage.disk import nearest_existing
from hardware.finding import Finding

MIN_FREE_BYTES = 50_000_000  # bytes; a saved game takes some ten thousand
LOW_FREE_BYTES = 500_000_000  # bytes; what an update and its packages may take
MIN_FREE_INODES = 1_000
"""Files that must still fit into file systems that count them: a saved game is two or three."""
WORN_LIFE_TENTHS = 9
"""Tenths of an eMMC's life from which on it should be exchanged."""
TEST_WRITES = 5
SLOW_WRITE_S = 0.5
"""Seconds for a move to be synced to the disk, above which the players have to wait."""
MEGABYTE = 1_000_000
WORN_OUT_ADVICE = "Copy what you want to keep, then exchange it: soon it will take nothing more"
CLEAN_UP_ADVICE = ": sudo apt-get clean, sudo journalctl --vacuum-size=50M"
DISK_FULL_ERRORS = (errno.ENOSPC, errno.EDQUOT)
"""Errors that are not faults of the disk."""
READ_ONLY_ADVICE = (
    "Unless somebody wants it so, the card or disk makes errors (sudo dmesg | grep -i error): copy what you want to"
    " keep, then exchange it"
)


def examine_saving(home: Path) -> Finding:
    """Whether games can be saved below `home`, and how long a synced write takes.

    It is tried in the folder of the saved games, or in the nearest existing folder above it.
    """
    what = "evenings"
    there = nearest_existing(home / "evenings")
    if not there.is_dir():
        return Finding(what, "cannot be kept", True, f"{there} is no folder: set HERALD_HOME to one")
    room = os.statvfs(there)
    read_only = bool(room.f_flag & os.ST_RDONLY)
    if not read_only and not os.access(there, os.W_OK | os.X_OK):
        return Finding(what, "cannot be kept", True, f"Make {there} writable for this user")
    took, wrong = _tried(there)
    # since Linux 6.12 ext4 hides that errors made it read-only: only a write shows it
    if read_only or (wrong is not None and wrong.errno == errno.EROFS):
        return Finding(what, "cannot be kept: the disk lets nobody write", True, READ_ONLY_ADVICE)
    if wrong is not None and wrong.errno not in DISK_FULL_ERRORS:
        found = f"cannot be written ({wrong.strerror})"
        return Finding(what, found, True, f"Exchange the card or disk of {there}")
    return _room(room, there) or _pace(room, there, took)


def _tried(folder: Path) -> tuple[float, OSError | None]:
    """Seconds for a synced line in that folder, infinite where it fails, and the error."""
    try:
        return _safe_after(folder), None
    except OSError as wrong:
        return math.inf, wrong


def _room(room: os.statvfs_result, there: Path) -> Finding | None:
    """The finding that there is too little room for bytes or for files; None while there is enough."""
    free = room.f_bavail * room.f_frsize
    if free < MIN_FREE_BYTES:
        found = f"{free // MEGABYTE} MB left"
        return Finding("evenings", found, True, f"Make room on the disk of {there}{CLEAN_UP_ADVICE}")
    if room.f_files and room.f_favail < MIN_FREE_INODES:
        found = f"room for {room.f_favail} files only, whatever their size"
        return Finding("evenings", found, True, f"Remove files that nobody needs from the disk of {there}")
    return None


def _pace(room: os.statvfs_result, there: Path, took: float) -> Finding:
    """The free room and the time of a synced write; `took` is infinite when this user gets no more room."""
    free = room.f_bavail * room.f_frsize
    found = f"{free // MEGABYTE} MB left for them"
    if took == math.inf:
        return Finding(
            "evenings",
            f"{found}, and none for this user",
            True,
            f"Make room: their share of {there} is used up",
        )
    found += f", a move is safe after {took * 1000:.0f} ms"
    if took > SLOW_WRITE_S:
        return Finding("evenings", found, True, "The card is slow or wearing out: copy it to a new one")
    advice = (
        f"Nearly full: make room on the disk of {there}{CLEAN_UP_ADVICE}" if free < LOW_FREE_BYTES else ""
    )
    return Finding("evenings", found, advice=advice)


def _safe_after(folder: Path) -> float:
    """Seconds for a line to be written and synced, the median of a few tries. The file is removed."""
    times = []
    with TemporaryFile(dir=folder) as file:
        for _ in range(TEST_WRITES):
            began = time.monotonic()
            file.write(b"." * 80)
            file.flush()
            os.fsync(file.fileno())
            times.append(time.monotonic() - began)
    return sorted(times)[TEST_WRITES // 2]


def examine_storage_wear(root: Path) -> Iterator[Finding]:
    """Signs of age of cards and disks.

    They are errors that file systems counted, file systems that became read-only, and the wear that an eMMC
    reports. SD cards report none.
    """
    for count in sorted((root / "sys/fs/ext4").glob("*/errors_count")):
        if read_number(count):
            found = f"{read_text(count)} errors on {count.parent.name}"
            yield Finding("disk", found, True, "Copy what you want to keep, then exchange the card or disk")
    for device, place in _became_read_only(root):
        yield Finding("disk", f"{device} at {place} lets nobody write any more", True, READ_ONLY_ADVICE)
    for disk in sorted((root / "sys/block").glob("mmcblk*")):
        yield from _wear(disk)


def _became_read_only(root: Path) -> Iterator[tuple[str, str]]:
    """Device and mount point of each file system that became read-only because of errors."""
    for line in read_text(root / "proc/mounts").splitlines():
        words = line.split()
        if len(words) >= 4 and words[0].startswith("/dev/") and words[2].startswith("ext"):
            options = words[3].split(",")
            if "emergency_ro" in options or ("ro" in options and "errors=remount-ro" in options):
                yield words[0], words[1]


def _wear(disk: Path) -> Iterator[Finding]:
    """The used life of an eMMC in tenths, and its reserve, where it reports them."""
    written = read_text(disk / "device/life_time").split()
    tenths = max((used for used in map(parse_number, written) if used is not None), default=0)
    reserve = read_number(disk / "device/pre_eol_info") or 0
    if not 1 <= tenths <= 11 and reserve not in (2, 3):  # 0: the eMMC reports nothing
        return
    used_life = f"{disk.name} has used {min(10 * tenths, 100)} % of its life"
    if tenths >= WORN_LIFE_TENTHS or reserve in (2, 3):
        yield Finding(
            "disk",
            f"{used_life}, its reserve is used up" if reserve == 3 else used_life,
            True,
            WORN_OUT_ADVICE,
        )
    else:
        yield Finding("disk", used_life)
