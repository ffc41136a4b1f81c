"""What is drawn of buildings, each as the sign of what is done there, and the colours of tiles. Our own drawings."""

from __future__ import annotations

from typing import Final

from companion.screen.draw.drawing import Drawings, Layer, Symbol, grown, rounded
from companion.screen.draw.raster import Outline, Point, arc, box, curve, disc, hole, solid, stroke
from companion.screen.draw.theme import METALS, PARCHMENT, SEPIA, Colour, mixed, rgb

HOUSES: Final = Drawings()

TILES: Final[dict[str, Colour]] = {
    "forest": rgb("#2c6a3c"),
    "lake": rgb("#3f83bd"),
    "park": rgb("#8fbf55"),
    "university": rgb("#6d50a8"),
    "laboratory": rgb("#1f8a7f"),
    "workshop": rgb("#7d5231"),
    "library": rgb("#9b3347"),
    "opera": rgb("#d06a97"),
    "studio": rgb("#dd8f3a"),
    "hospital": rgb("#f2ede0"),
    "theatre": rgb("#3d55b8"),
    "tower": rgb("#85858f"),
    "chapel": rgb("#e5c862"),
    "palazzo": rgb("#b4593c"),
}
"""The colour of each tile."""

WOOD = rgb("#a8683a")
STONE = rgb("#c9c2b4")
STRAW = METALS["gold"]
STEEL = METALS["silver"]
VELVET = METALS["velvet"]
GLASS = rgb("#dfe6df")


def rim(outlines: list[Outline], width: float = 0.09) -> Layer:
    """The dark line around a drawing."""
    return Layer(grown(outlines, width), SEPIA)


@HOUSES.named("building/university")
def _university() -> Symbol:
    """A scholar's cap."""
    board = [(0.5, 0.86), (0.97, 0.64), (0.5, 0.42), (0.03, 0.64)]
    cap = [(0.24, 0.53), (0.76, 0.53), (0.76, 0.3), (0.5, 0.2), (0.24, 0.3)]
    cord = [*stroke([(0.5, 0.64), (0.86, 0.56), (0.86, 0.3)], 0.05), disc(0.86, 0.24, 0.07, 18)]
    body = [solid(board), solid(cap)]
    return (
        rim([*body, disc(0.86, 0.24, 0.05, 18)]),
        Layer([solid(cap)], mixed(TILES["university"], SEPIA, 0.35)),
        Layer([solid(board)], TILES["university"]),
        Layer(cord, STRAW),
    )


@HOUSES.named("building/laboratory")
def _laboratory() -> Symbol:
    """A retort above a flame."""
    bulb = disc(0.38, 0.6, 0.27, 32)
    beak = [(0.36, 0.86), (0.9, 0.62), (0.97, 0.4), (0.88, 0.4), (0.8, 0.54), (0.5, 0.6)]
    brew = arc(0.38, 0.6, 0.21, 190, 350, 20)
    flame = [(0.38, 0.28), (0.5, 0.12), (0.44, 0.02), (0.32, 0.02), (0.26, 0.12)]
    return (
        rim([bulb, solid(beak), solid(flame)]),
        Layer([bulb, solid(beak)], GLASS),
        Layer([solid(brew)], TILES["laboratory"]),
        Layer([solid(flame)], rgb("#e0702a")),
    )


@HOUSES.named("building/workshop")
def _workshop() -> Symbol:
    """An anvil and a hammer."""
    anvil = [(0.04, 0.46), (0.3, 0.4), (0.3, 0.46), (0.92, 0.46), (0.86, 0.32), (0.66, 0.28)]
    anvil += [(0.64, 0.18), (0.82, 0.06), (0.28, 0.06), (0.46, 0.18), (0.44, 0.28), (0.26, 0.32)]
    head = [(0.32, 0.76), (0.46, 0.96), (0.66, 0.82), (0.52, 0.62)]
    shaft = stroke([(0.52, 0.78), (0.92, 0.6)], 0.09)
    return (
        rim([solid(anvil), solid(head), *shaft]),
        Layer([solid(anvil)], mixed(STEEL, SEPIA, 0.45)),
        Layer(shaft, WOOD),
        Layer([solid(head)], STEEL),
    )


@HOUSES.named("building/library")
def _library() -> Symbol:
    """Three books, the last one leaning."""
    books = [box(0.08, 0.1, 0.3, 0.9), box(0.32, 0.1, 0.56, 0.8)]
    leaning = [(0.62, 0.12), (0.8, 0.08), (0.96, 0.78), (0.77, 0.83)]
    bands = [box(0.08, 0.68, 0.3, 0.75), box(0.08, 0.2, 0.3, 0.27), box(0.32, 0.58, 0.56, 0.65)]
    return (
        rim([*books, solid(leaning)]),
        Layer([books[0]], TILES["library"]),
        Layer([books[1]], METALS["leaf"]),
        Layer([solid(leaning)], METALS["deep"]),
        Layer(bands, STRAW),
    )


@HOUSES.named("building/opera")
def _opera() -> Symbol:
    """A lyre."""
    left = [(0.34, 0.94), *curve((0.2, 0.86), (0.3, 0.62), (0.02, 0.3), (0.36, 0.16)), (0.5, 0.16)]
    right = [(1 - x, y) for x, y in left]
    frame = [*stroke(left, 0.11), *stroke(right, 0.11)]
    bar = stroke([(0.24, 0.76), (0.76, 0.76)], 0.07)
    foot = rounded(box(0.36, 0.04, 0.64, 0.12), 0.03)
    strings = [each for x in (0.4, 0.5, 0.6) for each in stroke([(x, 0.2), (x, 0.76)], 0.035)]
    return (
        Layer([*stroke(left, 0.2), *stroke(right, 0.2), *stroke([(0.24, 0.76), (0.76, 0.76)], 0.14)], SEPIA),
        rim(list(foot), 0.07),
        Layer(strings, STEEL),
        Layer([*frame, *bar, *foot], TILES["opera"]),
    )


@HOUSES.named("building/studio")
def _studio() -> Symbol:
    """A palette and a brush."""
    board = [*curve((0.06, 0.46), (0.06, 0.9), (0.9, 1.0), (0.92, 0.56))]
    board += [*curve((0.92, 0.56), (0.92, 0.36), (0.66, 0.5), (0.62, 0.34))]
    board += [*curve((0.62, 0.34), (0.58, 0.06), (0.06, 0.06), (0.06, 0.46))]
    thumb = hole(disc(0.38, 0.28, 0.09, 20))
    paints = ((0.24, 0.54, "#c23b3b"), (0.42, 0.74, "#3f83bd"), (0.68, 0.72, "#4f8a44"))
    brush = stroke([(0.5, 0.5), (0.92, 0.08)], 0.07)
    return (
        rim([solid(board)]),
        Layer([solid(board), thumb], rgb("#d9a566")),
        *(Layer([disc(x, y, 0.085, 20)], rgb(code)) for x, y, code in paints),
        Layer(stroke([(0.5, 0.5), (0.92, 0.08)], 0.12), SEPIA),
        Layer(brush, TILES["studio"]),
    )


@HOUSES.named("building/hospital")
def _hospital() -> Symbol:
    """A cross on a round shield."""
    arms = [box(0.41, 0.22, 0.59, 0.78), box(0.22, 0.41, 0.78, 0.59)]
    return (
        Layer([disc(0.5, 0.5, 0.47)], SEPIA),
        Layer([disc(0.5, 0.5, 0.41)], TILES["hospital"]),
        Layer(arms, rgb("#2f7f86")),
    )


def _mask(x: float, y: float, size: float) -> list[Outline]:
    """The outline of a mask."""
    points: list[Point] = [(-0.34, 0.36), (0.34, 0.36), (0.33, -0.06), (0.18, -0.34)]
    points += [(0.0, -0.42), (-0.18, -0.34), (-0.33, -0.06)]
    return rounded([(x + px * size, y + py * size) for px, py in points], 0.03)


@HOUSES.named("building/theatre")
def _theatre() -> Symbol:
    """A laughing mask."""
    face = _mask(0.5, 0.5, 1.12)
    eyes = [disc(0.34, 0.62, 0.08, 20), disc(0.66, 0.62, 0.08, 20)]
    mouth = solid([*arc(0.5, 0.44, 0.24, 190, 350, 18), *reversed(arc(0.5, 0.5, 0.22, 200, 340, 18))])
    return (
        rim(face, 0.09),
        Layer(face, TILES["theatre"]),
        Layer([*eyes, mouth], PARCHMENT),
    )


@HOUSES.named("building/tower")
def _tower() -> Symbol:
    """A tower with a pennant."""
    shaft = [(0.32, 0.04), (0.68, 0.04), (0.64, 0.56), (0.36, 0.56)]
    crown = [box(0.28, 0.54, 0.72, 0.66), *(box(x, 0.64, x + 0.11, 0.74) for x in (0.28, 0.445, 0.61))]
    pole = stroke([(0.5, 0.7), (0.5, 0.96)], 0.06)
    flag = [(0.5, 0.97), (0.82, 0.89), (0.5, 0.81)]
    return (
        rim([solid(shaft), *crown, solid(flag)]),
        Layer([*pole], SEPIA),
        Layer([solid(shaft), *crown], TILES["tower"]),
        Layer([solid(flag)], VELVET),
        Layer([box(0.45, 0.28, 0.55, 0.46), *rounded(box(0.44, 0.06, 0.56, 0.18), 0.02)], SEPIA),
    )


@HOUSES.named("building/chapel")
def _chapel() -> Symbol:
    """A little church."""
    walls = box(0.22, 0.06, 0.78, 0.46)
    roof = [(0.1, 0.44), (0.9, 0.44), (0.5, 0.76)]
    cross = [*stroke([(0.5, 0.72), (0.5, 0.97)], 0.055), *stroke([(0.41, 0.88), (0.59, 0.88)], 0.055)]
    door = [box(0.42, 0.06, 0.58, 0.26), disc(0.5, 0.26, 0.08, 20)]
    return (
        rim([walls, solid(roof)]),
        Layer(grown(cross, 0.05), SEPIA),
        Layer([walls], TILES["chapel"]),
        Layer([solid(roof)], TILES["palazzo"]),
        Layer(cross, STRAW),
        Layer(door, SEPIA),
    )


@HOUSES.named("palazzo")
def _palazzo() -> Symbol:
    """A palace front with three arches."""
    front = box(0.06, 0.06, 0.94, 0.72)
    cornice = rounded(box(0.05, 0.72, 0.95, 0.8), 0.02)
    arches: list[Outline] = []
    for x in (0.24, 0.5, 0.76):
        arches += [box(x - 0.08, 0.06, x + 0.08, 0.28), disc(x, 0.28, 0.08, 18)]
    windows = [box(x - 0.055, 0.46, x + 0.055, 0.62) for x in (0.24, 0.5, 0.76)]
    return (
        rim([front, *cornice]),
        Layer([front], TILES["palazzo"]),
        Layer(cornice, STONE),
        Layer(windows, PARCHMENT),
        Layer(arches, SEPIA),
    )
