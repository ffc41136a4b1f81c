"""Drawing cards (K-1.3)."""

from __future__ import annotations

from companion.games.kabale.rules.events import CardDrawn, DeckRefilled
from companion.rules.transaction import Transaction


def draw_card(transaction: Transaction, who: str) -> None:
    """Draw one card; an empty deck is refilled from the discard pile (RULING); if both are empty, none."""
    player = transaction.position.players[who]
    if not player.deck:
        if not player.discard:
            return
        transaction.apply_event(DeckRefilled(who, sum(player.discard.values())))
    transaction.apply_event(CardDrawn(who))
