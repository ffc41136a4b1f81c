"""The state of a game and its journal, kept as one: a line is in both or in neither, whatever is raised between.

While the disk takes nothing, lines are kept in memory, and written together as soon as it takes them.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.record import RecordHeader
from companion.table.storage.disk import FileInUseError
from companion.table.storage.journal import Journal, JournalProblem

StateT = TypeVar("StateT")


class _Kept(Struct, Generic[StateT], frozen=True):
    """The state, and how much of it is on the disk: the journal up to its end, and what is not written yet."""

    state: StateT
    journal: Journal | None
    journal_end: int
    unwritten: tuple[str, ...]


class GameLog(Generic[StateT]):
    """What stands now. Without a journal it is kept in memory only.

    The state changes by one assignment, which no exception can cut in two. A line that reached the journal and was not
    followed by that assignment is cut off again, at once or before the next line.
    """

    def __init__(self, state: StateT, journal: Journal | None) -> None:
        self._make_journal: Callable[[], Journal] | None = None
        self._kept = _Kept(state, journal, journal.end if journal is not None else 0, ())

    @property
    def state(self) -> StateT:
        """The state now."""
        return self._kept.state

    @property
    def is_written(self) -> bool:
        """Whether all of it is on the disk, as far as it is to be."""
        return not self._kept.unwritten and (self._make_journal is None or self._kept.journal is not None)

    def set_state(self, state: StateT) -> None:
        """Go on with another state of the same lines."""
        self._kept = replace(self._kept, state=state)

    def begin_journal(self, path: Path, head: RecordHeader) -> OSError | None:
        """Keep it in a journal from now on, in memory where it cannot begin yet: the result says why.

        Nothing may have been accepted before. Raises FileInUseError, and JournalWriteError where there is one already.
        """
        why = self.keep_in(lambda: Journal.create(path, head))
        if isinstance(why, FileInUseError) or (why is not None and why.errno == errno.EEXIST):
            raise why
        return why

    def keep_in(self, make_journal: Callable[[], Journal]) -> OSError | None:
        """Keep it in that journal from now on, in memory while there cannot be one: the result says why."""
        self._make_journal = make_journal
        return self.write()

    def append_line(self, text: str, make_state: Callable[[OSError | None], StateT]) -> None:
        """Go on with the state after a line, which is safe on disk then, or else in memory.

        `make_state` is told why the line is not on disk. Whatever it raises, and whatever else comes between, nothing
        has changed then.
        """
        before, after = self._kept, make_state(None)
        if before.journal is None and self._make_journal is None:
            self.set_state(after)
            return
        lines = (*before.unwritten, text)
        try:
            self._write(lines, after)
        except OSError as why:
            self._kept = replace(self._kept, state=make_state(why), unwritten=lines)

    @property
    def is_file_changed(self) -> bool:
        """Whether another program has removed, replaced or changed the file."""
        return self._kept.journal is not None and not self._kept.journal.is_as_left()

    def take_file_problems(self) -> tuple[JournalProblem, ...]:
        """What people are to be told about the file and were not told yet."""
        return self._kept.journal.take_problems() if self._kept.journal is not None else ()

    def write(self) -> OSError | None:
        """Try to write what is only in memory, or no longer on the disk; the result says why it cannot be."""
        try:
            if not self.is_written:
                self._write(self._kept.unwritten, self.state)
            elif self._kept.journal is not None:
                self._kept.journal.mend_if_changed()
        except OSError as why:
            return why
        return None

    def _write(self, lines: tuple[str, ...], after: StateT) -> None:
        """Write lines, all that are not written yet, and go on with the state after them."""
        if self._kept.journal is None and self._make_journal is not None:
            self._take_journal(self._make_journal)
        before = self._kept
        if before.journal is None:
            return
        try:
            if before.journal.end != before.journal_end:
                before.journal.cut_back(before.journal_end)
            if lines:
                before.journal.append(*lines)
            self._kept = _Kept(after, before.journal, before.journal.end, ())
        finally:
            if self._kept is before:
                before.journal.cut_back(before.journal_end)

    def _take_journal(self, make_journal: Callable[[], Journal]) -> None:
        """Go on with a journal; whatever is raised before we have it, none was begun."""
        journal = None
        try:
            journal = make_journal()
            self._kept = replace(self._kept, journal=journal, journal_end=journal.end)
        finally:
            if journal is not None and self._kept.journal is not journal:
                journal.abandon()

    def abandon(self) -> None:
        """Close a journal that was begun for a game which cannot begin; nothing stays of it."""
        if self._kept.journal is not None:
            self._kept.journal.abandon()

    def close(self) -> None:
        """Close the journal; the game may be resumed."""
        journal = self._kept.journal
        self._kept = replace(self._kept, journal=None)
        self._make_journal = None
        if journal is not None:
            journal.close()
