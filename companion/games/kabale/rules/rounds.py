"""A round ends: cards shown, columns evaluated, a new round or the final count (K-1.5, K-1.6, K-3.8, K-4)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.kabale.rules.counting import count
from companion.games.kabale.rules.events import (
    CardShown,
    ColumnEvaluated,
    Counted,
    GameEnded,
    RoundBegan,
    RoundEnded,
)
from companion.games.kabale.rules.naming import character
from companion.games.kabale.rules.pieces import TABLE, column_zone, implied
from companion.games.kabale.rules.scoring import evaluate
from companion.games.kabale.rules.state import Card, OfTurn, Table
from companion.rules.choice import Choice, Turn, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.layout import spot_id
from companion.rules.moves import UNKNOWN, MoveStep
from companion.rules.position import Outcome
from companion.rules.transaction import Action, Transaction

SHOWING_AWAITED = declare_clause("K-1.5", "showing-awaited", "who", "awaited")
OPEN_ALREADY = declare_clause("K-1.5", "open-already", "place")

Place = tuple[int, int]
"""Column and card, both from 1."""


def place_word(place: Place) -> str:
    """`1.3`."""
    return f"{place[0]}.{place[1]}"


def cards(position: Table) -> Iterator[tuple[Place, Card]]:
    """Every card in the columns with its place."""
    for number, column in enumerate(position.columns, 1):
        for at, card in enumerate(column.cards, 1):
            yield (number, at), card


# -- K-1.5


class RoundEnds(OfTurn, frozen=True, tag="round-ends"):
    """Nothing more is laid."""

    def settle(self, tale: Transaction) -> bool:
        tale.apply_event(RoundEnded(self.turn))
        tale.replace_current_item(Show(self.turn))
        return True


class Show(OfTurn, frozen=True, tag="show"):
    """All that lies face down is shown; each card nobody saw must be named before columns are evaluated."""

    def settle(self, tale: Transaction) -> bool:
        unknown = False
        for (column, at), card in cards(tale.position):
            if not card.up and card.card != UNKNOWN:
                tale.apply_event(CardShown(card.by, column, at, card.card))
            unknown = unknown or card.card == UNKNOWN
        if unknown:
            return False
        _evaluate(tale)
        _go_on(tale, self.turn)
        return True

    def build_choice_tree(self, position: Table) -> Turn:
        there = dict(cards(position))

        def may(place: Place) -> Refusal | None:
            return None if there[place].card == UNKNOWN else OPEN_ALREADY(place_word(place))

        def then(place: Place) -> Choice:
            by, (column, at) = there[place].by, place
            named = character(position, by, column, "K-1.5", lambda card: ShowCard(by, column, at, card))
            named.pattern = "CARD"
            return named

        places = Choice("K-1.5", tuple(there), _place_step, then, may, can_dead_end=False)
        after = {TABLE: single_word_choice(implied("shown"), places)}
        return Turn(after, position.house.everybody, (TABLE,), SHOWING_AWAITED)


def _place_step(place: Place) -> MoveStep:
    return implied(place_word(place), spot_id(column_zone(place[0]), place[1]))


class ShowCard(Action, frozen=True):
    """A card nobody saw, named."""

    by: str
    column: int
    at: int
    card: str

    def perform(self, tale: Transaction) -> None:
        tale.apply_event(CardShown(self.by, self.column, self.at, self.card))


# -- K-3.1


def _evaluate(tale: Transaction) -> None:
    """All columns from left to right; nobody wins what no card lies under (RULING of ours: it leaves the game)."""
    position: Table = tale.position
    for number, column in enumerate(position.columns, 1):
        found = evaluate(column.objective, [(card.by, card.card) for card in column.cards])
        tale.apply_event(
            ColumnEvaluated(
                column=number,
                objective=column.objective,
                winner=found.winner,
                rule=found.rule,
                cards=found.cards,
                sums=found.sums,
                tied=found.tied,
                musketeers=found.musketeers,
                idle=found.idle,
            )
        )


# -- K-1.6


def _go_on(tale: Transaction, ended_by: str) -> None:
    position: Table = tale.position
    if position.last_round:
        _finish(tale)
        return
    start = position.house.order[ended_by][1]
    tale.apply_event(RoundBegan(position.round + 1, start))
    tale.replace_current_item(*tale.position.phase_agenda("objectives"))


# -- K-4.1, K-4.2


def _finish(tale: Transaction) -> None:
    for who, player in tale.position.players.items():
        tale.apply_event(Counted(who, player.won, count(player.won)))
    result = result_of(tale.position)
    tale.apply_event(GameEnded(dict(result.scores), result.winners, result.decided_by))
    tale.replace_current_item()


def result_of(position: Table) -> Outcome:
    """Most points; tied players share the win (RULING)."""
    scores = {who: count(player.won).points for who, player in position.players.items()}
    winners = tuple(who for who, score in scores.items() if score == max(scores.values()))
    return Outcome(scores, winners, "points" if len(winners) == 1 else "shared")
