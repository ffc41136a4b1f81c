"""A restore replaces everything or nothing, wherever it is killed, and keeps what it replaces."""

from __future__ import annotations

import os
import shutil
import signal
import zipfile
from collections.abc import Callable
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from companion.games import game_rules
from companion.home import RESTORE_FOLDER_NAMES
from companion.rules.errors import InvalidFile
from companion.rules.record import RecordHeader
from companion.table.session import Session
from companion.table.storage.backup import write_backup
from companion.table.storage.disk import FileInUseError, FileLock
from companion.table.storage.journal import Journal
from companion.table.storage.restore import RestoreFailed, finish_interrupted_restore, restore_backup
from companion.table.tags.deck_store import deck_path
from tests.long import ALL
from tests.table.evenings import setup
from tests.table.storage.homes import ONE, OTHER, STRANGERS, everything, fill, kept

DEADLY_CALLS = ("rename", "fsync", "mkdir", "open", "utime", "rmdir", "unlink")
"""The system calls of a restore, each of which is once the last."""

STEP = 1 if ALL else 4
"""Of so many calls one is met in the usual suite."""


def backup_of(tmp_path: Path, files: dict[str, bytes] = ONE) -> Path:
    return write_backup(tmp_path / "b.zip", fill(tmp_path / "origin", files), datetime(2026, 11, 23)).file


def test_what_was_backed_up_is_there_again_with_its_times(tmp_path: Path) -> None:
    home = tmp_path / "home"
    done = restore_backup(backup_of(tmp_path), home)
    assert kept(home) == kept(tmp_path / "origin")
    assert done.replaced is None
    assert not {*RESTORE_FOLDER_NAMES} & {path.name for path in home.iterdir()}
    assert {path.stat().st_mode & 0o077 for path in home.rglob("*")} == {0}


def test_what_is_replaced_is_kept_and_can_be_backed_up_itself(tmp_path: Path) -> None:
    home = fill(tmp_path / "home", OTHER)
    before = kept(home)
    done = restore_backup(backup_of(tmp_path), home)
    assert done.replaced == home / "replaced-1"
    assert kept(home / "replaced-1") == before
    assert kept(home) == kept(tmp_path / "origin")
    back = write_backup(tmp_path / "back.zip", home / "replaced-1", datetime(2026, 11, 23)).file
    assert restore_backup(back, home).replaced == home / "replaced-2"
    assert kept(home) == before


def test_what_is_no_part_of_a_backup_stays_as_it_is(tmp_path: Path) -> None:
    home = fill(tmp_path / "home", OTHER | STRANGERS)
    restore_backup(backup_of(tmp_path), home)
    assert everything(home).items() >= STRANGERS.items()


def test_what_is_no_file_does_not_stand_in_the_way(tmp_path: Path) -> None:
    home = fill(tmp_path / "home", {})
    (home / "people.json").mkdir(parents=True)
    (home / "evenings").mkdir()
    os.mkfifo(home / "evenings" / "2026-11-20-2000-louis-xiv.herald")
    (home / "settings.toml").symlink_to("nowhere")
    restore_backup(backup_of(tmp_path), home)
    assert kept(home) == kept(tmp_path / "origin")
    assert (home / "replaced-1" / "people.json").is_dir()


# -- refused, and nothing is changed


@pytest.mark.parametrize("make", [os.mkfifo, Path.touch, lambda path: path.symlink_to("nowhere")])
def test_what_stands_in_the_place_of_what_is_built_is_taken_away_unread(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    home = fill(tmp_path / "home", OTHER)
    make(home / RESTORE_FOLDER_NAMES[0])
    finish_interrupted_restore(home)
    assert everything(home) == OTHER
    make(home / RESTORE_FOLDER_NAMES[0])
    restore_backup(backup_of(tmp_path), home)
    assert kept(home) == kept(tmp_path / "origin")


def test_a_damaged_backup_changes_nothing(tmp_path: Path) -> None:
    home, file = fill(tmp_path / "home", OTHER), backup_of(tmp_path)
    with zipfile.ZipFile(file) as archive:
        at = archive.getinfo("settings.toml").header_offset + 30 + len("settings.toml")
    raw = bytearray(file.read_bytes())
    raw[at + 2] ^= 0xFF
    file.write_bytes(raw)
    with pytest.raises(InvalidFile):
        restore_backup(file, home)
    assert everything(home) == OTHER


def test_nothing_is_restored_while_an_evening_is_open(tmp_path: Path) -> None:
    home, file = tmp_path / "home", backup_of(tmp_path)
    head = RecordHeader("louis-xiv", setup("louis-xiv", 3))
    session = Session.create(home / "evenings" / "now.herald", head)
    before = everything(home)
    with pytest.raises(FileInUseError, match="an evening is open"):
        restore_backup(file, home)
    assert everything(home) == before
    session.close()
    restore_backup(file, home)


def test_nothing_is_restored_while_herald_is_updated_or_a_deck_is_changed(tmp_path: Path) -> None:
    import fcntl

    home, file = fill(tmp_path / "home", OTHER), backup_of(tmp_path)
    with FileLock(deck_path("kabale", home)), pytest.raises(FileInUseError, match=r"kabale\.deck"):
        restore_backup(file, home)
    handle = os.open(home / "evenings", os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    with pytest.raises(FileInUseError, match="updated or restored"):
        restore_backup(file, home)
    os.close(handle)
    assert kept(home).keys() == OTHER.keys()


def test_no_evening_begins_while_a_restore_is_under_way(tmp_path: Path) -> None:
    home = fill(tmp_path / "home", OTHER)
    refused: list[str] = []

    def begin(done: int, total: int) -> None:
        head = RecordHeader("louis-xiv", setup("louis-xiv", 3))
        with pytest.raises(FileInUseError) as wrong:
            Journal.create(home / "evenings" / "now.herald", head)
        refused.append(str(wrong.value))

    assert game_rules("louis-xiv")
    restore_backup(backup_of(tmp_path), home, begin)
    assert refused
    assert kept(home) == kept(tmp_path / "origin")


def test_too_little_room_is_said_before_anything_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, file = fill(tmp_path / "home", OTHER), backup_of(tmp_path)
    real = os.statvfs(home)
    monkeypatch.setattr(os, "statvfs", lambda path: os.statvfs_result((*real[:4], 0, *real[5:10])))
    with pytest.raises(RestoreFailed, match="2 MB more are needed; everything is as it was"):
        restore_backup(file, home)
    assert everything(home) == OTHER


def test_a_folder_that_may_not_be_written_is_said_before_anything_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = fill(tmp_path / "home", OTHER)
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path).name != "evenings")
    with pytest.raises(RestoreFailed, match=r"evenings: .*make it writable.*everything is as it was"):
        restore_backup(backup_of(tmp_path), home)
    assert everything(home) == OTHER


@pytest.mark.parametrize("call", ["fsync", "utime", "mkdir", "open"])
def test_a_disk_that_fails_while_it_is_built_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    home, file = fill(tmp_path / "home", OTHER), backup_of(tmp_path)
    usual, met = getattr(os, call), count()

    def failing(where: Any, *words: Any, **more: Any) -> Any:
        if RESTORE_FOLDER_NAMES[0] in str(where) or call in ("fsync", "utime"):
            next(met)
            raise OSError(5, "Input/output error")
        return usual(where, *words, **more)

    monkeypatch.setattr(os, call, failing)
    with pytest.raises(RestoreFailed, match="Input/output error; everything is as it was"):
        restore_backup(file, home)
    monkeypatch.undo()
    assert next(met)
    assert everything(home) == OTHER


# -- killed


def killed(work: Callable[[], object], number: int) -> bool:
    """Whether `work` was killed just before its `number`th system call, in a process of its own."""
    child = os.fork()
    if child == 0:
        left = iter(range(number, -1, -1))
        for name in DEADLY_CALLS:
            setattr(os, name, deadly(getattr(os, name), left))
        try:
            work()
            os._exit(0)
        except BaseException:
            os._exit(1)
    status = os.waitpid(child, 0)[1]
    assert os.waitstatus_to_exitcode(status) in (0, -signal.SIGKILL)
    return os.WIFSIGNALED(status)


def deadly(usual: Callable[..., Any], left: Any) -> Callable[..., Any]:
    def call(*words: Any, **more: Any) -> Any:
        if next(left, 0) == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return usual(*words, **more)

    return call


def test_killed_anywhere_the_next_start_finds_the_old_state_or_the_new_one(tmp_path: Path) -> None:
    file, origin = backup_of(tmp_path), kept(tmp_path / "origin")
    home, states = tmp_path / "home", list[bool]()
    for number in count(1, STEP):
        fill(home, OTHER | STRANGERS)
        before = kept(home)
        done = not killed(lambda: restore_backup(file, home), number)
        finish_interrupted_restore(home)
        now = kept(home)
        assert now in (before, origin), f"half of each, killed at call {number}"
        states.append(now == origin)
        if states[-1]:
            assert kept(home / "replaced-1") == before
        assert everything(home).items() >= STRANGERS.items()
        assert not {*RESTORE_FOLDER_NAMES} & {path.name for path in home.iterdir()}
        shutil.rmtree(home)
        if done:
            break
    assert states == sorted(states)  # the old one up to one call, the new one from then on
    assert len(states) > 90 // STEP


@pytest.mark.long(instead="test_killed_anywhere_the_next_start_finds_the_old_state_or_the_new_one")
def test_killed_again_while_the_next_start_finishes_it(tmp_path: Path) -> None:
    file, origin = backup_of(tmp_path), kept(tmp_path / "origin")
    home = tmp_path / "home"
    for first in count(1, 4 * STEP):
        fill(home, OTHER)
        before = kept(home)
        if not killed(lambda: restore_backup(file, home), first):
            break
        for second in count(1, 3):
            if not killed(lambda: finish_interrupted_restore(home), second):
                break
        assert kept(home) in (before, origin)
        shutil.rmtree(home)
