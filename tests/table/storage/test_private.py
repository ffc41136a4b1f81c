"""What Herald keeps is for its owner only."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.home import tighten_herald_home
from companion.rules.record import RecordHeader
from companion.screen.settings import UserSettings, save_settings, settings_path
from companion.table.storage.disk import FileLock, make_private_folder, write_atomically
from companion.table.storage.journal import Journal
from companion.table.tags.deck_store import deck_path
from tests.tables import setup


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A house on a computer where by itself everybody may read and write everything."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path / "home"))
    before = os.umask(0)
    yield tmp_path / "home"
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_files_and_folders_are_for_their_owner_only(home: Path) -> None:
    save_settings(settings_path(), UserSettings())
    make_private_folder(home / "evenings")
    Journal.create(home / "evenings/x.herald", RecordHeader("louis-xiv", setup(3))).close()
    with FileLock(deck_path("louis-xiv")):
        pass
    made = [home, *home.rglob("*")]
    assert {mode(path) for path in made if path.is_dir()} == {0o700}
    assert {mode(path) for path in made if path.is_file()} == {0o600}
    assert len(made) >= 5


def test_what_was_open_to_all_is_closed_when_it_is_written_next(home: Path) -> None:
    home.mkdir()
    for name in ("x", ".x.new"):  # the second is left by an earlier Herald that lost power
        (home / name).touch(0o666)
    write_atomically(home / "x", b"new")
    assert mode(home / "x") == 0o600
    assert (home / "x").read_bytes() == b"new"


def test_the_home_is_closed_when_herald_starts(home: Path) -> None:
    tighten_herald_home()  # there is none yet
    home.mkdir(0o755)
    tighten_herald_home()
    assert mode(home) == 0o700


@pytest.mark.parametrize("shared", ["a folder for everybody", "somebody's whole home"])
def test_what_is_not_heralds_own_stays_as_it_is(
    home: Path, monkeypatch: pytest.MonkeyPatch, shared: str
) -> None:
    home.mkdir()
    home.chmod(0o1777 if shared == "a folder for everybody" else 0o755)
    if shared != "a folder for everybody":
        monkeypatch.setenv("HOME", str(home / "anna"))
    before = mode(home)
    tighten_herald_home()
    assert mode(home) == before


def test_a_folder_that_is_there_stays_as_it_is(home: Path) -> None:
    home.mkdir(0o755)
    make_private_folder(home / "a/b")
    assert mode(home) == 0o755
    assert mode(home / "a") == mode(home / "a/b") == 0o700
