"""The layout: which piece lies where. A game gives it for every position, and an inventory; Herald counts.

A layout is made of places, as touches and readers name them, and of what lies in each. It is total: positions between
two events and positions with faults have one, too. The layout of a public position names nothing hidden.

Whatever a person may touch (`MoveStep.touch_target`) is a place, a piece or an answer:

    place     its id, `tile/6`; with a cell or a number of it behind, `grid/blue/d4`, `column/2/3`. Every table has
              `player/blue`, which stands for a player.
    piece     its word, `card/inf6`, wherever it lies: in a place, in the hand of the player who decides, or in the
              box
    answer    anything else: a word of the move (`take`), or a kind and which one of it (`points/3`), never a kind of
              places. Its name stands on a button: [word] or [thing] in data/names.toml, or a text of the voice.
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
"""The name of a cell of a grid, or of a point or square among others: its column and its row."""
Face = Literal["", "up", "down"]
"""Which side of a piece is up; "" for a piece that has no two sides."""


class PlacedPieces(Struct, frozen=True, gc=False):
    """Pieces that lie somewhere, counted where they are alike.

    piece: their word, `card/black/mage`; `card/black/?` where the name is unknown or hidden.
    at: where in the place: the number in a row from 1, a cell of a grid (`d4`), for a tile also its rotation there
        (`d4/r1m`).
    covered_cells: the cells that a tile covers; none for what only stands on a cell, or on the tile there.
    """

    piece: str
    count: int = 1
    face: Face = ""
    at: str = ""
    covered_cells: tuple[str, ...] = ()

    @property
    def occupied_cells(self) -> tuple[str, ...]:
        """The cells of a grid that the piece covers, or the one on which it stands."""
        return self.covered_cells or (self.at.partition("/")[0],)


class Place(Struct, frozen=True, gc=False):
    """A place and what lies there. `id`: as touches and readers name it; `owner`: a player, or "" for nobody.

    facts: what else is known of it, name -> value in the words of a record (a price, that it is closed).
    cells: the cells of a grid, covered or not, as on a chessboard: `a1` is the lower left one.
    rotations: how a piece may be turned on them, each as it stands behind the cell; () where it does not matter.
    board_square: where the place itself lies on a board, among others: its column and row, `a1` at the lower left.
    """

    id: str
    kind: PlaceKind
    owner: str = ""
    pieces: tuple[PlacedPieces, ...] = ()
    facts: Mapping[str, str | int] = {}
    cells: tuple[str, ...] = ()
    rotations: tuple[str, ...] = ()
    board_square: str = ""


Layout = tuple[Place, ...]


def spot_id(place_id: str, at: object) -> str:
    """The touch target for one spot of a place: a cell of a grid (`grid/blue/d4`), a number in a row."""
    return f"{place_id}/{at}"


class Stock(Struct, frozen=True):
    """How many there are of a piece, or of a family of pieces: `card/black` is all words that begin so.

    total: how many; None where the bank gives as many as are needed.
    total_refusal: the refusal for how many were found and how many there are; None where single names are counted, or
        where there are always enough.
    rest_place: the place of those that no place of a layout has; "" where every one must lie somewhere.
    copies_by_name: name within the family (`mage`) -> how many have it.
    copies_refusal: the refusal for a name, how many were found, and how many there are.
    name_by_piece: word of a piece that does not begin so -> its name within the family.
    unit_size: this many are one object in a hand: the smallest coin.
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
        """Whether a piece of exactly that word can be in the inventory, under a name that is known to everybody."""
        name = self.name_in_family(piece)
        return name is not None and (not self.copies_by_name or name in self.copies_by_name)

    @property
    def piece_words(self) -> tuple[str, ...]:
        """The words of its pieces; where they have names, that of a piece of unknown name comes last."""
        if not self.copies_by_name:
            return (self.family,)
        known = tuple(self.name_by_piece) or tuple(
            f"{self.family}/{name}" for name in self.copies_by_name if name != UNKNOWN
        )
        return (*known, f"{self.family}/{UNKNOWN}")

    def is_unique(self, piece: str) -> bool:
        """Whether there is only one of exactly that piece."""
        name = self.name_in_family(piece)
        return name is not None and (self.total == 1 or self.copies_by_name.get(name) == 1)

    def name_in_family(self, piece: str) -> str | None:
        """The name of a piece within the family, its whole word where there is only one; None for another family."""
        inside = self.family + "/"
        if piece == self.family or piece.startswith(inside):
            return piece.removeprefix(inside)
        return self.name_by_piece.get(piece)


Inventory = tuple[Stock, ...]


def touch_targets(layout: Layout) -> Iterator[str]:
    """What a person can touch of a layout: places, cells of grids, numbers in rows, and pieces that lie somewhere."""
    for place in layout:
        yield place.id
        yield from (spot_id(place.id, cell) for cell in place.cells)
        for placed in place.pieces:
            yield placed.piece
            if placed.at:
                yield spot_id(place.id, placed.at)


def inventory_faults(inventory: Sequence[Stock], layout: Layout) -> Iterator[Refusal]:
    """What a layout has too many or too few of: stock by stock, the total before single names."""
    found = Counter[str]()
    for place in layout:
        for placed in place.pieces:
            found[placed.piece] += placed.count
    for stock in inventory:
        yield from _stock_faults(stock, found)


class InventoryIndex:
    """An inventory that remembers which stocks count a piece, for many layouts of one table."""

    __slots__ = ("_of", "inventory")

    def __init__(self, inventory: Inventory) -> None:
        self.inventory = inventory
        self._of: dict[str, tuple[int, ...]] = {}

    def stock_indices(self, piece: str) -> tuple[int, ...]:
        """The indices (from 0) of the stocks that count the piece."""
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
            for placed in place.pieces:
                for at in self.stock_indices(placed.piece):
                    found[at][placed.piece] += placed.count
        return found

    def unlisted_pieces(self, layout: Layout) -> Iterator[tuple[Stock, str, int]]:
        """The stocks that also lie where no place of a layout lists them (`Stock.rest_place`): stock, piece and number.

        The piece has no name where those of a stock have several.
        """
        for stock, listed in zip(self.inventory, self.piece_counts(layout), strict=True):
            if stock.rest_place and stock.total is not None:
                piece = f"{stock.family}/{UNKNOWN}" if stock.copies_by_name else stock.family
                yield stock, piece, max(0, stock.total - listed.total())

    def layout_with_unlisted(self, layout: Layout) -> Layout:
        """The layout with the unlisted pieces as well, in their places, beneath what is listed there."""
        kinds = {place.id: place.kind for place in layout}
        rest: dict[str, tuple[PlacedPieces, ...]] = {}
        for stock, piece, number in self.unlisted_pieces(layout):
            if number:
                left = PlacedPieces(piece, number, "down" if kinds.get(stock.rest_place) == "deck" else "")
                rest[stock.rest_place] = (*rest.get(stock.rest_place, ()), left)
        return tuple(replace(place, pieces=rest.get(place.id, ()) + place.pieces) for place in layout)


def _stock_faults(stock: Stock, found: Mapping[str, int]) -> Iterator[Refusal]:
    names = Counter[str]()
    family, others = stock.family, stock.name_by_piece
    for piece, number in found.items():
        # most pieces are of another family: that is seen without a call
        if (piece.startswith(family) or piece in others) and (
            name := stock.name_in_family(piece)
        ) is not None:
            names[name] += number
    total, stock_total = sum(names.values()), stock.total
    if (
        stock_total is not None
        and stock.total_refusal
        and (total > stock_total or (total < stock_total and not stock.rest_place))
    ):
        yield stock.total_refusal(total, stock_total)
    if stock.copies_refusal is not None:
        for name, copies in stock.copies_by_name.items():
            if name != UNKNOWN and (number := names[name]) > copies:
                yield stock.copies_refusal(name, number, copies)
