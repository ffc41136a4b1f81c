"""The signs of turning a tile and of flipping it. Our own drawings."""

from __future__ import annotations

from typing import Final

from companion.screen.draw.drawing import Drawings, Layer, Symbol, lines
from companion.screen.draw.raster import Outline, Point, arc, box, solid, stroke

TURNINGS: Final = Drawings()


def _mirrored(points: Outline) -> list[Point]:
    return [(1 - x, y) for x, y in points]


def _round(mirrored: bool) -> Symbol:
    """Three quarters of a circle that end in an arrow."""
    bow: Outline = arc(0.5, 0.46, 0.34, 0, 250)
    tip: Outline = [(0.66, 0.46), (1.0, 0.46), (0.83, 0.14)]
    if mirrored:
        bow, tip = _mirrored(bow), _mirrored(tip)
    return (Layer([*stroke(bow, 0.12), solid(tip)]),)


@TURNINGS.named("clockwise")
def _clockwise() -> Symbol:
    return _round(mirrored=False)


@TURNINGS.named("anticlockwise")
def _anticlockwise() -> Symbol:
    return _round(mirrored=True)


@TURNINGS.named("flip")
def _flip() -> Symbol:
    """Two halves beside a mirror."""
    half: Outline = solid([(0.4, 0.2), (0.4, 0.8), (0.06, 0.2)])
    mirror = [box(0.47, y, 0.53, y + 0.12) for y in (0.08, 0.26, 0.44, 0.62, 0.8)]
    return (
        Layer([half, *mirror]),
        *lines(_mirrored([(0.4, 0.2), (0.4, 0.8), (0.06, 0.2), (0.4, 0.2)]), width=0.07),
    )
