"""The backup page: with a finger everything goes onto a stick, and comes back from it."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path

import pytest

from companion.screen.app_state import PowerAction
from companion.table.storage import backup
from companion.table.storage.backup import open_backup
from tests.screen import everywhere
from tests.screen.harness.driver import Driver
from tests.screen.harness.evening import PATIENT, begin, evening, journals
from tests.table.storage.homes import kept

FRAMES = 3_000


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOME", str(tmp_path / "person"))
    return tmp_path / "home"


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stick that is connected, with a folder on it."""
    folder = tmp_path / "STICK"
    (folder / "games").mkdir(parents=True)
    monkeypatch.setattr("companion.screen.pages.backup.mounted_media", lambda: (folder,))
    assert backup.MEDIA_FOLDERS
    return folder


def tap(driver: Driver, thing: str) -> None:
    """Touch it once it is there."""
    driver.until(lambda: thing in driver.things(), FRAMES)
    driver.tap(thing)


def see(driver: Driver, text: str) -> None:
    driver.until(lambda: driver.sees(text), FRAMES)


def put_on_stick(driver: Driver, stick: Path, *folders: str) -> Path:
    for thing in ("settings", "backup", "make", "folder/0", *folders):
        before = driver.words()
        tap(driver, thing)
        driver.until(lambda: driver.words() != before, FRAMES)  # noqa: B023 - folders are read on another thread
    tap(driver, "here")
    see(driver, "Everything is in")
    (file,) = stick.rglob("*.zip")
    return file


def test_everything_goes_onto_a_stick_also_into_a_folder_of_it(home: Path, stick: Path) -> None:
    (home / "evenings").mkdir(parents=True)
    (home / "people.json").write_bytes(b'["Anna"]')
    with evening("en") as guest:
        file = put_on_stick(guest.driver, stick, "folder/0")
        assert file.parent == stick / "games"
        assert guest.driver.sees(f"Everything is in {file}")
    with open_backup(file) as backup:
        assert {"people.json"} <= {each.path for each in backup.manifest.files}


def test_everything_comes_back_from_it_and_herald_ends(home: Path, stick: Path) -> None:
    (home / "evenings").mkdir(parents=True)
    (home / "people.json").write_bytes(b'["Anna"]')
    with evening("en") as guest:
        put_on_stick(guest.driver, stick)
        before = kept(home)
        (home / "people.json").write_bytes(b'["Bert"]')
        for thing in ("restore", "folder/0", "file/0"):
            tap(guest.driver, thing)
        see(guest.driver, "It replaces everything that is kept here")
        guest.driver.tap("take-in")
        guest.driver.until(lambda: guest.model.closing_action == PowerAction.RESTORED, PATIENT)
        see(guest.driver, "Everything is restored")
        assert kept(home) == before
        assert (home / "replaced-1" / "people.json").read_bytes() == b'["Bert"]'


def test_the_evening_that_is_open_is_closed_and_kept(home: Path, stick: Path) -> None:
    with evening("en") as guest:
        driver = guest.driver
        put_on_stick(driver, stick)
        driver.tap("home")
        begin(guest)
        (journal,) = journals(home)
        driver.tap("home")
        for thing in ("settings", "backup", "restore", "folder/0", "file/0"):
            tap(driver, thing)
        see(driver, "The open evening is closed first")
        driver.tap("take-in")
        driver.until(lambda: guest.model.closing_action is not None, PATIENT)
        assert journals(home) == []
        assert journals(home / "replaced-1") == [home / "replaced-1" / "evenings" / journal.name]


def test_a_damaged_backup_is_told_and_nothing_is_changed(home: Path, stick: Path) -> None:
    (home / "evenings").mkdir(parents=True)
    with evening("en") as guest:
        driver = guest.driver
        (stick / "holiday.zip").write_bytes(b"pictures")
        for thing in ("settings", "backup", "restore", "folder/0", "file/0"):
            tap(driver, thing)
        see(driver, "cut off, or no backup")
        assert {"make", "restore"} <= {*driver.things()}
        assert guest.model.closing_action is None


def test_back_closes_one_question_after_another_and_then_the_page(home: Path, stick: Path) -> None:
    with evening("en") as guest:
        driver = guest.driver
        put_on_stick(driver, stick)
        for thing in ("restore", "folder/0", "file/0"):
            tap(driver, thing)
        see(driver, "Restore it")
        tap(driver, "back")
        see(driver, stick.name)
        tap(driver, "back")
        see(driver, "Where from?")
        tap(driver, "back")
        driver.until(lambda: "make" in driver.things(), PATIENT)
        driver.tap("back")
        assert driver.sees("Settings")


def test_without_a_stick_the_page_says_so(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "evenings").mkdir(parents=True)
    monkeypatch.setattr("companion.screen.pages.backup.mounted_media", tuple)
    with evening("en") as guest:
        for thing in ("settings", "backup", "make"):
            tap(guest.driver, thing)
        see(guest.driver, "No stick is connected.")
        tap(guest.driver, "folder/0")
        tap(guest.driver, "here")
        see(guest.driver, "Everything is in")
    assert [path.suffix for path in (home / "backups").iterdir()] == [".zip"]


@pytest.mark.parametrize(
    ("number", "advice"),
    [(errno.ENOSPC, "make room"), (errno.EROFS, "can only be read"), (errno.EIO, "exchange it")],
)
def test_a_stick_that_takes_nothing_says_what_to_do(
    home: Path, stick: Path, monkeypatch: pytest.MonkeyPatch, number: int, advice: str
) -> None:
    (home / "evenings").mkdir(parents=True)

    def refuse(_handle: int) -> None:
        raise OSError(number, os.strerror(number))

    with evening("en") as guest:
        for thing in ("settings", "backup", "make", "folder/0"):
            tap(guest.driver, thing)
        monkeypatch.setattr("companion.table.storage.backup.os.fsync", refuse)
        tap(guest.driver, "here")
        see(guest.driver, advice)
        assert not guest.driver.sees(os.strerror(number))
    assert [*stick.rglob("*.zip")] == []


def test_a_stick_that_was_pulled_out_is_not_written_beside(
    home: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "evenings").mkdir(parents=True)
    with evening("en") as guest:
        for thing in ("settings", "backup", "make", "folder/0"):
            tap(guest.driver, thing)
        monkeypatch.setattr("companion.screen.pages.backup.mounted_media", tuple)
        tap(guest.driver, "here")
        see(guest.driver, "That stick is no longer connected.")
    assert [*stick.rglob("*.zip")] == []


def test_where_the_window_fails_the_pages_thread_ends_too(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_app: object) -> None:
        raise MemoryError("the window")

    def is_working() -> bool:
        return any(thread.name == "program" for thread in threading.enumerate())

    with evening("en") as guest:
        for thing in ("settings", "backup", "make"):
            tap(guest.driver, thing)
        assert is_working()
        monkeypatch.setattr("kivy.app.App.run", fail)
        with pytest.raises(MemoryError):
            guest.driver.app.run()
        guest.driver.until(lambda: not is_working(), FRAMES)


@everywhere
def test_it_fits_in_every_language(home: Path, stick: Path, lang: str, size: tuple[int, int]) -> None:
    with evening(lang, size) as guest:
        driver, wrong = guest.driver, list[str]()
        steps = (("settings", "text=largest", "backup"), ("make",), ("folder/0",), ("here",), ("restore",))
        for things in (*steps, ("folder/0",), ("file/0",)):
            for thing in things:
                tap(driver, thing)
            driver.until(lambda: getattr(guest.page.model, "percent", None) is None, PATIENT)
            driver.rest()
            wrong += driver.faults()
        assert wrong == []
