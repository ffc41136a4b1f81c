from __future__ import annotations

import struct
from pathlib import Path
from random import Random

import pytest

from machines.disk_writes import (
    DISCARD,
    FLUSH,
    KEPT_SECTOR_PATTERNS,
    LOG_ENTRY,
    LOG_HEADER,
    LOG_MAGIC,
    SECTOR_BYTES,
    DiskHistory,
)
from machines.errors import MachineError

OLD, NEW = b"o", b"n"


def sector(letter: bytes) -> bytes:
    return letter * SECTOR_BYTES


def entry(to: int, data: bytes, flags: int = 0) -> bytes:
    return LOG_ENTRY.pack(to, len(data) // SECTOR_BYTES, flags, 0).ljust(SECTOR_BYTES, b"\0") + data


@pytest.fixture
def history(tmp_path: Path) -> DiskHistory:
    """Eight old sectors: 0 and 1 are made new and flushed, then 2, 3 and 4; 5 is given back."""
    image, log = tmp_path / "image", tmp_path / "log"
    image.write_bytes(sector(OLD) * 8)
    entries = (
        entry(0, sector(NEW) * 2),
        entry(0, b"", FLUSH),
        entry(2, sector(NEW) * 2),
        entry(4, sector(NEW)),
        LOG_ENTRY.pack(5, 1, DISCARD, 0).ljust(SECTOR_BYTES, b"\0"),
    )
    log.write_bytes(
        LOG_HEADER.pack(LOG_MAGIC, 1, len(entries), SECTOR_BYTES).ljust(SECTOR_BYTES, b"\0")
        + b"".join(entries)
    )
    return DiskHistory(image, log, tmp_path)


def kept(history: DiskHistory, moment: int, way: str) -> str:
    data = history.disk_after_power_cut(history.moments[moment], way, Random(3), "cut").image.read_bytes()
    return "".join(chr(data[at]) for at in range(0, len(data), SECTOR_BYTES))


@pytest.mark.parametrize("way", KEPT_SECTOR_PATTERNS)
def test_what_was_flushed_stays_whatever_the_disk_forgets(history: DiskHistory, way: str) -> None:
    assert kept(history, 1, way) == "nnoooooo"
    assert kept(history, 4, way).startswith("nn")


def test_after_the_last_flush_all_may_be_there_or_nothing(history: DiskHistory) -> None:
    assert kept(history, 0, "nothing") == "oooooooo"
    assert kept(history, 3, "nothing") == "nnoooooo"
    assert kept(history, 3, "all") == "nnnnnooo"
    assert kept(history, 4, "all") == "nnnnnooo"


def test_writes_are_kept_whole_or_sector_by_sector(history: DiskHistory) -> None:
    moment = history.moments[2]
    for way, seen in (("some writes", {"oo", "nn"}), ("some sectors", {"oo", "on", "no", "nn"})):
        cuts = (
            history.disk_after_power_cut(moment, way, Random(seed), "cut").image.read_bytes()
            for seed in range(40)
        )
        assert {chr(data[2 * SECTOR_BYTES]) + chr(data[3 * SECTOR_BYTES]) for data in cuts} == seen


def test_an_entry_that_is_not_whole_is_no_moment(tmp_path: Path, history: DiskHistory) -> None:
    log = tmp_path / "log"
    log.write_bytes(log.read_bytes() + entry(6, sector(NEW))[:-1])
    assert DiskHistory(tmp_path / "image", log, tmp_path).moments == history.moments


def test_what_is_no_log_is_said(tmp_path: Path) -> None:
    for name in ("image", "log"):
        (tmp_path / name).write_bytes(struct.pack("<Q", 1) + sector(OLD))
    with pytest.raises(MachineError, match="no log of writes"):
        DiskHistory(tmp_path / "image", tmp_path / "log", tmp_path)
