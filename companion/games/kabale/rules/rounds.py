"""The end of a round: cards shown, columns evaluated, a new round or the final count (K-1, K-3.8, K-4)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.kabale.rules.card_choices import character_choice
from companion.games.kabale.rules.column_evaluation import evaluate_column
from companion.games.kabale.rules.events import (
    CardShown,
    GameEnded,
    ObjectivesCounted,
    RoundBegan,
    RoundEnded,
    column_evaluated,
)
from companion.games.kabale.rules.final_scoring import objectives_score
from companion.games.kabale.rules.pieces import column_zone, implied_step
from companion.games.kabale.rules.state import CardState, TableState, TurnItem
from companion.rules.choice import Choice, Turn, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.layout import spot_id
from companion.rules.moves import TABLE_ACTOR, UNKNOWN, MoveStep
from companion.rules.position import Outcome
from companion.rules.transaction import Action, Transaction

SHOWING_AWAITED = declare_clause("K-1.5", "showing-awaited", "who", "awaited")
CARD_ALREADY_OPEN = declare_clause("K-1.5", "open-already", "place")

ColumnPlace = tuple[int, int]
"""A column and a card in it, both from 1."""


def place_notation(place: ColumnPlace) -> str:
    """`1.3`."""
    return f"{place[0]}.{place[1]}"


def cards_with_places(position: TableState) -> Iterator[tuple[ColumnPlace, CardState]]:
    """Every card in the columns, with its place."""
    for number, column in enumerate(position.columns, 1):
        for at, card in enumerate(column.cards, 1):
            yield (number, at), card


# -- K-1.5


class EndRound(TurnItem, frozen=True, tag="round-ends"):
    """K-1.5: the round ends."""

    def settle(self, transaction: Transaction) -> bool:
        transaction.apply_event(RoundEnded(self.turn))
        transaction.replace_current_item(ShowCardsDecision(self.turn))
        return True


class ShowCardsDecision(TurnItem, frozen=True, tag="show"):
    """K-1.5: all face-down cards are shown; each unknown one must be named before columns are evaluated."""

    def settle(self, transaction: Transaction) -> bool:
        unknown = False
        for (column, at), card in cards_with_places(transaction.position):
            if not card.up and card.card != UNKNOWN:
                transaction.apply_event(CardShown(card.by, column, at, card.card))
            unknown = unknown or card.card == UNKNOWN
        if unknown:
            return False
        _evaluate_columns(transaction)
        _begin_next_round(transaction, self.turn)
        return True

    def build_choice_tree(self, position: TableState) -> Turn:
        there = dict(cards_with_places(position))

        def may(place: ColumnPlace) -> Refusal | None:
            return None if there[place].card == UNKNOWN else CARD_ALREADY_OPEN(place_notation(place))

        def then(place: ColumnPlace) -> Choice:
            by, (column, at) = there[place].by, place
            named = character_choice(
                position, by, column, "K-1.5", lambda card: ShowCardAction(by, column, at, card)
            )
            named.pattern = "CARD"
            return named

        places = Choice("K-1.5", tuple(there), _place_step, then, may, can_dead_end=False)
        after = {TABLE_ACTOR: single_word_choice(implied_step("shown"), places)}
        return Turn(after, position.config.actors, (TABLE_ACTOR,), SHOWING_AWAITED)


def _place_step(place: ColumnPlace) -> MoveStep:
    return implied_step(place_notation(place), spot_id(column_zone(place[0]), place[1]))


class ShowCardAction(Action, frozen=True):
    """K-1.5: an unknown card is named."""

    by: str
    column: int
    at: int
    card: str

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(CardShown(self.by, self.column, self.at, self.card))


# -- K-3.1


def _evaluate_columns(transaction: Transaction) -> None:
    """Evaluate all columns from left to right.

    The objective of a column without cards is won by nobody and leaves the game (a ruling of ours).
    """
    position: TableState = transaction.position
    for number, column in enumerate(position.columns, 1):
        found = evaluate_column(column.objective, [(card.by, card.card) for card in column.cards])
        transaction.apply_event(column_evaluated(number, column.objective, found))


# -- K-1.6


def _begin_next_round(transaction: Transaction, ended_by: str) -> None:
    position: TableState = transaction.position
    if position.is_last_round:
        _finish_game(transaction)
        return
    start = position.config.clockwise_from[ended_by][1]
    transaction.apply_event(RoundBegan(position.round + 1, start))
    transaction.replace_current_item(*transaction.position.phase_agenda("objectives"))


# -- K-4.1, K-4.2


def _finish_game(transaction: Transaction) -> None:
    for who, player in transaction.position.players.items():
        transaction.apply_event(ObjectivesCounted(who, player.won, objectives_score(player.won)))
    result = final_result(transaction.position)
    transaction.apply_event(GameEnded(dict(result.scores), result.winners, result.decided_by))
    transaction.replace_current_item()


def final_result(position: TableState) -> Outcome:
    """K-4.2: most points; tied players share the win (RULING)."""
    scores = {who: objectives_score(player.won).points for who, player in position.players.items()}
    winners = tuple(who for who, score in scores.items() if score == max(scores.values()))
    return Outcome(scores, winners, "points" if len(winners) == 1 else "shared")
