"""The history of a game and its journal, kept as one: every line is in both or in neither."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from companion.rules.history import AcceptedLine, GameHistory
from companion.rules.position import Position
from companion.table.storage.journal import Journal
from companion.table.storage.journal_reading import JournalProblem

RedactedT = TypeVar("RedactedT")


class GameLog:
    """The accepted lines. Without a journal they are kept in memory only."""

    def __init__(self, history: GameHistory, journal: Journal | None) -> None:
        self.history = history
        self._journal = journal

    def attach_journal(self, journal: Journal) -> None:
        """Write to this journal from now on; nothing may have been accepted before."""
        self._journal = journal

    @property
    def position(self) -> Position:
        """The current position."""
        return self.history.position

    def append_line(
        self, text: str, show: Callable[[AcceptedLine], RedactedT]
    ) -> tuple[AcceptedLine, RedactedT]:
        """Accept a line; return it, and what `show` makes of it for everybody. It is safe on disk then.

        Raises MoveRefused, JournalWriteError and whatever `show` raises, and then nothing has changed: a line that a
        game cannot show is not accepted.
        """
        standing = self.history.accepted_lines
        accepted = self.history.apply_line(text)
        try:
            shown = show(accepted)
            if self._journal is not None:
                self._journal.append(accepted.text)
        except Exception:
            self._forget(standing)
            raise
        return accepted, shown

    # -- another program and the file

    @property
    def is_journal_changed(self) -> bool:
        """Whether another program has removed, replaced or changed the file."""
        return self._journal is not None and not self._journal.is_as_left()

    def check_journal(self) -> None:
        """Write the file again where another program has changed it; raises JournalWriteError."""
        if self._journal is not None:
            self._journal.mend_if_changed()

    def take_journal_problems(self) -> tuple[JournalProblem, ...]:
        """What people are to be told about the file and were not told yet."""
        return self._journal.take_problems() if self._journal is not None else ()

    def _forget(self, standing: Sequence[AcceptedLine]) -> None:
        """Restore the history to what it was before a line that could not be shown or written."""
        current_count = len(self.history.accepted_lines)
        if current_count > len(standing):
            self.history.apply_line(f"undo {current_count - len(standing)}")
        for accepted in standing[current_count:]:
            self.history.apply_line(accepted.text)

    def close(self) -> None:
        """Close the journal; the game may be resumed."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None
