"""`herald --safe`: whatever lies in the home folder, Herald starts with defaults, and leaves all of it alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.games.installed import entry_points_and_games
from companion.home import SAFE_START_VARIABLE, herald_home
from companion.start.safe_start import MEMORY_FOLDER, safe_home
from tests.commands.test_cli import herald, told
from tests.table.storage.homes import everything
from tests.wheels import started_anew

DAMAGE = {
    "people.json": b"\xff",
    "settings.toml": b"\xff",
    "wiring.toml": b"[[",
    "louis-xiv.print": b"print x\n",
}


def test_an_evening_is_played_with_defaults_and_nothing_of_it_is_kept(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "evenings").mkdir(parents=True)
    for name, data in DAMAGE.items():
        (home / name).write_bytes(data)
    os.mkfifo(home / "evenings" / "pipe.herald")
    before, there = everything(home), [*MEMORY_FOLDER.glob("herald-safe-*")]
    done = herald(
        "--safe",
        "--terminal",
        "--lang",
        "en",
        given="\n\n\n\nquit\n",
        HERALD_HOME=str(home),
        HOME=str(tmp_path / "person"),
    )
    said = done.stdout.decode()
    assert done.returncode == 0
    assert done.stderr == b""
    assert said.startswith("Safe start: Herald reads nothing that you keep, and keeps nothing.")
    assert "Safe start: this evening is not kept." in said
    assert "Kept." not in said
    assert everything(home) == before
    assert [*(tmp_path / "person").rglob("*herald*")] == []  # the sound server may leave its own there
    assert [*MEMORY_FOLDER.glob("herald-safe-*")] == there


def test_it_is_for_the_table_and_not_for_a_command(tmp_path: Path) -> None:
    done = herald("--safe", "backup", str(tmp_path / "b.zip"), HERALD_HOME=str(tmp_path))
    assert done.returncode == 2
    assert "--safe: `herald backup` does not take it" in told(done)


def test_a_game_from_outside_is_not_even_looked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    info = tmp_path / "games" / "herald-evil" / "herald_evil-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: herald-evil\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[herald.games]\nevil = evil:PLUGIN\n")
    with started_anew():
        assert "evil" in {game.name for _, game in entry_points_and_games()}
        with safe_home():
            assert herald_home() != tmp_path
            assert {game.package for _, game in entry_points_and_games()} == {"herald"}
    assert herald_home() == tmp_path
    assert SAFE_START_VARIABLE not in os.environ
