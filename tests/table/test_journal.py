from __future__ import annotations

import errno
import fcntl
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from threading import Event

import pytest
from msgspec.structs import replace

from companion.export.referee import answer_record, to_json_line
from companion.games import game_rules
from companion.rules.errors import InvalidRecord
from companion.rules.history import GameHistory
from companion.rules.record import (
    JOURNAL_VERSION,
    EveningTable,
    RecordHeader,
    chained_lines,
    line_with_checksum,
)
from companion.table import message_queue
from companion.table.messages import DismissNotices, EnterLine, Touch, UndoMoves, WriteJournal
from companion.table.session import Session, SessionThread
from companion.table.snapshot import Snapshot, TableProblem
from companion.table.storage.disk import FileInUseError
from companion.table.storage.evenings import EARLIER_LAST_OPENED, INDEX_FILE_NAME, GameSummary
from companion.table.storage.journal import (
    Journal,
    JournalDisk,
    JournalWriteError,
    read_journal,
    read_record,
    resume_journal,
)
from companion.table.storage.recovery import recover_lines
from companion.table.storage.saved_games import (
    SavedGame,
    last_damaged_game,
    last_interrupted_game,
    new_journal_path,
)
from tests.table.evenings import setup
from tests.table.killed import LINES, STAGES, TOGETHER

HEAD = RecordHeader("louis-xiv", setup("louis-xiv", 3))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.herald"


def standing(lines: tuple[str, ...]) -> tuple[str, ...]:
    account = GameHistory.from_header(HEAD, game_rules(HEAD.game))
    for line in lines:
        account.apply_line(line)
    return tuple(accepted.text for accepted in account.accepted_lines)


def say(session: Session, *lines: str) -> None:
    for line in lines:
        session.handle_message(EnterLine(line))
        assert session.snapshot.refusal_notice is None


# -- the plug is pulled


@pytest.mark.long(usual=("1-half", "2-written", "3-before", "4-synced", "5-first?byte"))
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("number", range(1, len(LINES) + 1))
def test_a_kill_at_any_stage_of_an_append_loses_nothing_announced_and_doubles_nothing(
    path: Path, stage: str, number: int
) -> None:
    killed = subprocess.run(
        [sys.executable, "-m", "tests.table.killed", str(path), stage, str(number)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert killed.returncode == -9, killed.stderr
    announced = tuple(killed.stdout.splitlines())
    assert announced == LINES[: number - 1]
    kept = LINES[: number if stage in ("written", "synced") else number - 1]

    session = Session.resume(path)
    assert session.snapshot.accepted_texts == standing(kept)
    torn = stage in ("first byte", "half")
    assert [trouble.code for trouble in session.snapshot.problems] == (["torn-line"] if torn else [])
    say(session, *LINES[len(kept) :])
    session.close()
    assert read_record(path) == (HEAD, LINES)


def test_a_kill_while_lines_are_written_together_leaves_the_evening_as_it_was_after_one_of_them(
    path: Path,
) -> None:
    killed = subprocess.run(
        [sys.executable, "-m", "tests.table.killed", str(path), TOGETHER, str(len(LINES))],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert killed.returncode == -9, killed.stderr
    assert tuple(killed.stdout.splitlines()) == LINES[:-1]
    resume_journal(path).journal.close()
    kept = read_record(path)[1]
    assert 0 < len(kept) < len(LINES)
    assert kept == LINES[: len(kept)]


def test_a_torn_last_line_is_kept_beside_the_journal(path: Path) -> None:
    with_lines(path, LINES[:2])
    torn = line_with_checksum(LINES[2]).encode()[:-4]
    path.write_bytes(path.read_bytes() + torn)
    resumed = resume_journal(path)
    assert resumed.end_file == path.with_suffix(".torn")
    assert resumed.end_file.read_bytes() == torn
    assert len(resumed.history.accepted_lines) == 2
    resumed.journal.append(LINES[2])
    resumed.journal.close()
    assert read_record(path)[1] == LINES[:3]


def test_a_line_of_the_head_among_the_moves_is_no_move(path: Path) -> None:
    with_lines(path, LINES[:1])
    last_sum = path.read_text()[-9:-1]
    path.write_bytes(path.read_bytes() + line_with_checksum("option four-jumps 2", last_sum).encode())
    with pytest.raises(InvalidRecord, match="a line of the head stands after the first move"):
        read_record(path)


def test_a_torn_line_that_ends_within_a_letter_is_set_aside_too(path: Path) -> None:
    with_lines(path, LINES[:1])
    path.write_bytes(path.read_bytes() + 'table correct /x "Ž'.encode()[:-1])
    resumed = resume_journal(path)
    assert [accepted.text for accepted in resumed.history.accepted_lines] == list(LINES[:1])
    resumed.journal.close()


def test_a_damaged_line_in_the_middle_is_reported_and_never_guessed_at(path: Path) -> None:
    with_lines(path, LINES[:3])
    path.write_bytes(path.read_bytes().replace(b"inf6 place 6 6 1", b"inf6 place 6 6 2"))
    with pytest.raises(InvalidRecord, match="sum"):
        resume_journal(path)
    resume_again = Journal(path)  # the lock was given back
    resume_again.close()


def with_lines(path: Path, lines: tuple[str, ...]) -> None:
    session = Session.create(path, HEAD)
    say(session, *lines)
    session.close()


# -- the disk refuses


class Failing(JournalDisk):
    """A disk on which calls fail: the names of those that do, each with its error."""

    def __init__(self) -> None:
        self.fails: dict[str, int] = {}
        self.short = False

    def _maybe(self, call: str) -> None:
        if call in self.fails:
            raise OSError(self.fails[call], os.strerror(self.fails[call]))

    def write(self, handle: int, data: bytes) -> int:
        if "write" in self.fails and self.short:
            super().write(handle, data[:5])
        self._maybe("write")
        return super().write(handle, data[:7] if self.short else data)

    def sync(self, handle: int) -> None:
        self._maybe("sync")
        super().sync(handle)

    def truncate(self, handle: int, length: int) -> None:
        self._maybe("cut")
        super().truncate(handle, length)


def on(path: Path, disk: JournalDisk) -> Session:
    return Session(GameHistory.from_header(HEAD, game_rules(HEAD.game)), Journal.create(path, HEAD, disk))


@pytest.mark.parametrize(
    "fails",
    [
        {"write": errno.ENOSPC},
        {"sync": errno.EIO},
        {"write": errno.EROFS, "cut": errno.EROFS},
        {"sync": errno.EIO, "cut": errno.EIO},
    ],
)
@pytest.mark.parametrize("short", [False, True])
def test_what_the_disk_refuses_goes_on_in_memory_and_is_written_when_it_can_be(
    path: Path, fails: dict[str, int], short: bool
) -> None:
    disk = Failing()
    session = on(path, disk)
    say(session, LINES[0])
    disk.fails, disk.short = fails, short
    for thing in ("card/joker", "tile/3", "tile/4"):
        session.handle_message(Touch(thing))
    now = session.handle_message(EnterLine("yellow inf3 take"))
    played = (LINES[0], "blue joker place 3 4", "yellow inf3 take")
    assert now.accepted_texts == played
    assert now.disk_problem is not None
    assert now.disk_problem.is_lasting
    on_disk = complete_lines(path)
    assert on_disk == (played[:2] if fails == {"sync": errno.EIO, "cut": errno.EIO} else LINES[:1])
    disk.fails = {}
    assert session.handle_message(WriteJournal()).problems == ()
    assert read_record(path)[1] == played
    say(session, "undo 1")
    session.close()
    assert read_record(path)[1] == (*played, "undo 1")


def complete_lines(path: Path) -> tuple[str, ...]:
    """The moves that a resume would find now."""
    return read_journal(path).texts


@pytest.mark.parametrize(
    ("number", "trouble"),
    [
        (errno.ENOSPC, "full"),
        (errno.EDQUOT, "full"),
        (errno.EROFS, "read-only"),
        (errno.EIO, "failing"),
        (errno.EACCES, "forbidden"),
        (errno.ENODEV, "other"),
    ],
)
def test_a_disk_that_takes_nothing_says_what_kind_of_trouble_it_has(
    path: Path, number: int, trouble: str
) -> None:
    disk = Failing()
    session = on(path, disk)
    disk.fails = {"write": number}
    now = session.handle_message(EnterLine(LINES[0]))
    assert now.problems == (TableProblem("disk", trouble, os.strerror(number), is_lasting=True),)
    assert session.handle_message(DismissNotices()).problems == now.problems


def test_what_is_only_in_memory_is_tried_to_be_written_while_nobody_does_anything(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(message_queue, "IDLE_SECONDS", 0.001)
    disk, written = Failing(), Event()
    session = on(path, disk)
    disk.fails = {"sync": errno.EIO}
    tries: list[bool] = []

    def watch(now: Snapshot) -> None:
        tries.append(now.disk_problem is None)
        disk.fails = {} if len(tries) > 3 else disk.fails
        if tries[-1]:
            written.set()

    session.add_listener(watch)
    session.post(EnterLine(LINES[0]))
    thread = SessionThread(session)
    thread.start()
    assert written.wait(60)
    thread.stop()
    assert tries == [False] * 4 + [True]
    assert read_record(path)[1] == LINES[:1]


def test_an_evening_that_could_not_begin_on_the_disk_is_written_whole_when_it_can_be(path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.table.storage.journal.name_exclusively", full)
        session = Session.create(path, HEAD)
        say(session, *LINES[:3])
    assert session.snapshot.disk_problem == TableProblem("disk", "full", "No space left on device", True)
    assert not path.exists()
    say(session, LINES[3])
    assert not session.snapshot.problems
    session.close()
    assert read_record(path) == (HEAD, LINES[:4])


TABLES = (
    EveningTable(),
    EveningTable(True),
    EveningTable(True, ("yellow", "red")),
    EveningTable(True, ("yellow", "red"), ("red",)),
)


@pytest.mark.parametrize("table", TABLES, ids=EveningTable.to_remark)
def test_the_head_of_a_journal_says_at_which_table_it_is_played_and_the_rules_pass_over_it(
    path: Path, table: EveningTable
) -> None:
    session = Session.create(path, replace(HEAD, table=table))
    say(session, *LINES)
    session.close()
    kept = path.read_bytes()
    assert (read_journal(path).head.table, read_record(path)[0].table) == (table, table)
    assert recover_lines(kept).journal == kept

    def answers(raw: bytes) -> list[bytes]:
        return [
            to_json_line(each).partition(b",")[2] for each in answer_record(BytesIO(raw), "en", position=True)
        ]

    assert answers(kept) == answers(chained_lines((*HEAD.to_lines(JOURNAL_VERSION), *LINES)).encode())


def test_who_does_not_sit_there_is_not_absent_and_a_remark_of_people_says_nothing_of_the_table(
    path: Path,
) -> None:
    head = replace(HEAD, table=EveningTable(True, ("yellow", "purple"), ("purple", "blue")))
    Journal.create(path, head).close()
    assert read_journal(path).head.table == EveningTable(True, ("yellow",))
    path.write_text("\n".join(("herald 1", "# table virtual yellow", *HEAD.to_lines()[1:], "")))
    assert read_journal(path).head.table is None


def test_what_is_only_in_memory_is_tried_once_more_when_the_evening_is_left(path: Path) -> None:
    disk = Failing()
    session = on(path, disk)
    disk.fails = {"write": errno.ENOSPC}
    session.handle_message(EnterLine(LINES[0]))
    disk.fails = {}
    session.close()
    assert session.snapshot.disk_problem is None
    assert read_record(path)[1] == LINES[:1]


def test_what_the_disk_refuses_behind_a_torn_line_leaves_no_gap(path: Path) -> None:
    with_lines(path, LINES[:2])
    path.write_bytes(path.read_bytes() + line_with_checksum(LINES[2]).encode()[:-4])
    disk = Failing()
    journal = resume_journal(path, disk).journal
    disk.fails, disk.short = {"write": errno.ENOSPC}, True
    with pytest.raises(JournalWriteError):
        journal.append(LINES[2])
    disk.fails = {}
    journal.append(LINES[2])
    journal.close()
    assert read_record(path)[1] == LINES[:3]


def test_an_undo_that_cannot_be_written_is_carried_out_in_memory(path: Path) -> None:
    disk = Failing()
    session = on(path, disk)
    say(session, *LINES[:3])
    disk.fails = {"write": errno.ENOSPC}
    now = session.handle_message(UndoMoves(2, is_confirmed=True))
    assert now.accepted_texts == LINES[:1]
    assert now.disk_problem is not None
    assert read_record(path)[1] == LINES[:3]
    disk.fails = {}
    session.close()
    assert read_record(path)[1] == (*LINES[:3], "undo 2")


def test_a_short_write_is_written_to_its_end(path: Path) -> None:
    disk = Failing()
    disk.short = True
    journal = Journal.create(path, HEAD, disk)
    journal.append(LINES[0])
    journal.close()
    assert read_record(path)[1] == LINES[:1]


def test_a_journal_that_is_there_already_is_never_written_over(path: Path) -> None:
    with_lines(path, LINES[:1])
    with pytest.raises(JournalWriteError):
        Journal.create(path, HEAD)
    assert read_record(path)[1] == LINES[:1]


def test_two_heralds_cannot_keep_one_evening(path: Path) -> None:
    session = Session.create(path, HEAD)
    with pytest.raises(FileInUseError):
        resume_journal(path)
    session.close()
    resume_journal(path).journal.close()


def test_an_update_cannot_come_while_an_evening_is_open_and_can_when_it_is_closed(path: Path) -> None:
    first, second = Session.create(path, HEAD), Session.create(path.with_name("b.herald"), HEAD)
    assert not update_may_begin(path.parent)
    first.close()
    assert not update_may_begin(path.parent)
    second.close()
    assert update_may_begin(path.parent)


def test_an_update_sees_that_somebody_sat_down_just_now(path: Path) -> None:
    Session.create(path, HEAD).close()
    for place in (path, path.parent):
        os.utime(place, (1000, 1000))
    resume_journal(path).journal.close()
    assert path.stat().st_mtime == 1000  # when the last line was written
    assert path.parent.stat().st_mtime > 1000


def test_while_herald_is_updated_no_evening_is_begun_or_gone_on_with(path: Path) -> None:
    Session.create(path, HEAD).close()
    before = path.read_bytes()
    with updating(path.parent):
        with pytest.raises(FileInUseError, match="updated"):
            resume_journal(path)
        with pytest.raises(FileInUseError, match="updated"):
            Session.create(path.with_name("b.herald"), HEAD)
    assert list(path.parent.glob("*.herald")) == [path]
    assert path.read_bytes() == before
    resume_journal(path).journal.close()


def test_a_disk_without_locks_for_folders_is_no_hindrance(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = fcntl.flock

    def without_folders(handle: int, how: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "no such locks here")
        real(handle, how)

    monkeypatch.setattr(fcntl, "flock", without_folders)
    Session.create(path, HEAD).close()
    resume_journal(path).journal.close()


@contextmanager
def updating(folder: Path) -> Iterator[None]:
    """The folder of the evenings is locked as deploy/update locks it."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)


def update_may_begin(folder: Path) -> bool:
    try:
        with updating(folder):
            return True
    except BlockingIOError:
        return False


# -- evenings


def test_the_last_interrupted_evening_says_who_which_game_and_where(tmp_path: Path) -> None:
    first, second = new_journal_path("2026-05-01-1930", "louis-xiv", tmp_path), tmp_path / "b.herald"
    with_lines(first, LINES[:2])
    with_lines(second, ())
    os.utime(first, (1000, 1000))
    os.utime(second, (2000, 2000))
    (tmp_path / "c.herald").write_text("rubbish\n")  # the latest, and nothing to go on with
    seats = HEAD.setup.seats
    summary = GameSummary("louis-xiv", seats, 1, "supply")
    assert last_interrupted_game(tmp_path) == SavedGame(second, 2, 2000, summary)
    second.unlink()
    summary = GameSummary("louis-xiv", seats, 1, "influence")
    assert last_interrupted_game(tmp_path) == SavedGame(first, 1, 1000, summary)


def test_a_name_behind_which_nothing_lies_is_no_trouble_for_an_evening(tmp_path: Path) -> None:
    with_lines(tmp_path / "first.herald", LINES[:2])
    (tmp_path / "link.herald").symlink_to(tmp_path / "nowhere")
    (tmp_path / "folder.herald").mkdir()
    waiting = last_interrupted_game(tmp_path)
    assert waiting is not None
    assert waiting.path == tmp_path / "first.herald"


def test_an_evening_over_which_its_game_stumbles_is_damaged_and_the_one_before_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "first.herald", tmp_path / "second.herald"
    with_lines(first, ())
    with_lines(second, LINES[:2])
    os.utime(first, (1000, 1000))

    def stumble(account: GameHistory, text: str) -> None:
        raise KeyError(text)

    monkeypatch.setattr(GameHistory, "apply_line", stumble)
    wrong, waiting = last_damaged_game(tmp_path), last_interrupted_game(tmp_path)
    assert wrong is not None
    assert (wrong.path, wrong.error) == (second, "its game failed: KeyError")
    assert waiting is not None
    assert waiting.path == first


def test_an_evening_played_while_the_clock_was_behind_is_the_last_one(tmp_path: Path) -> None:
    first, second = tmp_path / "first.herald", tmp_path / "second.herald"
    with_lines(first, LINES[:2])
    with_lines(second, ())
    os.utime(second, (1000, 1000))
    found = last_interrupted_game(tmp_path)
    assert found is not None
    assert found.path == second
    resume_journal(first).journal.close()
    os.utime(first, (500, 500))
    found = last_interrupted_game(tmp_path)
    assert found is not None
    assert found.path == first


@pytest.mark.parametrize("kept", ["gone.herald", "", "\0", "../first.herald"])
def test_where_it_is_not_known_which_evening_was_opened_last_the_times_decide(
    tmp_path: Path, kept: str
) -> None:
    first, second = tmp_path / "first.herald", tmp_path / "second.herald"
    with_lines(second, ())
    with_lines(first, LINES[:2])
    os.utime(first, (1000, 1000))
    (tmp_path / INDEX_FILE_NAME).unlink()
    (tmp_path / EARLIER_LAST_OPENED).write_text(kept)
    found = last_interrupted_game(tmp_path)
    assert found is not None
    assert found.path == second


def test_an_evening_goes_on_where_it_cannot_be_noted_and_nothing_stale_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "first.herald", tmp_path / "second.herald"
    with_lines(first, LINES[:1])
    with_lines(second, ())
    (tmp_path / INDEX_FILE_NAME).unlink()
    monkeypatch.setattr("companion.table.storage.kept_files.write_atomically", full)
    with_lines_more(first, LINES[1:2])
    found = last_interrupted_game(tmp_path)
    assert found is not None
    assert found.path == first


def full(_path: Path, _data: bytes) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def with_lines_more(path: Path, lines: tuple[str, ...]) -> None:
    session = Session.resume(path)
    say(session, *lines)
    session.close()


def test_an_evening_can_be_listed_with_a_torn_last_line(path: Path) -> None:
    with_lines(path, LINES[:1])
    path.write_bytes(path.read_bytes() + b"blue in")
    found = last_interrupted_game(path.parent)
    assert found is not None
    assert found.summary is not None
    assert found.summary.phase == "influence"


def test_evenings_live_where_herald_home_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path / "house"))
    path = new_journal_path("2026-05-01-1930", "louis-xiv")
    assert path == tmp_path / "house" / "evenings" / "2026-05-01-1930-louis-xiv.herald"
    assert last_interrupted_game() is None
    with_lines(path, ())
    assert new_journal_path("2026-05-01-1930", "louis-xiv") != path
    found = last_interrupted_game()
    assert found is not None
    assert found.path == path
