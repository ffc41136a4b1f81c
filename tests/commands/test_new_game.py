"""`herald new-game`: the folder it writes is a whole game, whose tests pass and which keeps every promise."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.contract.template.build_with_catalogues import build_wheel
from companion.start.commands.new_game import GameNotWritten, write_game_folder
from companion.voice.language import CompiledCatalogue

ROOT = Path(__file__).parents[2]
NAME = "nine-holes"
PATIENCE = 120
"""Seconds, on a computer that is busy with other things."""


def ran(*words: str, at: Path, home: Path) -> str:
    """What was printed by a Python program that must end well."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=at,
        env={**os.environ, "PYTHONPATH": str(ROOT), "HERALD_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.long(instead="test_nothing_in_it_is_called_as_in_the_template")
def test_the_game_is_built_added_checked_and_its_own_tests_pass(tmp_path: Path) -> None:
    place, home = write_game_folder(NAME, tmp_path), tmp_path / "home"
    old = place / "build" / "lib" / "nine_holes" / "taken_away.py"
    old.parent.mkdir(parents=True)
    old.touch()
    ran(
        "-m",
        "pip",
        "wheel",
        "--quiet",
        ".",
        "--no-deps",
        "--no-index",
        "--no-build-isolation",
        at=place,
        home=home,
    )
    ran("-m", "companion", "games", "add", "herald_nine_holes-0.1.0-py3-none-any.whl", at=place, home=home)
    assert [*home.rglob("plugin.py")]
    assert not [*home.rglob("taken_away.py")]
    said = ran("-m", "companion", "check-game", NAME, "--games", "3", at=place, home=home)
    assert said.endswith(f"{NAME}: all promises are kept.\n")
    assert "passed" in ran("-m", "pytest", "-q", "-p", "no:cacheprovider", at=place, home=home)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_form_for_a_number_that_nobody_translated_is_missing_in_the_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    text = tmp_path / "mygame/locale/cs/LC_MESSAGES/mygame.po"
    text.parent.mkdir(parents=True)
    forms = (
        'msgid "{{n}} {0}"\nmsgid_plural "{{n}} {0}s"\nmsgstr[0] "{1}"\nmsgstr[1] "{2}"\nmsgstr[2] "{3}"\n\n'
    )
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    text.write_text(
        header + forms.format("card", "", "", "") + forms.format("stone", "kámen", "kameny", "kamenů"),
        encoding=encoding,
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("setuptools.build_meta.build_wheel", lambda *where: "mygame.whl")
    assert build_wheel("there") == "mygame.whl"
    found = CompiledCatalogue(text.with_suffix(".mo").open("rb"))
    assert found.has_translation("{n} stone")
    assert found.ngettext("{n} stone", "{n} stones", 2) == "kameny"
    assert not found.has_translation("{n} card")


def test_nothing_in_it_is_called_as_in_the_template(tmp_path: Path) -> None:
    place = write_game_folder(NAME, tmp_path)
    texts = {path.relative_to(place): path.read_text() for path in place.rglob("*") if path.is_file()}
    assert Path("nine_holes/plugin.py") in texts
    assert Path("tests/test_nine_holes.py") in texts
    for path, text in texts.items():
        assert not {"mygame", "my-game", "My game", "template"} & {*text.replace('"', " ").split(), str(path)}
        assert "mygame" not in text.lower()


def test_what_to_do_next_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-game", NAME, "--into", str(tmp_path / "games")]) == 0
    said = capsys.readouterr().out
    for each in (
        "pip wheel .",
        f"{Path(sys.executable).parent}/herald games add herald_nine_holes-",
        f"{Path(sys.executable).parent}/herald check-game {NAME}",
        "ARCHITECTURE.md",
    ):
        assert each in said


@pytest.mark.parametrize(
    "name", ["", "Nine", "nine holes", "9-holes", "nine--holes", "../nine", "nine_holes", "ě"]
)
def test_a_name_that_is_none_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(GameNotWritten, match="is no name for a game"):
        write_game_folder(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["class", "json", "companion", "tests", "msgspec", "pip"])
def test_a_name_that_means_something_else_in_python_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(GameNotWritten, match="means something else in Python"):
        write_game_folder(name, tmp_path)


def test_a_name_whose_clauses_would_be_called_as_heralds_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GameNotWritten, match="clauses of a game called h would be called as Herald's own"):
        write_game_folder("h", tmp_path)


def test_half_a_game_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, text: str, encoding: str) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="No space left"):
        write_game_folder(NAME, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_holds_the_templates_is_said_once(tmp_path: Path) -> None:
    place = write_game_folder("our-mygame2", tmp_path)
    text = (place / "tests" / "test_our_mygame2.py").read_text()
    assert "from our_mygame2.rules.game import GAME" in text
    assert "def test_OURMYGAME2_1__" in text


@pytest.mark.parametrize("name", ["kabale", "kabale-und-hiebe"])
def test_the_name_of_an_installed_game_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(GameNotWritten, match="is installed already"):
        write_game_folder(name, tmp_path)


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / NAME).mkdir()
    assert main(["new-game", NAME, "--into", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert list((tmp_path / NAME).iterdir()) == []
