"""The disk, healthy and otherwise."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from companion.start.house_doctor import disk
from companion.start.house_doctor.disk import card, evenings
from tests.start.house_doctor import write


def test_an_evening_that_can_be_kept_is_timed_and_leaves_nothing(tmp_path: Path) -> None:
    assert "a move is safe" not in evenings(tmp_path / "not there yet").found
    assert "a move is safe after" in evenings(tmp_path).found
    assert list(tmp_path.iterdir()) == []


def test_a_slow_card_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(100))
    monkeypatch.setattr("time.monotonic", lambda: next(ticks))
    told = evenings(tmp_path)
    assert told.wrong
    assert "1000 ms" in told.found


def test_a_card_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_handle: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr("os.fsync", broken)
    assert evenings(tmp_path).wrong


def test_a_folder_that_may_not_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda _path, _how: False)
    assert "writable" in evenings(tmp_path / "evenings").advice


def test_evenings_cannot_be_kept_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = evenings(tmp_path / "file" / "herald")
    assert told.wrong
    assert "is no folder" in told.advice


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "LEAST_FREE", 1 << 62)
    assert "Make room" in evenings(tmp_path).advice


def test_errors_that_a_file_system_counted_are_told(tmp_path: Path) -> None:
    write(tmp_path, "sys/fs/ext4/mmcblk0p2/errors_count", "0\n")
    assert list(card(tmp_path)) == []
    write(tmp_path, "sys/fs/ext4/mmcblk0p2/errors_count", "3\n")
    (told,) = card(tmp_path)
    assert told.found == "3 errors on mmcblk0p2"
