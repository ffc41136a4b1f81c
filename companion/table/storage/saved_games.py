"""The saved games: which there are, how far they are, and where a new one is kept."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.games import MissingGameError, is_playable
from companion.home import herald_home
from companion.rules.errors import InvalidRecord
from companion.rules.game import Seat
from companion.rules.history import GameHistory
from companion.rules.record import LineDamage, NoRecordError, RecordHeader
from companion.table.storage.evenings import (
    JOURNAL_SUFFIX,
    EveningIndex,
    EveningNote,
    FileState,
    GameSummary,
    change_index,
    file_state,
    load_index,
)
from companion.table.storage.journal import (
    DamagedJournalError,
    RefusedMoveError,
    line_of_move,
    read_journal,
    replay_history,
)

EveningState = Literal["interrupted", "over", "given-up", "damaged", "unplayable"]

MAX_LISTED_LETTERS: Final = 60
"""The letters of a name, or of a phase, that a list shows."""


class JournalDamage(Struct, frozen=True):
    """Why an evening cannot go on by itself: the first line that does not hold, or that the rules refuse now.

    is_head_lost: whether it is a line of the head, so that nothing can be brought back.
    """

    line: int
    why: LineDamage | Literal["refused"]
    is_head_lost: bool = False


class SavedGame(Struct, frozen=True):
    """An evening that is kept.

    number: by which people call it. modified_at: seconds since 1970 UTC when the last line was written. summary: None
    when the journal cannot be read, and `error` says why; `damage`: where one of its lines is at fault. name: what
    people call it, "" without one. missing_game: the name of its game where that is not installed or cannot be played.
    is_record: False for a file that does not begin like an evening. invalid: what is wrong with a record that cannot
    be read, for whoever tells it in another language.
    """

    path: Path
    number: int
    modified_at: float
    summary: GameSummary | None
    error: str = ""
    name: str = ""
    is_given_up: bool = False
    damage: JournalDamage | None = None
    missing_game: str = ""
    is_record: bool = True
    invalid: InvalidRecord | None = None

    @property
    def game(self) -> str:
        """The name of its game, "" when it cannot be read."""
        return self.summary.game if self.summary is not None else ""

    @property
    def state(self) -> EveningState:
        """What can be done with it: only an evening that is interrupted is offered at the start."""
        if self.missing_game:
            return "unplayable"
        if self.summary is None:
            return "damaged"
        if self.summary.is_over:
            return "over"
        return "given-up" if self.is_given_up else "interrupted"


def last_interrupted_game(folder: Path | None = None) -> SavedGame | None:
    """The game to go on with: of those that were neither finished nor given up, the one opened last.

    Older journals are not read, and a game that was found over is not read again.
    """
    where = saved_games_folder(folder)
    index = load_index(where)
    found_over: dict[str, tuple[FileState, GameSummary]] = {}
    found = None
    for name in index.latest_first():
        note = index.notes[name]
        known = _known_summary(where, name, note)
        if note.is_given_up or (known is not None and known.is_over):
            continue
        state = file_state(where / name)  # before it is read: another Herald may be writing it
        saved = _read_saved_game(where / name, note)
        if saved.state == "interrupted":
            found = saved
            break
        if saved.summary is not None and state is not None:
            found_over[name] = (state, saved.summary)
    if found_over:
        _remember_summaries(where, found_over)
    return found


def last_finished_game(folder: Path | None = None) -> Path | None:
    """The journal of the latest evening, if its game is over and can be played here."""
    where = saved_games_folder(folder)
    index = load_index(where)
    latest = next(iter(index.latest_first()), None)
    known = _known_summary(where, latest, index.notes[latest]) if latest is not None else None
    is_over = latest is not None and known is not None and known.is_over and is_playable(known.game)
    return where / latest if latest is not None and is_over else None


def last_damaged_game(folder: Path | None = None) -> SavedGame | None:
    """The latest game, when it cannot go on, for people who look for it. Only that one is read."""
    where = saved_games_folder(folder)
    index = load_index(where)
    latest = next(iter(index.latest_first()), None)
    if latest is None:
        return None
    known = _known_summary(where, latest, index.notes[latest])
    if known is not None and (known.is_over or is_playable(known.game)):
        return None
    saved = _read_saved_game(where / latest, index.notes[latest])
    return saved if saved.state in ("damaged", "unplayable") else None


def saved_games(folder: Path | None = None) -> list[SavedGame]:
    """All evenings, readable or not, the one opened last first; those are read that changed since the last list."""
    where = saved_games_folder(folder)
    index = load_index(where)
    games: list[SavedGame] = []
    read: dict[str, tuple[FileState, GameSummary]] = {}
    for name in index.latest_first():
        path, note = where / name, index.notes[name]
        state = file_state(path)
        known = _known_summary(where, name, note)
        if known is not None:
            missing = "" if is_playable(known.game) else known.game
            games.append(replace(_listed(path, note, known), missing_game=missing))
            continue
        games.append(_read_saved_game(path, note))
        summary = games[-1].summary
        if summary is not None and state is not None:
            read[name] = (state, summary)
    _remember_summaries(where, read)
    return games


def saved_game_with_number(number: int, folder: Path | None = None) -> SavedGame | None:
    """The evening that people call by that number."""
    where = saved_games_folder(folder)
    index = load_index(where)
    for name, note in index.notes.items():
        if note.number == number:
            return _read_saved_game(where / name, note)
    return None


def load_evening(path: Path) -> tuple[RecordHeader, GameHistory]:
    """An evening to look at, without a torn last line; raises InvalidRecord, OSError. Nothing is written."""
    content = read_journal(path)
    return content.head, replay_history(content.head, content.texts)


def journal_paths(folder: Path | None = None) -> list[Path]:
    """All journals, readable or not, the one opened last first."""
    where = saved_games_folder(folder)
    return [where / name for name in load_index(where).latest_first()]


def saved_games_folder(folder: Path | None = None) -> Path:
    """The folder of the journals, unless it is another one."""
    return folder or herald_home() / "evenings"


def _known_summary(where: Path, name: str, note: EveningNote) -> GameSummary | None:
    """What was noted of the game, if its file is as it was then. Of a thousand files each start asks this."""
    if note.state is None or note.state != file_state(os.path.join(where, name)):  # noqa: PTH118 a Path each takes as long again
        return None
    return note.summary


def _remember_summaries(where: Path, read: Mapping[str, tuple[FileState, GameSummary]]) -> None:
    """Note what was read; where that fails, the games are read once more next time."""

    def note_summaries(index: EveningIndex) -> None:
        for name, (state, summary) in read.items():
            index.change(name, state=state, summary=summary)

    try:
        if where.is_dir():
            change_index(where, note_summaries)
    except OSError:
        return


def _read_saved_game(path: Path, note: EveningNote) -> SavedGame:
    try:
        summary = summarise_game(*load_evening(path))
    except OSError as wrong:
        return _listed(path, note, None, wrong.strerror or str(wrong))
    except DamagedJournalError as wrong:
        damage = JournalDamage(wrong.line, wrong.damage, wrong.is_head_lost)
        return _listed(path, note, None, str(wrong), damage)
    except RefusedMoveError as wrong:
        refused = JournalDamage(line_of_move(path, wrong.number), "refused")
        return _listed(path, note, None, str(wrong), refused)
    except MissingGameError as wrong:
        return replace(_listed(path, note, None, str(wrong)), missing_game=wrong.game)
    except InvalidRecord as wrong:
        is_record = not isinstance(wrong, NoRecordError)
        return replace(_listed(path, note, None, str(wrong)), is_record=is_record, invalid=wrong)
    except Exception as fault:  # a plug-in game; its message could name what lies face down
        return _listed(path, note, None, f"its game failed: {type(fault).__name__}")
    return _listed(path, note, summary)


def _listed(
    path: Path,
    note: EveningNote,
    summary: GameSummary | None,
    error: str = "",
    damage: JournalDamage | None = None,
) -> SavedGame:
    state = file_state(path)
    modified_at = state[1] / 1e9 if state is not None else 0.0
    return SavedGame(path, note.number, modified_at, summary, error, note.name, note.is_given_up, damage)


def summarise_game(head: RecordHeader, history: GameHistory) -> GameSummary:
    """What a list shows of that game."""
    data, outcome = history.position.to_json(), history.position.outcome()
    number = data.get("round", 0)
    summary = GameSummary(
        head.game,
        tuple(Seat(seat.colour, seat.name[:MAX_LISTED_LETTERS]) for seat in head.setup.seats),
        number if isinstance(number, int) else 0,
        str(data.get("phase", ""))[:MAX_LISTED_LETTERS],
    )
    if outcome is None:
        return summary
    return replace(summary, is_over=True, winners=outcome.winners, points=dict(outcome.scores))


def new_journal_path(stamp: str, name: str, folder: Path | None = None) -> Path:
    """The path of a new journal; `stamp` is the time as the owner wants it in file names."""
    where = saved_games_folder(folder)
    path, number = where / f"{stamp}-{name}{JOURNAL_SUFFIX}", 1
    while path.exists():
        number += 1
        path = where / f"{stamp}-{name}-{number}{JOURNAL_SUFFIX}"
    return path
