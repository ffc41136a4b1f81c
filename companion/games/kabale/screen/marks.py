"""The small signs on columns, cards and strips of Kabale und Hiebe. Our own drawings."""

from __future__ import annotations

from typing import Final

from companion.screen.draw.drawing import Drawings, Layer, Symbol, rounded
from companion.screen.draw.raster import Outline, box, disc, solid, stroke

MARKS: Final = Drawings()


@MARKS.named("storm")
def _storm() -> Symbol:
    """A column that a Storm closed: a stroke of lightning."""
    bolt = [(0.62, 0.98), (0.2, 0.44), (0.46, 0.44), (0.36, 0.02), (0.8, 0.58), (0.53, 0.58)]
    return (Layer([solid(bolt)]),)


@MARKS.named("couple")
def _couple() -> Symbol:
    """Prince and Squire of one colour: two people."""
    people: list[Outline] = []
    for x, size in ((0.34, 1.0), (0.72, 0.78)):
        people.append(disc(x, 0.12 + 0.58 * size, 0.15 * size, 20))
        shoulders = [(x - 0.2 * size, 0.12), (x + 0.2 * size, 0.12), (x + 0.1 * size, 0.12 + 0.34 * size)]
        people += rounded([*shoulders, (x - 0.1 * size, 0.12 + 0.34 * size)], 0.03)
    return (Layer(people),)


@MARKS.named("held")
def _held() -> Symbol:
    """Cards in a hand: three, spread."""
    left = [(0.22, 0.1), (0.34, 0.16), (0.28, 0.84), (0.04, 0.74)]
    right = [(1 - x, y) for x, y in left]
    return (Layer([*rounded(left, 0.03), *rounded(box(0.4, 0.14, 0.6, 0.9), 0.03), *rounded(right, 0.03)]),)


@MARKS.named("drawn")
def _drawn() -> Symbol:
    """A deck to draw from: a card, and the edges of those beneath it."""
    edges = [*stroke([(0.2, 0.2), (0.8, 0.2)], 0.07), *stroke([(0.2, 0.07), (0.8, 0.07)], 0.07)]
    return (Layer([*rounded(box(0.2, 0.34, 0.8, 0.9), 0.05), *edges]),)


@MARKS.named("discarded")
def _discarded() -> Symbol:
    """A discard pile: a card, crossed out."""
    card = stroke(box(0.18, 0.1, 0.82, 0.9), 0.1, closed=True)
    cross = [*stroke([(0.38, 0.36), (0.62, 0.64)], 0.1), *stroke([(0.38, 0.64), (0.62, 0.36)], 0.1)]
    return (Layer([*card, *cross]),)


@MARKS.named("laid")
def _laid() -> Symbol:
    """A card that lies face down somewhere new: a card, and an arrow onto it."""
    card = stroke(box(0.22, 0.08, 0.78, 0.46), 0.09, closed=True)
    arrow = [*stroke([(0.5, 0.96), (0.5, 0.62)], 0.1), *stroke([(0.34, 0.74), (0.5, 0.6), (0.66, 0.74)], 0.1)]
    return (Layer([*card, *arrow]),)


@MARKS.named("swap")
def _swap() -> Symbol:
    """Two objectives that change places."""
    there = [*stroke([(0.12, 0.66), (0.88, 0.66)], 0.11), *stroke([(0.66, 0.86), (0.88, 0.66)], 0.11)]
    back = [*stroke([(0.12, 0.34), (0.88, 0.34)], 0.11), *stroke([(0.34, 0.14), (0.12, 0.34)], 0.11)]
    return (Layer([*there, *back]),)


@MARKS.named("objective")
def _objective() -> Symbol:
    """An objective that lies face down."""
    diamond = [(0.5, 0.3), (0.64, 0.5), (0.5, 0.7), (0.36, 0.5)]
    return (Layer([*stroke(box(0.2, 0.08, 0.8, 0.92), 0.1, closed=True), solid(diamond)]),)


@MARKS.named("doubled")
def _doubled() -> Symbol:
    """Objectives that count twice: two cards, one before the other."""
    behind = stroke([(0.3, 0.8), (0.3, 0.92), (0.92, 0.92), (0.92, 0.3), (0.8, 0.3)], 0.1)
    return (Layer([*behind, *stroke(box(0.1, 0.1, 0.68, 0.68), 0.11, closed=True)]),)
