"""The page that hands on the result: a phone reads the QR off the screen, and files lie where people put them."""

from __future__ import annotations

import csv
import json
import os
import subprocess
from collections.abc import Callable
from functools import partial
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest

from companion.export.bg_stats import bg_stats_link
from companion.export.evening_result import begun_at, load_told_evening
from companion.export.result_files import result_html
from companion.rules.record import RecordHeader
from companion.screen.pages import backup
from companion.table.messages import EnterLine
from companion.table.session import Session
from companion.voice.language import languages
from tests.screen.harness.evening import PATIENT, Guest, evening
from tests.table.evenings import evening as whole_evening
from tests.table.evenings import setup

SEEDS = {"louis-xiv": 4, "kabale": 8, "florence": 5}
MOST = {"louis-xiv": 4, "kabale": 5, "florence": 5}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path / "home"))
    (tmp_path / "home" / "evenings").mkdir(parents=True)
    return tmp_path / "home"


def almost_over(home: Path, game: str) -> str:
    """An evening with the most players, of which the last line is still to be played; that line."""
    players = MOST[game]
    session = Session.create(
        home / "evenings" / f"2026-11-20-2005-{game}.herald", RecordHeader(game, setup(game, players))
    )
    *moves, last = [str(move) for _, move in whole_evening(game, players, Random(SEEDS[game]))]
    for move in moves:
        session.handle_message(EnterLine(move))
    session.close()
    return last


def at_the_end(guest: Guest, last: str) -> None:
    """The evening that waits is gone on with, and its last line is played: who has won is shown."""
    driver = guest.driver
    driver.until(lambda: "go-on" in driver.things(), PATIENT)
    driver.tap("go-on")
    guest.settle()
    guest.live.session.post(EnterLine(last))
    driver.until(lambda: guest.live.snapshot.position.outcome() is not None, PATIENT)
    guest.settle()
    while "result" not in driver.things():
        guest.tap("skip-all" if "skip-all" in driver.things() else "next")


def shown_link(guest: Guest, tmp_path: Path) -> str:
    """What a phone reads off the screen, by zbar."""
    guest.driver.until(lambda: bool(guest.page.model.qr), PATIENT)
    guest.driver.rest()
    guest.driver.picture().save(tmp_path / "screen.png")
    done = subprocess.run(
        ["zbarimg", "--quiet", "--raw", tmp_path / "screen.png"], capture_output=True, check=True, text=True
    )
    return done.stdout.removesuffix("\n")


@pytest.mark.parametrize("game", SEEDS)
def test_at_the_end_one_touch_shows_what_a_phone_takes(home: Path, tmp_path: Path, game: str) -> None:
    last = almost_over(home, game)
    with evening("cs") as guest:
        at_the_end(guest, last)
        assert guest.driver.faults() == []
        guest.driver.tap("result")
        link = shown_link(guest, tmp_path)
        assert guest.driver.faults() == []
        play: Any = json.loads(unquote(link.partition("?data=")[2]))
        outcome = guest.live.snapshot.position.outcome()
        seats = guest.live.snapshot.setup.seats
        assert [each["score"] for each in play["players"]] == [
            str(outcome.scores[seat.colour]) for seat in seats
        ]
        assert [each["winner"] for each in play["players"]] == [
            seat.colour in outcome.winners for seat in seats
        ]
        guest.driver.tap("back")
        assert guest.driver.app.page_history[-1] == "table"


@pytest.mark.parametrize("lang", languages())
def test_an_evening_of_the_list_is_put_onto_a_stick(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    last = almost_over(home, "kabale")
    journal = next((home / "evenings").glob("*.herald"))
    session = Session.resume(journal)
    session.handle_message(EnterLine(last))
    session.close()
    stick = tmp_path / "media" / "STICK"
    stick.mkdir(parents=True)
    monkeypatch.setattr(backup, "mounted_media", lambda: (stick,))
    with evening(lang) as guest:
        driver = guest.driver
        driver.tap("evenings")
        driver.until(lambda: "evening/1" in driver.things(), PATIENT)
        driver.tap("evening/1")
        driver.until(lambda: "result" in driver.things(), PATIENT)
        assert driver.faults() == []
        driver.tap("result")
        assert shown_link(guest, tmp_path) == bg_stats_link(load_told_evening(journal, lang).result)
        for kind, ending in (("picture", ".png"), ("html", ".html"), ("csv", ".csv"), ("json", ".json")):
            driver.tap(f"keep/{kind}")
            driver.until(lambda: "folder/0" in driver.things(), PATIENT)
            driver.tap("folder/0")
            driver.until(lambda: "here" in driver.things(), PATIENT)
            assert driver.faults() == []
            driver.tap("here")
            told = f"{journal.stem}{ending}"
            driver.until(partial(driver.sees, told), PATIENT)
            assert driver.faults() == []
        rows = list(csv.reader(StringIO((stick / f"{journal.stem}.csv").read_text("utf-8-sig"))))
        assert len(rows) == 1 + MOST["kabale"]


def test_a_stick_that_was_pulled_out_or_is_full_is_told_in_one_sentence(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = almost_over(home, "kabale")
    sticks = [tmp_path / "STICK"]
    sticks[0].mkdir()
    monkeypatch.setattr(backup, "mounted_media", lambda: tuple(sticks))

    def full(*_args: Any) -> Any:
        raise OSError(28, os.strerror(28))

    with evening("en") as guest:
        driver = guest.driver
        at_the_end(guest, last)
        driver.tap("result")
        spoils: tuple[tuple[Callable[[], object], str], ...] = (
            (lambda: monkeypatch.setattr("companion.export.result_files.write_atomically", full), "full"),
            (sticks.clear, "That stick is no longer connected. Connect it, then try again."),
        )
        for spoil, told in spoils:
            driver.until(lambda: "keep/json" in driver.things(), PATIENT)
            driver.tap("keep/json")
            driver.until(lambda: "folder/0" in driver.things(), PATIENT)
            driver.tap("folder/0")
            driver.until(lambda: "here" in driver.things(), PATIENT)
            spoil()
            driver.tap("here")
            driver.until(partial(driver.sees, told), PATIENT)
        assert list((tmp_path / "STICK").iterdir()) == []


def test_a_place_that_is_touched_twice_is_opened_once(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = almost_over(home, "kabale")
    stick = tmp_path / "STICK"
    stick.mkdir()
    monkeypatch.setattr(backup, "mounted_media", lambda: (stick,))
    with evening("en") as guest:
        driver = guest.driver
        at_the_end(guest, last)
        driver.tap("result")
        driver.until(lambda: "keep/json" in driver.things(), PATIENT)
        for touched in ("keep/json", "folder/0", "back", "here", "keep/csv", "folder/0", "folder/0"):
            guest.page.work_on(touched)
        driver.until(lambda: "here" in driver.things() or guest.page.model.message, PATIENT)
        assert not guest.page.model.message
        guest.page.work_on("here")
        guest.page.work_on("here")
        driver.until(lambda: driver.sees("Written"), PATIENT)
        assert [each.suffix for each in stick.iterdir()] == [".csv"]


def test_an_evening_that_is_looked_at_later_took_no_longer(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = almost_over(home, "kabale")
    with evening("en") as guest:
        at_the_end(guest, last)
        journal = next((home / "evenings").glob("*.herald"))
        begun = begun_at(journal.stem)
        assert begun is not None
        os.utime(journal, (begun.timestamp() + 90 * 60,) * 2)
        assert guest.program.running_evening("en").result.minutes == 90


def test_of_the_table_and_of_its_journal_the_same_is_told(home: Path) -> None:
    last = almost_over(home, "kabale")  # of an earlier Herald, which kept no refusals
    with evening("en") as guest:
        at_the_end(guest, last)
        told = guest.program.running_evening("en")
        journal = next((home / "evenings").glob("*.herald"))
        assert result_html(told) == result_html(load_told_evening(journal, "en"))
