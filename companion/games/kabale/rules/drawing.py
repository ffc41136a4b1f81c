"""Drawing (K-1.3)."""

from __future__ import annotations

from companion.games.kabale.rules.events import CardDrawn, DeckRefilled
from companion.rules.transaction import Transaction


def draw_card(transaction: Transaction, who: str) -> None:
    """One card; from an empty deck the discard pile is shuffled first (RULING); both empty: none."""
    player = transaction.position.players[who]
    if not player.deck and player.discard:
        transaction.apply_event(DeckRefilled(who, sum(player.discard.values())))
    if transaction.position.players[who].deck:
        transaction.apply_event(CardDrawn(who))
