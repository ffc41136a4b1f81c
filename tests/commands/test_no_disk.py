"""A disk that takes nothing, a real one: an evening begins and goes on in memory, and is written when it can be."""

from __future__ import annotations

import resource
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.table.storage.saved_games import journal_paths
from tests.commands.test_terminal import Desk, typed

IN_MEMORY = "Until then this evening is only in memory, and lost when Herald ends."


class LimitedDisk:
    """No file may have a byte. It needs no rights, and the system says so with a number of its own."""

    says = "This evening is as long as its file may be,"
    warns = "and what is played from now on is not kept: begin a new game."

    def __init__(self, home: Path) -> None:
        self.home = home
        self._desks: list[Desk] = []

    def sit_down(self) -> Desk:
        """Somebody starts Herald."""
        limits = 0, resource.RLIM_INFINITY
        self._desks.append(
            Desk(self.home, before_start=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limits))
        )
        return self._desks[-1]

    def mend(self) -> None:
        """From now on it takes everything."""
        unlimited = resource.RLIM_INFINITY, resource.RLIM_INFINITY
        resource.prlimit(self._desks[-1].process_id, resource.RLIMIT_FSIZE, unlimited)

    def close(self) -> None:
        """Nothing stays of it."""


class FullDisk:
    """A file system that is full to the last byte."""

    says = "The disk is full: make room on it."
    warns = IN_MEMORY

    def __init__(self, home: Path) -> None:
        self.home = home
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(home)], check=True, capture_output=True
        )
        self.spoil()

    def spoil(self) -> None:
        """Nothing can be written any more."""
        with suppress(OSError), (self.home / "filler").open("wb", buffering=0) as filler:
            while filler.write(bytes(4096)):
                pass

    def sit_down(self) -> Desk:
        """Somebody starts Herald."""
        return Desk(self.home)

    def mend(self) -> None:
        """Somebody makes room."""
        (self.home / "filler").unlink()

    def close(self) -> None:
        """Nothing stays of it."""
        subprocess.run(["umount", str(self.home)], check=True)


class ReadOnlyDisk(FullDisk):
    """A file system that lets itself only be read."""

    says = "The disk can only be read:"

    def spoil(self) -> None:
        """Nothing can be written any more."""
        self._remount("ro")

    def _remount(self, how: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{how}", str(self.home)], check=True)

    def mend(self) -> None:
        """It can be written again."""
        self._remount("rw")


def may_mount() -> bool:
    """Whether whoever runs the tests may mount disks."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            FullDisk(Path(folder)).close()
        except (OSError, subprocess.CalledProcessError):
            return False
    return True


@pytest.fixture(params=[LimitedDisk, *([FullDisk, ReadOnlyDisk] if may_mount() else [])])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LimitedDisk | FullDisk]:
    """Every disk that can be had here."""
    spoilt = request.param(tmp_path)
    yield spoilt
    spoilt.close()


def first_move(told: str) -> str:
    """The first of the lines that help shows, as it is typed."""
    return typed(next(text for text in told.splitlines() if text.startswith("  ")))


@pytest.mark.long(usual="FullDisk")
def test_an_evening_begins_in_memory_and_is_written_as_soon_as_the_disk_takes_it(
    disk: LimitedDisk | FullDisk,
) -> None:
    desk = disk.sit_down()
    told = desk.read()
    assert disk.says in told
    assert disk.warns in told
    assert disk.warns in desk.type(first_move(desk.type("help")))
    assert journal_paths(disk.home / "evenings") == []
    disk.mend()
    assert disk.warns not in desk.type(first_move(desk.type("help")))
    assert "Kept." in desk.type("quit")
    assert desk.leave() == 0
    again = Desk(disk.home)
    assert "The evening goes on where it was left." in again.read()
    again.kill()


@pytest.mark.long(usual="FullDisk")
def test_people_who_leave_before_it_could_be_written_are_told(disk: LimitedDisk | FullDisk) -> None:
    desk = disk.sit_down()
    desk.read()
    told = desk.type("quit")
    assert "Not all of this evening could be kept." in told
    assert disk.says in told
    assert "Kept." not in told
    assert "Traceback" not in told
    assert desk.leave() == 0
    assert journal_paths(disk.home / "evenings") == []


def test_an_evening_that_can_only_be_read_goes_on_in_memory_and_is_written_as_soon_as_it_can_be(
    tmp_path: Path,
) -> None:
    if not may_mount():
        return  # tests/table/storage/test_resuming.py shows it anywhere
    disk = ReadOnlyDisk(tmp_path)
    try:
        disk.mend()
        desk = disk.sit_down()
        desk.read()
        desk.type(first_move(desk.type("help")))
        desk.type("quit")
        desk.leave()
        (path,) = journal_paths(tmp_path / "evenings")
        kept = path.read_bytes()
        disk.spoil()
        again = disk.sit_down()
        told = again.read()
        assert "The evening goes on where it was left." in told
        assert disk.says in told
        assert IN_MEMORY in again.type(first_move(again.type("help")))
        assert path.read_bytes() == kept
        disk.mend()
        assert IN_MEMORY not in again.type(first_move(again.type("help")))
        assert "Kept." in again.type("quit")
        again.leave()
        assert path.read_bytes().startswith(kept)
        assert len(path.read_bytes()) > len(kept)
    finally:
        disk.close()
