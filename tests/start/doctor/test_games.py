"""Games that cannot be played are named."""

from __future__ import annotations

from pathlib import Path

from companion.games.installed import InstalledGame, installed_games
from companion.start.doctor.games import examine_games
from tests.ours import GAMES


def test_the_games_that_can_be_played_are_named() -> None:
    (told,) = examine_games()
    assert str(told) == f"ok  games: {', '.join(GAMES)}"


def test_a_game_that_cannot_be_played_is_wrong_and_told_with_its_reason_and_what_to_do(
    tmp_path: Path,
) -> None:
    added = InstalledGame("chess", "herald-chess", "2.0", tmp_path, None, "its rules have no zones")
    _, told = examine_games((*installed_games(), added))
    assert told.wrong
    assert told.found == "cannot be played: its rules have no zones (package herald-chess 2.0)"
    assert "herald games remove herald-chess" in told.advice
    _, told = examine_games((*installed_games(), added._replace(folder=None)))
    assert "Whoever installed herald-chess beside Herald" in told.advice
