"""Which piece lies where, and how many there are: see companion.rules.layout."""

from __future__ import annotations

from companion.rules.clauses import Refusal
from companion.rules.layout import Inventory, Layout, Place, PlacedPieces, Stock

from .position import MAX_STONES_PER_MOVE, STONE_COUNT, WRONG_STONE_COUNT, HeapPosition


def layout(position: HeapPosition) -> Layout:
    """The heap, and what was taken from it."""
    return (
        Place("heap", "supply", pieces=(PlacedPieces("stone", position.stones),)),
        Place("aside", "pile", pieces=(PlacedPieces("stone", STONE_COUNT - position.stones),)),
    )


def _wrong_count(found: int, total: int) -> Refusal:
    return WRONG_STONE_COUNT(found)


INVENTORY: Inventory = (
    Stock("stone", STONE_COUNT, _wrong_count),
    Stock("card", MAX_STONES_PER_MOVE, _wrong_count, rest_place="play"),
)
"""MYGAME-2, and the cards that are shown; their place does not matter."""
