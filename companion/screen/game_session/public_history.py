"""The history that may be shown, kept up with the session line by line."""

from __future__ import annotations

from companion.rules.history import AcceptedLine, FrozenHistory, MovesUndone
from companion.table.snapshot import GameLogEntry


class PublicHistory:
    """The lines that stand, as everybody may know them, from a history as it was once and the entries since then."""

    def __init__(self, beginning: FrozenHistory) -> None:
        self._opening, self._lines = beginning.opening, beginning.accepted_lines.continued()

    def add(self, entry: GameLogEntry) -> None:
        """Add an accepted line, or take away those that it undid."""
        undone = sum(len(event.moves) for event in entry.events if isinstance(event, MovesUndone))
        if undone:
            self._lines = self._lines.without_last(undone)
        else:
            self._lines.append(AcceptedLine(entry.text, entry.events, entry.position_after))

    @property
    def current(self) -> FrozenHistory:
        """All of it as it is now."""
        return FrozenHistory(self._opening, self._lines.view)
