"""The state of a game and its journal, kept as one: a line is in both or in neither, whatever is raised between."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

from companion.table.storage.journal import Journal

StateT = TypeVar("StateT")


class _Kept(Struct, Generic[StateT], frozen=True):
    """The state, and the end of the journal of all its lines."""

    state: StateT
    journal_end: int


class GameLog(Generic[StateT]):
    """What stands now. Without a journal it is kept in memory only.

    The state changes by one assignment, which no exception can cut in two. A line that reached the journal and was not
    followed by that assignment is cut off again, at once or before the next line.
    """

    def __init__(self, state: StateT, journal: Journal | None) -> None:
        self._journal = journal
        self._kept = _Kept(state, journal.end if journal is not None else 0)

    def attach_journal(self, journal: Journal) -> None:
        """Write to this journal from now on; nothing may have been accepted before."""
        self._kept = _Kept(self.state, journal.end)
        self._journal = journal

    @property
    def state(self) -> StateT:
        """The state now."""
        return self._kept.state

    def set_state(self, state: StateT) -> None:
        """Go on with another state of the same lines."""
        self._kept = _Kept(state, self._kept.journal_end)

    def append_line(self, text: str, after: StateT) -> None:
        """Go on with the state after a line, which is safe on disk then.

        Raises JournalWriteError and whatever else comes between, and then nothing has changed.
        """
        journal, before = self._journal, self._kept
        if journal is None:
            self.set_state(after)
            return
        try:
            if journal.end != before.journal_end:
                journal.cut_back(before.journal_end)
            journal.append(text)
            self._kept = _Kept(after, journal.end)
        finally:
            if self._kept is before:
                journal.cut_back(before.journal_end)

    def close(self) -> None:
        """Close the journal; the game may be resumed."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None
