"""An evening goes on also where its file may only be read: in memory, with a warning, and written when it can be."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.table import session as session_module
from companion.table.messages import WriteJournal
from companion.table.session import Session
from companion.table.snapshot import TableProblem
from companion.table.storage import evenings
from companion.table.storage.disk import FileInUseError
from companion.table.storage.journal import read_record
from tests import long
from tests.table.killed import LINES
from tests.table.raised.raising import Raising, everywhere
from tests.table.storage.test_held import idle, whole
from tests.table.test_journal import HEAD, say, with_lines

WRITING = os.O_WRONLY | os.O_RDWR


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.herald"


@pytest.fixture
def only_read(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """A disk on which nothing may be opened for writing while it is entered; root may write anything."""

    @contextmanager
    def only_reads(number: int = errno.EROFS) -> Iterator[None]:
        really = os.open

        def open_only_reading(path: Any, flags: int, *more: Any, **named: Any) -> int:
            if flags & WRITING:
                raise OSError(number, os.strerror(number), os.fspath(path))
            return really(path, flags, *more, **named)

        with monkeypatch.context() as patched:
            patched.setattr(os, "open", open_only_reading)
            yield

    return only_reads


@pytest.mark.parametrize(("number", "trouble"), [(errno.EROFS, "read-only"), (errno.EACCES, "forbidden")])
def test_an_evening_that_may_only_be_read_goes_on_in_memory_and_is_written_when_it_can_be(
    path: Path, only_read: Callable[..., Any], number: int, trouble: str
) -> None:
    with_lines(path, LINES[:2])
    with only_read(number):
        session = Session.resume(path)
        standing = TableProblem("disk", trouble, os.strerror(number), is_lasting=True)
        assert session.snapshot.problems == (standing,)
        say(session, LINES[2])
        idle(session)
        assert session.snapshot.problems == (standing,)
        assert session.snapshot.accepted_texts == LINES[:3]
        assert path.read_bytes() == whole(*LINES[:2])
    idle(session)
    written = session.snapshot
    assert written.problems == ()
    assert written.disk_problem is None
    with pytest.raises(FileInUseError):
        Session.resume(path)
    say(session, *LINES[3:])
    session.close()
    assert read_record(path) == (HEAD, LINES)


def test_a_torn_line_is_set_aside_when_it_can_be_written(path: Path, only_read: Callable[..., Any]) -> None:
    with_lines(path, LINES[:2])
    with path.open("ab") as stream:
        stream.write(b"yellow inf")
    with only_read():
        session = Session.resume(path)
        say(session, LINES[2])
    say(session, *LINES[3:])
    assert session.snapshot.problems == (TableProblem("torn-line", "evening.torn", "11"),)
    session.close()
    assert path.with_suffix(".torn").read_bytes() == b"yellow inf"
    assert read_record(path) == (HEAD, LINES)


def test_what_somebody_else_went_on_with_is_not_written_over(
    path: Path, only_read: Callable[..., Any]
) -> None:
    with_lines(path, LINES[:2])
    with only_read():
        session = Session.resume(path)
    other = Session.resume(path)
    say(session, LINES[2])
    assert [problem.code for problem in session.snapshot.problems] == ["disk"]
    say(other, *LINES[2:4])
    other.close()
    idle(session)
    (problem,) = session.snapshot.problems
    assert problem.detail == "another program has written into it meanwhile"
    session.close()
    assert path.read_bytes() == whole(*LINES[:4])


def test_an_evening_that_another_herald_plays_is_not_played_in_memory(
    path: Path, only_read: Callable[..., Any]
) -> None:
    other = Session.create(path, HEAD)
    with only_read(), pytest.raises(FileInUseError):
        Session.resume(path)
    other.close()


def test_a_journal_whose_file_is_gone_is_not_played_in_memory(path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Session.resume(path)


# -- beginning late


def raised_at(number: int, path: Path) -> str:
    """Where something was raised at that step of beginning late, "" if it has not so many: all is written later."""
    path.parent.write_text("no folder")
    session = Session.create(path, HEAD)
    say(session, LINES[0])
    assert [problem.code for problem in session.snapshot.problems] == ["disk"]
    path.parent.unlink()
    raising = Raising(number, MemoryError("planted"), everywhere)
    session.post(WriteJournal())
    with raising:
        session.process_queue()
    say(session, LINES[1])
    assert session.snapshot.disk_problem is None
    assert path.read_bytes() == whole(*LINES[:2])
    session.close()
    shutil.rmtree(path.parent)
    return raising.where


def test_whatever_is_raised_while_a_journal_is_begun_late_no_file_of_a_head_alone_stands_in_its_way(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evenings, "LOCK_PATIENCE_SECONDS", 0)
    caplog.set_level("CRITICAL", "companion")
    path = tmp_path / "evenings" / "evening.herald"
    number = 1
    with ThreadPoolExecutor(1) as other_thread:  # as in tests/table/raised
        while where := other_thread.submit(raised_at, number, path).result():
            number += 11 if long.ALL else 17
            assert where
    assert number > 200


def test_a_game_that_cannot_be_shown_leaves_no_journal(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail_once_begun(_why: OSError | None) -> None:
        assert not path.exists(), "planted"

    with monkeypatch.context() as patched:
        patched.setattr(session_module, "disk_problem_of", fail_once_begun)
        with pytest.raises(AssertionError, match="planted"):
            Session.create(path, HEAD)
    assert not path.exists()
    Session.create(path, HEAD).close()
