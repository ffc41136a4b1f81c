"""Who deals and plays for absent players at a virtual table, as the screen and the terminal know him."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from companion.rules.clauses import Refused
from companion.rules.moves import Move
from companion.table.messages import Message
from companion.table.snapshot import Snapshot


class Dealer(Protocol):
    """Follows the session by its snapshots and says what happens without the people."""

    lost: bool
    "The evening no longer follows the dealt cards: people do everything by hand from then on."

    def follow(self, now: Snapshot) -> None:
        """Bring the dealt cards to where the session stands."""
        ...

    def next(self, now: Snapshot) -> tuple[Message, ...]:
        """What happens now without the people; nothing when they are awaited."""
        ...

    def hand(self, who: str, now: Snapshot) -> tuple[str, ...]:
        """The pieces in a player's hand."""
        ...

    def moves(self, who: str, now: Snapshot) -> Iterator[Move]:
        """Every move that player can make with what he really holds."""
        ...

    def refuses(self, move: Move) -> Refused | None:
        """Why the cards as dealt forbid the move."""
        ...
