"""An evening that is only in memory is lost when another begins: people are told before."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from companion.table.storage.disk import FileInUseError
from companion.table.storage.journal import resume_journal
from companion.voice.disk_messages import DISK_ADVICE
from companion.voice.language import load_translation
from tests.screen import everywhere
from tests.screen.harness.evening import begin, evening


def full(_path: Path, _data: bytes) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


LOST = "The evening that is played is only in memory: it is lost when a new game begins."


def test_going_on_with_another_evening_is_asked_where_the_one_on_the_table_is_only_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    with evening("cs") as guest:
        begin(guest)
    (kept,) = (tmp_path / "evenings").glob("*.herald")
    with evening("cs") as guest, monkeypatch.context() as patched:
        patched.setattr("companion.table.storage.journal.name_exclusively", full)
        begin(guest)
        guest.driver.tap("menu")
        guest.driver.tap("home")
        guest.driver.tap("evenings")
        guest.driver.until(lambda: guest.page.model is not None, 5_000)
        guest.driver.tap("evening/1")
        guest.driver.until(lambda: "go-on" in guest.driver.things(), 5_000)
        guest.driver.tap("go-on")
        guest.driver.until(lambda: "yes" in guest.driver.things(), 5_000)
        assert guest.driver.sees("Hraný večer je jen v paměti: pokračováním v jiném se ztratí.")
        assert guest.driver.faults() == []
        assert guest.live.snapshot.disk_problem is not None
        guest.driver.tap("keep")
        guest.driver.until(lambda: "go-on" in guest.driver.things(), 5_000)
        assert guest.live.snapshot.disk_problem is not None
        guest.driver.tap("go-on")
        guest.driver.until(lambda: "yes" in guest.driver.things(), 5_000)
        guest.driver.tap("yes")
        guest.driver.until(
            lambda: guest.model.table_model is not None and not guest.model.unkept_warning, 5_000
        )
        with pytest.raises(FileInUseError):
            resume_journal(kept)


@everywhere
def test_people_who_begin_another_evening_are_told_that_one_only_in_memory_is_lost_then(
    lang: str, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    lost = load_translation(lang).gettext(LOST)
    with evening(lang, size) as guest:
        with monkeypatch.context() as patched:
            patched.setattr("companion.table.storage.journal.name_exclusively", full)
            begin(guest)
        guest.driver.tap("menu")
        guest.driver.tap("home")
        guest.driver.tap("game/louis-xiv")
        assert guest.driver.sees(lost)
        assert guest.driver.faults() == []
        guest.driver.tap("home")
        guest.driver.tap("go-on")  # nothing was begun: it is there still
        assert guest.live.snapshot.disk_problem is not None


@everywhere
def test_people_are_told_on_the_first_page_that_the_home_is_no_folder_and_play_in_memory(
    lang: str, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.symlink_to("away")
    monkeypatch.setenv("HERALD_HOME", str(home))
    missing = load_translation(lang).gettext(DISK_ADVICE["no-folder"])
    with evening(lang, size) as guest:
        assert guest.model.status_notice == f"{home}: {missing}"
        begin(guest)
        assert guest.driver.faults() == []
        assert guest.live.snapshot.disk_problem is not None
