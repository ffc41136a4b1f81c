"""The account of a game and its journal, kept as one: nothing is in the one that is not in the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from companion.rules.history import AcceptedLine, GameHistory
from companion.rules.position import Position
from companion.table.storage.journal import Journal

RedactedT = TypeVar("RedactedT")


class GameLog:
    """What was accepted. Without a journal it is kept in memory only."""

    def __init__(self, history: GameHistory, journal: Journal | None) -> None:
        self.history = history
        self._journal = journal

    def attach_journal(self, journal: Journal) -> None:
        """Write to this journal from now on, nothing having been accepted before."""
        self._journal = journal

    @property
    def position(self) -> Position:
        """The table as it stands."""
        return self.history.position

    def append_line(
        self, text: str, show: Callable[[AcceptedLine], RedactedT]
    ) -> tuple[AcceptedLine, RedactedT]:
        """Accept a line, safe on disk when this returns, and `show` of it what everybody may see. Raises Refused,
        Unwritten, whatever `show` raises, and then nothing changed: what a game cannot show has not happened.
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

    def _forget(self, standing: tuple[AcceptedLine, ...]) -> None:
        """The account as it was before a line that could not be shown or written."""
        now = len(self.history.accepted_lines)
        if now > len(standing):
            self.history.apply_line(f"undo {now - len(standing)}")
        for accepted in standing[now:]:
            self.history.apply_line(accepted.text)

    def close(self) -> None:
        """Close the journal; the evening may be resumed."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None
