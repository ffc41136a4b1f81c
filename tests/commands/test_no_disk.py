"""A disk that takes nothing, and a home that is none: an evening begins in memory, and is written when it can be."""

from __future__ import annotations

import errno
import os
import resource
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.cli import main
from companion.home import herald_home
from companion.table.storage.disk import find_home_trouble
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
    told = desk.begin()
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
    desk.begin()
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
        desk.begin()
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


# -- the home itself


def lay_a_file(tmp_path: Path) -> tuple[Path, Path]:
    (tmp_path / "home").write_bytes(b"a letter")
    return tmp_path / "home", tmp_path / "home"


def lie_below_a_file(tmp_path: Path) -> tuple[Path, Path]:
    (tmp_path / "letter").write_bytes(b"a letter")
    return tmp_path / "letter" / "home", tmp_path / "letter"


def lead_nowhere(tmp_path: Path) -> tuple[Path, Path]:
    (tmp_path / "home").symlink_to("away")
    return tmp_path / "home", tmp_path / "home"


@pytest.fixture(params=[lay_a_file, lie_below_a_file, lead_nowhere])
def no_folder(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Path, Path]:
    """Herald's home, and what in its place is no folder."""
    home, there = request.param(tmp_path)
    monkeypatch.setenv("HERALD_HOME", str(home))
    monkeypatch.setenv("HERALD_LANG", "en")
    return home, there


READING = ("backup b.zip", "evenings", "evenings 1", "deck show", "deck export a.deck")
WRITING = (
    "restore b.zip --yes",
    "evenings 1 --name Anna",
    "evenings 1 --give-up --yes",
    "evenings 1 --delete --yes",
    "deck import a.deck --yes",
    "enrol --virtual",
    "games add encore-1.0-py3-none-any.whl",
    "games remove encore",
)


@pytest.mark.parametrize("command", [*READING, *WRITING])
def test_whatever_keeps_or_reads_what_is_kept_says_at_once_that_its_home_is_no_folder(
    no_folder: tuple[Path, Path], command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command.split()) == 2
    assert capsys.readouterr() == ("", f"herald: {no_folder[1]} is no folder: set HERALD_HOME to one\n")


def test_a_home_that_is_no_folder_is_something_wrong(
    no_folder: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check"]) == 1
    told = f"!!  home: nothing can be kept. {no_folder[1]} is no folder: set HERALD_HOME to one\n"
    assert capsys.readouterr().out == f"{told}Files: 1, with something wrong: 1.\n"
    assert main(["games"]) == 0


def test_where_the_home_is_no_folder_an_evening_begins_in_memory_and_that_is_told_first(
    no_folder: tuple[Path, Path],
) -> None:
    home, there = no_folder
    desk = Desk(home)
    told, missing = desk.begin(), "There is no folder to keep anything in: set HERALD_HOME to one."
    assert told.startswith(f"{there}: {missing}")
    assert told.count(missing) == 2
    assert "cannot be used" not in told
    assert IN_MEMORY in told
    there.unlink()
    assert IN_MEMORY not in desk.type(first_move(desk.type("help")))
    assert "Kept." in desk.type("quit")
    assert desk.leave() == 0
    assert len(journal_paths(home / "evenings")) == 1


@pytest.fixture
def barred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home in which this user may not write: root may everywhere."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    monkeypatch.setenv("HERALD_LANG", "en")
    monkeypatch.chdir(tmp_path)
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, how: path != tmp_path and access(path, how))
    return tmp_path


@pytest.mark.parametrize("command", WRITING)
def test_whatever_keeps_says_at_once_that_its_home_cannot_be_written(
    barred: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command.split()) == 2
    advice = "make it writable for this user, or set HERALD_HOME to another folder"
    assert capsys.readouterr() == ("", f"herald: {barred} cannot be written: {advice}\n")
    assert list(barred.iterdir()) == []


def test_what_is_kept_where_nobody_may_write_can_be_read_and_backed_up(
    barred: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (barred / "people.json").write_bytes(b'["Anna"]')
    assert main(["evenings"]) == 0
    assert main(["backup", "b.zip"]) == 0
    assert "other files: 1" in capsys.readouterr().out
    assert main(["check"]) == 1
    assert "cannot be written: make it writable for this user" in capsys.readouterr().out


def test_a_disk_that_can_only_be_read_is_told_from_a_folder_that_is_closed(
    barred: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = find_home_trouble(barred)
    assert closed is not None
    assert closed.errno == errno.EACCES
    room = os.statvfs(barred)
    read_only = os.statvfs_result((*room[:8], room.f_flag | os.ST_RDONLY, room.f_namemax))
    monkeypatch.setattr(os, "statvfs", lambda _path: read_only)
    only_read = find_home_trouble(barred)
    assert only_read is not None
    assert only_read.errno == errno.EROFS


@pytest.mark.parametrize(
    ("said", "home"), [("~/games", "anna/games"), ("~", "anna"), ("", "anna/.local/share/herald")]
)
def test_a_tilde_is_the_users_own_folder_also_where_no_shell_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, home: str
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "anna"))
    monkeypatch.setenv("HERALD_HOME", said)
    assert herald_home() == tmp_path / home
