"""All that people see, hear and read of a table: two tables that differ only in what is hidden give out the same.

What the program says there comes from three sources: the session (screen, voice, lights, buttons), the terminal, and
what is kept (report, list of evenings, public record); and it writes a log.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self
from unittest.mock import patch

from msgspec.structs import replace

import tests.screen  # noqa: F401  first of all: the window is settled here
from companion.export.game_report import report_lines
from companion.export.public_record import public_record_lines
from companion.games import load_plugin_part
from companion.rules.game import Game
from companion.screen.context import UiState
from companion.screen.default import presenter as default_presenter
from companion.start.real_table.button_presses import message_for_button
from companion.start.real_table.reader_lights import lights_for
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from companion.table.storage.saved_games import saved_games
from companion.voice.evening_text import describe_evening
from companion.voice.narration import NarrationLine
from companion.voice.voice import Voice
from tests.table.secrets import everything

LANG = "cs"
BUTTONS = ("yes", "no", "undo", "player/1", "player/2", *(f"column/{number}" for number in range(1, 7)))


class TableOutputs:
    """What one session gives out after each message, by name."""

    def __init__(self, session: Session) -> None:
        before = session.snapshot
        self._before = before
        self._voice = Voice(before.game, before.player_name_by_colour, LANG)
        self._presenter: Any = load_plugin_part(before.game, "screen", "presenter") or default_presenter

    def told_by(self, now: Snapshot) -> dict[str, Any]:
        """All of it after one more message."""
        before, self._before = self._before, now
        voice = self._voice
        lines = voice.narrate(before.position, [event for entry in now.new_entries for event in entry.events])
        told = {
            **everything(now),
            "narrated": lines,
            "screen": self.screen_text(now, UiState(), lines),
            "prompt": voice.prompt_sentence(now.position),
            "described": [*voice.describe_table(now.position, now.setup)],
            "lights": lights_for(before, now),
            "buttons": [message_for_button(now, button) for button in BUTTONS],
        }
        if now.refusal_notice is not None:
            notice = now.refusal_notice
            told["refusal"] = voice.refusal_text(notice.refusal, now.position, notice.nearest_moves)
        if now.undo_plan is not None:
            told["undo"] = [voice.describe_movement(each) for each in now.undo_plan.movements]
        return {name: str(value) for name, value in told.items()}

    def screen_text(self, now: Snapshot, state: UiState, lines: Sequence[NarrationLine] = ()) -> str:
        """The table as the screen shows it to people who look at it so."""
        return str(self._presenter.table_model(now, state, self._voice, lines))


def told_by_what_is_kept(journal: Path) -> dict[str, str]:
    """The report of an evening, its place in the list of evenings, and its record as everybody may read it."""
    with journal.open("rb") as stream:
        record = [*public_record_lines(stream)]
    evenings = [
        describe_evening(replace(saved, modified_at=0), LANG) for saved in saved_games(journal.parent)
    ]
    return {
        "report": str([*report_lines(journal, LANG)]),
        "evenings": str(evenings),
        "record": str(record),
    }


def is_shown_by_moves(game: Game, now: Snapshot) -> bool:
    """Whether moves, and no correction, have turned up what is seen now."""
    return any(game.irreversible_events(entry.events) for entry in now.new_entries) and not any(
        entry.is_correction for entry in now.new_entries
    )


@contextmanager
def unsynced() -> Iterator[None]:
    """Files are written and never waited for: here nobody asks whether anything is lost."""
    with patch("os.fsync", lambda _: None):
        yield


class LogLines(logging.Handler):
    """The lines of the log, with what they were made of."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one line, of Herald's own."""
        if not record.name.startswith(("companion", "herald")):
            return
        kind = record.exc_info[0] if record.exc_info else None
        self._lines.append(f"{record.levelname} {record.getMessage()} {kind}")

    def take(self) -> list[str]:
        """The lines since the last time."""
        lines, self._lines = self._lines, []
        return lines

    @classmethod
    @contextmanager
    def of_everything(cls) -> Iterator[Self]:
        """Whatever is logged meanwhile, at any level."""
        lines, root = cls(), logging.getLogger()
        level = root.level
        root.addHandler(lines)
        root.setLevel(logging.DEBUG)
        try:
            yield lines
        finally:
            root.setLevel(level)
            root.removeHandler(lines)
