"""Which man lies where, and how many there are."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from companion.rules.clauses import Refusal, declare_clause
from companion.rules.layout import Inventory, Layout, Place, PlacedPieces, Stock
from nine_mens_morris.rules.board import COLOURS, MEN, POINTS, man, zone
from nine_mens_morris.rules.table import Table

TOO_MANY_MEN = declare_clause("N-M1", "too-many-men", "who", "men")


def layout(table: Table) -> Layout:
    """Each player's men still to be placed, and the points; those taken lie in the box."""
    hands = (
        Place(f"hand/{who}", "supply", who, (PlacedPieces(man(who), table.hand[who]),)) for who in COLOURS
    )
    return (*hands, *(_point(table, point) for point in POINTS))


def _point(table: Table, point: str) -> Place:
    whose = table.board.get(point)
    return Place(zone(point), "spot", pieces=(PlacedPieces(man(whose)),) if whose else ())


def corrected(table: Table, place: Place) -> Table | None:
    """The table with such a man, or none, on that point; None where no table can have that."""
    kind, _, point = place.id.partition("/")
    if kind != "point":
        return None
    board = {each: whose for each, whose in table.board.items() if each != point}
    for each in place.pieces:
        board[point] = each.piece.partition("/")[2]
    return replace(table, board=board)


def _too_many(who: str, found: int, whole: int) -> Refusal:
    return TOO_MANY_MEN(who, found)


BOX: Inventory = tuple(Stock(man(who), MEN, partial(_too_many, who), rest_place="box") for who in COLOURS)
"""N-M1: nine men each."""
