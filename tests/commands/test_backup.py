"""`herald backup` and `herald restore`: what is kept on one computer is there on another, or nothing is changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.cli import main
from companion.home import RESTORE_FOLDER_NAMES
from tests.commands.test_cli import herald, told
from tests.table.storage.homes import ONE, OTHER, everything, fill, kept


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HERALD_LANG", "en")
    monkeypatch.setenv("HERALD_HOME", str(tmp_path / "home"))
    return fill(tmp_path / "home", ONE)


def test_a_stick_carries_everything_to_another_computer(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stick, other = tmp_path / "stick", fill(tmp_path / "other", OTHER)
    stick.mkdir()
    assert main(["backup", str(stick)]) == 0
    (file,) = stick.iterdir()
    assert f"{file} holds evenings: 1, games with tags: 1, other files: 6" in capsys.readouterr().out
    monkeypatch.setenv("HERALD_HOME", str(other))
    assert main(["restore", str(file), "--yes"]) == 0
    said = capsys.readouterr().out
    assert "holds evenings: 1, games with tags: 1, other files: 6" in said
    assert f"What was there before is kept in {other / 'replaced-1'}" in said
    assert kept(other) == kept(home)


@pytest.mark.parametrize(
    ("lang", "holds", "done"),
    [
        ("cs", "obsahuje večerů: 1, her se štítky: 1, jiných souborů: 6", "Obnoveno."),
        ("de", "enthält Abende: 1, Spiele mit Tags: 1, andere Dateien: 6", "Wiederhergestellt."),
        ("nl", "bevat avonden: 1, spellen met tags: 1, andere bestanden: 6", "Teruggezet."),
    ],
)
def test_both_speak_the_language_of_whoever_asks(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str, holds: str, done: str
) -> None:
    assert main(["backup", str(tmp_path / "b.zip"), "--lang", lang]) == 0
    assert f"b.zip {holds}" in capsys.readouterr().out
    assert main(["restore", str(tmp_path / "b.zip"), "--yes", "--lang", lang]) == 0
    said = capsys.readouterr().out
    assert holds in said
    assert done in said


@pytest.mark.parametrize(("given", "status"), [("no\n", 1), ("", 1), ("yes\n", 0)])
def test_nothing_is_replaced_before_somebody_says_yes(
    tmp_path: Path, home: Path, given: str, status: int
) -> None:
    assert main(["backup", str(tmp_path / "b.zip")]) == 0
    other = fill(tmp_path / "other", OTHER)
    done = herald("restore", str(tmp_path / "b.zip"), given=given, HERALD_HOME=str(other))
    assert done.returncode == status
    assert b"It replaces everything that is kept here" in done.stdout
    if status:
        assert b"Everything is as it was." in done.stdout
        assert everything(other) == OTHER


def test_what_could_not_be_read_is_named_and_the_status_says_so(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(home / "evenings" / "pipe.herald")
    assert main(["backup", str(tmp_path / "b.zip")]) == 1
    assert "herald: evenings/pipe.herald is not in it: it is no ordinary file" in capsys.readouterr().err


def test_a_folder_a_damaged_file_and_a_missing_one_are_one_line_and_status_2(
    home: Path, tmp_path: Path
) -> None:
    (tmp_path / "damaged.zip").write_bytes(b"PK")
    for name, why in (
        ("damaged.zip", "cut off, or no backup"),
        ("", "a folder"),
        ("none.zip", "No such file"),
    ):
        done = herald("restore", str(tmp_path / name), "--yes", HERALD_HOME=str(home))
        assert done.returncode == 2
        assert why in told(done)
    assert everything(home) == ONE


def test_a_restore_that_was_cut_off_is_finished_by_the_next_command(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(home / RESTORE_FOLDER_NAMES[1] / "new", OTHER)
    (home / RESTORE_FOLDER_NAMES[1] / "old").mkdir()
    assert main(["games"]) == 0
    assert kept(home).keys() == OTHER.keys()
    assert kept(home / "replaced-1").keys() == ONE.keys()


def test_what_a_restore_had_only_begun_is_taken_away(home: Path) -> None:
    fill(home / RESTORE_FOLDER_NAMES[0] / "new", OTHER)
    assert main(["games"]) == 0
    assert everything(home) == ONE
