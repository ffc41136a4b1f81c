"""The model of a disk after a power cut: what was synced is there, and of the rest what each order allows."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from soaking.block_model import ORDERS, SECTOR, DiskOrder, Files, ModelDisk, write_files
from soaking.watched_calls import DiskCall

LIMIT = 1_000


class Disk:
    """A model whose calls are written as a program makes them."""

    def __init__(self, top: Path, order: DiskOrder) -> None:
        self._top, self._order, self._inodes = top, order, dict[str, int]()
        self._model = ModelDisk(top)

    def does(self, name: str, path: str, *, other: str = "", data: bytes = b"", length: int = 0) -> None:
        offset = sum(len(each or b"") for at, each in self._model.as_it_is().items() if at == path)
        if name == "create":
            self._inodes[path] = 1_000_000_000_000 + len(self._inodes)
        inode = self._inodes.get(path, 0)
        where = f"{self._top}/{path}", f"{self._top}/{other}"
        self._model.apply(DiskCall("w", name, 0, inode, offset, length, *where, data), self._order)

    def left(self) -> list[Files]:
        return list(self._model.after_power_cut(self._order, LIMIT, Random(1)))


@pytest.fixture(params=ORDERS)
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Disk:
    (tmp_path / "old").write_bytes(b"old")
    return Disk(tmp_path, request.param)


@pytest.fixture
def weakest(tmp_path: Path) -> Disk:
    return Disk(tmp_path, "weakest")


def test_what_is_synced_with_its_folder_is_there_whatever_happens(disk: Disk) -> None:
    disk.does("create", "new")
    disk.does("write", "new", data=b"a line")
    disk.does("fsync", "new")
    disk.does("fsync", "")
    assert disk.left() == [{"old": b"old", "new": b"a line"}]


def test_without_its_folder_a_new_file_may_be_gone_but_where_the_disk_has_a_journal(tmp_path: Path) -> None:
    for order, may_be_gone in (("weakest", True), ("journalled", False)):
        disk = Disk(tmp_path, "weakest" if order == "weakest" else "journalled")
        disk.does("create", "new")
        disk.does("write", "new", data=b"a line")
        disk.does("fsync", "new")
        assert ({} in disk.left()) is may_be_gone
        assert {"new": b"a line"} in disk.left()


def test_a_write_that_is_not_synced_may_be_lost(disk: Disk) -> None:
    disk.does("create", "new")
    disk.does("fsync", "new")
    disk.does("fsync", "")
    disk.does("write", "new", data=b"a line")
    left = [files["new"] for files in disk.left()]
    assert left[0] == b""
    assert left[-1] == b"a line"


def test_a_length_may_be_there_without_its_sectors_and_sectors_in_any_order(weakest: Disk) -> None:
    weakest.does("create", "new")
    weakest.does("fsync", "new")
    weakest.does("fsync", "")
    weakest.does("write", "new", data=b"a" * SECTOR + b"b" * 10)
    left = {files["new"] for files in weakest.left()}
    assert left == {
        b"",
        *(one + two for one in (b"a" * SECTOR, bytes(SECTOR)) for two in (b"", b"b" * 10, bytes(10))),
    }


def test_a_rename_before_the_sync_may_leave_the_name_and_no_data(disk: Disk) -> None:
    disk.does("create", "new")
    disk.does("write", "new", data=b"new")
    disk.does("rename", "new", other="old")
    left = disk.left()
    assert {"old": b""} in left
    assert {"old": b"new"} in left
    assert {"old": b"old"} in left


def test_names_become_durable_in_their_order_only_where_the_disk_has_a_journal(tmp_path: Path) -> None:
    for order in ORDERS:
        disk = Disk(tmp_path, order)
        disk.does("mkdir", "first")
        disk.does("mkdir", "second")
        assert ({"second": None} in disk.left()) is (order == "weakest")
        assert {} in disk.left()
        assert {"first": None, "second": None} in disk.left()


def test_what_is_moved_into_a_folder_that_is_not_durable_may_be_lost(weakest: Disk) -> None:
    weakest.does("create", "evening")
    weakest.does("fsync", "")
    weakest.does("mkdir", "deleted")
    weakest.does("rename", "evening", other="deleted/evening")
    weakest.does("fsync", "deleted")
    assert {} in weakest.left()
    weakest.does("fsync", "")
    assert weakest.left() == [{"deleted": None, "deleted/evening": b""}]


def test_more_disks_than_are_wanted_are_drawn_and_the_first_has_nothing_of_what_waits(tmp_path: Path) -> None:
    disk = Disk(tmp_path, "weakest")
    for number in range(12):
        disk.does("mkdir", str(number))
    left = disk.left()
    assert len(left) == LIMIT
    assert left[0] == {}
    assert len(left[1]) == 12
    assert left == disk.left()


def test_a_disk_of_the_model_is_written_as_files(tmp_path: Path) -> None:
    write_files({"folder": None, "folder/file": b"data"}, tmp_path / "made")
    assert (tmp_path / "made" / "folder" / "file").read_bytes() == b"data"
