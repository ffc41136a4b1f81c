"""What is drawn of landscapes, of buildings by their size, and of a square that nothing covers. Our own drawings."""

from __future__ import annotations

from typing import Final

from companion.games.florence.screen.houses import GLASS, STONE, TILES, rim
from companion.screen.draw.drawing import Drawings, Layer, Symbol, grown, rounded
from companion.screen.draw.raster import Outline, Point, box, curve, disc, solid, stroke
from companion.screen.draw.theme import SEPIA, Colour, mixed, rgb

LANDS: Final = Drawings()

BARK = rgb("#5d3c22")

# -- buildings by their size: so many squares


def _plan(rows: tuple[str, ...], colour: Colour) -> Symbol:
    """Squares that a tile covers."""
    side = 0.9 / max(len(rows), len(rows[0]))
    left, low = 0.5 - side * len(rows[0]) / 2, 0.5 - side * len(rows) / 2
    squares = [
        box(left + x * side, low + y * side, left + (x + 1) * side, low + (y + 1) * side)
        for y, row in enumerate(reversed(rows))
        for x, mark in enumerate(row)
        if mark == "x"
    ]
    inner = [box(x0 + 0.03, y0 + 0.03, x1 - 0.03, y1 - 0.03) for (x0, y0), _, (x1, y1), _ in squares]
    return (Layer(grown(list(squares), 0.06), SEPIA), Layer(inner, colour))


@LANDS.named("building/large")
def _large() -> Symbol:
    """Seven squares."""
    return _plan(("xxx", "xxx", "x.."), TILES["university"])


@LANDS.named("building/medium")
def _medium() -> Symbol:
    """Five squares."""
    return _plan((".x.", "xxx", ".x."), TILES["library"])


@LANDS.named("building/small")
def _small() -> Symbol:
    """Three squares."""
    return _plan(("xx", "x."), TILES["chapel"])


@LANDS.named("empty-square")
def _empty() -> Symbol:
    """A square that nothing covers."""
    corners = [(0.16, 0.16), (0.84, 0.16), (0.84, 0.84), (0.16, 0.84)]
    dashes: list[Outline] = []
    for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
        for begin, end in ((0.0, 0.26), (0.4, 0.6), (0.74, 1.0)):
            ends = [(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for share in (begin, end)]
            dashes += stroke(ends, 0.09)
    return (Layer(dashes, mixed(STONE, SEPIA, 0.4)),)


@LANDS.named("building")
def _house() -> Symbol:
    """Any building."""
    walls, roof = box(0.18, 0.08, 0.82, 0.52), [(0.06, 0.5), (0.94, 0.5), (0.5, 0.92)]
    holes = [box(0.28, 0.28, 0.42, 0.42), box(0.58, 0.08, 0.74, 0.4)]
    return (
        rim([walls, solid(roof)]),
        Layer([walls], STONE),
        Layer([solid(roof)], TILES["palazzo"]),
        Layer(holes, SEPIA),
    )


# -- landscapes


@LANDS.named("landscape")
def _landscape() -> Symbol:
    """Any landscape: a tree by the water."""
    tree, water = _conifer(0.34, 0.22, 0.74), rounded(box(0.1, 0.12, 0.9, 0.26), 0.05)
    hill = [*curve((0.5, 0.22), (0.6, 0.6), (0.8, 0.6), (0.94, 0.22)), (0.94, 0.22)]
    return (
        rim([*tree, *water, solid(hill)], 0.08),
        Layer([solid(hill)], TILES["park"]),
        Layer(tree, TILES["forest"]),
        Layer(water, TILES["lake"]),
    )


def _conifer(x: float, foot: float, size: float) -> list[Outline]:
    """A fir of three steps."""
    found: list[Outline] = []
    for step, (wide, low, high) in enumerate(((0.34, 0.14, 0.52), (0.27, 0.38, 0.74), (0.2, 0.6, 1.0))):
        wide, low, high = wide * size, foot + low * size, foot + high * size
        found.append(solid([(x - wide, low), (x + wide, low), (x, high + 0.001 * step)]))
    return found


@LANDS.named("landscape/forest")
def _forest() -> Symbol:
    """Two firs."""
    behind, before = _conifer(0.69, 0.1, 0.76), _conifer(0.37, 0.02, 0.94)
    trunks = [box(0.33, 0.02, 0.41, 0.2), box(0.66, 0.1, 0.72, 0.24)]
    return (
        rim([*behind, *before, *trunks], 0.07),
        Layer(trunks, BARK),
        Layer(behind, mixed(TILES["forest"], SEPIA, 0.25)),
        Layer(before, TILES["forest"]),
    )


def _waves(x0: float, x1: float, y: float, width: float) -> list[Outline]:
    """A wavy line."""
    half = (x1 - x0) / 4
    points: list[Point] = []
    for step in range(4):
        begin, lift = x0 + half * step, 0.07 if step % 2 == 0 else -0.07
        points += curve(
            (begin, y), (begin + half / 3, y + lift), (begin + 2 * half / 3, y + lift), (begin + half, y), 6
        )
    return list(stroke([*points, (x1, y)], width))


@LANDS.named("landscape/lake")
def _lake() -> Symbol:
    """Water with waves."""
    shore = [*curve((0.03, 0.46), (0.0, 0.86), (0.5, 0.74), (0.62, 0.82))]
    shore += [*curve((0.62, 0.82), (1.0, 0.94), (1.04, 0.5), (0.9, 0.34))]
    shore += [*curve((0.9, 0.34), (0.7, 0.06), (0.08, 0.1), (0.03, 0.46))]
    waves = [
        *_waves(0.2, 0.66, 0.6, 0.055),
        *_waves(0.36, 0.84, 0.44, 0.055),
        *_waves(0.22, 0.62, 0.28, 0.055),
    ]
    return (rim([solid(shore)]), Layer([solid(shore)], TILES["lake"]), Layer(waves, GLASS))


@LANDS.named("landscape/park")
def _park() -> Symbol:
    """A clipped tree between hedges."""
    crown, trunk = [disc(0.5, 0.68, 0.27, 32)], box(0.46, 0.16, 0.54, 0.46)
    hedges = [*rounded(box(0.08, 0.1, 0.34, 0.3), 0.05), *rounded(box(0.66, 0.1, 0.92, 0.3), 0.05)]
    fruit = [disc(x, y, 0.045, 14) for x, y in ((0.4, 0.74), (0.58, 0.8), (0.52, 0.6), (0.66, 0.64))]
    return (
        rim([*crown, trunk, *hedges]),
        Layer([trunk], BARK),
        Layer([*crown, *hedges], TILES["park"]),
        Layer(fruit, rgb("#c23b3b")),
    )


@LANDS.named("landscape/forest/flat")
def _flat_forest() -> Symbol:
    """A fir."""
    return (Layer([*_conifer(0.5, 0.04, 0.9), box(0.43, 0.02, 0.57, 0.22)]),)


@LANDS.named("landscape/lake/flat")
def _flat_lake() -> Symbol:
    """Waves."""
    return (Layer([each for y in (0.74, 0.5, 0.26) for each in _waves(0.08, 0.92, y, 0.11)]),)


@LANDS.named("landscape/park/flat")
def _flat_park() -> Symbol:
    """A clipped tree."""
    return (Layer([disc(0.5, 0.64, 0.32, 28), box(0.43, 0.04, 0.57, 0.4), box(0.24, 0.02, 0.76, 0.12)]),)
