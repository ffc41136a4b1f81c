"""A journal is begun whole and alone, and held: what another program does to its file is told and mended."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import stat
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from companion.games import game_rules
from companion.rules.history import GameHistory
from companion.rules.record import JOURNAL_VERSION, RecordHeader, chained_lines
from companion.table import message_queue
from companion.table.messages import EnterLine
from companion.table.session import Session
from companion.table.snapshot import TableProblem
from companion.table.storage import disk
from companion.table.storage.backup import BackupNotWritten, write_backup
from companion.table.storage.disk import FileInUseError
from companion.table.storage.evenings import INDEX_FILE_NAME, delete_evening, name_evening, table_of_evening
from companion.table.storage.journal import (
    Journal,
    JournalDisk,
    JournalWriteError,
    read_record,
    resume_journal,
)
from companion.table.storage.recovery import recover_in_place
from companion.table.storage.restore import restore_backup
from tests.table.evenings import setup
from tests.table.killed import LINES
from tests.table.storage.earlier import virtual_file
from tests.table.test_journal import Failing, say, update_may_begin

HEAD = RecordHeader("louis-xiv", setup("louis-xiv", 3))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.herald"


def whole(*lines: str) -> bytes:
    return chained_lines((*HEAD.to_lines(JOURNAL_VERSION), *lines)).encode()


def on(path: Path, disk: JournalDisk) -> Session:
    return Session(GameHistory.from_header(HEAD, game_rules(HEAD.game)), Journal.create(path, HEAD, disk))


def idle(session: Session) -> None:
    """Nobody has done anything for a while."""
    message = session.idle_message
    if message is not None:
        session.handle_message(message)


# -- the beginning


def test_of_two_who_begin_one_evening_at_the_same_moment_one_is_told_and_no_line_is_lost(
    tmp_path: Path,
) -> None:
    for number in range(40):
        path, together = tmp_path / f"{number}.herald", threading.Barrier(2)
        told: list[str] = []

        def begin(path: Path = path, together: threading.Barrier = together, told: list[str] = told) -> None:
            together.wait()
            try:
                journal = Journal.create(path, HEAD)
            except JournalWriteError:
                told.append("there")
            else:
                journal.append(LINES[0])
                told.append("begun")
                journal.close()

        people = [threading.Thread(target=begin) for _ in range(2)]
        for each in people:
            each.start()
        for each in people:
            each.join()
        assert sorted(told) == ["begun", "there"]
        assert path.read_bytes() == whole(LINES[0])
    assert {each.suffix for each in tmp_path.iterdir()} <= {".herald", "", ".last-good", ".lock"}


def test_what_lies_under_the_name_is_never_written_over(path: Path) -> None:
    for lay in (lambda: path.symlink_to("nowhere"), path.mkdir, lambda: path.write_text("a letter")):
        lay()
        with pytest.raises(JournalWriteError):
            Journal.create(path, HEAD)
        assert path.is_symlink() or path.is_dir() or path.read_text() == "a letter"
        assert [each.name for each in path.parent.iterdir()] == [path.name]
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()


def test_an_evening_begins_also_on_a_disk_without_links(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def without(_self: Path, _target: Path) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", without)
    session = Session.create(path, HEAD)
    with pytest.raises(FileInUseError):
        resume_journal(path)
    with pytest.raises(JournalWriteError):
        Journal.create(path, HEAD)
    path.write_bytes(b"something else")
    say(session, LINES[0])
    session.close()
    assert path.read_bytes() == whole(LINES[0])
    assert path.with_suffix(".damaged").read_bytes() == b"something else"


def test_only_the_owner_can_read_what_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "house" / "evenings" / "evening.herald"
    before = os.umask(0)
    try:
        Session.create(path, HEAD).close()
        with path.open("ab") as stream:
            stream.write(b"torn")
        Session.resume(path).close()
    finally:
        os.umask(before)
    kept = {each.name: stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}
    assert (kept["evening.herald"], kept["evening.torn"]) == (0o600, 0o600)
    assert {stat.S_IMODE(each.stat().st_mode) for each in (path.parent, path.parent.parent)} == {0o700}


def test_each_folder_that_is_made_is_made_durable_in_the_one_above(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(disk, "fsync_folder", synced.append)
    Journal.create(tmp_path / "house" / "evenings" / "evening.herald", HEAD).close()
    assert synced[:3] == [tmp_path, tmp_path / "house", tmp_path / "house" / "evenings"]


def test_where_the_name_cannot_be_made_durable_no_evening_has_begun(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(_folder: Path) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(disk, "fsync_folder", failing)
        with pytest.raises(JournalWriteError):
            Journal.create(path, HEAD)
    assert [*path.parent.iterdir()] == []
    Journal.create(path, HEAD).close()


# -- another program and the file


def remove(path: Path) -> None:
    path.unlink()


def replace(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(b"a letter")
    other.rename(path)


def lay_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "letter").write_text("Dear Anna")


def shorten(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 3)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def add(path: Path) -> None:
    with path.open("ab") as stream:
        stream.write(b"blue take\n")


def alter(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"Anna", b"Emma"))


def copy_back(path: Path) -> None:
    data = path.read_bytes()
    path.unlink()
    path.write_bytes(data)


CHANGES = (replace, lay_a_folder, shorten, empty, add, alter, copy_back)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("noticed_by", ["a move", "nobody's move"])
def test_a_file_that_another_program_changed_is_whole_again_and_what_lay_there_is_kept(
    path: Path, change: Callable[[Path], None], noticed_by: str
) -> None:
    session = Session.create(path, HEAD)
    say(session, *LINES[:2])
    change(path)
    aside = path.with_suffix(".damaged")
    lay_there = path.read_bytes() if path.is_file() else b""
    if noticed_by == "a move":
        say(session, LINES[2])
    else:
        idle(session)
        assert path.read_bytes() == whole(*LINES[:2])
    assert session.snapshot.problems == (TableProblem("journal-changed", path.name, aside.name),)
    assert aside.is_dir() or aside.read_bytes() == lay_there
    say(session, *LINES[3 if noticed_by == "a move" else 2 :])
    assert path.read_bytes() == whole(*LINES)
    with pytest.raises(FileInUseError):
        resume_journal(path)
    assert not update_may_begin(path.parent)
    session.close()
    assert update_may_begin(path.parent)
    assert read_record(path) == (HEAD, LINES)


@pytest.mark.parametrize("noticed_by", ["a move", "nobody's move"])
@pytest.mark.parametrize("gone", [remove, lambda path: shutil.rmtree(path.parent)], ids=["file", "folder"])
def test_a_file_that_another_program_removed_is_there_again_and_that_is_told(
    tmp_path: Path, noticed_by: str, gone: Callable[[Path], None]
) -> None:
    path = tmp_path / "evenings" / "evening.herald"
    session = Session.create(path, HEAD)
    say(session, *LINES[:2])
    gone(path)
    if noticed_by == "a move":
        say(session, LINES[2])
    else:
        idle(session)
    assert session.snapshot.problems == (TableProblem("journal-gone", path.name, ""),)
    assert path.read_bytes() == whole(*LINES[: 3 if noticed_by == "a move" else 2])
    assert not update_may_begin(path.parent)
    session.close()
    assert update_may_begin(path.parent)


def test_a_file_that_was_only_looked_at_or_copied_is_no_matter(path: Path) -> None:
    session = Session.create(path, HEAD)
    say(session, *LINES[:2])
    before = path.stat().st_ino
    os.utime(path, (1000, 1000))
    path.chmod(0o640)
    path.with_name("copy").hardlink_to(path)
    number = session.snapshot.sequence_number
    idle(session)
    assert session.snapshot.sequence_number == number
    say(session, *LINES[2:])
    assert not session.snapshot.problems
    assert path.stat().st_ino == before
    session.close()


def test_a_folder_that_another_program_removed_comes_back_with_what_says_that_the_table_is_virtual(
    tmp_path: Path,
) -> None:
    path = tmp_path / "evenings" / "evening.herald"
    path.parent.mkdir()
    virtual_file(path, HEAD, ("yellow",))
    written = table_of_evening(path, HEAD)
    session = Session.create(path, HEAD)
    shutil.rmtree(path.parent)
    say(session, LINES[0])
    session.close()
    assert written.is_virtual
    assert table_of_evening(path, HEAD) == written


class Meddling(JournalDisk):
    """A disk at which another program does something in the middle of a call."""

    def __init__(self, call: str, meddle: Callable[[], None]) -> None:
        self.call, self.meddle = call, meddle
        self.is_at_it = False

    def _perhaps(self, call: str) -> None:
        if self.is_at_it and call == self.call:
            self.is_at_it = False
            self.meddle()

    def write(self, handle: int, data: bytes) -> int:
        self._perhaps("write")
        return super().write(handle, data)

    def sync(self, handle: int) -> None:
        self._perhaps("sync")
        super().sync(handle)


@pytest.mark.parametrize("call", ["write", "sync"])
@pytest.mark.parametrize("change", [remove, *(each for each in CHANGES if each is not alter)])
def test_what_another_program_does_amid_a_move_is_mended_before_the_move_is_announced(
    path: Path, call: str, change: Callable[[Path], None]
) -> None:
    disk = Meddling(call, lambda: change(path))
    session = on(path, disk)
    say(session, LINES[0])
    session.add_listener(lambda _now: files.append(path.read_bytes()))
    files: list[bytes] = []
    disk.is_at_it = True
    say(session, LINES[1])
    assert files == [whole(*LINES[:2])]
    (problem,) = session.snapshot.problems
    assert problem.code == ("journal-gone" if change is remove else "journal-changed")
    session.close()


def test_a_move_that_cannot_be_written_into_a_new_file_stays_in_memory_and_is_written_later(
    path: Path,
) -> None:
    disk = Failing()
    session = on(path, disk)
    say(session, LINES[0])
    path.unlink()
    disk.fails = {"write": errno.ENOSPC}
    session.handle_message(EnterLine(LINES[1]))
    assert session.snapshot.accepted_texts == LINES[:2]
    assert [problem.code for problem in session.snapshot.problems] == ["disk"]
    idle(session)
    assert [problem.code for problem in session.snapshot.problems] == ["disk"]
    disk.fails = {}
    idle(session)
    assert [problem.code for problem in session.snapshot.problems] == ["journal-gone"]
    session.close()
    assert path.read_bytes() == whole(*LINES[:2])
    assert sorted(each.name for each in path.parent.iterdir()) == [
        INDEX_FILE_NAME,
        f"{INDEX_FILE_NAME}.last-good",
        f"{INDEX_FILE_NAME}.lock",
        path.name,
    ]


def test_a_line_that_failed_and_a_file_that_was_shortened_leave_no_zeros(path: Path) -> None:
    disk = Failing()
    session = on(path, disk)
    say(session, LINES[0])
    disk.fails, disk.short = {"write": errno.ENOSPC, "cut": errno.EIO}, True
    session.handle_message(EnterLine(LINES[1]))
    disk.fails, disk.short = {}, False
    os.truncate(path, 40)
    idle(session)
    session.close()
    assert path.read_bytes() == whole(*LINES[:2])
    assert path.with_suffix(".damaged").read_bytes() == whole()[:40]


def test_what_another_herald_keeps_under_the_name_is_left_to_it(path: Path) -> None:
    ours = Session.create(path, HEAD)
    say(ours, LINES[0])
    path.unlink()
    theirs = Session.create(path, HEAD)
    ours.handle_message(EnterLine(LINES[1]))
    (problem,) = ours.snapshot.problems
    assert problem.code == "disk"
    assert "another Herald keeps an evening" in problem.detail
    say(theirs, LINES[0])
    assert not theirs.snapshot.problems
    theirs.close()
    ours.close()
    assert path.read_bytes() == whole(*LINES[:2])
    assert path.with_suffix(".damaged").read_bytes() == whole(LINES[0])


def test_a_file_that_is_replaced_while_it_is_opened_is_not_written_into(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Session.create(path, HEAD).close()
    real = fcntl.flock

    def replaced_meanwhile(handle: int, how: int) -> None:
        real(handle, how)
        if path.exists() and os.path.samestat(os.fstat(handle), path.stat()):
            copy_back(path)

    monkeypatch.setattr(fcntl, "flock", replaced_meanwhile)
    with pytest.raises(FileInUseError):
        resume_journal(path)


def test_a_session_that_waits_looks_after_its_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_queue, "IDLE_SECONDS", 0.0)
    session = Session.create(path, HEAD)
    session.add_listener(lambda _now: session.stop())
    path.unlink()
    session.run()
    assert [problem.code for problem in session.snapshot.problems] == ["journal-gone"]
    assert path.read_bytes() == whole()
    session.close()


# -- what a disk cannot do has not failed


@pytest.fixture(params=[errno.EINVAL, errno.ENOTSUP, errno.ENOSYS], ids=["EINVAL", "ENOTSUP", "ENOSYS"])
def unsyncable(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of a disk that syncs files, and no folder."""
    refuse_folders(monkeypatch, request.param)
    monkeypatch.setattr(disk, "_told_disks", set())
    return tmp_path / "home"


def refuse_folders(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    sync = os.fsync

    def of_files_only(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(number, os.strerror(number))
        sync(handle)

    monkeypatch.setattr(os, "fsync", of_files_only)


def test_on_a_disk_that_cannot_sync_folders_everything_is_kept_and_that_is_told_once(
    unsyncable: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = unsyncable / "evenings" / "evening.herald"
    Session.create(path, HEAD).close()
    resume_journal(path).journal.close()
    assert name_evening(path, "Anna's birthday") == "Anna's birthday"
    damaged = path.with_name("damaged.herald")
    damaged.write_bytes(path.read_bytes() + b"what is that\n")
    recover_in_place(damaged)
    delete_evening(damaged)
    written = write_backup(tmp_path / "b.zip", unsyncable, datetime(2026, 11, 28))
    assert written.left_out == {}
    assert restore_backup(written.file, unsyncable).replaced is not None
    assert path.read_bytes() == whole()
    (told,) = caplog.messages
    assert "cannot sync a folder: do not cut the power before Herald has ended" in told


def test_a_backup_whose_name_could_not_be_made_durable_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").mkdir()
    with monkeypatch.context() as patched:
        refuse_folders(patched, errno.EIO)
        with pytest.raises(BackupNotWritten, match="Input/output error"):
            write_backup(tmp_path / "b.zip", tmp_path / "home", datetime(2026, 11, 28))
    assert [each.name for each in tmp_path.iterdir()] == ["home"]


def test_on_a_disk_without_locks_an_evening_is_begun_and_gone_on_with(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_locks(_handle: int, _how: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", without_locks)
    Session.create(path, HEAD).close()
    journal = resume_journal(path).journal
    journal.append(LINES[0])
    journal.close()
    assert path.read_bytes() == whole(LINES[0])
