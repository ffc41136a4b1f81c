"""A fault at somebody's table leaves its type and its frames in the log, and no value that could name a hidden card."""

from __future__ import annotations

import ast
import logging
import os
import re
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest

from companion import fault_log
from companion.fault_log import (
    JOURNAL_MARK,
    LOG_FILE_NAME,
    MAX_LOG_BYTES,
    OLD_LOG_FILE_NAME,
    fault_logging,
    is_logged_by_systemd_journal,
    portable_path,
)
from companion.table.messages import EnterLine
from companion.table.session import Session
from hardware.common.events import ReaderEvent
from hardware.readers.supervisor import ReaderSupervisor
from hardware.virtual.clock import VirtualClock
from hardware.worker_thread import WorkerThread
from tests.table.twins import script
from tests.test_house import SOURCES

SECRET = "musketeers"
log = logging.getLogger("companion.tests")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def fail(secret: str = SECRET) -> NoReturn:
    raise KeyError(secret)


def fail_twice() -> NoReturn:
    try:
        fail()
    except KeyError as wrong:
        raise ValueError(f"no card {SECRET}") from wrong


def caught(do: Callable[[], object]) -> Exception:
    with pytest.raises(Exception) as wrong:  # noqa: PT011
        do()
    return wrong.value


def written(home: Path) -> str:
    return (home / LOG_FILE_NAME).read_text(encoding="ascii")


def entries(home: Path) -> list[str]:
    return re.split(r"^(?=\d{4}-)", written(home), flags=re.MULTILINE)[1:]


# -- what is in it


def test_an_entry_says_when_where_which_type_which_frames_and_what_caused_it(home: Path) -> None:
    with fault_logging():
        log.error("a message was set aside", exc_info=caught(fail_twice))
    head, *lines = written(home).splitlines()
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ ERROR tests/test_fault_log\.py:\d+ \[MainThread\] a message was set aside",
        head,
    )
    shape = [re.sub(r":\d+", ":N", line.strip()) for line in lines]
    here = "tests/test_fault_log.py:N"
    assert shape == [
        "ValueError",
        f"{here} caught",
        f"{here} fail_twice",
        "caused by KeyError",
        f"{here} fail_twice",
        f"{here} fail",
    ]


def test_no_value_of_an_exception_a_message_or_a_variable_is_in_it(home: Path) -> None:
    class Told(Exception):
        def __str__(self) -> str:
            raise AssertionError("nobody asks an exception what it says")

        __repr__ = __str__

    def told() -> NoReturn:
        local = Told(SECRET)
        local.add_note(SECRET)
        raise ExceptionGroup(SECRET, [local, caught(fail)])

    with fault_logging():
        log.error("%s was not taken", SECRET, exc_info=caught(told))
        log.error(ValueError(SECRET), exc_info=caught(told))
        logging.getLogger("kivy").warning("Remaining events: %s", SECRET)
    assert SECRET not in written(home)
    assert "one of them: KeyError" in written(home)
    assert "[MainThread] said something at tests/test_fault_log.py:" in written(home)


def test_a_recursion_without_end_is_told_by_its_two_ends(home: Path) -> None:
    def deeper(depth: int) -> int:
        return deeper(depth + 1) + 1

    with fault_logging():
        log.error("too deep", exc_info=caught(lambda: deeper(0)))
    assert "frames more)" in written(home)
    assert len(written(home).splitlines()) < 50


def test_a_chain_that_leads_into_itself_has_an_end(home: Path) -> None:
    one, other = caught(fail), caught(fail_twice)
    one.__cause__, other.__cause__ = other, one
    with fault_logging():
        log.error("a ring", exc_info=one)
    assert written(home).count("KeyError") == 1


@pytest.mark.parametrize(
    ("filename", "told"),
    [
        (fault_log.__file__, "companion/fault_log.py"),
        (threading.__file__, "threading.py"),
        (pytest.__file__, "pytest/__init__.py"),
        ("anna/mine.py", "mine.py"),
        ("/somewhere/else/anna/mine.py", "mine.py"),
        (f"<{SECRET}>", "<made while it ran>"),
    ],
)
def test_a_frame_names_its_file_without_this_computers_folders(filename: str, told: str) -> None:
    assert portable_path(filename) == told


def calls(path: Path) -> Iterator[ast.Call]:
    """Where a module reports something."""
    text = path.read_text()
    for node in ast.walk(ast.parse(text)) if "getLogger" in text else ():
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="log"))):
                yield node


def test_whatever_is_reported_of_a_fault_is_the_same_words_each_time() -> None:
    """Nothing is put into them by the caller, before the log could leave it out; nobody prints a traceback either."""
    for module, path in SOURCES.items():
        assert "print_exc()" not in path.read_text(), module
        for call in calls(path):
            assert isinstance(call.func, ast.Attribute)
            assert isinstance(call.args[0], ast.Constant | ast.Name), f"{module}:{call.lineno}"
            if call.func.attr == "exception" or any(word.arg == "exc_info" for word in call.keywords):
                assert len(call.args) == 1, (
                    f"{module}:{call.lineno}: what is put into it is left out of the log"
                )


# -- who tells it


def test_what_goes_wrong_in_the_session_leaves_its_way_and_not_its_card(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session(script(2, Random(1)).account(True, 1))
    monkeypatch.setattr(session, "_try_accept_line", lambda *_: fail())
    session.add_listener(lambda now: fail(now.game))
    with fault_logging():
        session.handle_message(EnterLine(f"black 1 {SECRET}"))
    assert "companion/table/session.py" in written(home)
    assert written(home).count("    KeyError") == 2, "the message's and the listener's"
    assert SECRET not in written(home)


def test_a_reader_under_supervision_that_fails_and_a_thread_that_steps(home: Path) -> None:
    class Steps:
        def __init__(self) -> None:
            self.due_us, self.state, self.version, self.tally = 0, "well", 0, dict[str, int]()

        def step(self) -> list[ReaderEvent]:
            fail()

        def close(self) -> None:
            """Nothing was opened."""

    step = WorkerThread("lights", fail)
    with fault_logging():
        ReaderSupervisor({"play": Steps}, lambda *_: None, VirtualClock()).run_pending()
        step.start()
        until(lambda: "[lights]" in written(home))
        step.stop()
    assert "hardware/readers/supervised_reader.py" in written(home)
    assert "hardware/worker_thread.py" in written(home)
    assert SECRET not in written(home)


def test_any_thread_that_ends_by_a_fault_and_what_python_can_tell_nobody(home: Path) -> None:
    class Gone:
        def __del__(self) -> None:
            fail()

    with fault_logging():
        thread = threading.Thread(target=fail, name="copy")
        thread.start()
        thread.join()
        Gone()
    assert "[copy] nobody caught it\n    KeyError" in written(home)
    assert "[MainThread] nobody caught it\n    KeyError" in written(home)
    assert SECRET not in written(home)


def test_hooks_handlers_and_levels_are_as_before_when_the_command_is_over(home: Path) -> None:
    before = (threading.excepthook, sys.unraisablehook, list(logging.root.handlers), log.getEffectiveLevel())
    with fault_logging():
        assert threading.excepthook is not before[0]
    after = (threading.excepthook, sys.unraisablehook, list(logging.root.handlers), log.getEffectiveLevel())
    assert after == before
    assert not home.exists(), "where nothing went wrong nothing is written"


FALLS = """
import sys
from companion import cli
from companion.screen.display import kivy_config as screen
from companion.start import touchscreen

def fall(frames, app):
    from kivy.clock import Clock
    Clock.schedule_once(lambda _passed: {}["musketeers"])

touchscreen._stop_after, screen.detect_display_kind = fall, lambda *_: "offscreen"
cli.main(["--virtual", "--frames", "1"])
"""
"""Something stumbles in the window's own loop."""
FAILS = """
import sys
from companion import cli
from companion import fault_log
if sys.argv[1:]:
    fault_log.is_logged_by_systemd_journal = lambda: True
cli._report = lambda args, lang: {}["musketeers"]
cli.main(["report", "evening"])
"""


def failing(home: Path, *words: str, script: str = FAILS) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script, *words],
        env={**os.environ, "HERALD_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_herald_that_ends_by_a_fault_says_where_it_is_told_and_how_to_report_it(home: Path) -> None:
    done = failing(home)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "(KeyError)" in done.stderr
    assert "herald report-bug" in done.stderr
    assert str(home / LOG_FILE_NAME) in done.stderr
    assert "[MainThread] Herald ended\n    KeyError" in written(home)
    assert SECRET not in written(home) + done.stderr


def test_a_fault_in_the_windows_loop_too(home: Path) -> None:
    done = failing(home, script=FALLS)
    (told,) = (entry for entry in entries(home) if "Herald ended" in entry)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "    KeyError\n" in told
    assert "companion/start/touchscreen.py" in told
    assert " kivy/clock.py" in told
    assert SECRET not in written(home) + done.stderr


def test_in_the_journal_the_same_is_told_without_a_file(home: Path) -> None:
    done = failing(home, "journal")
    assert done.stderr.startswith(f"{JOURNAL_MARK}\n")
    assert (
        "Herald ended\n    KeyError\n        <made while it ran>:8 <module>\n        companion/cli.py:"
        in done.stderr
    )
    assert SECRET not in done.stderr
    assert not home.exists()


def test_the_journal_is_where_systemd_runs_a_service_and_not_what_a_desktop_notes_beside(
    tmp_path: Path,
) -> None:
    with (tmp_path / "stderr").open("w") as stream:
        there = os.fstat(stream.fileno())
        journal = f"{there.st_dev}:{there.st_ino}"
        service = {"SYSTEMD_EXEC_PID": str(os.getpid()), "JOURNAL_STREAM": journal}
        assert is_logged_by_systemd_journal(service, stream.fileno())
        assert not is_logged_by_systemd_journal({**service, "SYSTEMD_EXEC_PID": "1"}, stream.fileno())
        assert not is_logged_by_systemd_journal({**service, "JOURNAL_STREAM": "8:1"}, stream.fileno())
        assert not is_logged_by_systemd_journal({}, stream.fileno())


# -- the file


def test_it_is_its_owners_alone_and_stays_so(home: Path) -> None:
    home.mkdir()
    (home / LOG_FILE_NAME).touch(mode=0o666)
    (home / LOG_FILE_NAME).chmod(0o666)
    with fault_logging():
        log.warning("one")
    assert stat.S_IMODE((home / LOG_FILE_NAME).stat().st_mode) == 0o600
    (home / LOG_FILE_NAME).unlink()
    with fault_logging():
        log.warning("two")
    assert stat.S_IMODE((home / LOG_FILE_NAME).stat().st_mode) == 0o600


def test_it_and_the_one_before_it_never_hold_more_than_two_megabytes(home: Path) -> None:
    with fault_logging():
        for number in range(130):
            log.info("%d %s", number, "ř" * 15_000)
    sizes = [(home / name).stat().st_size for name in (LOG_FILE_NAME, OLD_LOG_FILE_NAME)]
    assert all(0 < size <= MAX_LOG_BYTES for size in sizes)
    assert sorted(path.name for path in home.iterdir()) == [LOG_FILE_NAME, OLD_LOG_FILE_NAME]
    assert {stat.S_IMODE(path.stat().st_mode) for path in home.iterdir()} == {0o600}
    assert written(home).splitlines()[-1].split("] ")[1].startswith("129 ")


def test_a_log_that_was_taken_away_or_put_aside_meanwhile_is_begun_anew(home: Path) -> None:
    with fault_logging():
        log.warning("one")
        (home / LOG_FILE_NAME).unlink()
        log.warning("two")
        (home / LOG_FILE_NAME).rename(home / "mine")
        log.warning("three")
    assert "two" in (home / "mine").read_text()
    assert "three" in written(home)


@pytest.mark.parametrize("what", ["link", "pipe", "folder", "no folder", "no room"])
def test_where_it_cannot_be_written_nothing_else_is_and_play_goes_on(
    what: str, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault is told on standard error then, without values as well."""
    mine = tmp_path / "mine"
    mine.write_text("mine")
    match what:
        case "no folder":
            home.write_text("a file")
        case "no room":
            home.mkdir()
            (home / LOG_FILE_NAME).symlink_to("/dev/full")
            monkeypatch.setattr(os, "O_NOFOLLOW", 0)
        case _:
            home.mkdir()
            make: dict[str, Callable[[], object]] = {
                "link": lambda: (home / LOG_FILE_NAME).symlink_to(mine),
                "pipe": lambda: os.mkfifo(home / LOG_FILE_NAME),
                "folder": (home / LOG_FILE_NAME).mkdir,
            }
            make[what]()
    with fault_logging():
        log.error("set aside", exc_info=caught(fail))
        log.error("set aside", exc_info=caught(fail_twice))
    told = capsys.readouterr().err
    assert told.count("[MainThread] set aside") == 2
    assert SECRET not in told
    assert mine.read_text() == "mine"


def test_what_is_no_fault_is_said_on_standard_error_as_ever_and_faults_are_not(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with fault_logging():
        log.info("a panel")
        log.warning("no touchscreen")
        logging.getLogger("kivy").info("a provider")
        log.error("set aside", exc_info=caught(fail))
    assert capsys.readouterr().err == "no touchscreen\n"
    assert re.search(r"INFO tests/test_fault_log.py:\d+ \[MainThread\] a panel\n", written(home))
    assert "kivy" not in written(home)
    with fault_logging(verbose=True):
        log.info("a panel")
    assert capsys.readouterr().err == "a panel\n"


# -- again and again


def test_a_fault_that_goes_on_and_on_is_counted_and_leaves_room_for_the_others(home: Path) -> None:
    with fault_logging():
        for _ in range(1_200):
            log.error("set aside", exc_info=caught(fail))
        log.error("set aside", exc_info=caught(fail_twice))
    told = entries(home)
    assert [re.findall(r"\((\d+) times by now\)", entry) for entry in told] == [
        [],
        *([str(2**power)] for power in range(1, 11)),
        [],
    ]
    assert "ValueError" in told[-1]


def until(true: Callable[[], bool], seconds: float = 10.0) -> None:
    """Wait for another thread."""
    last = time.monotonic() + seconds
    while time.monotonic() < last:
        try:
            if true():
                return
        except FileNotFoundError:
            pass
        time.sleep(0.01)
    pytest.fail("it never came")
