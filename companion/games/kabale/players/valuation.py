"""What a table is worth to a player who thinks one move ahead, in points. Rough, and meant to be read."""

from __future__ import annotations

from functools import lru_cache

from companion.games.kabale.rules.column_evaluation import ColumnResult, evaluate_column
from companion.games.kabale.rules.constants import CHARACTERS, objective_value, printed_value
from companion.games.kabale.rules.final_scoring import count_objectives
from companion.games.kabale.rules.state import CardState, ColumnState, TableState
from companion.rules.moves import UNKNOWN

CLOSED_COLUMN_PROBABILITY = 1.0  # nothing can be added any more
FULL_COLUMN_PROBABILITY = 0.85  # something can, while another column is not full
# how likely the leader of a column wins it when all its cards are still to come
EMPTY_COLUMN_PROBABILITY = 0.35
VALUE_PER_HALF_POINT = 0.012  # a card in the hand, for each half point printed on it
UNKNOWN_CARD_VALUE = 20 * VALUE_PER_HALF_POINT  # one of which nobody knows anything


def position_value(position: TableState, who: str) -> float:
    """What he has and may hope for, less what the others have on the average, and the cards in his hand."""
    share = {each: float(count_objectives(player.won).points) for each, player in position.players.items()}
    for column in position.columns:
        winner = _verdict(column.objective, column.cards).winner
        if winner is not None:
            share[winner] += objective_value(column.objective) * lead_probability(column)
    others = [points for each, points in share.items() if each != who]
    hand = sum(HAND_CARD_VALUES[card] * number for card, number in position.players[who].hand.items())
    return share[who] - sum(others) / len(others) + hand


def lead_probability(column: ColumnState) -> float:
    """How likely whoever leads in a column takes its objective."""
    if column.closed:
        return CLOSED_COLUMN_PROBABILITY
    filled = min(1.0, len(column.cards) / objective_value(column.objective))
    return EMPTY_COLUMN_PROBABILITY + (FULL_COLUMN_PROBABILITY - EMPTY_COLUMN_PROBABILITY) * filled


@lru_cache(maxsize=20_000)
def _verdict(objective: str, cards: tuple[CardState, ...]) -> ColumnResult:
    return evaluate_column(objective, [(card.by, card.card) for card in cards])


HAND_CARD_VALUES = {card: VALUE_PER_HALF_POINT * (printed_value(card, "") or 20) for card in CHARACTERS} | {
    UNKNOWN: UNKNOWN_CARD_VALUE
}
"""What a card is worth that he keeps: strong ones win where weak ones do not."""
