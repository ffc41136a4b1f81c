"""The real table against the table as the app has it: which piece lies where, then what no piece shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.rules.game import Game, GameSetup
from companion.rules.layout import InventoryIndex, Layout, Place, PlacedPieces, Stock
from companion.rules.moves import UNKNOWN
from companion.rules.position import Position
from companion.simulator.ground_truth import GroundTruth, PlaceContents


class ConsistencyChecker:
    """Compares the tables of one game, whose inventory and pieces stay the same."""

    def __init__(self, game: Game, setup: GameSetup) -> None:
        self._game = game
        self._stocks = InventoryIndex(game.inventory(setup))
        tagged = game.taggable_pieces(setup)
        self._whole = [_full_count(stock, tagged) for stock in self._stocks.inventory]

    def find_differences(self, app: Position, ground_truth: GroundTruth) -> Iterator[str]:
        """The differences of the app's position from the table, then lost or doubled pieces; empty if there are none.

        The pieces of the table are compared with those in the box of the game.
        """
        believed = _with_unlisted_pieces(self._stocks, self._game.layout(app))
        same, stated = (
            app == ground_truth.position,
            {each.place: each for each in ground_truth.hidden_contents()},
        )
        known = (
            believed
            if same
            else _with_unlisted_pieces(self._stocks, self._game.layout(ground_truth.position))
        )
        true = _with_hidden_contents(known, stated)
        pieces = tuple(layout_differences(self._stocks, true, believed))
        yield from pieces
        if not pieces and not same:
            values = tuple(json_differences(app.to_json(), ground_truth.position.to_json()))
            yield from values or ("/: the head of the record differs",)
        for stock, whole, there in zip(
            self._stocks.inventory, self._whole, self._stocks.piece_counts(true), strict=True
        ):
            every = stock.total is not None or stock.rest_place in stated
            for piece in _miscounted_pieces(whole, there, every, only=stock.total is not None):
                yield f"lost or doubled: {piece}"


# -- the box


def _with_unlisted_pieces(stocks: InventoryIndex, layout: Layout) -> Layout:
    """The layout with the pieces that it does not list."""
    rest: dict[str, list[PlacedPieces]] = {}
    for stock, piece, number in stocks.unlisted_pieces(layout):
        rest.setdefault(stock.rest_place, []).extend([PlacedPieces(piece, number)] if number else [])
    places = [
        replace(place, pieces=(*place.pieces, *rest.pop(place.id))) if place.id in rest else place
        for place in layout
    ]
    return (*places, *(Place(id, "supply", pieces=tuple(pieces)) for id, pieces in rest.items()))


def _full_count(stock: Stock, tagged: Sequence[str]) -> Counter[str]:
    """The full number of each piece of a stock: as the box of the game has them, else the number of their names."""
    copies = {
        f"{stock.family}/{name}": number for name, number in stock.copies_by_name.items() if name != UNKNOWN
    }
    if not copies:
        return Counter({stock.family: stock.total or 0})
    whole = Counter(piece for piece in tagged if stock.name_in_family(piece) is not None)
    return whole if whole.total() == sum(copies.values()) else Counter(copies)


def _miscounted_pieces(whole: Counter[str], there: Counter[str], every: bool, only: bool) -> Iterator[str]:
    """Pieces with a wrong count; unnamed ones are only counted together.

    every: all must lie somewhere. only: there are no others.
    """
    if there == whole:
        return
    unnamed = [piece for piece in there if UNKNOWN in piece]
    for piece in sorted({*whole, *there}.difference(unnamed)):
        more, less = there[piece] > whole[piece], there[piece] < whole[piece]
        if (more and (only or whole[piece])) or (less and every and not unnamed):
            yield piece
    if unnamed and only and there.total() != whole.total():
        yield unnamed[0]


# -- place by place


def layout_differences(stocks: InventoryIndex, true: Layout, believed: Layout) -> Iterator[str]:
    """Pieces that lie somewhere in another number, as `hand/blue: money: app 3, table 2`.

    A `?` of the app may be any piece of its stock; a piece that it names must lie there.
    """
    others = {place.id: place for place in believed}
    for place in true:
        other = others.pop(place.id, None)
        if place is not other:
            yield from _place_differences(stocks, place, other or replace(place, pieces=()))
    for place in others.values():
        yield from _place_differences(stocks, replace(place, pieces=()), place)


def _place_differences(stocks: InventoryIndex, true: Place, believed: Place) -> Iterator[str]:
    there, known = _pieces_by_spot(stocks, true), _pieces_by_spot(stocks, believed)
    for where in {**there, **known}:
        found, wanted = there.get(where, Counter()), known.get(where, Counter())
        if found != wanted:
            yield from _piece_differences(stocks, where, found, wanted)


def _pieces_by_spot(stocks: InventoryIndex, place: Place) -> dict[str, Counter[str]]:
    """What lies there, for each number of a row by itself, without unlimited supplies."""
    found: dict[str, Counter[str]] = {}
    for placed in place.pieces:
        stock = _stock_of(stocks, placed.piece)
        if stock is None or stock.total is not None or stock.rest_place != place.id:
            where = f"{place.id} {placed.at}".rstrip() if place.kind == "row" else place.id
            found.setdefault(where, Counter())[placed.piece] += placed.count
    return found


def _piece_differences(
    stocks: InventoryIndex, where: str, true: Counter[str], app: Counter[str]
) -> Iterator[str]:
    """Wrong pieces among those that the app names; for each stock, a wrong number of others."""

    def family(piece: str) -> str:
        stock = _stock_of(stocks, piece)
        return piece if stock is None else stock.family

    wrong = [piece for piece, number in app.items() if UNKNOWN not in piece and number > true[piece]]
    others = true - Counter({piece: number for piece, number in app.items() if UNKNOWN not in piece})
    unnamed = {family(piece): number for piece, number in app.items() if UNKNOWN in piece}
    for stock in dict.fromkeys((*map(family, others), *unnamed)):
        own = [piece for piece in others if family(piece) == stock]
        if sum(others[piece] for piece in own) != unnamed.get(stock, 0):
            wrong += [stock] if stock in unnamed else own
    for piece in dict.fromkeys(wrong):
        has, lies = (
            sum(side[each] for each in side if piece in (each, family(each))) for side in (app, true)
        )
        yield f"{where}: {piece}: app {has}, table {lies}"


def _stock_of(stocks: InventoryIndex, piece: str) -> Stock | None:
    """The first stock that counts it."""
    own = stocks.stock_indices(piece)
    return stocks.inventory[own[0]] if own else None


def _with_hidden_contents(layout: Layout, stated: Mapping[str, PlaceContents]) -> Layout:
    """The layout, with the true contents of the places where they are known by name."""
    ids = {place.id for place in layout}
    places = [_with_contents(place, stated[place.id]) if place.id in stated else place for place in layout]
    return (
        *places,
        *(_with_contents(Place(id, "supply"), each) for id, each in stated.items() if id not in ids),
    )


def _with_contents(place: Place, stated: PlaceContents) -> Place:
    rest = [placed for placed in place.pieces if placed.piece.partition("/")[0] not in stated.piece_kinds]
    row = place.kind == "row"
    pieces = [PlacedPieces(piece, at=str(at) if row else "") for at, piece in enumerate(stated.pieces, 1)]
    return replace(place, pieces=(*rest, *pieces))


# -- what no piece shows


def json_differences(app: Any, true: Any, path: str = "") -> Iterator[str]:
    """The differences of two JSON values, as `/agenda/0: app 7, table 5`, in order."""
    if isinstance(app, dict) and isinstance(true, dict):
        for key in (*true, *(key for key in app if key not in true)):
            yield from json_differences(app.get(key), true.get(key), f"{path}/{key}")
    elif isinstance(app, list) and isinstance(true, list) and len(app) == len(true):
        for number, (one, other) in enumerate(zip(app, true, strict=True)):
            yield from json_differences(one, other, f"{path}/{number}")
    elif app != true:
        yield f"{path or '/'}: app {app!r}, table {true!r}"
