"""Who is shown every snapshot of a session, once each, whatever fails while they are."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from companion.table.snapshot import Snapshot

SnapshotListener = Callable[[Snapshot], None]


class Audience:
    """The listeners. `on_fault` is told who stumbled over a snapshot."""

    def __init__(self, on_fault: Callable[[object, Exception], None]) -> None:
        self.told_number = 0
        """The number of the last snapshot that all have seen."""
        self._on_fault = on_fault
        self._listeners: list[SnapshotListener] = []
        self._untold: list[SnapshotListener] = []

    def add(self, listener: SnapshotListener) -> None:
        """Show it every snapshot from now on."""
        self._listeners.append(listener)

    def gather(self) -> None:
        """Another message is handled, of which nobody was told yet."""
        self._untold = [*self._listeners]

    def tell(self, current_snapshot: Callable[[], Snapshot]) -> None:
        """Show the snapshot to all that were not told yet of this message.

        One that stumbles is told once more, with the fault: it may not have noticed what was new.
        """
        while self._untold:
            listener = self._untold[0]
            try:
                listener(current_snapshot())
            except Exception as fault:  # a listener cannot stop the game
                self._on_fault(listener, fault)
                with suppress(Exception):
                    listener(current_snapshot())
            del self._untold[0]
        self.told_number = current_snapshot().sequence_number
