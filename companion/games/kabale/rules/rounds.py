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
from companion.rules.choice import Choice, Turn, word
from companion.rules.clauses import Refusal, clause
from companion.rules.layout import spot
from companion.rules.moves import UNKNOWN, Step
from companion.rules.position import Outcome
from companion.rules.tale import Deed, Tale

SHOWING_AWAITED = clause("K-1.5", "showing-awaited", "who", "awaited")
OPEN_ALREADY = clause("K-1.5", "open-already", "place")

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

    def settle(self, tale: Tale) -> bool:
        tale.tell(RoundEnded(self.turn))
        tale.plan(Show(self.turn))
        return True


class Show(OfTurn, frozen=True, tag="show"):
    """All that lies face down is shown; each card nobody saw must be named before columns are evaluated."""

    def settle(self, tale: Tale) -> bool:
        unknown = False
        for (column, at), card in cards(tale.position):
            if not card.up and card.card != UNKNOWN:
                tale.tell(CardShown(card.by, column, at, card.card))
            unknown = unknown or card.card == UNKNOWN
        if unknown:
            return False
        _evaluate(tale)
        _go_on(tale, self.turn)
        return True

    def offer(self, position: Table) -> Turn:
        there = dict(cards(position))

        def may(place: Place) -> Refusal | None:
            return None if there[place].card == UNKNOWN else OPEN_ALREADY(place_word(place))

        def then(place: Place) -> Choice:
            by, (column, at) = there[place].by, place
            named = character(position, by, column, "K-1.5", lambda card: ShowCard(by, column, at, card))
            named.pattern = "CARD"
            return named

        places = Choice("K-1.5", tuple(there), _place_step, then, may, deep=False)
        after = {TABLE: word(implied("shown"), places)}
        return Turn(after, position.house.everybody, (TABLE,), SHOWING_AWAITED)


def _place_step(place: Place) -> Step:
    return implied(place_word(place), spot(column_zone(place[0]), place[1]))


class ShowCard(Deed, frozen=True):
    """A card nobody saw, named."""

    by: str
    column: int
    at: int
    card: str

    def do(self, tale: Tale) -> None:
        tale.tell(CardShown(self.by, self.column, self.at, self.card))


# -- K-3.1


def _evaluate(tale: Tale) -> None:
    """All columns from left to right; nobody wins what no card lies under (RULING of ours: it leaves the game)."""
    position: Table = tale.position
    for number, column in enumerate(position.columns, 1):
        found = evaluate(column.objective, [(card.by, card.card) for card in column.cards])
        tale.tell(
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


def _go_on(tale: Tale, ended_by: str) -> None:
    position: Table = tale.position
    if position.last_round:
        _finish(tale)
        return
    start = position.house.order[ended_by][1]
    tale.tell(RoundBegan(position.round + 1, start))
    tale.plan(*tale.position.phase_agenda("objectives"))


# -- K-4.1, K-4.2


def _finish(tale: Tale) -> None:
    for who, player in tale.position.players.items():
        tale.tell(Counted(who, player.won, count(player.won)))
    result = result_of(tale.position)
    tale.tell(GameEnded(dict(result.scores), result.winners, result.decided_by))
    tale.plan()


def result_of(position: Table) -> Outcome:
    """Most points; tied players share the win (RULING)."""
    scores = {who: count(player.won).points for who, player in position.players.items()}
    winners = tuple(who for who, score in scores.items() if score == max(scores.values()))
    return Outcome(scores, winners, "points" if len(winners) == 1 else "shared")
