"""Evenings of any length, and games with boxes and groups of any size, for measuring what grows.

A game of Herald's own ends after one evening's moves. People who play it again and again in one record set the table
back by a correction each time: the record of several games on end has what they would have, real moves, events and
positions, all of them standing. Only what was dealt is lost by a correction; a dealer's evening is one of the small
game that `herald new-game` writes, with as many stones in the heap as it is to last.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from companion.games import playable_plugin_by_name
from companion.games.installed import added_games_folder, installed_games
from companion.rules.corrections import changed_json_values
from companion.rules.history import GameHistory, format_correction
from companion.rules.record import JOURNAL_VERSION, RecordHeader, chained_lines
from companion.start.commands.new_game import write_game_folder
from measuring.games import GameBenchmark, make_record_head, random_game_moves

HEAP_STONES = 200
"""Stones of a heap that lasts as many moves as an evening of Herald's own games."""


def long_evening_lines(of: GameBenchmark, games: int) -> tuple[str, ...]:
    """The lines of a random game so many times on end, the table set back after each, and half of it once more.

    The last move of each is left out: the table of a game that is over cannot be corrected.
    """
    moves = random_game_moves(of)
    history = GameHistory.from_header(make_record_head(of), of.game)
    beginning = history.position.to_json()
    for move in moves[:-1]:
        history.apply_line(move)
    values = changed_json_values("", history.position.to_json(), beginning)
    one_game = *moves[:-1], " ".join(format_correction(values))
    return *one_game * games, *moves[: len(moves) // 2]


def write_record(path: Path, head: RecordHeader, lines: Iterable[str]) -> None:
    """Write the record as a journal has it."""
    text = chained_lines((*head.to_lines(JOURNAL_VERSION), *lines))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def add_heap_game(name: str, *, stones: int = HEAP_STONES, players: int = 4, cards: int = 3) -> None:
    """Add the small game of `herald new-game` under this name, as `herald games add` does.

    It has so many stones, seats and cards with tags; three of the cards are played.
    """
    folder = write_game_folder(name, added_games_folder())
    package = folder / name.replace("-", "_")
    colours = ("blue", "yellow", "red", "green", *(f"seat{number}" for number in range(5, players + 1)))
    for file, old, new in (
        ("position.py", "STONE_COUNT = 12", f"STONE_COUNT = {stones}"),
        ("game.py", "max_players = 4", f"max_players = {len(colours)}"),
        ("game.py", '("blue", "yellow", "red", "green")', repr(colours)),
        ("game.py", "range(1, MAX_STONES_PER_MOVE + 1)", f"range(1, {cards} + 1)"),
        ("layout.py", 'Stock("card", MAX_STONES_PER_MOVE', f'Stock("card", {cards}'),
    ):
        path = package / "rules" / file
        text = path.read_text(encoding="utf-8")
        if old not in text:
            raise AssertionError(f"the template has no {old!r} any more")
        path.write_text(text.replace(old, new), encoding="utf-8")
    described = folder / f"herald_{package.name}-0.1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text(f"Metadata-Version: 2.1\nName: herald-{name}\nVersion: 0.1.0\n")
    (described / "entry_points.txt").write_text(f"[herald.games]\n{name} = {package.name}.plugin:PLUGIN\n")
    forget_installed_games()


def forget_installed_games() -> None:
    """Look anew for games the next time they are asked for."""
    installed_games.cache_clear()
    playable_plugin_by_name.cache_clear()
