"""What a table is worth to a player who thinks one move ahead, in points. Rough, and meant to be read."""

from __future__ import annotations

from functools import lru_cache

from companion.games.kabale.rules.counting import count
from companion.games.kabale.rules.printed import CARDS, printed, value_of
from companion.games.kabale.rules.scoring import Verdict, evaluate
from companion.games.kabale.rules.state import Card, Column, Table
from companion.rules.moves import UNKNOWN

CLOSED = 1.0  # nothing can be added any more
FULL = 0.85  # something can, while another column is not full
BEGUN = 0.35  # how likely the leader of a column wins it when all its cards are still to come
HELD = 0.012  # a card in the hand, for each half point printed on it
UNSEEN = 20 * HELD  # one of which nobody knows anything


def worth(position: Table, who: str) -> float:
    """What he has and may hope for, less what the others have on the average, and the cards in his hand."""
    share = {each: float(count(player.won).points) for each, player in position.players.items()}
    for column in position.columns:
        winner = _verdict(column.objective, column.cards).winner
        if winner is not None:
            share[winner] += value_of(column.objective) * lasting(column)
    others = [points for each, points in share.items() if each != who]
    hand = sum(HOLDING[card] * number for card, number in position.players[who].hand.items())
    return share[who] - sum(others) / len(others) + hand


def lasting(column: Column) -> float:
    """How likely whoever leads in a column takes its objective."""
    if column.closed:
        return CLOSED
    filled = min(1.0, len(column.cards) / value_of(column.objective))
    return BEGUN + (FULL - BEGUN) * filled


@lru_cache(maxsize=20_000)
def _verdict(objective: str, cards: tuple[Card, ...]) -> Verdict:
    return evaluate(objective, [(card.by, card.card) for card in cards])


HOLDING = {card: HELD * (printed(card, "") or 20) for card in CARDS} | {UNKNOWN: UNSEEN}
"""What a card is worth that he keeps: strong ones win where weak ones do not."""
