"""A game from outside: Nine Men's Morris of tests/plugins, handed on as a wheel and played by a Herald that has no line
about it.

The wheel is built once, without a network and from a copy, so that nothing is left in the tree. Everything is done by
processes of their own with a HERALD_HOME of their own: this one knows the game's rules from its folder already.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
NAME = "nine-mens-morris"
SOURCE = ROOT / "tests" / "plugins" / NAME
RECORDS = sorted((SOURCE / "tests" / "records").glob("*.herald"))
SHORT = ("--players", "2", "--seed", "14")
"""An evening half as long as most."""
PATIENCE = 120  # seconds: for a machine busy with other things

Herald = Callable[..., subprocess.CompletedProcess[str]]


def run(*words: str | Path, given: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """A process of this Python, run to its end in the root folder."""
    return subprocess.run(
        [sys.executable, *map(str, words)],
        input=given,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, **environment},
        timeout=PATIENCE,
        check=False,
    )


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game as its author hands it on."""
    folder = tmp_path_factory.mktemp(NAME)
    copy = shutil.copytree(SOURCE, folder / "source", ignore=shutil.ignore_patterns("__pycache__"))
    pip = ("-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index")
    done = run(*pip, "--wheel-dir", folder, copy)
    assert done.returncode == 0, done.stderr
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="session")
def herald(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Herald:
    """The command `herald` of somebody who has added the game."""
    home = str(tmp_path_factory.mktemp("home"))

    def command(*words: str | Path, given: str = "") -> subprocess.CompletedProcess[str]:
        return run("-m", "companion", *words, given=given, HERALD_HOME=home)

    added = command("games", "add", wheel)
    assert added.returncode == 0, added.stderr
    return command


def test_the_wheel_has_plugin_rules_data_and_entry_point_and_no_tests(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
        (told,) = (name for name in archive.namelist() if name.endswith("entry_points.txt"))
        entries = ConfigParser()
        entries.read_string(archive.read(told).decode())
    package = SOURCE / "nine_mens_morris"
    written = {path for path in package.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    written |= {path.with_suffix(".mo") for path in package.rglob("*.po")}
    assert held == {str(path.relative_to(SOURCE)) for path in written}
    assert dict(entries["herald.games"]) == {NAME: "nine_mens_morris.plugin:PLUGIN"}


def test_nothing_is_left_in_the_tree(wheel: Path) -> None:
    assert wheel.exists()
    assert not [*SOURCE.glob("build"), *SOURCE.glob("*.egg-info"), *SOURCE.rglob("*.mo")]


def test_it_is_listed_with_its_version_and_where_it_comes_from(herald: Herald) -> None:
    (line,) = (line for line in herald("games").stdout.splitlines() if line.startswith(NAME))
    assert "Nine Men's Morris" in line
    assert "herald-nine-mens-morris 1.0.0" in line
    assert "added: " in line


@pytest.mark.long(instead="test_the_simulator_plays_whole_games_by_touch")
def test_it_keeps_every_promise(herald: Herald) -> None:
    done = herald("check-game", NAME)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == f"{NAME}: all promises are kept."


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_the_referee_decides_as_it_was_blessed(record: Path, herald: Herald) -> None:
    done = herald("referee", "--position", record)
    assert done.stderr == ""
    blessed = record.with_suffix(".jsonl").read_text(encoding="utf-8")
    assert list(map(decided, done.stdout.splitlines())) == list(map(json.loads, blessed.splitlines()))


def decided(line: str) -> dict[str, Any]:
    """An answer of the referee without what only people read."""
    return {key: value for key, value in json.loads(line).items() if key not in ("text", "nearest")}


def test_a_refusal_is_told_in_the_games_own_words(herald: Herald) -> None:
    done = herald("referee", "--lang", "en", RECORDS[1])
    (told,) = (line for line in map(json.loads, done.stdout.splitlines()) if line.get("code") == "in-a-mill")
    assert told["text"].startswith("That man stands in a mill: d2.")


def test_it_speaks_the_languages_it_brings_and_english_in_the_others(herald: Herald) -> None:
    texts = {lang: herald("referee", "--lang", lang, RECORDS[1]).stdout for lang in ("cs", "de")}
    assert "Ten kámen stojí v mlýnu: d2. Odeber jiný. Dovoleno: " in texts["cs"]
    assert "Take one that does not. Erlaubt: " in texts["de"]
    rows = [line.split() for line in herald("languages").stdout.splitlines() if f" {NAME} " in line]
    assert [row[-4] for row in rows] == ["100", "0", "0"]


# -- played


def test_it_is_told_in_the_terminal(herald: Herald) -> None:
    said = "\n\nwhite d2\nblack d3\n?\ntable\nquit\n"
    done = herald("--virtual", "--terminal", "--lang", "en", "--game", NAME, given=said)
    assert done.stderr == ""
    # of Anna, or of Bert, who is played at random and may begin
    assert "puts a man on d2." in done.stdout
    assert "Anna: put a man on an empty point." in done.stdout


def test_the_simulator_plays_whole_games_by_touch(herald: Herald) -> None:
    done = herald(
        "simulate", "--game", NAME, "--players", "2", "--games", "2", "--from", "sightings", "--json"
    )
    *games, _ = map(json.loads, done.stdout.splitlines())
    assert done.stderr == ""
    assert len(games) == 2
    assert all(each["touches"] > each["decisions"] / 2 for each in games)


@pytest.mark.long(instead="test_the_simulator_plays_whole_games_by_touch")
def test_processes_of_a_campaign_find_the_game(herald: Herald) -> None:
    one, two = (
        herald(
            "simulate",
            "--game",
            NAME,
            *SHORT,
            "--games",
            "2",
            "--from",
            "sightings",
            "--json",
            "--jobs",
            jobs,
        )
        for jobs in ("1", "2")
    )
    assert two.stderr == ""
    assert two.stdout.splitlines()[:2] == one.stdout.splitlines()[:2]


@pytest.mark.long(instead="test_the_simulator_plays_whole_games_by_touch")
def test_a_reader_under_every_point_and_two_buttons_tell_a_whole_game(herald: Herald, tmp_path: Path) -> None:
    kit = SOURCE / "wiring.toml"
    done = herald("simulate", "--game", NAME, *SHORT, "--kit", kit, "--record", tmp_path, "--json")
    game, last = map(json.loads, done.stdout.splitlines())
    assert done.stderr == ""
    assert (game["touches"], game["typed"], last["summary"]["wrong"]) == (0, 0, 0)
    (record,) = tmp_path.iterdir()
    words = set(record.read_text(encoding="utf-8").split())
    assert {"from", "takes"} <= words


def test_herald_has_no_line_that_knows_it() -> None:
    ours = [path for room in ("companion", "hardware", "firmware") for path in (ROOT / room).rglob("*")]
    knowing = [
        path
        for path in ours
        if path.suffix in (".py", ".toml", ".po", ".md")
        and any(word in path.read_text(encoding="utf-8").casefold() for word in ("morris", "nine-mens"))
    ]
    assert knowing == []
