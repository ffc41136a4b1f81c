"""The small signs of the Princes of Florence: people, cards, works, money and prestige. Our own drawings.

Under a name with `/flat` a sign has one colour, the one that is asked for: so it stands in the players' strips.
"""

from __future__ import annotations

from typing import Final

from companion.screen.draw.drawing import Drawings, Layer, Symbol, grown, rounded, star
from companion.screen.draw.raster import Outline, Point, arc, box, curve, disc, hole, solid, stroke
from companion.screen.draw.theme import METALS, PARCHMENT, SEPIA, WORN, Colour, mixed, rgb

TOKENS: Final = Drawings()

STRAW = METALS["gold"]
WOOD = rgb("#a8683a")
STEEL = METALS["silver"]
VELVET = METALS["velvet"]
ROYAL = METALS["royal"]
WAX = rgb("#b3372f")


def rimmed(*layers: tuple[list[Outline], Colour], width: float = 0.09) -> Symbol:
    """Layers in their colours, a dark line around them all."""
    every = [outline for outlines, _ in layers for outline in outlines]
    return (Layer(grown(every, width), SEPIA), *(Layer(outlines, colour) for outlines, colour in layers))


# -- people of the court


def _cap() -> tuple[list[Outline], list[Outline], list[Outline]]:
    """A fool's cap: its three horns, the band, the bells."""
    left = [(0.2, 0.2), (0.34, 0.24), (0.42, 0.6), (0.3, 0.76), (0.1, 0.62), (0.04, 0.4), (0.12, 0.46)]
    right = [(1 - x, y) for x, y in left]
    middle = [(0.3, 0.22), (0.7, 0.22), (0.62, 0.62), (0.5, 0.88), (0.38, 0.62)]
    band = rounded(box(0.2, 0.1, 0.8, 0.2), 0.03)
    bells: list[Outline] = [
        disc(0.07, 0.36, 0.075, 18),
        disc(0.93, 0.36, 0.075, 18),
        disc(0.5, 0.9, 0.075, 18),
    ]
    return [solid(left), solid(right), solid(middle)], list(band), bells


@TOKENS.named("jester")
def _jester() -> Symbol:
    """A fool's cap with bells."""
    (left, right, middle), band, bells = _cap()
    return rimmed(([left], WAX), ([right], ROYAL), ([middle], METALS["leaf"]), (band, STRAW), (bells, STRAW))


@TOKENS.named("jester/flat")
def _flat_jester() -> Symbol:
    """The same in one colour."""
    horns, band, bells = _cap()
    return (Layer([*horns, *band, *bells]),)


def _trowel() -> tuple[list[Outline], list[Outline]]:
    """A mason's trowel: blade and grip."""
    blade = [(0.06, 0.06), (0.62, 0.3), (0.3, 0.62)]
    neck = stroke([(0.44, 0.44), (0.58, 0.6)], 0.07)
    grip = stroke([(0.62, 0.64), (0.86, 0.88)], 0.17)
    return [*rounded(blade, 0.03), *neck], list(grip)


@TOKENS.named("builder")
def _builder() -> Symbol:
    """A trowel."""
    blade, grip = _trowel()
    return rimmed((blade, STEEL), (grip, WOOD))


@TOKENS.named("builder/flat")
def _flat_builder() -> Symbol:
    """The same in one colour."""
    blade, grip = _trowel()
    return (Layer([*blade, *grip]),)


# -- cards


def _card(width: float = 0.36) -> list[Outline]:
    """The edge of a card."""
    return rounded(box(0.5 - width, 0.06, 0.5 + width, 0.94), 0.04)


def _bust() -> list[Outline]:
    """Head and shoulders."""
    shoulders = [*curve((0.26, 0.2), (0.26, 0.44), (0.4, 0.46), (0.5, 0.46))]
    shoulders += [*curve((0.5, 0.46), (0.6, 0.46), (0.74, 0.44), (0.74, 0.2))]
    return [disc(0.5, 0.64, 0.15, 24), solid([*shoulders, (0.74, 0.2)])]


@TOKENS.named("profession")
def _profession() -> Symbol:
    """A card with a person."""
    return rimmed((_card(), PARCHMENT), (_bust(), METALS["deep"]), width=0.07)


@TOKENS.named("profession/flat")
def _flat_profession() -> Symbol:
    """The person of it, cut out of a card."""
    return (Layer([*_card(), *map(hole, _bust())]),)


def _more() -> list[Outline]:
    """A plus."""
    return [box(0.44, 0.3, 0.56, 0.7), box(0.3, 0.44, 0.7, 0.56)]


@TOKENS.named("bonus")
def _bonus() -> Symbol:
    """A card that adds."""
    return rimmed((_card(), PARCHMENT), (_more(), METALS["leaf"]), width=0.07)


@TOKENS.named("bonus/flat")
def _flat_bonus() -> Symbol:
    """The same in one colour."""
    return (Layer([*_card(), hole(box(0.44, 0.28, 0.56, 0.72)), hole(box(0.28, 0.44, 0.72, 0.56))]),)


@TOKENS.named("prestige")
def _prestige() -> Symbol:
    """A card with a star, face down until the end."""
    return rimmed((_card(), VELVET), ([star(0.5, 0.48, 0.27)], STRAW), width=0.07)


@TOKENS.named("prestige/flat")
def _flat_prestige() -> Symbol:
    """The same in one colour."""
    return (Layer([*_card(), hole(solid(star(0.5, 0.48, 0.3)))]),)


def _horn() -> tuple[list[Outline], list[Outline]]:
    """A curved horn, and its bands."""
    outer = [(0.06, 0.8), *curve((0.06, 0.8), (0.02, 0.2), (0.4, 0.02), (0.66, 0.2))]
    bell = [(0.94, 0.34), (0.62, 0.52)]
    inner = [*curve((0.54, 0.4), (0.36, 0.3), (0.2, 0.5), (0.18, 0.84))]
    body = [*outer, (0.7, 0.14), *bell, *inner, (0.18, 0.84)]
    bands = [*stroke([(0.62, 0.5), (0.94, 0.32)], 0.09), *stroke([(0.06, 0.8), (0.19, 0.83)], 0.09)]
    return [solid(body)], list(bands)


@TOKENS.named("recruiting")
def _recruiting() -> Symbol:
    """A horn that calls."""
    body, bands = _horn()
    calls = [
        *stroke(arc(0.66, 0.62, 0.22, 30, 100, 10), 0.06),
        *stroke(arc(0.66, 0.62, 0.36, 30, 100, 12), 0.06),
    ]
    return (*rimmed((body, PARCHMENT), (bands, STRAW)), Layer(list(calls), STRAW))


@TOKENS.named("recruiting/flat")
def _flat_recruiting() -> Symbol:
    """The same in one colour."""
    body, bands = _horn()
    calls = stroke(arc(0.62, 0.58, 0.32, 25, 105, 10), 0.1)
    return (Layer([*body, *bands, *calls]),)


# -- works


def _scroll() -> tuple[list[Outline], list[Outline]]:
    """A sheet, and the rolls at its ends."""
    sheet = box(0.2, 0.2, 0.8, 0.82)
    rolls = [*rounded(box(0.12, 0.76, 0.88, 0.88), 0.05), *rounded(box(0.12, 0.1, 0.88, 0.22), 0.05)]
    return [sheet], list(rolls)


@TOKENS.named("work")
def _work() -> Symbol:
    """A scroll with a seal."""
    sheet, rolls = _scroll()
    written = [each for y in (0.66, 0.54) for each in stroke([(0.32, y), (0.68, y)], 0.05)]
    return (
        *rimmed((sheet, PARCHMENT), (rolls, WORN)),
        Layer(written, mixed(SEPIA, PARCHMENT, 0.3)),
        Layer([disc(0.62, 0.36, 0.12, 24)], WAX),
    )


@TOKENS.named("work/flat")
def _flat_work() -> Symbol:
    """The same in one colour."""
    sheet, rolls = _scroll()
    gaps = [hole(box(0.32, y, 0.68, y + 0.07)) for y in (0.3, 0.46, 0.62)]
    return (Layer([*sheet, *rolls, *gaps]),)


@TOKENS.named("best-work")
def _best_work() -> Symbol:
    """A scroll with a star."""
    sheet, rolls = _scroll()
    return (*rimmed((sheet, PARCHMENT), (rolls, WORN)), Layer([star(0.5, 0.48, 0.27)], rgb("#d0851c")))


# -- money, prestige, the game itself


def _lily(size: float, x: float = 0.5, y: float = 0.5) -> list[Outline]:
    """The lily of Florence."""
    petal: list[Point] = [*curve((0.0, 0.5), (0.2, 0.26), (0.15, 0.06), (0.06, -0.12))]
    middle = [*petal, *((-px, py) for px, py in reversed(petal))]
    side: list[Point] = [*curve((0.07, -0.14), (0.1, 0.2), (0.24, 0.36), (0.38, 0.3))]
    side += [*curve((0.38, 0.3), (0.52, 0.22), (0.48, 0.0), (0.32, 0.0))]
    side += [*curve((0.32, 0.0), (0.4, 0.08), (0.38, 0.16), (0.31, 0.16))]
    side += [*curve((0.31, 0.16), (0.22, 0.16), (0.2, 0.02), (0.17, -0.14))]
    foot: list[Point] = [(-0.06, -0.2), (0.06, -0.2), (0.17, -0.46), (0.0, -0.36), (-0.17, -0.46)]
    band = box(-0.24, -0.24, 0.24, -0.13)
    found = [middle, side, [(-px, py) for px, py in side], foot, band]
    return [solid([(x + px * size, y + py * size) for px, py in outline]) for outline in found]


@TOKENS.named("lily")
def _sign() -> Symbol:
    """The sign of the game."""
    lily = _lily(1.02, y=0.49)
    return (Layer(grown(lily, 0.08), SEPIA), Layer(lily, rgb("#d8423a")))


@TOKENS.named("florin")
def _florin() -> Symbol:
    """A gold coin with a lily."""
    return (
        Layer([disc(0.5, 0.5, 0.46)], SEPIA),
        Layer([disc(0.5, 0.5, 0.4)], rgb("#f2c14e")),
        Layer([disc(0.5, 0.5, 0.33), hole(disc(0.5, 0.5, 0.29))], rgb("#b07f22")),
        Layer(_lily(0.52, y=0.48), rgb("#8a5f14")),
    )


@TOKENS.named("points")
def _points() -> Symbol:
    """Prestige: a wreath of laurel around a star."""
    leaves: list[Outline] = []
    for degrees in range(-66, 62, 25):
        x, y = arc(0.5, 0.5, 0.37, degrees, degrees, 1)[0]
        up = degrees + 62
        tip, left, right = (arc(x, y, length, angle, angle, 1)[0] for length, angle in _leaf(up))
        root = arc(x, y, 0.13, up + 180, up + 180, 1)[0]
        leaf = [root, right, tip, left]
        leaves += [solid(leaf), solid([(1 - px, py) for px, py in leaf])]
    return (
        Layer(grown(leaves, 0.07), SEPIA),
        Layer(leaves, rgb("#93cc6e")),
        Layer([star(0.5, 0.53, 0.3)], SEPIA),
        Layer([star(0.5, 0.53, 0.23)], rgb("#ffd35c")),
    )


def _leaf(up: float) -> tuple[tuple[float, float], ...]:
    """Tip and sides of a leaf that points to `up`: how far from its middle, in which direction."""
    return ((0.17, up), (0.085, up + 90), (0.085, up - 90))


@TOKENS.named("gavel")
def _gavel() -> Symbol:
    """The auctioneer's hammer."""
    head = [(0.12, 0.66), (0.4, 0.94), (0.62, 0.72), (0.34, 0.44)]
    shaft = stroke([(0.5, 0.58), (0.86, 0.22)], 0.1)
    block = rounded(box(0.08, 0.06, 0.6, 0.16), 0.03)
    return rimmed((list(shaft), WOOD), ([solid(head)], mixed(WOOD, SEPIA, 0.25)), (list(block), WOOD))
