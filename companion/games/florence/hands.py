"""The Princes of Florence in hand movements: what must go where, and what nobody can unsee."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.florence.events import BonusTaken, PrestigeKept, ProfessionTaken
from companion.games.florence.final import PrestigeShown
from companion.games.florence.state import Table
from companion.rules.hands import Hand, moved
from companion.rules.tale import Event

UNSEEN = (BonusTaken, PrestigeKept, PrestigeShown, ProfessionTaken)


def unseen(events: Sequence[Event]) -> tuple[Event, ...]:
    """Those that showed something hidden or drew by chance: taking them back cannot make it unknown."""
    return tuple(event for event in events if isinstance(event, UNSEEN))


def hands(before: Table, after: Table) -> tuple[Hand, ...]:
    """The movements from one position to the other, take back before put down."""
    return tuple(_money(before, after))


def _money(before: Table, after: Table) -> Iterator[Hand]:
    yield from moved(
        "money",
        {f"player/{who}": player.money for who, player in before.players.items()},
        {f"player/{who}": player.money for who, player in after.players.items()},
        "bank",
    )
