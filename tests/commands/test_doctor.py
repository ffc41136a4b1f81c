"""`herald doctor` as people and programs start it: on this machine, whatever it has, and at a virtual table."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.start.commands import doctor
from companion.start.commands.doctor import TerminalPerson, ask_yes_or_no
from companion.start.doctor import decks
from tests.commands.test_cli import herald, told

MARKS = ("ok  ", "!!  ", "--  ", "??  ")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


# -- this machine


def test_without_a_wiring_plan_nothing_is_wrong_with_readers_and_every_line_says_something(
    home: Path,
) -> None:
    done = herald("doctor", HERALD_HOME=str(home))
    lines = done.stdout.decode().splitlines()
    assert done.stderr == b""
    assert all(line.startswith(MARKS) and ": " in line for line in lines)
    assert lines[0].split(":")[0].endswith("computer")
    assert any(line.startswith("--  wiring plan: none") and "wiring.md" in line for line in lines)
    assert not any("reader" in line and line.startswith("!!") for line in lines)
    assert done.returncode == any(line.startswith("!!") for line in lines)
    assert not home.exists()


def test_everything_wrong_with_a_wiring_plan_is_told_and_no_pin_is_touched(home: Path) -> None:
    home.mkdir()
    (home / "wiring.toml").write_text(
        'buzzer = 0\nbell = 3\n[[reader]]\nname = "play"\nbus = 7\ndevice = 0\n'
    )
    done = herald("doctor", HERALD_HOME=str(home))
    lines = [line for line in done.stdout.decode().splitlines() if line.startswith("!!  wiring plan")]
    assert done.returncode == 1
    assert len(lines) >= 4
    assert b"speech" in done.stdout


def test_a_reader_at_a_place_that_no_game_has_is_told_with_the_place_that_was_meant() -> None:
    (found,) = decks.examine_reader_names(["play", "tlie/6", "seat/green"])
    assert (found.what, found.wrong, found.advice) == (
        "reader tlie/6",
        True,
        "Name it as one: is it tile/6?",
    )


def test_other_programs_get_one_json_list(home: Path) -> None:
    done = herald("doctor", "--json", HERALD_HOME=str(home))
    found = json.loads(done.stdout)
    assert all(each.keys() == {"what", "found", "wrong", "advice", "absent"} for each in found)
    assert done.returncode == any(each["wrong"] for each in found)


# -- a virtual table


def test_a_healthy_virtual_table_ends_with_nothing_wrong() -> None:
    done = herald("doctor", "--virtual")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"wiring plan: five, virtual: 5 readers" in done.stdout
    assert b"!!" not in done.stdout


def test_a_users_trouble_can_be_had_again() -> None:
    done = herald("doctor", "--virtual", "two", "--fault", "tile/6=miso-not-released", "--fault", "yes=stuck")
    wrong = [line for line in done.stdout.decode().splitlines() if line.startswith("!!")]
    assert done.returncode == 1
    assert [line.split(":")[0] for line in wrong] == ["!!  reader tile/6, together", "!!  button yes"]


def test_somebodys_own_plan_can_be_tried_at_a_virtual_table(tmp_path: Path) -> None:
    plan = tmp_path / "mine.toml"
    plan.write_text('reset = 25\n[[reader]]\nname = "seat/blue"\nbus = 0\ndevice = 1\n')
    done = herald("doctor", "--virtual", str(plan), "--fault", "seat/blue=unplugged")
    assert done.returncode == 1
    assert b"!!  reader seat/blue: does not answer" in done.stdout


def test_virtual_hands_do_what_is_asked() -> None:
    done = herald("doctor", "--virtual", "one", "--ask")
    assert done.returncode == 0
    assert b"??  Lay any tag on reader play" in done.stdout
    assert b"ok  reader play, a tag laid on it: was seen by play" in done.stdout


def test_a_program_is_asked_nothing() -> None:
    done = herald("doctor", "--virtual", "one", "--ask", "--json")
    assert b"??" not in done.stdout
    assert isinstance(json.loads(done.stdout), list)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["--fault", "play=unplugged"], "say --virtual too"),
        (["--virtual", "--fault", "play=gremlins"], "brown-out"),
        (["--virtual", "seven"], "kits: one, two, five, hub, columns, usb"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(words: list[str], answer: str) -> None:
    done = herald("doctor", *words)
    assert (done.returncode, done.stdout) == (2, b"")
    assert answer in told(done)


def test_a_virtual_plan_with_faults_is_refused_with_all_of_them(tmp_path: Path) -> None:
    plan = tmp_path / "mine.toml"
    plan.write_text("buzzer = 0\nbell = 3\n")
    done = herald("doctor", "--virtual", str(plan))
    assert done.returncode == 2
    assert "bell" in told(done)
    assert "ID EEPROM" in told(done)


# -- the keyboard


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The end of a pipe at which somebody types."""
    reading, writing = os.pipe()
    with os.fdopen(reading) as keyboard:
        monkeypatch.setattr(sys, "stdin", keyboard)
        yield writing
    os.close(writing)


def test_the_keyboard_is_never_waited_for(typed: int) -> None:
    person = TerminalPerson()
    assert person.typed_line() is None
    os.write(typed, b"y\n")
    assert person.typed_line() == "y\n"
    assert person.typed_line() is None


def test_the_end_of_the_keyboard_is_an_empty_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with (tmp_path / "empty").open("w+") as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        assert TerminalPerson().typed_line() == ""
    monkeypatch.setattr(sys, "stdin", None)
    assert TerminalPerson().typed_line() == ""


@pytest.mark.parametrize(
    ("line", "answer"), [("y", True), ("Yes", True), ("n", False), ("", None), ("  ", None)]
)
def test_yes_is_what_begins_with_y(line: str, answer: bool | None) -> None:
    assert ask_yes_or_no("Well?", lambda _question: line) is answer


def test_nobody_at_the_keyboard_answers_nothing() -> None:
    def gone(_question: str) -> str:
        raise EOFError

    assert ask_yes_or_no("Well?", gone) is None


def test_a_real_table_is_examined_and_asked_about_before_the_rest(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    whats = [finding.what for finding in doctor.examine_real_table(interactive=True, root=tmp_path)]
    assert whats.index("wiring plan") < whats.index("pins") < whats.index("speech") < whats.index("evenings")
