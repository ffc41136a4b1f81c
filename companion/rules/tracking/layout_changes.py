"""What differs between layouts on the way from one to another, and of which stocks its pieces are."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from companion.rules.layout import Layout, Place, Stock
from companion.rules.tracking.piece_tracker import ChangedPlaces, FindStock
from companion.rules.tracking.tracked_pieces import is_in_row, is_unknown_piece


def path_without_detours(path: Sequence[Layout]) -> Sequence[Layout]:
    """The path without what it comes back from: nothing has changed there."""
    straight: list[Layout] = []
    keys: dict[object, int] = {}
    for layout in path:
        key = tuple((place.id, place.pieces) for place in layout)
        if key in keys:
            del straight[keys[key] :]
            keys = {each: at for each, at in keys.items() if at < len(straight)}
        keys[key] = len(straight)
        straight.append(layout)
    return straight


def changed_places(before: Layout, after: Layout) -> Iterator[tuple[Place, Place]]:
    """The places where something else lies; one that is not there has nothing."""
    was, shall = ({place.id: place for place in layout} for layout in (before, after))
    for id in {**was, **shall}:
        some = was.get(id) or shall[id]
        old, new = (lies.get(id) or Place(id, some.kind, some.owner) for lies in (was, shall))
        if old.pieces != new.pieces:
            yield old, new


def make_stock_finder(inventory: Sequence[Stock]) -> FindStock:
    """The stock of a piece: of those it may belong to, the one with the longest name."""
    found: dict[str, Stock | None] = {}

    def find(word: str) -> Stock | None:
        if word not in found:
            fitting = [stock for stock in inventory if stock.name_in_family(word) is not None]
            found[word] = max(fitting, key=lambda stock: len(stock.family), default=None)
        return found[word]

    return find


def families_to_track(find: FindStock, first: Layout, steps: Sequence[ChangedPlaces]) -> Collection[str]:
    """The families whose pieces must be told apart: they have two sides or lie in rows, and they change.

    A piece in a row is counted with all others there.
    """
    changed = {
        stock.family
        for step in steps
        for pair in step
        for place in pair
        for each in place.pieces
        if (each.face or is_in_row(place, each) or is_unknown_piece(each.piece))
        and (stock := find(each.piece))
    }
    in_rows = {
        stock.family
        for place in (*first, *(after for step in steps for _, after in step))
        if place.kind == "row"
        for each in place.pieces
        if is_in_row(place, each) and (stock := find(each.piece))
    }
    return changed if changed.isdisjoint(in_rows) else changed | in_rows
