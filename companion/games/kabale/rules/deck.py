"""Drawing (K-1.3)."""

from __future__ import annotations

from companion.games.kabale.rules.events import CardDrawn, DeckRefilled
from companion.rules.transaction import Transaction


def draw(tale: Transaction, who: str) -> None:
    """One card; from an empty deck the discard pile is shuffled first (RULING); both empty: none."""
    player = tale.position.players[who]
    if not player.deck and player.discard:
        tale.apply_event(DeckRefilled(who, sum(player.discard.values())))
    if tale.position.players[who].deck:
        tale.apply_event(CardDrawn(who))
