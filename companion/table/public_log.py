"""The accepted lines as everybody may know them, kept up line by line."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.folded_list import FoldedList
from companion.rules.history import GameHistory
from companion.rules.public_view import public_text
from companion.table.redaction import Redactor
from companion.table.snapshot import GameLogEntry

MAX_RECENT_ENTRIES = 20


class PublicLog:
    """The texts of the lines that stand, and the last accepted lines with their events, undone or not.

    A line costs the same after thousands of others: none of those is made public again, and nothing is copied.
    """

    def __init__(self, history: GameHistory, redactor: Redactor) -> None:
        standing = history.accepted_lines
        self._texts = FoldedList[str](len)
        for accepted in standing:
            self._texts.append(public_text(history.game, accepted.text))
        self.recent_entries = tuple(map(redactor.public_entry, standing[-MAX_RECENT_ENTRIES:]))

    @property
    def standing_texts(self) -> Sequence[str]:
        """The texts of all lines that were not undone, as they are now."""
        return self._texts.view

    def add(self, entry: GameLogEntry, standing_count: int) -> None:
        """Add an accepted line, after which so many lines stand; those that it undid are taken away."""
        if standing_count > len(self._texts):
            self._texts.append(entry.text)
        else:
            self._texts = self._texts.without_last(len(self._texts) - standing_count)
        self.recent_entries = (*self.recent_entries, entry)[-MAX_RECENT_ENTRIES:]
