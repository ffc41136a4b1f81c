"""The history that may be shown, kept up with the session line by line."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.rules.history import AcceptedLine, FrozenHistory, MovesUndone
from companion.table.snapshot import GameLogEntry, Snapshot


class PublicHistory:
    """The lines that stand, as everybody may know them, from a history as it was once and the entries since then."""

    def __init__(self, beginning: FrozenHistory) -> None:
        self._opening, self._lines = beginning.opening, beginning.accepted_lines
        self._followed_number = -1

    def follow(self, snapshot: Snapshot, make_anew: Callable[[], FrozenHistory]) -> tuple[GameLogEntry, ...]:
        """Add the new entries of a snapshot, and return them.

        A snapshot may come twice, and one may be missing where something failed: then all of it is made anew.
        """
        fresh = snapshot.new_entries if snapshot.sequence_number > self._followed_number else ()
        self._followed_number = snapshot.sequence_number
        for entry in fresh:
            self.add(entry)
        if not self._agrees_with(snapshot.accepted_texts):
            self._lines = make_anew().accepted_lines
        return fresh

    def _agrees_with(self, texts: Sequence[str]) -> bool:
        """Whether as many lines stand, and the last one is the same: what is before it was looked at before."""
        return len(texts) == len(self._lines) and (not texts or texts[-1] == self._lines[-1].text)

    def add(self, entry: GameLogEntry) -> None:
        """Add an accepted line, or take away those that it undid."""
        undone = sum(len(event.moves) for event in entry.events if isinstance(event, MovesUndone))
        if undone:
            self._lines = self._lines[:-undone]
        else:
            self._lines = (*self._lines, AcceptedLine(entry.text, entry.events, entry.position_after))

    @property
    def current(self) -> FrozenHistory:
        """All of it as it is now."""
        return FrozenHistory(self._opening, self._lines)
