"""What is drawn of the freedoms of the Princes of Florence, in colours and, under `/flat`, in one. Our own drawings."""

from __future__ import annotations

from typing import Final

from companion.games.florence.screen.tokens import STRAW, WOOD, rimmed
from companion.screen.draw.drawing import Drawings, Layer, Symbol, rounded
from companion.screen.draw.raster import Outline, box, curve, hole, solid, stroke
from companion.screen.draw.theme import METALS, PARCHMENT, SEPIA, rgb

FREEDOMS: Final = Drawings()


@FREEDOMS.named("freedom")
def _freedom() -> Symbol:
    """Any freedom: a bird in flight."""
    body = [*curve((0.04, 0.34), (0.3, 0.2), (0.6, 0.16), (0.76, 0.5))]
    body += [*curve((0.76, 0.5), (0.8, 0.62), (0.9, 0.62), (0.97, 0.56)), (0.9, 0.7)]
    body += [*curve((0.9, 0.7), (0.74, 0.82), (0.66, 0.66), (0.6, 0.54)), (0.04, 0.34)]
    wing = [*curve((0.62, 0.52), (0.5, 0.84), (0.34, 0.9), (0.2, 0.96))]
    wing += [*curve((0.2, 0.96), (0.2, 0.7), (0.26, 0.5), (0.4, 0.38)), (0.62, 0.52)]
    return rimmed(([solid(body)], PARCHMENT), ([solid(wing)], METALS["sky"]))


def _ship() -> tuple[list[Outline], list[Outline]]:
    """A ship: hull and sails."""
    hull = [(0.08, 0.3), (0.92, 0.3), (0.76, 0.08), (0.24, 0.08)]
    sails: list[Outline] = [
        solid([(0.47, 0.38), (0.47, 0.94), (0.12, 0.38)]),
        solid([(0.54, 0.38), (0.54, 0.82), (0.88, 0.38)]),
    ]
    return [solid(hull)], sails


@FREEDOMS.named("freedom/travel")
def _travel() -> Symbol:
    """A ship under sail."""
    hull, sails = _ship()
    return rimmed((hull, WOOD), (sails, PARCHMENT))


@FREEDOMS.named("freedom/travel/flat")
def _flat_travel() -> Symbol:
    """The same in one colour."""
    hull, sails = _ship()
    return (Layer([*hull, *sails]),)


def _speech() -> list[Outline]:
    """What is said."""
    return [*rounded(box(0.12, 0.4, 0.88, 0.86), 0.06), solid([(0.24, 0.42), (0.5, 0.42), (0.2, 0.08)])]


@FREEDOMS.named("freedom/opinion")
def _opinion() -> Symbol:
    """Something that is said."""
    lines = [each for y in (0.72, 0.54) for each in stroke([(0.28, y), (0.72, y)], 0.06)]
    return (*rimmed((_speech(), METALS["sky"])), Layer(lines, SEPIA))


@FREEDOMS.named("freedom/opinion/flat")
def _flat_opinion() -> Symbol:
    """The same in one colour."""
    lines = [hole(box(0.24, y, 0.76, y + 0.08)) for y in (0.66, 0.5)]
    return (Layer([*_speech(), *lines]),)


def _candle() -> tuple[list[Outline], list[Outline], list[Outline]]:
    """A candle: wax, flame and stand."""
    flame = [*curve((0.5, 0.98), (0.68, 0.8), (0.66, 0.66), (0.5, 0.64))]
    flame += [*curve((0.5, 0.64), (0.34, 0.66), (0.32, 0.8), (0.5, 0.98))]
    stand = [*rounded(box(0.24, 0.06, 0.76, 0.16), 0.04)]
    return [box(0.4, 0.16, 0.6, 0.6)], [solid(flame)], stand


@FREEDOMS.named("freedom/religion")
def _religion() -> Symbol:
    """A candle."""
    wax, flame, stand = _candle()
    return rimmed((wax, PARCHMENT), (flame, rgb("#f0a030")), (stand, STRAW))


@FREEDOMS.named("freedom/religion/flat")
def _flat_religion() -> Symbol:
    """The same in one colour."""
    wax, flame, stand = _candle()
    return (Layer([*wax, *flame, *stand]),)
