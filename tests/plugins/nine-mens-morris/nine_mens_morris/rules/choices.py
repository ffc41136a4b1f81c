"""The legal moves: `white d2` places a man, `white d2 from d3` moves one, and `takes f4` follows a mill.

The point where a man arrives comes first, as that is what a reader tells. Where only one man can have got
there, its point is implied.
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from companion.rules.choice import Choice, end_of_move_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import MoveStep
from companion.rules.position import Outcome
from companion.rules.transaction import Action, Transaction
from nine_mens_morris.rules.board import FROM, POINTS, mills, opponent, put, takes, touched, with_man
from nine_mens_morris.rules.events import Drawn, MillClosed, Moved, Placed, Taken, TurnBegan, Won
from nine_mens_morris.rules.table import Table

OCCUPIED = declare_clause("N-1.1", "occupied", "point")
NOT_YOUR_MAN = declare_clause("N-1.2", "not-your-man", "point")
NOT_NEXT = declare_clause("N-1.2", "not-next", "source", "point")
OUT_OF_REACH = declare_clause("N-1.2", "out-of-reach", "point")
NOT_THEIR_MAN = declare_clause("N-2.1", "not-their-man", "point")
IN_A_MILL = declare_clause("N-2.2", "in-a-mill", "point")


class MoveMan(Action, frozen=True):
    """A whole move.

    `source` is the point it comes from, "" for the hand; `taken` is the point of a man taken, or "".
    """

    who: str
    point: str
    source: str = ""
    taken: str = ""

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(
            Moved(self.who, self.point, self.source) if self.source else Placed(self.who, self.point)
        )
        for mill in mills(transaction.position.board, self.point):
            transaction.apply_event(MillClosed(self.who, mill))
        if self.taken:
            transaction.apply_event(Taken(self.who, self.taken))
        transaction.apply_event(TurnBegan(opponent(self.who)))
        match transaction.position.outcome():
            case Outcome(winners=(who,), decided_by=why):
                transaction.apply_event(Won(who, why))
            case Outcome():
                transaction.apply_event(Drawn())


def placing(table: Table) -> Choice:
    """N-1.1: the choice of an empty point for a man from the hand."""

    def may(point: str) -> Refusal | None:
        return OCCUPIED(point) if point in table.board else None

    def then(point: str) -> Choice:
        return _done(table, MoveMan(table.turn, point), "N-1.1")

    return Choice("N-1.1", POINTS, partial(put, table.turn), then, may)


def moving(table: Table) -> Choice:
    """N-1.2, N-1.3: the choice of an empty point for a man on the board."""
    id = "N-1.3" if table.flies(table.turn) else "N-1.2"

    def may(point: str) -> Refusal | None:
        if point in table.board:
            return OCCUPIED(point)
        return None if table.sources(point) else OUT_OF_REACH(point)

    def then(point: str) -> Choice:
        return single_word_choice(FROM, _source(table, point, id))

    return Choice(id, POINTS, partial(put, table.turn), then, may)


def _source(table: Table, point: str, id: str) -> Choice:
    """N-1.2: the choice of the man; a single one is implied."""
    there = table.sources(point)

    def step(source: str) -> MoveStep:
        return touched(source, implied=there == (source,))

    def may(source: str) -> Refusal | None:
        if table.board.get(source) != table.turn:
            return NOT_YOUR_MAN(source)
        return None if source in there else NOT_NEXT(source, point)

    def then(source: str) -> Choice:
        return _done(table, MoveMan(table.turn, point, source), id)

    return Choice(id, POINTS, step, then, may)


def _done(table: Table, deed: MoveMan, id: str) -> Choice:
    """N-2.1: the end of the move, unless it closes a mill: then a man is taken, if there is one."""
    other = opponent(deed.who)
    theirs = table.men(other)
    if not theirs or not mills(with_man(table.board, deed.who, deed.point, deed.source), deed.point):
        return end_of_move_choice(deed, id)
    safe = {point for point in theirs if mills(table.board, point)}

    def may(point: str) -> Refusal | None:
        if point not in theirs:
            return NOT_THEIR_MAN(point)
        return IN_A_MILL(point) if point in safe and len(safe) < len(theirs) else None

    def then(point: str) -> Choice:
        return end_of_move_choice(replace(deed, taken=point), "N-2.1")

    return single_word_choice(takes(other), Choice("N-2.1", POINTS, touched, then, may))
