"""What is known when something is laid over the table: the evening, its voice, its account."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from companion.rules.game import Seat
from companion.rules.history import FrozenHistory
from companion.screen.ui_state import UiState
from companion.table.snapshot import Snapshot
from companion.voice.voice import Voice


class ScreenContext(Struct, frozen=True):
    """One moment of an evening, to be told in one language. `history`: all that was accepted, before the game is
    over only what everybody may know of it.
    """

    snapshot: Snapshot
    history: Callable[[], FrozenHistory]
    voice: Voice
    ui_state: UiState

    def seat_of(self, who: str) -> Seat:
        """Who plays that colour."""
        return next(seat for seat in self.snapshot.setup.seats if seat.colour == who)
