"""The account of a game and its journal, kept as one: nothing is in the one that is not in the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from companion.rules.history import AcceptedLine, GameHistory
from companion.rules.position import Position
from companion.table.journal import Journal

Shown = TypeVar("Shown")


class Book:
    """What was accepted. Without a journal it is kept in memory only."""

    def __init__(self, account: GameHistory, journal: Journal | None) -> None:
        self.account = account
        self._journal = journal

    def keep_in(self, journal: Journal) -> None:
        """Write to this journal from now on, nothing having been accepted before."""
        self._journal = journal

    @property
    def position(self) -> Position:
        """The table as it stands."""
        return self.account.position

    def write(self, text: str, show: Callable[[AcceptedLine], Shown]) -> tuple[AcceptedLine, Shown]:
        """Accept a line, safe on disk when this returns, and `show` of it what everybody may see. Raises Refused,
        Unwritten, whatever `show` raises, and then nothing changed: what a game cannot show has not happened.
        """
        standing = self.account.accepted_lines
        accepted = self.account.apply_line(text)
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
        now = len(self.account.accepted_lines)
        if now > len(standing):
            self.account.apply_line(f"undo {now - len(standing)}")
        for accepted in standing[now:]:
            self.account.apply_line(accepted.text)

    def close(self) -> None:
        """Close the journal; the evening may be resumed."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None
