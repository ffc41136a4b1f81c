"""Kabale und Hiebe in hand movements: where everything lies, and what nobody can unsee."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.kabale.events import CardDrawn, CardShown, CardTurned, DeckRefilled
from companion.games.kabale.state import Table
from companion.rules.hands import Hand
from companion.rules.tale import Event

UNSEEN = (CardDrawn, CardShown, CardTurned, DeckRefilled)


def hands(*path: Table) -> tuple[Hand, ...]:
    """The movements from the first position to the last, take back before put down."""
    return ()


def unseen(events: Sequence[Event]) -> tuple[Event, ...]:
    """Those that showed something hidden or drew by chance: taking them back cannot make it unknown."""
    return tuple(event for event in events if isinstance(event, UNSEEN))
