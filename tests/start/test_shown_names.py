"""Every door by which a name leaves: none of them shows what hides in it, and the record keeps what was written."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from companion.cli import main
from companion.fault_log import FaultFormatter
from companion.rules.game import GameSetup, Seat
from companion.rules.record import RecordHeader
from companion.screen.settings import remember_player_names
from companion.start.terminal_app import run_terminal
from companion.table.session import Session
from companion.table.storage.journal import read_record
from companion.voice.speech import SpeechQueue
from tests.screen.harness.evening import PATIENT, evening
from tests.voice.test_speech import Ear

HIDDEN = "\u202e\u200b\u2066\ufeff\U000e0041\u3164\x9b\x85\u2028"
"""What must not leave by any door. The last three are taken out of a name before, or refused in it."""
NAMES = ("\u202eAn\u200bna\U000e0041", "\u2066Bert\ufeff", "\u3164\u200b")
SHOWN = ("Anna", "Bert", "Red")
SETUP = GameSetup(
    tuple(Seat(colour, name) for colour, name in zip(("blue", "yellow", "red"), NAMES, strict=True)), "blue"
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def journal(home: Path) -> Path:
    """An evening of these three, under way."""
    path = home / "evenings/2026-11-20-2000-louis-xiv.herald"
    Session.create(path, RecordHeader("louis-xiv", SETUP)).close()
    return path


def clean(told: str) -> bool:
    """Whether nothing of it hides."""
    return not set(told) & set(HIDDEN)


def test_the_record_keeps_what_was_written(journal: Path) -> None:
    assert [seat.name for seat in read_record(journal)[0].setup.seats] == list(NAMES)


def test_the_report(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(journal), "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert clean(told)
    assert ", ".join(SHOWN) in told


def test_the_referee(journal: Path, capfd: pytest.CaptureFixture[str]) -> None:
    record = journal.with_name("said.record")
    lines = (
        *RecordHeader("louis-xiv", SETUP).to_lines(),
        f"blue {HIDDEN} place",
        "table money 3 1",
        "yellow inf1 take",
    )
    record.write_text("\n".join(lines) + "\n")
    main(["referee", str(record)])
    told = capfd.readouterr().out
    assert told.count("\n") >= 2
    assert clean(told)
    assert SHOWN[0] in told


def test_the_terminal(
    journal: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def type_nothing(prompt: str) -> str:
        asked.append(prompt)
        if len(asked) > 2:
            raise EOFError
        return ("table", "help")[len(asked) - 1]

    monkeypatch.setattr("builtins.input", type_nothing)
    assert run_terminal("en", virtual=True) == 0
    told = capsys.readouterr().out + "".join(asked)
    assert clean(told)
    assert all(name in told for name in SHOWN[:2])


def test_the_screen(journal: Path) -> None:
    remember_player_names(NAMES[:2])
    with evening("en") as guest:
        guest.driver.until(lambda: "go-on" in guest.driver.things(), PATIENT)
        home_page = guest.driver.words()
        guest.driver.tap("go-on")
        guest.settle()
        table = guest.driver.words()
        guest.driver.tap("home")
        guest.driver.tap("game/louis-xiv")
        new_game = guest.driver.words()
    assert all(name in home_page and name in " ".join(table) for name in SHOWN)
    assert clean("".join((*home_page, *table, *new_game)))


def test_an_error(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(home / f"no{HIDDEN}where")]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert clean(told)


def test_the_log() -> None:
    record = logging.LogRecord("companion", logging.WARNING, __file__, 1, "%s", (NAMES[0],), None)
    assert clean(FaultFormatter().format(record))


def test_the_voice() -> None:
    ear = Ear()
    queue = SpeechQueue(ear, "en")
    for _ in range(2):
        queue.say(f"It is the turn of {NAMES[0]}.")
    waiting = queue.queued_texts
    ear.go_on.set()
    queue.close()
    assert waiting
    assert clean("".join(waiting))
