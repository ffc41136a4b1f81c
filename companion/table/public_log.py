"""The accepted lines as everybody may know them, kept up line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Self

from msgspec import Struct

from companion.rules.forgetting import is_forgetting
from companion.rules.history import AcceptedLine, GameHistory, MovesUndone
from companion.rules.public_view import public_text
from companion.table.redaction import Redactor
from companion.table.snapshot import GameLogEntry

MAX_RECENT_ENTRIES = 20


class PublicLog(Struct, frozen=True):
    """The texts of the lines that stand, and the last accepted lines with their events, undone or not.

    After a line none of those before it is made public again.
    """

    standing_texts: tuple[str, ...]
    recent_entries: tuple[GameLogEntry, ...]

    @classmethod
    def of_history(cls, history: GameHistory, redactor: Redactor) -> Self:
        """The log of everything that stands."""
        texts = tuple(public_text(history.game, each.text) for each in _heard(history.accepted_lines))
        recent = [*islice(_heard(reversed(history.accepted_lines)), MAX_RECENT_ENTRIES)]
        return cls(texts, tuple(map(redactor.public_entry, reversed(recent))))

    def after(self, entry: GameLogEntry) -> PublicLog:
        """The log after one more accepted line; those that it undid are not in it."""
        texts = self.standing_texts
        undone = sum(len(event.moves) for event in entry.events if isinstance(event, MovesUndone))
        return PublicLog(
            texts[:-undone] if undone else (*texts, entry.text),
            (*self.recent_entries, entry)[-MAX_RECENT_ENTRIES:],
        )


def _heard(lines: Iterable[AcceptedLine]) -> Iterator[AcceptedLine]:
    """Those of the lines that there is something to be told of."""
    return (accepted for accepted in lines if not is_forgetting(accepted.text))
