"""`herald report-bug`: what is in its archive, what is left out of it, and where it goes."""

from __future__ import annotations

import io
import json
import logging
import os
import stat
import zipfile
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion import fault_log
from companion.fault_log import (
    JOURNAL_MARK,
    LOG_FILE_NAME,
    OLD_LOG_FILE_NAME,
    fault_logging,
    parse_systemd_journal,
)
from companion.games import game_rules
from companion.rules.history import GameHistory
from companion.rules.record import RecordHeader, line_with_checksum
from companion.start.commands import report_bug
from companion.start.commands.report_bug import (
    ARCHIVE_PARTS,
    LEFT_OUT,
    ReportNotWritten,
    ask_doctor,
    describe_computer,
    make_archive,
    own_words,
    write_new_file,
)
from companion.table.messages import EnterLine, SessionMessage, UndoMoves
from companion.table.session import DeferredMessage, Session
from companion.table.snapshot import Snapshot
from companion.table.storage.evenings import remember_last_opened
from companion.table.storage.journal import Journal
from tests.commands.test_cli import herald
from tests.screen.florence import twins as florence
from tests.table import twins as kabale
from tests.table.evenings import NAMES, setup

NOW = datetime(2026, 11, 22, 19, 30, tzinfo=UTC)
WELL = "ok  everything: well\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(fault_log, "_utc", lambda _: "2026-11-22T19:00:00Z")
    stand_in(monkeypatch, "doctor.txt", lambda: WELL)
    return tmp_path / "home"


def stand_in(monkeypatch: pytest.MonkeyPatch, part: str, make: Callable[[], str]) -> None:
    """Have a part of the archive made by something else."""
    monkeypatch.setattr(report_bug, "ARCHIVE_PARTS", {**report_bug.ARCHIVE_PARTS, part: ("", make)})


def parts() -> dict[str, str]:
    """The archive as somebody unpacks it, the doctor's answer apart."""
    with zipfile.ZipFile(io.BytesIO(make_archive(NOW))) as packed:
        assert packed.testzip() is None
        return {name: packed.read(name).decode() for name in packed.namelist()}


def write(home: Path, *lines: str, name: str = "2026-11-22-1900-kabale") -> Path:
    path = home / "evenings" / f"{name}.herald"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(map(line_with_checksum, lines)))
    return path


# -- in pairs: two evenings that differ only in what is hidden

Play = Callable[[Path, bool], None]


def play(session: Session, said: Iterator[SessionMessage | DeferredMessage]) -> None:
    """At a table where somebody who listens stumbles over every card."""

    def stumble(_now: Snapshot) -> None:
        raise KeyError(str(session.history.position.to_json()))

    session.add_listener(stumble)
    for message in said:
        session.post(message)
        session.process_queue()
    session.close()


def of_kabale(path: Path, first: bool) -> None:
    told = kabale.script(3, Random(5))
    hands = kabale.Hands(told, kabale.PLANS["one reader"], first, Random(5))
    account, head = told.account(first), RecordHeader("kabale", told.setup)
    session = Session(account, begun(path, head, account), hands.deck, kabale.PLANS["one reader"])
    play(session, hands.messages())


def of_florence(path: Path, first: bool) -> None:
    told = florence.script(3, Random(5), 40, 30)
    hands = florence.Hands(told, florence.PLANS["one reader"], first, Random(5))
    account, head = told.account(first), RecordHeader("florence", told.setup)
    session = Session(account, begun(path, head, account), hands.deck, florence.PLANS["one reader"])
    play(session, hands.messages())


def of_louis_xiv(path: Path, first: bool) -> None:
    """Only a correction, and the position that a record begins with, may name there what is in a hand."""
    table = setup("louis-xiv", 2)
    hand = '{"?":3,"inf1":1,"inf6":1}' if first else '{"?":3,"inf2":1,"inf5":1}'
    corrected = f"table correct /players/{table.start_player}/influence {hand}"
    before = GameHistory.from_header(RecordHeader("louis-xiv", table), game_rules("louis-xiv"))
    before.apply_line("table money 4 2")
    before.apply_line(corrected)
    head = RecordHeader("louis-xiv", table, before.position.to_json())
    account = GameHistory.from_header(head, game_rules("louis-xiv"))
    session = Session(account, begun(path, head, account))
    play(
        session,
        iter(
            (
                EnterLine("table neutral 5 9 joker 11"),
                EnterLine(corrected),
                UndoMoves(1, True),
                EnterLine(corrected),
            )
        ),
    )


def begun(path: Path, head: RecordHeader, account: GameHistory) -> Journal:
    journal = Journal.create(path, head)
    for accepted in account.accepted_lines:
        journal.append(accepted.text)
    return journal


GAMES: Mapping[str, Play] = {"kabale": of_kabale, "florence": of_florence, "louis-xiv": of_louis_xiv}


@pytest.mark.long(usual="louis-xiv")
@pytest.mark.parametrize("name", GAMES)
def test_two_evenings_that_differ_only_in_what_is_hidden_give_the_same_archive(
    name: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # how much memory is free changes all the time
    stand_in(monkeypatch, "machine.txt", lambda: "")
    made, kept_as = [], []
    for first in (True, False):
        place = home / str(first)
        monkeypatch.setenv("HERALD_HOME", str(place))
        path = place / "evenings" / f"2026-11-22-1900-{name}.herald"
        with fault_logging():
            GAMES[name](path, first)
        kept_as.append(path.read_text())
        made.append(parts())
    one, other = made
    assert kept_as[0] != kept_as[1], "the journals name what is hidden, or nothing is shown by this"
    assert one == other
    assert "KeyError" in one["log.txt"]
    assert len(one["evening.herald"].splitlines()) > 4
    assert not any(person in text for person in NAMES for text in one.values())


# -- the evening


def test_the_evening_is_public_as_far_as_it_can_be_read_and_what_is_wrong_is_not_quoted(home: Path) -> None:
    head = RecordHeader("kabale", setup("kabale", 3)).to_lines()
    lines = ("table objectives trade:3 music:4 farming:4", "black 1 cloak", "blue 1 queen")
    path = write(home, *head, *lines)
    told = parts()["evening.herald"].splitlines()
    assert told == [
        "herald 1",
        "game kabale",
        "rules 2",
        "seat black black",
        "seat blue blue",
        "seat green green",
        "start black",
        lines[0],
        "black 1 ?",
        "blue 1 ?",
    ]
    write(home, *head, *lines[:2], "blue 99 queen", "black 2 king")
    assert parts()["evening.herald"].splitlines()[-2:] == ["black 1 ?", "# move 3 is refused now: K-1.3"]
    path.write_text(path.read_text().replace("blue 99 queen", "blue 98 queen"))
    assert parts()["evening.herald"].splitlines()[-1] == "# it cannot be read from here on: line 10"
    path.write_bytes(path.read_bytes().replace(b"game kabale", b"game chess "))
    told = parts()["evening.herald"].splitlines()
    assert told == ["# its head cannot be read: line 2"]


def test_a_line_that_was_torn_was_never_announced(home: Path) -> None:
    path = write(
        home,
        *RecordHeader("kabale", setup("kabale", 3)).to_lines(),
        "table objectives trade:3 music:4 farming:4",
    )
    whole = parts()["evening.herald"]
    with path.open("a") as stream:
        stream.write("black 1 clo")
    assert parts()["evening.herald"] == whole


def test_an_evening_over_which_herald_stumbles_is_told_up_to_there(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(home, *RecordHeader("kabale", setup("kabale", 3)).to_lines(), "black 1 cloak")

    def stumble(_account: GameHistory, text: str) -> None:
        raise KeyError(text)

    monkeypatch.setattr(GameHistory, "apply_line", stumble)
    told = parts()["evening.herald"]
    assert "start black\n# Herald failed here:\n#    KeyError\n" in told
    assert "cloak" not in told


def test_the_newest_is_the_one_that_was_opened_last(home: Path) -> None:
    for number, name in enumerate(("kabale", "louis-xiv")):
        path = write(home, *RecordHeader(name, setup(name, 2)).to_lines(), name=f"2026-11-2{number}-{name}")
        os.utime(path, (number, number))
    assert "game louis-xiv" in parts()["evening.herald"]
    remember_last_opened(home / "evenings" / "2026-11-20-kabale.herald")
    assert "game kabale" in parts()["evening.herald"]


# -- the other parts, and what is not there


def test_where_nothing_was_kept_yet_every_part_says_so(home: Path) -> None:
    told = parts()
    assert list(told) == list(ARCHIVE_PARTS)
    assert told["doctor.txt"] == WELL
    assert told["wiring.toml"] == "# there is none: everything is touched\n"
    assert told["log.txt"].startswith("# herald.log: 0 lines\n")
    assert told["evening.herald"] == "# there is no evening\n"
    assert not home.exists()


def test_versions_and_machine_are_told_without_the_computers_name() -> None:
    told = report_bug.describe_versions()
    assert told.startswith("Herald's commit ")
    assert "\nherald 0." in told
    assert "\nPython 3." in told
    assert "\nmsgspec " in told
    assert "MB" in describe_computer() or "kB" in describe_computer()


def test_what_cannot_be_read_is_said_in_its_place_and_the_rest_is_there(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "wiring.toml").mkdir(parents=True)
    (home / LOG_FILE_NAME).symlink_to("/etc/hostname")
    (home / "evenings").mkdir()
    (home / "evenings" / "2026.herald").write_bytes(b"\xff\x00rubbish\n")
    (home / "people.json").write_text("{")

    def stumble() -> str:
        raise ZeroDivisionError(NAMES[0])

    stand_in(monkeypatch, "machine.txt", stumble)
    told = parts()
    assert told["wiring.toml"].startswith("# it cannot be read: ")
    assert told["log.txt"].startswith("# it cannot be read: ")
    assert told["evening.herald"] == "# its head cannot be read: line 1\n"
    assert "ZeroDivisionError" in told["machine.txt"]
    assert NAMES[0] not in told["machine.txt"]


def test_the_wiring_plan_is_there_whether_it_can_be_used_or_not(home: Path) -> None:
    home.mkdir()
    plan = (
        '[[reader]]\nname = "play"  \nkind = "rc522"\nbus = 0\n\n[[button]]\nname = "player/1"\npin = = 17\n'
    )
    (home / "wiring.toml").write_text(plan.replace("  ", "  # under Anna's place"))
    assert parts()["wiring.toml"] == plan


def test_the_last_lines_of_the_log_are_there_and_their_frames_as_they_are(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report_bug, "MAX_LOG_LINES", 4)
    head = "2026-11-22T19:00:00Z ERROR kivy/core/window.py:12 [MainThread]"
    lines = (f"{head} nothing is connected to Anna", "    anna.Fault", "        mine.py:7 play")
    home.mkdir()
    (home / OLD_LOG_FILE_NAME).write_text("before\nAnna\n")
    (home / LOG_FILE_NAME).write_text("".join(f"{line}\n" for line in lines))
    assert parts()["log.txt"].splitlines() == [
        "# herald.log: 4 lines",
        "...",
        lines[0].replace("[MainThread]", "[...]").replace("Anna", "..."),
        *lines[1:],
    ]


def test_of_the_journal_only_what_was_said_without_values_is_told() -> None:
    def entry(pid: str, message: object, boot: str = "1") -> str:
        return json.dumps(
            {"_PID": pid, "_BOOT_ID": boot, "MESSAGE": message, "__REALTIME_TIMESTAMP": "1763838000000000"}
        )

    said = [
        entry("7", "KeyError: 'queen'"),
        entry("1", "Started herald.service"),
        entry("7", JOURNAL_MARK),
        entry("7", "Waiting for a panel\x1b[2J"),
        entry("8", "KeyError: 'king'"),
        entry("7", "KeyError: 'mage'", boot="2"),
        entry("7", [1, 2]),
        "no JSON",
    ]
    assert [line.partition(" ")[2] for line in parse_systemd_journal("\n".join(said))] == [
        "Started herald.service",
        JOURNAL_MARK,
        r"Waiting for a panel\x1b[2J",
    ]


def test_on_a_pi_the_log_is_the_journals(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is in neither of the groups reads what Herald said, not what systemd says of it."""
    only_members = "# only members of the groups adm and systemd-journal may read what systemd says"

    def entry(process: str, message: str) -> str:
        said = {"_PID": process, "_BOOT_ID": "1", "MESSAGE": message, "__REALTIME_TIMESTAMP": "0"}
        return json.dumps(said, separators=(",", ":"))  # as journalctl writes it

    answers = {"systemctl": "LoadState=loaded\n", "journalctl": entry("7", JOURNAL_MARK)}
    monkeypatch.setattr(report_bug, "run_and_capture", lambda command: answers.get(command[0], ""))
    told = f"2026-11-22T19:00:00Z {JOURNAL_MARK}"
    assert parts()["log.txt"].splitlines()[1:] == ["# journalctl -u herald: 1 lines", told, only_members]
    answers["journalctl"] += "\n" + entry("1", "Started herald.service")
    assert parts()["log.txt"].splitlines()[1:] == [
        "# journalctl -u herald: 2 lines",
        told,
        "2026-11-22T19:00:00Z Started herald.service",
    ]
    answers["journalctl"] = ""
    assert parts()["log.txt"].splitlines()[1:] == ["# journalctl -u herald: 0 lines", only_members]


def test_the_doctor_is_asked_in_a_process_of_its_own_and_not_waited_for_without_end(home: Path) -> None:
    told = ask_doctor(60.0, "--virtual", "one")
    assert "ok  wiring plan: one, virtual" in told
    assert not told.endswith("too long\n")
    assert ask_doctor(0.01).endswith("# it was stopped here: it took too long\n")


# -- who is named


def test_of_what_is_said_the_own_words_and_short_numbers_stay() -> None:
    said = '!!  reader play: version 0x92, GPIO25; no USB device has the number E66138935F123456, or "1234567 Hz"'
    assert own_words(said) == said.replace("E66138935F123456", "...")
    lies_at = "/".join(("", "home", "herald", "wiring.toml"))
    assert own_words(f"{lies_at} herald@herald 12345678 00:1A:7D:DA:71:13") == "... ... ... ..."


letters = st.characters(categories=("L", "N", "So", "Pd"))
names = st.text(letters, min_size=4, max_size=20).filter(lambda name: own_words(name) == LEFT_OUT)


@given(names)
@example("Anna")
@example("Zátopek")
@example("E66138935F123456")
@settings(deadline=None)
def test_no_name_of_a_person_a_place_or_a_device_is_in_any_part(name: str) -> None:
    """Wherever a name can have been written, also where nothing knows that it is one."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        home = Path(folder) / "home"
        patch.setenv("HERALD_HOME", str(home))
        stand_in(patch, "doctor.txt", lambda: own_words(f"ok  {name}: in {home}/{name}, {name}'s"))
        stand_in(patch, "versions.txt", lambda: "")
        stand_in(patch, "machine.txt", lambda: "")
        write(home, "herald 1", "game kabale", f"seat blue {name}", "seat red Bert", "start blue", name=name)
        (home / "people.json").write_text(json.dumps([name]))
        (home / "wiring.toml").write_text(
            f'# {name}\nusb = "{name}" # of {name}\nport="/dev/serial/by-id/{name}"\n'
        )
        with fault_logging():
            log = logging.getLogger("companion.tests")
            log.info("%s: %s", name, f"{home}/{name}")
            log.info(f"    {name}")
            log.error("set aside", exc_info=KeyError(name))
        told = parts()
    assert told["wiring.toml"] == '\nusb = "..." \nport="..."\n'
    assert not any(name in text or ascii(name)[1:-1] in text for text in told.values())


# -- where it goes


def test_it_is_its_owners_alone_and_nothing_is_overwritten(tmp_path: Path) -> None:
    file, link = tmp_path / "report.zip", tmp_path / "link.zip"
    write_new_file(file, lambda: b"one")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    link.symlink_to(tmp_path / "elsewhere")
    for there in (file, link):
        with pytest.raises(ReportNotWritten, match="is there already: name another file"):
            write_new_file(there, never)
    assert file.read_bytes() == b"one"
    assert not (tmp_path / "elsewhere").exists()
    with pytest.raises(ReportNotWritten, match="name a file elsewhere that can be written"):
        write_new_file(tmp_path / "nowhere" / "report.zip", never)


def never() -> bytes:
    raise AssertionError("nobody asks the doctor for nothing")


def interrupted() -> bytes:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("year", "written"), [(1970, (1980, 1, 1)), (2026, (2026, 2, 3)), (2446, (2107, 12, 31))]
)
def test_an_archive_is_made_whatever_the_clock_says(home: Path, year: int, written: tuple[int, ...]) -> None:
    with zipfile.ZipFile(io.BytesIO(make_archive(datetime(year, 2, 3, tzinfo=UTC)))) as packed:
        assert packed.testzip() is None
        assert {entry.date_time[:3] for entry in packed.infolist()} == {written}


def test_half_an_archive_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ReportNotWritten, match="No space left on device; make room"):
        write_new_file(tmp_path / "report.zip", lambda: b"one")
    with pytest.raises(KeyboardInterrupt):
        write_new_file(tmp_path / "report.zip", interrupted)
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_it_and_says_what_is_in_it(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "report.zip"
    done = herald("report-bug", str(file), HERALD_HOME=str(home))
    told = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert str(file) in told
    assert "Nothing hidden is in it" in told
    with zipfile.ZipFile(file) as packed:
        assert packed.namelist() == list(ARCHIVE_PARTS)
        assert all(f"  {name}" in told for name in packed.namelist())
        assert b"evenings: " in packed.read("doctor.txt")
    again = herald("report-bug", str(file), HERALD_HOME=str(home))
    assert (again.returncode, again.stderr.decode().count("\n")) == (2, 1)
    assert not home.exists()
