"""Movements carried out on a layout, one after another: the layout after people have moved the pieces.

It shares no code with the planner of movements (companion.rules.movements), so that each can be checked against the
other, by a promise of the contract and by tests.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from companion.rules.errors import HeraldError
from companion.rules.layout import Face, Layout, Place, PlacedPieces, Stock
from companion.rules.movements import Movement
from companion.rules.moves import UNKNOWN

CLOSED_PLACE_KINDS = ("hand", "deck")
"""Kinds of places into which not everybody sees: cards are only counted there."""


class ImpossibleMovementError(HeraldError, ValueError):
    """A person cannot make a movement: what it takes does not lie there, or there is no such place."""

    def __init__(self, movement: Movement, why: str) -> None:
        route = f"at {movement.at}" if movement.kind == "turn" else f"from {movement.from_} to {movement.to}"
        super().__init__(f"{movement.kind} {movement.piece} {route}: {why}; look at the movements before it")


class _SinglePiece(Struct):
    """One piece where it lies. at: the cell of a grid, the step of a track."""

    piece: str
    face: Face
    at: str = ""


def layout_after_movements(
    inventory: Sequence[Stock], path: Sequence[Layout], movements: Sequence[Movement]
) -> Layout:
    """The first layout of the path after those movements; raises ImpossibleMovementError.

    The other layouts only add the places that they have. What comes into a hand keeps its name; what comes into the
    rest of its stock is not listed any more. Out of a hand, a deck and the rest of a stock, a piece with a name comes
    face up and one without a name face down.
    """
    table = _PieceByPieceTable(inventory, path[0])
    for place in (place for layout in path[1:] for place in layout if place.id not in table.places):
        table.places[place.id], table.lies[place.id] = place, []
    for movement in movements:
        for _ in range(movement.count):
            table.make(movement)
    return table.layout()


def layout_mismatches(inventory: Sequence[Stock], layout: Layout, wanted: Layout) -> Iterator[str]:
    """The places where something else lies than wanted.

    Pieces are compared by name where both have one, by sides where both have them, and in rows in their order. In
    hands and decks only the numbers count.
    """
    table, wanted_table = _PieceByPieceTable(inventory, layout), _PieceByPieceTable(inventory, wanted)
    for id in {**table.places, **wanted_table.places}:
        pieces, wants = table.lies.get(id, []), list(wanted_table.lies.get(id, []))
        kind = (wanted_table.places.get(id) or table.places[id]).kind
        if kind == "row":
            same = all(
                len(one) == len(other) and all(map(table.alike, one, other))
                for one, other in _by_first_word(pieces, wants)
            )
        else:
            for sure in (True, False):
                pieces = [
                    each
                    for each in pieces
                    if not _crossed_out(table, each, wants, sure, kind in CLOSED_PLACE_KINDS)
                ]
            same = not pieces and not wants
        if not same:
            yield f"{id}: {_piece_list(table.lies.get(id, []))} instead of {_piece_list(wanted_table.lies.get(id, []))}"


def _by_first_word(
    pieces: Sequence[_SinglePiece], wants: Sequence[_SinglePiece]
) -> Iterator[tuple[list[_SinglePiece], list[_SinglePiece]]]:
    for word in {_first_word(each.piece) for each in (*pieces, *wants)}:
        one, other = ([each for each in row if _first_word(each.piece) == word] for row in (pieces, wants))
        yield one, other


def _crossed_out(
    table: _PieceByPieceTable, piece: _SinglePiece, wants: list[_SinglePiece], sure: bool, closed: bool
) -> bool:
    for each in wants:
        known = each.piece == piece.piece or (not sure and table.alike(piece, each, closed))
        if known and (each.at == piece.at) and table.alike(piece, each, closed):
            wants.remove(each)
            return True
    return False


def _piece_list(pieces: Sequence[_SinglePiece]) -> str:
    return ", ".join(" ".join(filter(None, (each.piece, each.face, each.at))) for each in pieces) or "nothing"


def _first_word(piece: str) -> str:
    return piece.partition("/")[0]


def _is_back(piece: str) -> bool:
    return piece.endswith(f"/{UNKNOWN}")


class _PieceByPieceTable:
    """What lies where, piece by piece; in a row one after another."""

    def __init__(self, box: Sequence[Stock], layout: Layout) -> None:
        self.box = box
        self._stocks: dict[str, Stock] = {}
        self.places = {place.id: place for place in layout}
        self.lies = {
            place.id: [
                _SinglePiece(each.piece, each.face, "" if place.kind == "row" else each.at)
                for each in place.pieces
                for _ in range(each.count)
            ]
            for place in layout
        }

    def layout(self) -> Layout:
        """The table as a layout, piece by piece; in rows without numbers."""
        return tuple(
            Place(
                id,
                place.kind,
                place.owner,
                tuple(PlacedPieces(each.piece, 1, each.face, each.at) for each in self.lies[id]),
            )
            for id, place in self.places.items()
        )

    def alike(self, one: _SinglePiece, other: _SinglePiece, closed: bool = False) -> bool:
        """Whether the two may be the same piece, lying the same way."""
        if self._stock(one.piece) is not self._stock(other.piece):
            return False
        if one.piece != other.piece and not (_is_back(one.piece) or _is_back(other.piece)):
            return False
        return closed or one.face == other.face or "" in (one.face, other.face)

    def make(self, movement: Movement) -> None:
        """Move one piece, or turn it over."""
        if movement.kind == "turn":
            piece = self._find_piece(movement, movement.at, movement.from_)[1]
            piece.face = "up" if movement.to == "up" else "down"
            piece.piece = movement.piece if _is_back(piece.piece) else piece.piece
        else:
            self._put_piece(movement, self._take_piece(movement))

    def _stock(self, piece: str) -> Stock:
        if piece not in self._stocks:
            fitting = (stock for stock in self.box if stock.name_in_family(piece) is not None)
            stranger = Stock(piece, None, None)
            self._stocks[piece] = max(fitting, key=lambda stock: len(stock.family), default=stranger)
        return self._stocks[piece]

    def _locate(self, movement: Movement, spot: str) -> tuple[str, str]:
        """The place and where in it: a cell, a step, or a number in a row (`card/2.1` is one of `column/2`)."""
        row, dot, number = spot.rpartition("/")[2].partition(".")
        for id, place in self.places.items():
            if spot == id:
                return id, ""
            if place.kind == "row" and dot and id.rpartition("/")[2] == row:
                return id, number
            if place.kind in ("grid", "track") and spot.startswith(f"{id}/"):
                return id, spot.removeprefix(f"{id}/")
        raise ImpossibleMovementError(movement, f"there is no place {spot}")

    def _find_piece(
        self, movement: Movement, spot: str, face: str
    ) -> tuple[list[_SinglePiece], _SinglePiece]:
        """The piece that is meant there: the last of those that fit; the owner of a hand knows what is in it."""
        id, at = self._locate(movement, spot)
        pieces, stock = self.lies[id], self._stock(movement.piece)
        fitting = [each for each in pieces if self._stock(each.piece) is stock and face in ("", each.face)]
        if at and self.places[id].kind == "row":
            like = [each for each in pieces if _first_word(each.piece) == _first_word(movement.piece)]
            fitting = [each for each in like[int(at) - 1 : int(at)] if each in fitting]
        elif at:
            fitting = [each for each in fitting if each.at == at]
        named = [each for each in fitting if each.piece == movement.piece]
        backs = [each for each in fitting if _is_back(each.piece) or each.face == "down"]
        closed = fitting if _is_back(movement.piece) and self.places[id].kind in CLOSED_PLACE_KINDS else []
        for some in (named, backs, closed):
            if some:
                return pieces, some[-1]
        raise ImpossibleMovementError(movement, f"no {movement.piece} lies there")

    def _take_piece(self, movement: Movement) -> _SinglePiece:
        what, stock = movement.piece, self._stock(movement.piece)
        named_face: Face = "down" if _is_back(what) else "up"
        if movement.from_ == stock.rest_place:
            return _SinglePiece(what, named_face)
        pieces, piece = self._find_piece(movement, movement.from_, "")
        pieces[:] = [each for each in pieces if each is not piece]
        if self.places[self._locate(movement, movement.from_)[0]].kind in CLOSED_PLACE_KINDS:
            return _SinglePiece(what, named_face if piece.face else "")
        return _SinglePiece(what if _is_back(piece.piece) else piece.piece, piece.face)

    def _put_piece(self, movement: Movement, piece: _SinglePiece) -> None:
        if movement.to == self._stock(piece.piece).rest_place:
            return
        id, at = self._locate(movement, movement.to)
        pieces, kind = self.lies[id], self.places[id].kind
        if kind == "row" and at:
            like = [
                number
                for number, each in enumerate(pieces)
                if _first_word(each.piece) == _first_word(piece.piece)
            ]
            if not 1 <= int(at) <= len(like):
                raise ImpossibleMovementError(movement, f"nothing has the number {at} in {id}")
            pieces.insert(like[int(at) - 1], piece)
            return
        laid_out = kind == "pile" and piece.face and self._kind(movement.from_) in CLOSED_PLACE_KINDS
        pieces.append(_SinglePiece(piece.piece, "up" if laid_out else piece.face, at))

    def _kind(self, id: str) -> str:
        return self.places[id].kind if id in self.places else ""
