"""The saved games: which there are, which of them are over, and where a new one is kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from companion.home import herald_home
from companion.rules.errors import InvalidRecord
from companion.table.storage.finished_games import FinishedGames, file_state
from companion.table.storage.journal import JOURNAL_SUFFIX, replay_history
from companion.table.storage.journal_reading import read_journal
from companion.table.storage.last_opened import last_opened_name


class SavedGame(Struct, frozen=True):
    """A saved game: its players, its game and its state.

    modified_at: seconds since 1970 UTC when the last line was written.
    error: why the journal cannot be read, "" when it can.
    """

    path: Path
    game: str
    player_names: tuple[str, ...]
    round_number: int
    phase: str
    modified_at: float
    is_over: bool
    error: str = ""


def last_interrupted_game(folder: Path | None = None) -> SavedGame | None:
    """The latest game that can be resumed: the one opened last, then by the times at which they were written.

    Older journals are not read, and a game that was found over is not read again.
    """
    finished = FinishedGames(_saved_games_folder(folder))
    try:
        return next((saved for saved in _load_unfinished(folder, finished) if not saved.error), None)
    finally:
        finished.save()


def last_damaged_game(folder: Path | None = None) -> SavedGame | None:
    """The latest game, when its journal cannot be read, for people who look for it. Only that one is read."""
    latest = next(iter(journal_paths(folder)), None)
    if latest is None or FinishedGames(latest.parent).has(latest):
        return None
    saved = _load_saved_game(latest)
    return saved if saved.error else None


def _load_unfinished(folder: Path | None, finished: FinishedGames) -> Iterator[SavedGame]:
    """The games that are not over, the latest first; those that are found over are noted."""
    for path in journal_paths(folder):
        if finished.has(path):
            continue
        state = file_state(path)  # before it is read: another Herald may be writing it
        saved = _load_saved_game(path)
        if not saved.is_over:
            yield saved
        elif state is not None:
            finished.add(path, state)


def _saved_games_folder(folder: Path | None) -> Path:
    return folder or herald_home() / "evenings"


def journal_paths(folder: Path | None = None) -> list[Path]:
    """All journals, readable or not: the one opened last, then by the times at which they were written."""
    where = _saved_games_folder(folder)
    paths = where.glob(f"*{JOURNAL_SUFFIX}") if where.is_dir() else ()
    opened = last_opened_name(where)
    return sorted(paths, key=lambda path: (path.name == opened, _modified_at(path)), reverse=True)


def _modified_at(path: Path) -> float:
    """When it was written, in seconds since 1970; 0 for a dangling name, or one that has just vanished."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _load_saved_game(path: Path) -> SavedGame:
    modified_at = _modified_at(path)
    try:
        content = read_journal(path)
        head, history = content.head, replay_history(content.head, content.texts)
        data: Mapping[str, object] = history.position.to_json()
        over = history.position.outcome() is not None
    except (InvalidRecord, OSError) as wrong:
        return SavedGame(path, "", (), 0, "", modified_at, False, str(wrong))
    except Exception as fault:  # a plug-in game; its message could name what lies face down
        return SavedGame(path, "", (), 0, "", modified_at, False, f"its game failed: {type(fault).__name__}")
    number = data.get("round", 0)
    return SavedGame(
        path,
        head.game,
        tuple(seat.name for seat in head.setup.seats),
        number if isinstance(number, int) else 0,
        str(data.get("phase", "")),
        modified_at,
        over,
    )


def new_journal_path(stamp: str, name: str, folder: Path | None = None) -> Path:
    """The path of a new journal; `stamp` is the time as the owner wants it in file names."""
    where = _saved_games_folder(folder)
    path, number = where / f"{stamp}-{name}{JOURNAL_SUFFIX}", 1
    while path.exists():
        number += 1
        path = where / f"{stamp}-{name}-{number}{JOURNAL_SUFFIX}"
    return path
