"""What is drawn of Louis XIV: chips, coats of arms, king, coins and stones. Our own drawings; only the kinds
of things are the game's. The cards are in `cards.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.screen.draw.drawing import Drawings, Layer, Symbol, grown, rounded, star
from companion.screen.draw.raster import Outline, arc, box, curve, disc, hole, solid, stroke
from companion.screen.draw.theme import METALS, PARCHMENT, SEPIA, WORN, Colour, mixed, rgb

REGALIA: Final = Drawings()

GOLD = METALS["gold"]
PALE_GOLD = mixed(GOLD, PARCHMENT, 0.55)
SILVER = METALS["silver"]
WAX = rgb("#b3262e")


def _crown(x: float, y: float, width: float, height: float) -> list[Outline]:
    """A crown on a band; x, y is its lower left corner."""

    def at(across: float, along: float) -> tuple[float, float]:
        return x + across * width, y + along * height

    points = [
        at(0.06, 0.0),
        at(0.94, 0.0),
        at(1.0, 0.72),
        at(0.74, 0.36),
        at(0.5, 0.9),
        at(0.26, 0.36),
        at(0.0, 0.72),
    ]
    balls = [
        disc(*at(across, along), 0.075 * width, 20)
        for across, along in ((0.0, 0.76), (0.5, 0.94), (1.0, 0.76))
    ]
    return [*rounded(points, 0.02 * width), *balls]


@REGALIA.named("crown")
def _crown_chip() -> Symbol:
    jewels = [disc(x, 0.27, 0.045, 16) for x in (0.3, 0.5, 0.7)]
    return (
        Layer(
            [
                *_crown(0.12, 0.16, 0.76, 0.66),
                *stroke([*_crown(0.12, 0.16, 0.76, 0.66)[0]], 0.1, closed=True),
            ],
            SEPIA,
        ),
        Layer(_crown(0.14, 0.18, 0.72, 0.6), GOLD),
        Layer([box(0.18, 0.19, 0.82, 0.35)], PALE_GOLD),
        Layer(jewels, WAX),
    )


@REGALIA.named("sceptre")
def _sceptre() -> Symbol:
    rod, knot = [(0.14, 0.12), (0.56, 0.58)], (0.58, 0.6)
    petals = [
        rounded([(0.6, 0.62), (0.76, 0.86), (0.94, 0.94), (0.86, 0.76)], 0.02),
        rounded([(0.58, 0.64), (0.5, 0.76), (0.54, 0.9), (0.64, 0.82)], 0.02),
        rounded([(0.64, 0.58), (0.76, 0.5), (0.9, 0.54), (0.82, 0.64)], 0.02),
    ]
    head = [outline for petal in petals for outline in petal]
    return (
        Layer([*stroke(rod, 0.2), disc(*knot, 0.16), *grown(head, 0.1)], SEPIA),
        Layer([*stroke(rod, 0.1), *head], GOLD),
        Layer([disc(0.18, 0.16, 0.08, 20), disc(*knot, 0.11, 24)], METALS["velvet"]),
        Layer([disc(*knot, 0.05, 16)], PALE_GOLD),
    )


@REGALIA.named("letter")
def _letter() -> Symbol:
    sheet = box(0.1, 0.22, 0.9, 0.8)
    return (
        Layer(rounded(sheet, 0.06), SEPIA),
        Layer(rounded(sheet, 0.0), rgb("#fbf5e4")),
        Layer(
            [
                *stroke([(0.12, 0.78), (0.5, 0.46), (0.88, 0.78)], 0.045),
                *stroke([(0.12, 0.24), (0.38, 0.54)], 0.03),
                *stroke([(0.88, 0.24), (0.62, 0.54)], 0.03),
            ],
            WORN,
        ),
        Layer([disc(0.5, 0.46, 0.17)], WAX),
        Layer([disc(0.5, 0.46, 0.09)], mixed(WAX, PARCHMENT, 0.3)),
    )


@REGALIA.named("ring")
def _ring() -> Symbol:
    band = [disc(0.5, 0.38, 0.34), hole(disc(0.5, 0.38, 0.2))]
    rim = [disc(0.5, 0.38, 0.38), hole(disc(0.5, 0.38, 0.16))]
    gem = [(0.5, 0.62), (0.3, 0.8), (0.38, 0.93), (0.62, 0.93), (0.7, 0.8)]
    return (
        Layer([*rim, *rounded(gem, 0.05)], SEPIA),
        Layer(band, GOLD),
        Layer([solid(gem)], rgb("#49b9c9")),
        Layer([solid([(0.4, 0.8), (0.44, 0.92), (0.56, 0.92), (0.6, 0.8)])], rgb("#c9f0f2")),
    )


@REGALIA.named("helmet")
def _helmet() -> Symbol:
    dome = [*arc(0.48, 0.5, 0.33, 0, 180), (0.15, 0.2), (0.36, 0.12), (0.62, 0.12), (0.81, 0.2)]
    plume = [
        *curve((0.5, 0.8), (0.56, 1.02), (0.86, 0.98), (0.96, 0.66)),
        (0.96, 0.66),
        *curve((0.96, 0.66), (0.84, 0.8), (0.7, 0.84), (0.6, 0.78)),
    ]
    return (
        Layer([*rounded(dome, 0.05), *rounded(plume, 0.04)], SEPIA),
        Layer([solid(plume)], WAX),
        Layer([solid(dome)], SILVER),
        Layer(
            [solid([(0.15, 0.36), (0.15, 0.2), (0.36, 0.12), (0.62, 0.12), (0.81, 0.2), (0.81, 0.36)])],
            mixed(SILVER, SEPIA, 0.25),
        ),
        Layer(
            [box(0.24, 0.42, 0.74, 0.5), *(box(x, 0.18, x + 0.045, 0.34) for x in (0.36, 0.46, 0.56))], SEPIA
        ),
    )


def _shield(less: float = 0.0) -> list[Outline]:
    """The outline of a coat of arms, `less` inside the full one."""
    left, right, top, low = 0.14 + less, 0.86 - less, 0.92 - less, 0.06 + less * 1.3
    rightward = curve((0.5, low), (0.68, 0.14), (right, 0.28), (right, 0.5))
    leftward = curve((left, 0.5), (left, 0.28), (0.32, 0.14), (0.5, low))
    return [solid([*rightward, (right, 0.5), (right, top), (left, top), *leftward])]


def _arms(field: Colour, charge: Callable[[], list[Layer]]) -> Symbol:
    """A coat of arms: rim, field, and what it bears."""
    return (Layer(_shield(), SEPIA), Layer(_shield(0.05), field), *charge())


@REGALIA.named("arms")
def _arms_back() -> Symbol:
    """Nobody but its owner knows which kind."""
    hook = arc(0.5, 0.66, 0.12, 180, -70, 18)
    return _arms(
        METALS["bronze"],
        lambda: [
            Layer(_shield(0.13), mixed(METALS["bronze"], PARCHMENT, 0.35)),
            Layer([*stroke([*hook, (0.5, 0.44)], 0.08), disc(0.5, 0.3, 0.055, 16)], SEPIA),
        ],
    )


@REGALIA.named("arms1")
def _arms1() -> Symbol:
    """Gold lily on blue."""
    petals = [
        *rounded([(0.5, 0.8), (0.42, 0.6), (0.5, 0.4), (0.58, 0.6)], 0.02),
        *stroke(arc(0.3, 0.58, 0.13, -60, 150, 12), 0.085),
        *stroke(arc(0.7, 0.58, 0.13, 240, 30, 12), 0.085),
        *rounded(box(0.36, 0.37, 0.64, 0.42), 0.02),
        *stroke([(0.5, 0.4), (0.5, 0.22)], 0.09),
    ]
    return _arms(rgb("#2f57a8"), lambda: [Layer(petals, GOLD)])


@REGALIA.named("arms2")
def _arms2() -> Symbol:
    """White cross on red."""
    return _arms(WAX, lambda: [Layer([box(0.43, 0.16, 0.57, 0.86), box(0.2, 0.5, 0.8, 0.64)], PARCHMENT)])


@REGALIA.named("arms3")
def _arms3() -> Symbol:
    """Green chevrons on gold."""
    return _arms(
        GOLD,
        lambda: [
            Layer(
                [o for y in (0.36, 0.6) for o in stroke([(0.26, y), (0.5, y + 0.2), (0.74, y)], 0.1)],
                METALS["leaf"],
            )
        ],
    )


@REGALIA.named("arms4")
def _arms4() -> Symbol:
    """Silver tower on black."""
    tower = [
        box(0.34, 0.26, 0.66, 0.62),
        box(0.28, 0.6, 0.72, 0.68),
        *(box(x, 0.66, x + 0.1, 0.78) for x in (0.28, 0.45, 0.62)),
        hole(box(0.44, 0.26, 0.56, 0.44)),
    ]
    return _arms(rgb("#2c2730"), lambda: [Layer(tower, SILVER)])


@REGALIA.named("arms5")
def _arms5() -> Symbol:
    """Violet stars on silver."""
    return _arms(
        SILVER,
        lambda: [
            Layer([star(x, y, 0.14) for x, y in ((0.34, 0.7), (0.66, 0.7), (0.5, 0.38))], METALS["royal"])
        ],
    )


@REGALIA.named("arms6")
def _arms6() -> Symbol:
    """A black bar from corner to corner on white and orange."""
    half = solid([(0.19, 0.87), (0.81, 0.87), (0.81, 0.5), (0.72, 0.3)])
    return _arms(
        PARCHMENT,
        lambda: [Layer([half], rgb("#d9772b")), Layer(stroke([(0.26, 0.8), (0.72, 0.34)], 0.12), SEPIA)],
    )


@REGALIA.named("king")
def _king() -> Symbol:
    robe = [(0.2, 0.06), (0.8, 0.06), (0.66, 0.4), (0.6, 0.5), (0.4, 0.5), (0.34, 0.4)]
    return (
        Layer(
            [*rounded(robe, 0.06), disc(0.5, 0.55, 0.2), *grown(_crown(0.24, 0.62, 0.52, 0.32), 0.1)], SEPIA
        ),
        Layer([solid(robe)], METALS["royal"]),
        Layer([solid([(0.44, 0.06), (0.56, 0.06), (0.54, 0.46), (0.46, 0.46)])], PARCHMENT),
        Layer([disc(0.5, 0.54, 0.14)], rgb("#f1c9a5")),
        Layer(_crown(0.27, 0.65, 0.46, 0.26), GOLD),
    )


@REGALIA.named("louis")
def _louis() -> Symbol:
    """A gold coin."""
    sun = star(0.5, 0.5, 0.24, 8, 0.5)
    return (
        Layer([disc(0.5, 0.5, 0.46)], SEPIA),
        Layer([disc(0.5, 0.5, 0.4)], GOLD),
        Layer([disc(0.5, 0.5, 0.33), hole(disc(0.5, 0.5, 0.29)), sun], mixed(GOLD, SEPIA, 0.5)),
    )


@REGALIA.named("laurel")
def _laurel() -> Symbol:
    """Only the first place counts."""
    leaves: list[Outline] = []
    for side in (1, -1):
        for angle in (-62, -34, -6, 22, 50):
            x, y = arc(0.0, 0.0, 0.39, angle, 0, 1)[0]
            tip = arc(0.0, 0.0, 0.48, angle + 24, 0, 1)[0]
            leaves += stroke([(0.5 + side * x, 0.5 + y), (0.5 + side * tip[0], 0.5 + tip[1])], 0.11)
    return (Layer(leaves),)


@REGALIA.named("stones")
def _stones() -> Symbol:
    """Wooden stones in a pile, nobody's in particular."""
    wood, pale = METALS["bronze"], mixed(METALS["bronze"], PARCHMENT, 0.45)
    cubes = [box(0.08, 0.1, 0.46, 0.46), box(0.54, 0.1, 0.92, 0.46), box(0.31, 0.54, 0.69, 0.9)]
    return (
        Layer([o for cube in cubes for o in rounded(cube, 0.05)], SEPIA),
        Layer([solid(cube) for cube in cubes], wood),
        Layer([box(c[0][0], c[2][1] - 0.12, c[2][0], c[2][1]) for c in cubes], pale),
    )
