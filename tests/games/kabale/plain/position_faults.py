"""Cards and objectives of a position counted a second time: layout and inventory must find the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.kabale.rules.state import TableState
from tests.games.kabale.tables import CARDS, SYMBOLS

COPIES = {f"{symbol}:{value}": 1 + (value == 3) for symbol in SYMBOLS for value in range(1, 6)}
COUNTED = ("cards-add-up", "twice", "objective-copies")
"""The refusals found here, player by player; those of a round are not among them."""


def counting(position: TableState) -> Iterator[str]:
    """What there is too much or too little of, as refusals are printed."""
    cards = [card for column in position.columns for card in column.cards]
    for who, player in position.players.items():
        laid = Counter(card.card for card in cards if card.by == who)
        held = Counter(player.hand) + Counter(player.discard) + laid
        total = player.deck + sum(held.values())
        if total != 25:
            yield f"K-M1 cards-add-up (who={who} cards={total} wanted=25)"
        for name, number in held.items():
            if number > 1 and name in CARDS:
                yield f"K-M1 twice (who={who} card={name})"
    won = [name for player in position.players.values() for name in player.won]
    seen = Counter((*won, *position.lost, *(column.objective for column in position.columns)))
    for name, number in seen.items():
        if number > COPIES.get(name, number):
            yield f"K-M3 objective-copies (objective={name} seen={number} copies={COPIES[name]})"
