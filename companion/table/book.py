"""The account of a game and its journal, kept as one: nothing is in the one that is not in the other."""

from __future__ import annotations

from companion.rules.account import Accepted, Account
from companion.rules.position import Position
from companion.table.journal import Journal, Unwritten


class Book:
    """What was accepted. Without a journal it is kept in memory only."""

    def __init__(self, account: Account, journal: Journal | None) -> None:
        self.account = account
        self._journal = journal

    @property
    def position(self) -> Position:
        """The table as it stands."""
        return self.account.position

    def write(self, text: str) -> Accepted:
        """Accept a line, safe on disk when this returns; raises Refused, Unwritten, and then nothing changed."""
        standing = self.account.standing
        accepted = self.account.say(text)
        if self._journal is not None:
            try:
                self._journal.append(accepted.text)
            except Unwritten:
                self._forget(standing)
                raise
        return accepted

    def _forget(self, standing: tuple[Accepted, ...]) -> None:
        """The account as it was before a line that could not be written."""
        now = len(self.account.standing)
        if now > len(standing):
            self.account.say(f"undo {now - len(standing)}")
        for accepted in standing[now:]:
            self.account.say(accepted.text)

    def close(self) -> None:
        """Close the journal; the evening may be resumed."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None
