"""Which piece lies where. A game says it of every position, and what there is of each piece; the house counts.

A layout is made of places, as fingers and readers name them, and of what lies in each. It is total: positions between
two events and positions with faults have one, too. Made of a public position it names nothing hidden.

Whatever a finger may touch (`Step.thing`) is a place, a piece or an answer:

    place     its id, `tile/6`; behind it a square or a number of it, `grid/blue/d4`, `column/2/3`. `player/blue`, who a
              player is, every table has.
    piece     its word, `card/inf6`, wherever it lies: in a place, in the hand of whoever is asked, or in the box
    answer    anything else: a word of the move (`take`), or a kind and which of it (`points/3`), never a kind of
              places. Its name stands on a button: [word] or [thing] in data/names.toml, or what the voice calls it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.clauses import Refusal
from companion.rules.moves import UNKNOWN

Kind = Literal["row", "spot", "pile", "supply", "grid", "track", "hand", "deck"]
"""How pieces lie in a place: in a `row` one after another; on a `spot` beside each other; in a `pile`, the last on top;
in a `supply` to be taken from; on the squares of a `grid`; on the steps of a `track`; in a `hand` that its owner sees;
in a `deck` that nobody sees."""
SQUARE = re.compile(r"[a-z][0-9]{1,2}")
"""How a square of a grid is called, and a point that lies among others: by its column and its row."""
Face = Literal["", "up", "down"]
"""Which side of a piece is up; "" of one that has no two sides."""


class Lying(Struct, frozen=True, gc=False):
    """Pieces that lie somewhere, counted where they are alike.

    piece: its word, `card/black/mage`; `card/black/?` where its name is not known, or not to be.
    at: where in the place: the number in a row from 1, a square of a grid (`d4`), for a tile also how it is turned
        there (`d4/r1m`).
    cells: the squares that a tile covers; none for what only stands on a square, or on the tile there.
    """

    piece: str
    count: int = 1
    face: Face = ""
    at: str = ""
    cells: tuple[str, ...] = ()

    @property
    def squares(self) -> tuple[str, ...]:
        """The squares of a grid that it covers, or the one on which it stands."""
        return self.cells or (self.at.partition("/")[0],)


class Place(Struct, frozen=True, gc=False):
    """A place and what lies there. `id` as fingers and readers say it; `owner`: whose it is, "" nobody's alone.

    facts: what is to be known of it besides, name -> value in the words of a record (a price, that it is closed).
    cells: the squares of a grid, covered or not, as on a chessboard: `a1` is the lower left one.
    turns: how a piece may be turned on them, each as it stands behind the square; () where that is all one.
    """

    id: str
    kind: Kind
    owner: str = ""
    pieces: tuple[Lying, ...] = ()
    facts: Mapping[str, str | int] = {}
    cells: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()


Layout = tuple[Place, ...]


def spot(place: str, at: object) -> str:
    """What a finger touches to say one spot of a place: a square of a grid (`grid/blue/d4`), a number in a row."""
    return f"{place}/{at}"


class Stock(Struct, frozen=True):
    """How many there are of a piece, or of a family of pieces: `card/black` is all that begin so.

    whole: how many; None where as many come from the bank as are needed.
    rest: the place of those that no place of a layout has; "" where every one must lie somewhere.
    wrong: the refusal for how many were found, and how many there are; None where single names tell it, or
        where there are always enough.
    copies: name within the family (`mage`) -> how many have it.
    many: the refusal for a name, how many were found, and how many there are.
    named: word of a piece that does not begin so -> its name within the family.
    unit: so many are one thing in a hand: the smallest coin.
    """

    piece: str
    whole: int | None
    wrong: Callable[[int, int], Refusal] | None
    rest: str = ""
    copies: Mapping[str, int] = {}
    many: Callable[[str, int, int], Refusal] | None = None
    named: Mapping[str, str] = {}
    unit: int = 1

    def has(self, piece: str) -> bool:
        """Whether a piece of that very word can be in the box: one of a name that all know it to have."""
        name = self.name(piece)
        return name is not None and (not self.copies or name in self.copies)

    @property
    def words(self) -> tuple[str, ...]:
        """The words of its pieces, the last one that of a piece whose name is not known where they have names."""
        if not self.copies:
            return (self.piece,)
        known = tuple(self.named) or tuple(f"{self.piece}/{name}" for name in self.copies if name != UNKNOWN)
        return (*known, f"{self.piece}/{UNKNOWN}")

    def only(self, piece: str) -> bool:
        """Whether there is but one of that very piece."""
        name = self.name(piece)
        return name is not None and (self.whole == 1 or self.copies.get(name) == 1)

    def name(self, piece: str) -> str | None:
        """What a piece is called within the family, its whole word where there is but one; None: it is none of it."""
        inside = self.piece + "/"
        if piece == self.piece or piece.startswith(inside):
            return piece.removeprefix(inside)
        return self.named.get(piece)


Box = tuple[Stock, ...]


def things(layout: Layout) -> Iterator[str]:
    """Whatever of it a finger can touch: places, squares of grids and numbers in rows, pieces that lie somewhere."""
    for place in layout:
        yield place.id
        yield from (spot(place.id, cell) for cell in place.cells)
        for lying in place.pieces:
            yield lying.piece
            if lying.at:
                yield spot(place.id, lying.at)


def census(box: Sequence[Stock], layout: Layout) -> Iterator[Refusal]:
    """What there is too much of in a layout, or too little: stock by stock, the whole before single names."""
    found = Counter[str]()
    for place in layout:
        for lying in place.pieces:
            found[lying.piece] += lying.count
    for stock in box:
        yield from _counted(stock, found)


class Stocks:
    """A box that remembers which stocks count a piece: for many layouts of one table."""

    __slots__ = ("_of", "box")

    def __init__(self, box: Box) -> None:
        self.box = box
        self._of: dict[str, tuple[int, ...]] = {}

    def of(self, piece: str) -> tuple[int, ...]:
        """Where in the box those stocks are that count it, from 0."""
        if (known := self._of.get(piece)) is None:
            known = tuple(at for at, stock in enumerate(self.box) if stock.name(piece) is not None)
            self._of[piece] = known
        return known

    def found(self, layout: Layout) -> list[Counter[str]]:
        """Stock by stock, how many of its pieces a layout has."""
        found = [Counter[str]() for _ in self.box]
        for place in layout:
            for lying in place.pieces:
                for at in self.of(lying.piece):
                    found[at][lying.piece] += lying.count
        return found

    def unlisted(self, layout: Layout) -> Iterator[tuple[Stock, str, int]]:
        """Which stocks lie, too, where no place of a layout has them (`Stock.rest`): of which piece there how many.

        The piece has no name where those of a stock have several.
        """
        for stock, listed in zip(self.box, self.found(layout), strict=True):
            if stock.rest and stock.whole is not None:
                piece = f"{stock.piece}/{UNKNOWN}" if stock.copies else stock.piece
                yield stock, piece, max(0, stock.whole - listed.total())

    def filled(self, layout: Layout) -> Layout:
        """The layout with those pieces, too, in the places of it where they lie, beneath what is listed there."""
        kinds = {place.id: place.kind for place in layout}
        rest: dict[str, tuple[Lying, ...]] = {}
        for stock, piece, number in self.unlisted(layout):
            if number:
                left = Lying(piece, number, "down" if kinds.get(stock.rest) == "deck" else "")
                rest[stock.rest] = (*rest.get(stock.rest, ()), left)
        return tuple(replace(place, pieces=rest.get(place.id, ()) + place.pieces) for place in layout)


def _counted(stock: Stock, found: Mapping[str, int]) -> Iterator[Refusal]:
    names = Counter[str]()
    for piece, number in found.items():
        if (name := stock.name(piece)) is not None:
            names[name] += number
    total, whole = sum(names.values()), stock.whole
    if whole is not None and stock.wrong and (total > whole or (total < whole and not stock.rest)):
        yield stock.wrong(total, whole)
    if stock.many is not None:
        for name, copies in stock.copies.items():
            if name != UNKNOWN and (number := names[name]) > copies:
                yield stock.many(name, number, copies)
