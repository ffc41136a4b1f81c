"""What is drawn of Kabale und Hiebe: the six symbols of the objectives and the sign of the game. Our own drawings;
only which symbols there are is the game's. What happens to columns and cards is in `marks.py`.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from companion.screen.draw.drawing import Drawings, Layer, Symbol, grown, rounded
from companion.screen.draw.raster import Outline, Point, arc, box, curve, disc, hole, solid, stroke
from companion.screen.draw.theme import METALS, PARCHMENT, SEPIA, mixed, rgb

EMBLEMS: Final = Drawings()

GLASS = rgb("#dfe6df")
ELIXIR = rgb("#2f8f83")
STEEL = METALS["silver"]
STRAW = rgb("#d9a13b")
BRASS = rgb("#b9822f")
ROBE = METALS["velvet"]
WOOD = rgb("#a8683a")


@EMBLEMS.named("alchemy")
def _flask() -> Symbol:
    """A flask, half full."""
    bulb = [(0.41, 0.62), (0.59, 0.62), (0.84, 0.2), (0.78, 0.12), (0.22, 0.12), (0.16, 0.2)]
    neck = box(0.41, 0.56, 0.59, 0.84)
    body = [*rounded(bulb, 0.03), neck]
    liquid = rounded([(0.3, 0.4), (0.7, 0.4), (0.79, 0.22), (0.75, 0.16), (0.25, 0.16), (0.21, 0.22)], 0.02)
    bubbles = [disc(0.44, 0.3, 0.05, 16), disc(0.58, 0.25, 0.035, 14), disc(0.5, 0.5, 0.035, 14)]
    return (
        Layer([*grown([bulb, neck], 0.16), *rounded(box(0.35, 0.83, 0.65, 0.9), 0.04)], SEPIA),
        Layer(body, GLASS),
        Layer(liquid, ELIXIR),
        Layer(bubbles, GLASS),
    )


def _turned(points: Outline, degrees: float) -> list[Point]:
    """Points turned around the middle of the square."""
    turn = degrees * pi / 180
    return [
        (
            0.5 + (x - 0.5) * cos(turn) - (y - 0.5) * sin(turn),
            0.5 + (x - 0.5) * sin(turn) + (y - 0.5) * cos(turn),
        )
        for x, y in points
    ]


def _sword(degrees: float) -> Symbol:
    """One sword, its point up before it is turned."""
    blade = _turned([(0.45, 0.3), (0.55, 0.3), (0.55, 0.94), (0.5, 1.04), (0.45, 0.94)], degrees)
    guard = _turned([(0.34, 0.25), (0.66, 0.25), (0.66, 0.31), (0.34, 0.31)], degrees)
    grip = _turned([(0.465, 0.06), (0.535, 0.06), (0.535, 0.25), (0.465, 0.25)], degrees)
    pommel = disc(*_turned([(0.5, 0.03)], degrees)[0], 0.055, 18)
    return (
        Layer(grown([blade, guard, grip, pommel], 0.07), SEPIA),
        Layer([solid(blade)], STEEL),
        Layer([solid(guard), pommel], STRAW),
        Layer([solid(grip)], WOOD),
    )


@EMBLEMS.named("fencing")
def _swords() -> Symbol:
    """Two swords crossed."""
    return (*_sword(42), *_sword(-42))


@EMBLEMS.named("farming")
def _sheaf() -> Symbol:
    """A sheaf of corn, tied in the middle."""
    stalks, ears = [], []
    for lean in (-0.3, -0.15, 0.0, 0.15, 0.3):
        top = (0.5 + lean, 0.74 - abs(lean) * 0.35)
        stalks += stroke([(0.5 - lean * 0.75, 0.08), (0.5 + lean * 0.15, 0.42), top], 0.07)
        along = [(top[0] + lean * 0.1 * step, top[1] + 0.075 * step) for step in range(3)]
        ears += [disc(x, y, 0.075 - 0.012 * step, 16) for step, (x, y) in enumerate(along)]
    tie = rounded(box(0.38, 0.38, 0.62, 0.46), 0.03)
    return (
        Layer([*grown(stalks, 0.07), *grown(ears, 0.07), *rounded(box(0.36, 0.36, 0.64, 0.48), 0.05)], SEPIA),
        Layer(stalks, mixed(STRAW, SEPIA, 0.2)),
        Layer(ears, STRAW),
        Layer(tie, ROBE),
    )


@EMBLEMS.named("trade")
def _scales() -> Symbol:
    """A pair of scales."""
    beam = [*stroke([(0.14, 0.74), (0.86, 0.74)], 0.07), *stroke([(0.5, 0.14), (0.5, 0.88)], 0.07)]
    foot = rounded([(0.32, 0.1), (0.68, 0.1), (0.58, 0.2), (0.42, 0.2)], 0.02)
    pans: list[Outline] = []
    cords: list[Outline] = []
    for x in (0.18, 0.82):
        cords += stroke([(x - 0.15, 0.4), (x, 0.74), (x + 0.15, 0.4)], 0.035)
        pans.append(solid(arc(x, 0.4, 0.18, 180, 360, 18)))
    knob = disc(0.5, 0.88, 0.07, 20)
    return (
        Layer([*grown(pans, 0.07), *grown(foot, 0.06), *grown(beam, 0.06), *grown([knob], 0.06)], SEPIA),
        Layer(cords, SEPIA),
        Layer([*beam, *foot, knob], BRASS),
        Layer(pans, STRAW),
    )


@EMBLEMS.named("religion")
def _cross() -> Symbol:
    """A cross with arms that grow wider."""
    arm = [(0.43, 0.5), (0.36, 0.04), (0.64, 0.04), (0.57, 0.5)]
    short = [(0.42, 0.58), (0.37, 0.96), (0.63, 0.96), (0.58, 0.58)]
    side = [(0.5, 0.51), (0.12, 0.46), (0.12, 0.74), (0.5, 0.69)]
    other = [(0.5, 0.51), (0.88, 0.46), (0.88, 0.74), (0.5, 0.69)]
    arms = [solid(each) for each in (arm, short, side, other)]
    return (
        Layer(grown(arms, 0.1), SEPIA),
        Layer(arms, ROBE),
        Layer([disc(0.5, 0.6, 0.13, 24)], STRAW),
        Layer([disc(0.5, 0.6, 0.065, 20)], PARCHMENT),
    )


@EMBLEMS.named("music")
def _lute() -> Symbol:
    """A lute, its neck up to the right."""
    belly = [
        *curve((0.6, 0.56), (0.68, 0.3), (0.5, 0.06), (0.27, 0.1)),
        *curve((0.27, 0.1), (0.02, 0.16), (0.04, 0.5), (0.3, 0.58)),
        *curve((0.3, 0.58), (0.4, 0.62), (0.48, 0.62), (0.6, 0.56)),
    ]
    neck = _turned([(0.455, 0.56), (0.545, 0.56), (0.535, 1.0), (0.465, 1.0)], -45)
    head = [(0.78, 0.86), (0.87, 0.79), (0.99, 0.86), (0.93, 0.94)]
    strings = [
        each
        for shift in (-0.04, 0.04)
        for each in stroke([(0.24 - shift, 0.24 + shift), (0.8 - shift, 0.8 + shift)], 0.03)
    ]
    bridge = stroke([(0.18, 0.3), (0.3, 0.18)], 0.05)
    return (
        Layer(grown([solid(belly), solid(neck), solid(head)], 0.1), SEPIA),
        Layer([solid(belly)], WOOD),
        Layer([solid(neck), solid(head)], mixed(WOOD, SEPIA, 0.45)),
        Layer([disc(0.42, 0.42, 0.1, 24)], SEPIA),
        Layer(bridge, SEPIA),
        Layer(strings, PARCHMENT),
    )


@EMBLEMS.named("rook")
def _rook() -> Symbol:
    """The sign of the game: a rook, as in castling."""
    crown = [(0.24, 0.62), (0.76, 0.62), (0.8, 0.9), (0.2, 0.9)]
    gaps = [hole(box(0.33, 0.78, 0.41, 0.96)), hole(box(0.59, 0.78, 0.67, 0.96))]
    tower = [(0.32, 0.24), (0.68, 0.24), (0.64, 0.62), (0.36, 0.62)]
    foot = [(0.2, 0.1), (0.8, 0.1), (0.74, 0.24), (0.26, 0.24)]
    body = [solid(crown), solid(tower), solid(foot)]
    return (
        Layer([*grown(body, 0.09)], SEPIA),
        Layer([*body, *gaps], PARCHMENT),
        Layer([box(0.28, 0.58, 0.72, 0.65), box(0.28, 0.22, 0.72, 0.27)], STRAW),
    )
