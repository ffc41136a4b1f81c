"""What an overlay over the table may draw on: the snapshot, the game history and the voice."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from companion.rules.game import Seat
from companion.rules.history import FrozenHistory
from companion.screen.ui_state import UiState
from companion.table.snapshot import Snapshot
from companion.voice.voice import Voice


class ScreenContext(Struct, frozen=True):
    """One moment of a game session, to be put into words of one language.

    `history` gives all accepted lines; until the game is over, only what everybody may know of them.
    """

    snapshot: Snapshot
    history: Callable[[], FrozenHistory]
    voice: Voice
    ui_state: UiState

    def seat_of(self, who: str) -> Seat:
        """The seat of the player with that colour."""
        return next(seat for seat in self.snapshot.setup.seats if seat.colour == who)
