"""The accepted lines as everybody may know them, kept up line by line."""

from __future__ import annotations

from typing import Self

from msgspec import Struct

from companion.rules.forgetting import is_forgetting
from companion.rules.history import GameHistory, MovesUndone
from companion.rules.list_prefix import ListPrefix
from companion.rules.public_view import public_text
from companion.table.redaction import Redactor
from companion.table.snapshot import GameLogEntry

MAX_RECENT_ENTRIES = 20


class PublicLog(Struct, frozen=True):
    """The texts of the lines that stand, and the last accepted lines with their events, undone or not.

    A line costs the same after thousands of others: none of those is made public again, and nothing is copied.
    """

    standing_texts: ListPrefix[str]
    recent_entries: tuple[GameLogEntry, ...]

    @classmethod
    def of_history(cls, history: GameHistory, redactor: Redactor) -> Self:
        """The log of everything that stands."""
        standing = [accepted for accepted in history.accepted_lines if not is_forgetting(accepted.text)]
        texts = [public_text(history.game, accepted.text) for accepted in standing]
        return cls(ListPrefix(texts), tuple(map(redactor.public_entry, standing[-MAX_RECENT_ENTRIES:])))

    def after(self, entry: GameLogEntry) -> PublicLog:
        """The log after one more accepted line; those that it undid are not in it."""
        texts = self.standing_texts
        undone = sum(len(event.moves) for event in entry.events if isinstance(event, MovesUndone))
        return PublicLog(
            texts.first(len(texts) - undone) if undone else texts.with_item(entry.text),
            (*self.recent_entries, entry)[-MAX_RECENT_ENTRIES:],
        )
