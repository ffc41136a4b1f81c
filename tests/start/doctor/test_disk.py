"""The disk, healthy and otherwise."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.start.doctor.disk import examine_saving, examine_storage_wear
from tests.start.doctor import GARBAGE, write


def test_an_evening_that_can_be_kept_is_timed_and_leaves_nothing(tmp_path: Path) -> None:
    for home in (tmp_path, tmp_path / "not there yet"):
        assert "a move is safe after" in examine_saving(home).found
    assert list(tmp_path.iterdir()) == []


def test_it_is_tried_where_the_evenings_lie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "evenings").mkdir()
    barred = tmp_path / "evenings"
    access = os.access
    monkeypatch.setattr("os.access", lambda path, how: path != barred and access(path, how))
    told = examine_saving(tmp_path)
    assert told.wrong
    assert told.advice == f"Make {barred} writable for this user"


def test_a_link_that_leads_nowhere_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "evenings").symlink_to(tmp_path / "away")
    assert "is no folder" in examine_saving(tmp_path).advice


def test_a_folder_that_may_not_be_looked_into_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lstat = os.lstat

    def barred(path: Path) -> os.stat_result:
        if path.parent == tmp_path:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return lstat(path)

    monkeypatch.setattr("os.lstat", barred)
    monkeypatch.setattr("os.access", lambda path, _how: path != tmp_path)
    assert examine_saving(tmp_path / "herald").advice == f"Make {tmp_path} writable for this user"


@pytest.mark.parametrize(
    ("number", "favail", "words"),
    [
        (errno.EIO, 1 << 19, "cannot be written (Input/output error). Exchange the card"),
        (errno.EIO, 9, "cannot be written (Input/output error). Exchange the card"),
        (errno.EDQUOT, 1 << 19, "none for this user. Make room"),
        (errno.ENOSPC, 9, "room for 9 files only"),
    ],
)
def test_what_the_disk_says_decides_what_is_advised(
    number: int, favail: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_handle: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("os.fsync", broken)
    monkeypatch.setattr("os.statvfs", lambda _place: Room(f_favail=favail))
    told = examine_saving(tmp_path)
    assert told.wrong
    assert words in str(told)


def test_a_slow_card_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(100))
    monkeypatch.setattr("time.monotonic", lambda: next(ticks))
    told = examine_saving(tmp_path)
    assert told.wrong
    assert "1000 ms" in told.found


def test_a_disk_that_became_read_only_and_does_not_say_so_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_handle: int) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr("os.fsync", refused)
    monkeypatch.setattr("os.statvfs", lambda _place: Room(f_favail=9))
    told = examine_saving(tmp_path)
    assert told.wrong
    assert told.found == "cannot be kept: the disk lets nobody write"


def test_a_folder_that_may_not_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda _path, _how: False)
    assert "writable" in examine_saving(tmp_path / "evenings").advice


def test_evenings_cannot_be_kept_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = examine_saving(tmp_path / "file" / "herald")
    assert told.wrong
    assert "is no folder" in told.advice


class Room(NamedTuple):
    """What os.statvfs says."""

    f_bavail: int = 1 << 30
    f_frsize: int = 4096
    f_files: int = 1 << 20
    f_favail: int = 1 << 19
    f_flag: int = 0


@pytest.mark.parametrize(
    ("room", "wrong", "words"),
    [
        (Room(), False, "4398046 MB left for them"),
        (Room(f_bavail=1000), True, "4 MB left. Make room"),
        (Room(f_bavail=100_000), False, "Nearly full: make room"),
        (Room(f_favail=9), True, "room for 9 files only"),
        (Room(f_files=0, f_favail=0), False, "MB left for them"),  # btrfs does not count them
        (Room(f_flag=os.ST_RDONLY), True, "lets nobody write"),
    ],
)
def test_the_room_on_a_disk_is_told(
    room: Room, wrong: bool, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.statvfs", lambda _place: room)
    for folder in (tmp_path, tmp_path / "not there yet"):
        told = examine_saving(folder)
        assert told.wrong is wrong
        assert words in str(told)


def test_a_healthy_disk_says_nothing(tmp_path: Path) -> None:
    assert list(examine_storage_wear(tmp_path)) == []
    write(tmp_path, "sys/fs/ext4/mmcblk0p2/errors_count", "0\n")
    write(
        tmp_path,
        "proc/mounts",
        "/dev/mmcblk0p2 / ext4 rw,noatime,errors=remount-ro 0 0\nproc /proc proc rw 0 0\n",
    )
    write(tmp_path, "sys/block/mmcblk0/device/name", "SD64G\n")
    assert list(examine_storage_wear(tmp_path)) == []


def test_errors_that_a_file_system_counted_are_told(tmp_path: Path) -> None:
    write(tmp_path, "sys/fs/ext4/mmcblk0p2/errors_count", "3\n")
    (told,) = examine_storage_wear(tmp_path)
    assert told.found == "3 errors on mmcblk0p2"


@pytest.mark.parametrize(
    ("options", "is_told"),
    [
        ("ro,noatime,errors=remount-ro", True),
        ("rw,emergency_ro", True),
        ("ro,noatime", False),  # somebody wants it so
        ("rw,errors=remount-ro", False),
    ],
)
def test_a_file_system_that_became_read_only_is_told(options: str, is_told: bool, tmp_path: Path) -> None:
    write(tmp_path, "proc/mounts", f"/dev/mmcblk0p2 / ext4 {options} 0 0\n/dev/loop0 /snap squashfs ro 0 0\n")
    assert [told.found for told in examine_storage_wear(tmp_path)] == [
        "/dev/mmcblk0p2 at / lets nobody write any more"
    ] * is_told


@pytest.mark.parametrize(
    ("life", "reserve", "told"),
    [
        ("0x01 0x02", "0x01", ["ok  disk: mmcblk0 has used 20 % of its life"]),
        ("0x00 0x00", "0x00", []),
        ("0x03 0x09", "0x01", ["!!  disk: mmcblk0 has used 90 % of its life"]),
        ("0x0b 0x0b", "0x03", ["!!  disk: mmcblk0 has used 100 % of its life, its reserve is used up"]),
        ("0x01 0x01", "0x02", ["!!  disk: mmcblk0 has used 10 % of its life"]),
        ("0xff", "0xff", []),
    ],
)
def test_the_wear_of_an_emmc_is_told(life: str, reserve: str, told: list[str], tmp_path: Path) -> None:
    write(tmp_path, "sys/block/mmcblk0/device/life_time", f"{life}\n")
    write(tmp_path, "sys/block/mmcblk0/device/pre_eol_info", f"{reserve}\n")
    assert [str(each).partition(".")[0] for each in examine_storage_wear(tmp_path)] == told


@pytest.mark.parametrize("garbage", GARBAGE)
def test_garbage_is_no_fault_of_a_disk(garbage: bytes, tmp_path: Path) -> None:
    for name in (
        "sys/fs/ext4/sda1/errors_count",
        "proc/mounts",
        "sys/block/mmcblk0/device/life_time",
        "sys/block/mmcblk0/device/pre_eol_info",
    ):
        write(tmp_path, name, garbage)
    assert list(examine_storage_wear(tmp_path)) == []
