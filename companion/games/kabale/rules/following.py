"""Which card is which along a path of positions that goes back: from each position to the one before its last move.

A position does not say which of a player's unknown cards lies where; what was asked in it does. Hand and deck
are one pool here: nobody can tell a card that comes out of it from another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from companion.games.kabale.rules.effects import NameRemoved, NameTurned, Slide
from companion.games.kabale.rules.state import Table
from companion.rules.moves import UNKNOWN


class Piece(Struct, eq=False):
    """One card on the table: whose, and which it is once any position of the path named it."""

    by: str
    card: str = UNKNOWN


Row = tuple[Piece, ...]


class Lie(Struct, frozen=True):
    """Where the pieces lie that people can point at: columns from the objective down, and discard piles.

    pool: those that lay so in a position before, and are in their owners' hands or decks now. piled: those that
    came out of hands and decks as a discard pile again, wherever they lie now.
    """

    columns: tuple[Row, ...]
    discard: Mapping[str, Row]
    pool: Row = ()
    piled: Row = ()

    @property
    def on_table(self) -> Row:
        """All but the pool."""
        return tuple(piece for row in (*self.columns, *self.discard.values()) for piece in row)


class Slot(Struct, frozen=True):
    """A place that a card takes in the position gone back to; column 0 is the discard pile."""

    by: str
    card: str
    column: int
    at: int


def follow(path: Sequence[Table]) -> tuple[Lie, Lie]:
    """Where everything lies in the first position, and where the same pieces lie in the last."""
    first = lie = Lie(
        tuple(tuple(Piece(card.by, card.card) for card in column.cards) for column in path[0].columns),
        {who: tuple(Piece(who, card) for card in pile_of(path[0], who)) for who in path[0].house.seats},
    )
    for before, after in pairwise(path):
        lie = _taken_back(lie, before, after)
    return first, lie


def pile_of(position: Table, who: str) -> Iterator[str]:
    """His discard pile, card by card."""
    for card, number in position.players[who].discard.items():
        yield from (card,) * number


def _taken_back(lie: Lie, before: Table, after: Table) -> Lie:
    """The pieces where they lie in `after`, found by the surest signs first."""
    slots = [slot for who in after.house.seats for slot in _slots(before, after, who)]
    found: dict[Slot, Piece] = {}
    left = dict.fromkeys((*lie.on_table, *lie.pool))

    def take(slot: Slot, pieces: Iterator[Piece]) -> None:
        piece = next((piece for piece in pieces if piece in left and piece.by == slot.by), None)
        if piece is not None and slot not in found:
            found[slot] = piece
            del left[piece]

    known = [slot for slot in slots if slot.card != UNKNOWN]
    for slot in known:
        take(slot, (piece for piece in lie.on_table if piece.card == slot.card))
    slid = _slid(lie, before, after)
    for slot in slots:
        take(slot, (piece for piece in _there(lie, slot) if piece is not slid))
    for slot in slots:
        if slot.column:  # a column that was evaluated, or a card that an Assassin removed
            take(slot, iter(lie.discard[slot.by]))
    for slot in known:  # a pile that has become a deck since
        take(slot, (piece for piece in lie.pool if piece.card == slot.card))
    rest = [slot for slot in slots if slot not in found]
    refilled = {slot.by for slot in rest if slot.column == 0}
    piled = {slot: Piece(slot.by) for slot in rest if slot.by in refilled}
    gone = tuple(Piece(who) for who in sorted(refilled) if _removed_first(before, after, who))
    return _lie({**found, **piled}, (*left, *gone), (*lie.piled, *piled.values(), *gone), slots, after)


def _removed_first(before: Table, after: Table, who: str) -> bool:
    """Whether a card that he had just laid came to the pile before it became the deck, and one was drawn."""
    return before.players[who].deck + 1 > sum(after.players[who].discard.values())


def _slots(before: Table, after: Table, who: str) -> Iterator[Slot]:
    """The places his cards take; what only the position before names is named."""
    asked = after.agenda[0] if after.agenda else None
    learnt = before.known(who) - after.known(who)
    for number, column in enumerate(after.columns, 1):
        for at, card in enumerate(column.cards, 1):
            name = card.card
            if isinstance(asked, NameTurned | NameRemoved) and (asked.column, asked.at) == (number, at):
                name = next(iter(learnt)) if len(learnt) == 1 else name
            if card.by == who:
                yield Slot(who, name, number, at)
    for at, name in enumerate(pile_of(after, who), 1):
        yield Slot(who, name, 0, at)


def _slid(lie: Lie, before: Table, after: Table) -> Piece | None:
    """The piece that was slid under a Cloak and is not the one that lay there."""
    asked = after.agenda[0] if after.agenda else None
    if isinstance(asked, Slide) and asked.column <= len(before.columns):
        row = lie.columns[asked.column - 1]
        if len(row) > len(after.column(asked.column).cards):
            return row[asked.at]
    return None


def _there(lie: Lie, slot: Slot) -> Iterator[Piece]:
    """What lies where the slot is: in a column from the top, in a discard pile what nobody noted."""
    if slot.column == 0:
        return (piece for piece in lie.discard[slot.by] if piece.card == slot.card == UNKNOWN)
    return iter(lie.columns[slot.column - 1] if slot.column <= len(lie.columns) else ())


def _lie(found: Mapping[Slot, Piece], left: Row, piled: Row, slots: Sequence[Slot], after: Table) -> Lie:
    """The slots filled; a piece that came out of the pool was nowhere to be seen before."""
    rows: dict[tuple[str, int], list[tuple[int, Piece]]] = {}
    for slot in slots:
        piece = found.get(slot) or Piece(slot.by)
        piece.card = piece.card if slot.card == UNKNOWN else slot.card
        rows.setdefault(("" if slot.column else slot.by, slot.column), []).append((slot.at, piece))

    def row(who: str, column: int) -> Row:
        return tuple(piece for _, piece in sorted(rows.get((who, column), ()), key=lambda pair: pair[0]))

    return Lie(
        tuple(row("", number) for number in range(1, len(after.columns) + 1)),
        {who: row(who, 0) for who in after.house.seats},
        left,
        piled,
    )
