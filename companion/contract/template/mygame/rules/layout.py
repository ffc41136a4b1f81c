"""Which piece lies where, and how many there are: see companion.rules.layout."""

from __future__ import annotations

from companion.rules.clauses import Refusal
from companion.rules.layout import Box, Layout, Lying, Place, Stock

from .position import MOST, NO_HEAP, STONES, Heap


def layout(position: Heap) -> Layout:
    """The heap, and what was taken from it."""
    return (
        Place("heap", "supply", pieces=(Lying("stone", position.stones),)),
        Place("aside", "pile", pieces=(Lying("stone", STONES - position.stones),)),
    )


def _miscounted(found: int, whole: int) -> Refusal:
    return NO_HEAP(found)


BOX: Box = (Stock("stone", STONES, _miscounted), Stock("card", MOST, _miscounted, rest="play"))
"""MYGAME-2, and the cards that are shown: where they lie nobody needs to know."""
