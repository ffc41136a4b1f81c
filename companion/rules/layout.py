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

PlaceKind = Literal["row", "spot", "pile", "supply", "grid", "track", "hand", "deck"]
"""How pieces lie in a place: in a `row` one after another; on a `spot` beside each other; in a `pile`, the last on top;
in a `supply` to be taken from; on the squares of a `grid`; on the steps of a `track`; in a `hand` that its owner sees;
in a `deck` that nobody sees."""
CELL_PATTERN = re.compile(r"[a-z][0-9]{1,2}")
"""How a square of a grid is called, and a point that lies among others: by its column and its row."""
Face = Literal["", "up", "down"]
"""Which side of a piece is up; "" of one that has no two sides."""


class PlacedPieces(Struct, frozen=True, gc=False):
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
    covered_cells: tuple[str, ...] = ()

    @property
    def occupied_cells(self) -> tuple[str, ...]:
        """The squares of a grid that it covers, or the one on which it stands."""
        return self.covered_cells or (self.at.partition("/")[0],)


class Place(Struct, frozen=True, gc=False):
    """A place and what lies there. `id` as fingers and readers say it; `owner`: whose it is, "" nobody's alone.

    facts: what is to be known of it besides, name -> value in the words of a record (a price, that it is closed).
    cells: the squares of a grid, covered or not, as on a chessboard: `a1` is the lower left one.
    turns: how a piece may be turned on them, each as it stands behind the square; () where that is all one.
    """

    id: str
    kind: PlaceKind
    owner: str = ""
    pieces: tuple[PlacedPieces, ...] = ()
    facts: Mapping[str, str | int] = {}
    cells: tuple[str, ...] = ()
    rotations: tuple[str, ...] = ()


Layout = tuple[Place, ...]


def spot_id(place_id: str, at: object) -> str:
    """What a finger touches to say one spot of a place: a square of a grid (`grid/blue/d4`), a number in a row."""
    return f"{place_id}/{at}"


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

    family: str
    total: int | None
    total_refusal: Callable[[int, int], Refusal] | None
    rest_place: str = ""
    copies_by_name: Mapping[str, int] = {}
    copies_refusal: Callable[[str, int, int], Refusal] | None = None
    name_by_piece: Mapping[str, str] = {}
    unit_size: int = 1

    def contains_piece(self, piece: str) -> bool:
        """Whether a piece of that very word can be in the box: one of a name that all know it to have."""
        name = self.name_in_family(piece)
        return name is not None and (not self.copies_by_name or name in self.copies_by_name)

    @property
    def piece_words(self) -> tuple[str, ...]:
        """The words of its pieces, the last one that of a piece whose name is not known where they have names."""
        if not self.copies_by_name:
            return (self.family,)
        known = tuple(self.name_by_piece) or tuple(
            f"{self.family}/{name}" for name in self.copies_by_name if name != UNKNOWN
        )
        return (*known, f"{self.family}/{UNKNOWN}")

    def is_unique(self, piece: str) -> bool:
        """Whether there is but one of that very piece."""
        name = self.name_in_family(piece)
        return name is not None and (self.total == 1 or self.copies_by_name.get(name) == 1)

    def name_in_family(self, piece: str) -> str | None:
        """What a piece is called within the family, its whole word where there is but one; None: it is none of it."""
        inside = self.family + "/"
        if piece == self.family or piece.startswith(inside):
            return piece.removeprefix(inside)
        return self.name_by_piece.get(piece)


Inventory = tuple[Stock, ...]


def touch_targets(layout: Layout) -> Iterator[str]:
    """Whatever of it a finger can touch: places, squares of grids and numbers in rows, pieces that lie somewhere."""
    for place in layout:
        yield place.id
        yield from (spot_id(place.id, cell) for cell in place.cells)
        for lying in place.pieces:
            yield lying.piece
            if lying.at:
                yield spot_id(place.id, lying.at)


def inventory_faults(inventory: Sequence[Stock], layout: Layout) -> Iterator[Refusal]:
    """What there is too much of in a layout, or too little: stock by stock, the whole before single names."""
    found = Counter[str]()
    for place in layout:
        for lying in place.pieces:
            found[lying.piece] += lying.count
    for stock in inventory:
        yield from _stock_faults(stock, found)


class InventoryIndex:
    """A box that remembers which stocks count a piece: for many layouts of one table."""

    __slots__ = ("_of", "inventory")

    def __init__(self, inventory: Inventory) -> None:
        self.inventory = inventory
        self._of: dict[str, tuple[int, ...]] = {}

    def stock_indices(self, piece: str) -> tuple[int, ...]:
        """Where in the box those stocks are that count it, from 0."""
        if (known := self._of.get(piece)) is None:
            known = tuple(
                at for at, stock in enumerate(self.inventory) if stock.name_in_family(piece) is not None
            )
            self._of[piece] = known
        return known

    def piece_counts(self, layout: Layout) -> list[Counter[str]]:
        """Stock by stock, how many of its pieces a layout has."""
        found = [Counter[str]() for _ in self.inventory]
        for place in layout:
            for lying in place.pieces:
                for at in self.stock_indices(lying.piece):
                    found[at][lying.piece] += lying.count
        return found

    def unlisted_pieces(self, layout: Layout) -> Iterator[tuple[Stock, str, int]]:
        """Which stocks lie, too, where no place of a layout has them (`Stock.rest_place`): of which piece there how
        many.

        The piece has no name where those of a stock have several.
        """
        for stock, listed in zip(self.inventory, self.piece_counts(layout), strict=True):
            if stock.rest_place and stock.total is not None:
                piece = f"{stock.family}/{UNKNOWN}" if stock.copies_by_name else stock.family
                yield stock, piece, max(0, stock.total - listed.total())

    def layout_with_unlisted(self, layout: Layout) -> Layout:
        """The layout with those pieces, too, in the places of it where they lie, beneath what is listed there."""
        kinds = {place.id: place.kind for place in layout}
        rest: dict[str, tuple[PlacedPieces, ...]] = {}
        for stock, piece, number in self.unlisted_pieces(layout):
            if number:
                left = PlacedPieces(piece, number, "down" if kinds.get(stock.rest_place) == "deck" else "")
                rest[stock.rest_place] = (*rest.get(stock.rest_place, ()), left)
        return tuple(replace(place, pieces=rest.get(place.id, ()) + place.pieces) for place in layout)


def _stock_faults(stock: Stock, found: Mapping[str, int]) -> Iterator[Refusal]:
    names = Counter[str]()
    for piece, number in found.items():
        if (name := stock.name_in_family(piece)) is not None:
            names[name] += number
    total, whole = sum(names.values()), stock.total
    if (
        whole is not None
        and stock.total_refusal
        and (total > whole or (total < whole and not stock.rest_place))
    ):
        yield stock.total_refusal(total, whole)
    if stock.copies_refusal is not None:
        for name, copies in stock.copies_by_name.items():
            if name != UNKNOWN and (number := names[name]) > copies:
                yield stock.copies_refusal(name, number, copies)
