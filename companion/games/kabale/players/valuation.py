"""What a table is worth in points to a player who looks one move ahead; roughly."""

from __future__ import annotations

from functools import lru_cache

from companion.games.kabale.rules.column_evaluation import ColumnResult, evaluate_column
from companion.games.kabale.rules.constants import CHARACTERS, objective_value, printed_value
from companion.games.kabale.rules.final_scoring import objectives_score
from companion.games.kabale.rules.state import CardState, ColumnState, TableState
from companion.rules.moves import UNKNOWN

CLOSED_COLUMN_PROBABILITY = 1.0  # no card can be added any more
FULL_COLUMN_PROBABILITY = 0.85  # cards can still be added while another column is not full
# how likely the leader of a column wins it while all its cards are still to come
EMPTY_COLUMN_PROBABILITY = 0.35
VALUE_PER_HALF_POINT = 0.012  # a card in hand, for each half point printed on it
UNKNOWN_CARD_VALUE = 20 * VALUE_PER_HALF_POINT  # a card that nobody knows


def position_value(position: TableState, who: str) -> float:
    """What the player has and may hope for, less the average of the others, plus the cards in hand."""
    share = {each: float(objectives_score(player.won).points) for each, player in position.players.items()}
    for column in position.columns:
        winner = _verdict(column.objective, column.cards).winner
        if winner is not None:
            share[winner] += objective_value(column.objective) * leader_win_probability(column)
    others = [points for each, points in share.items() if each != who]
    hand = sum(HAND_CARD_VALUES[card] * number for card, number in position.players[who].hand.items())
    return share[who] - sum(others) / len(others) + hand


def leader_win_probability(column: ColumnState) -> float:
    """The probability that the leader of a column takes its objective."""
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
"""Card -> its value in hand: strong ones win where weak ones do not."""
