from __future__ import annotations

import struct
from pathlib import Path
from random import Random

import pytest

from machines.errors import MachineError
from machines.writes import DISCARD, ENTRY, FLUSH, HEAD, MAGIC, SECTOR, WAYS, History

OLD, NEW = b"o", b"n"


def sector(letter: bytes) -> bytes:
    return letter * SECTOR


def entry(to: int, data: bytes, flags: int = 0) -> bytes:
    return ENTRY.pack(to, len(data) // SECTOR, flags, 0).ljust(SECTOR, b"\0") + data


@pytest.fixture
def history(tmp_path: Path) -> History:
    """Eight old sectors: 0 and 1 are made new and flushed, then 2, 3 and 4; 5 is given back."""
    image, log = tmp_path / "image", tmp_path / "log"
    image.write_bytes(sector(OLD) * 8)
    entries = (
        entry(0, sector(NEW) * 2),
        entry(0, b"", FLUSH),
        entry(2, sector(NEW) * 2),
        entry(4, sector(NEW)),
        ENTRY.pack(5, 1, DISCARD, 0).ljust(SECTOR, b"\0"),
    )
    log.write_bytes(HEAD.pack(MAGIC, 1, len(entries), SECTOR).ljust(SECTOR, b"\0") + b"".join(entries))
    return History(image, log, tmp_path)


def kept(history: History, moment: int, way: str) -> str:
    data = history.cut(history.moments[moment], way, Random(3), "cut").image.read_bytes()
    return "".join(chr(data[at]) for at in range(0, len(data), SECTOR))


@pytest.mark.parametrize("way", WAYS)
def test_what_was_flushed_stays_whatever_the_disk_forgets(history: History, way: str) -> None:
    assert kept(history, 1, way) == "nnoooooo"
    assert kept(history, 4, way).startswith("nn")


def test_after_the_last_flush_all_may_be_there_or_nothing(history: History) -> None:
    assert kept(history, 0, "nothing") == "oooooooo"
    assert kept(history, 3, "nothing") == "nnoooooo"
    assert kept(history, 3, "all") == "nnnnnooo"
    assert kept(history, 4, "all") == "nnnnnooo"


def test_writes_are_kept_whole_or_sector_by_sector(history: History) -> None:
    moment = history.moments[2]
    for way, seen in (("some writes", {"oo", "nn"}), ("some sectors", {"oo", "on", "no", "nn"})):
        cuts = (history.cut(moment, way, Random(seed), "cut").image.read_bytes() for seed in range(40))
        assert {chr(data[2 * SECTOR]) + chr(data[3 * SECTOR]) for data in cuts} == seen


def test_an_entry_that_is_not_whole_is_no_moment(tmp_path: Path, history: History) -> None:
    log = tmp_path / "log"
    log.write_bytes(log.read_bytes() + entry(6, sector(NEW))[:-1])
    assert History(tmp_path / "image", log, tmp_path).moments == history.moments


def test_what_is_no_log_is_said(tmp_path: Path) -> None:
    for name in ("image", "log"):
        (tmp_path / name).write_bytes(struct.pack("<Q", 1) + sector(OLD))
    with pytest.raises(MachineError, match="no log of writes"):
        History(tmp_path / "image", tmp_path / "log", tmp_path)
