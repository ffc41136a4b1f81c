"""The accepted lines as everybody may know them, kept up line by line."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.forgetting import is_forgetting
from companion.rules.history import GameHistory, MovesUndone
from companion.rules.list_prefix import ListPrefix
from companion.rules.public_view import public_text
from companion.table.redaction import Redactor
from companion.table.snapshot import GameLogEntry

MAX_RECENT_ENTRIES = 20


class PublicLog:
    """The texts of the lines that stand, and the last accepted lines with their events, undone or not.

    A line costs the same after thousands of others: none of those is made public again, and nothing is copied.
    """

    def __init__(self, history: GameHistory, redactor: Redactor) -> None:
        standing = [accepted for accepted in history.accepted_lines if not is_forgetting(accepted.text)]
        self._texts = [public_text(history.game, accepted.text) for accepted in standing]
        self.recent_entries = tuple(map(redactor.public_entry, standing[-MAX_RECENT_ENTRIES:]))

    @property
    def standing_texts(self) -> Sequence[str]:
        """The texts of all lines that were not undone, as they are now."""
        return ListPrefix(self._texts)

    def add(self, entry: GameLogEntry) -> None:
        """Add an accepted line; those that it undid are taken away."""
        undone = sum(len(event.moves) for event in entry.events if isinstance(event, MovesUndone))
        if undone:
            self._texts = self._texts[:-undone]
        else:
            self._texts.append(entry.text)
        self.recent_entries = (*self.recent_entries, entry)[-MAX_RECENT_ENTRIES:]
