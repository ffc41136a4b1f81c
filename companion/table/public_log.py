"""The accepted lines as everybody may know them, kept up line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Self

from msgspec import Struct

from companion.rules.folded_list import FoldedList
from companion.rules.forgetting import is_forgetting
from companion.rules.history import AcceptedLine, GameHistory, MovesUndone
from companion.rules.public_view import public_text
from companion.table.redaction import Redactor
from companion.table.snapshot import GameLogEntry

MAX_RECENT_ENTRIES = 20


class PublicLog(Struct, frozen=True):
    """The texts of the lines that stand, and the last accepted lines with their events, undone or not.

    A line costs the same after thousands of others: none of those is made public again, and nothing is copied.
    """

    standing_texts: FoldedList[str]
    recent_entries: tuple[GameLogEntry, ...]

    @classmethod
    def of_history(cls, history: GameHistory, redactor: Redactor) -> Self:
        """The log of everything that stands."""
        texts = (public_text(history.game, accepted.text) for accepted in _heard(history.accepted_lines))
        recent = [*islice(_heard(reversed(history.accepted_lines)), MAX_RECENT_ENTRIES)]
        return cls(
            FoldedList[str](len).with_items(texts), tuple(map(redactor.public_entry, reversed(recent)))
        )

    def after(self, entry: GameLogEntry) -> PublicLog:
        """The log after one more accepted line; those that it undid are not in it."""
        texts = self.standing_texts
        undone = sum(len(event.moves) for event in entry.events if isinstance(event, MovesUndone))
        return PublicLog(
            texts.first(len(texts) - undone) if undone else texts.with_item(entry.text),
            (*self.recent_entries, entry)[-MAX_RECENT_ENTRIES:],
        )


def _heard(lines: Iterable[AcceptedLine]) -> Iterator[AcceptedLine]:
    """Those of the lines that there is something to be told of."""
    return (accepted for accepted in lines if not is_forgetting(accepted.text))
