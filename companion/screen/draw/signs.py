"""The signs of the people at the table and of the screen itself. What belongs to a game is in its folder."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from companion.screen.draw.drawing import Drawings, Layer, Symbol, lines, rounded, star
from companion.screen.draw.raster import Outline, arc, box, disc, hole, solid, stroke
from companion.screen.draw.theme import AROUND, CHALK, INK, PLAYERS, SEPIA, mixed, rgb

SIGNS: Final = Drawings()

PLAYER_SIGNS: Final = {
    "blue": "disc",
    "yellow": "triangle",
    "red": "square",
    "green": "diamond",
    "orange": "crescent",
    "black": "five-points",
    "white": "heart",
    "neutral": "open-ring",
}
"""The sign each player has beside the colour."""


def _round(less: float) -> list[Outline]:
    return [disc(0.5, 0.5, 0.45 - less)]


def _three(less: float) -> list[Outline]:
    less *= 1.15
    low = 0.13 + less * 0.62
    return rounded([(0.12 + less, low), (0.88 - less, low), (0.5, 0.86 - less * 1.2)], 0.07)


def _four(less: float) -> list[Outline]:
    return rounded(box(0.17 + less, 0.17 + less, 0.83 - less, 0.83 - less), 0.06)


def _point(less: float) -> list[Outline]:
    less *= 1.3
    return rounded([(0.5, 0.06 + less), (0.94 - less, 0.5), (0.5, 0.94 - less), (0.06 + less, 0.5)], 0.04)


def _crescent(less: float) -> list[Outline]:
    """Open to the right."""
    outer = arc(0.45, 0.5, 0.44 - less, 42, 318, 36)
    inner = arc(0.62, 0.5, 0.32 + less * 0.5, 65, 295, 28)
    return rounded([*outer, *reversed(inner)], 0.02)


def _star(less: float) -> list[Outline]:
    return rounded(star(0.5, 0.46, 0.46 - less * 1.7, waist=0.48), 0.03)


def _heart(less: float) -> list[Outline]:
    size = 1.0 - less / 0.45
    sides = [(-0.37, -0.015), (0.0, -0.42), (0.37, -0.015), (0.2, 0.14), (0.0, 0.25), (-0.2, 0.14)]
    lobes = [disc(0.5 + x * size, 0.5 + 0.14 * size, 0.23 * size) for x in (-0.2, 0.2)]
    return [solid([(0.5 + x * size, 0.5 + y * size) for x, y in sides]), *lobes]


def _open(less: float) -> list[Outline]:
    return [disc(0.5, 0.5, 0.45 - less), hole(disc(0.5, 0.5, 0.17 + less))]


SHAPES: Final[dict[str, Callable[[float], list[Outline]]]] = {
    "blue": _round,
    "yellow": _three,
    "red": _four,
    "green": _point,
    "orange": _crescent,
    "black": _star,
    "white": _heart,
    "neutral": _open,
}
"""The outlines of each player's sign, grown smaller by as much as is said."""


def _painted(colour: str) -> Symbol:
    """A rim, dark where the body is not, the body, and another shade within that makes it look like painted wood."""
    shape, body = SHAPES[colour], PLAYERS[colour]
    shade = mixed(body, SEPIA if colour == "white" else CHALK, 0.22)
    heart = [] if colour == "neutral" else [Layer(shape(0.2), shade)]
    return (Layer(shape(0.0), AROUND.get(colour, SEPIA)), Layer(shape(0.07), body), *heart)


def _flat(colour: str) -> Symbol:
    """Only the shape, to stand on the player's colour."""
    return (Layer(SHAPES[colour](0.03)),)


for _colour, _sign in PLAYER_SIGNS.items():
    SIGNS[_sign] = partial(_painted, _colour)
    SIGNS[f"{_sign}/flat"] = partial(_flat, _colour)


@SIGNS.named("dot")
def _dot() -> Symbol:
    return (Layer([disc(0.5, 0.5, 0.5)]),)


@SIGNS.named("home")
def _home() -> Symbol:
    roof = [(0.1, 0.5), (0.5, 0.86), (0.9, 0.5)]
    walls = [(0.22, 0.44), (0.22, 0.14), (0.78, 0.14), (0.78, 0.44)]
    return (*lines(roof, walls), Layer([box(0.43, 0.14, 0.57, 0.4)]))


@SIGNS.named("back")
def _back() -> Symbol:
    return lines([(0.86, 0.5), (0.16, 0.5)], [(0.46, 0.8), (0.16, 0.5), (0.46, 0.2)], width=0.12)


@SIGNS.named("next")
def _next() -> Symbol:
    return lines([(0.14, 0.5), (0.84, 0.5)], [(0.54, 0.8), (0.84, 0.5), (0.54, 0.2)], width=0.12)


@SIGNS.named("up")
def _up() -> Symbol:
    return lines([(0.16, 0.36), (0.5, 0.68), (0.84, 0.36)], width=0.13)


@SIGNS.named("down")
def _down() -> Symbol:
    return lines([(0.16, 0.64), (0.5, 0.32), (0.84, 0.64)], width=0.13)


@SIGNS.named("undo")
def _undo() -> Symbol:
    bow = arc(0.52, 0.44, 0.32, -60, 160)
    x, y = bow[-1]
    return (
        *lines(bow, width=0.11),
        Layer([solid([(x - 0.2, y + 0.06), (x + 0.2, y + 0.1), (x - 0.03, y - 0.26)])]),
    )


@SIGNS.named("turn")
def _turn() -> Symbol:
    layers = []
    for begin, side in ((25, -1), (205, 1)):
        bow = arc(0.5, 0.5, 0.34, begin, begin + 120)
        x, y = bow[-1]
        layers.append(Layer([*stroke(bow, 0.1), solid([(x - 0.17, y), (x + 0.17, y), (x, y + side * 0.24)])]))
    return tuple(layers)


@SIGNS.named("menu")
def _menu() -> Symbol:
    return lines(*([(0.16, y), (0.84, y)] for y in (0.24, 0.5, 0.76)), width=0.12)


@SIGNS.named("check")
def _check() -> Symbol:
    return lines([(0.14, 0.5), (0.4, 0.22), (0.88, 0.78)], width=0.14)


@SIGNS.named("cross")
def _cross() -> Symbol:
    return lines([(0.2, 0.2), (0.8, 0.8)], [(0.2, 0.8), (0.8, 0.2)], width=0.14)


@SIGNS.named("plus")
def _plus() -> Symbol:
    return lines([(0.14, 0.5), (0.86, 0.5)], [(0.5, 0.14), (0.5, 0.86)], width=0.15)


@SIGNS.named("minus")
def _minus() -> Symbol:
    return lines([(0.14, 0.5), (0.86, 0.5)], width=0.15)


@SIGNS.named("erase")
def _erase() -> Symbol:
    body = [(0.04, 0.5), (0.32, 0.8), (0.94, 0.8), (0.94, 0.2), (0.32, 0.2)]
    return (
        Layer(stroke(body, 0.08, closed=True)),
        *lines([(0.48, 0.36), (0.76, 0.64)], [(0.48, 0.64), (0.76, 0.36)], width=0.08),
    )


@SIGNS.named("shift")
def _shift() -> Symbol:
    return (
        Layer(
            rounded(
                [
                    (0.5, 0.84),
                    (0.14, 0.46),
                    (0.34, 0.46),
                    (0.34, 0.16),
                    (0.66, 0.16),
                    (0.66, 0.46),
                    (0.86, 0.46),
                ],
                0.03,
            )
        ),
    )


@SIGNS.named("more")
def _more() -> Symbol:
    return (Layer([disc(x, 0.5, 0.1, 20) for x in (0.16, 0.5, 0.84)]),)


@SIGNS.named("gear")
def _gear() -> Symbol:
    teeth = [
        outline
        for angle in range(0, 360, 45)
        for outline in stroke([arc(0.5, 0.5, r, angle, angle, 1)[0] for r in (0.26, 0.4)], 0.13)
    ]
    return (Layer([disc(0.5, 0.5, 0.31), *teeth, hole(disc(0.5, 0.5, 0.14)), hole(disc(0.5, 0.5, 0.14))]),)


@SIGNS.named("power")
def _power() -> Symbol:
    return lines(arc(0.5, 0.46, 0.36, 125, 415), [(0.5, 0.94), (0.5, 0.5)], width=0.11)


@SIGNS.named("reader")
def _reader() -> Symbol:
    waves = [arc(0.24, 0.5, radius, -48, 48) for radius in (0.24, 0.42, 0.6)]
    return (*lines(*waves, width=0.09), Layer([disc(0.22, 0.5, 0.1, 20)]))


@SIGNS.named("deck")
def _deck() -> Symbol:
    return (
        Layer(stroke([(0.16, 0.3), (0.16, 0.88), (0.6, 0.88)], 0.08)),
        Layer(stroke(box(0.34, 0.12, 0.86, 0.72), 0.09, closed=True)),
    )


@SIGNS.named("quill")
def _quill() -> Symbol:
    return (
        Layer(rounded([(0.3, 0.24), (0.42, 0.6), (0.84, 0.9), (0.7, 0.46), (0.42, 0.26)], 0.03)),
        *lines([(0.14, 0.08), (0.32, 0.28)], width=0.07),
    )


@SIGNS.named("book")
def _book() -> Symbol:
    return lines(
        [(0.5, 0.76), (0.36, 0.84), (0.1, 0.82), (0.1, 0.24), (0.36, 0.26), (0.5, 0.18)],
        [(0.5, 0.76), (0.64, 0.84), (0.9, 0.82), (0.9, 0.24), (0.64, 0.26), (0.5, 0.18)],
        [(0.5, 0.76), (0.5, 0.18)],
        width=0.08,
    )


@SIGNS.named("warning")
def _warning() -> Symbol:
    triangle = rounded([(0.5, 0.84), (0.1, 0.16), (0.9, 0.16)], 0.08)
    return (Layer(triangle), Layer([box(0.45, 0.4, 0.55, 0.68), disc(0.5, 0.26, 0.06, 20)], INK))


@SIGNS.named("halt")
def _halt() -> Symbol:
    corners = [arc(0.5, 0.5, 0.44, 22.5 + 45 * i, 22.5 + 45 * i, 1)[0] for i in range(8)]
    return (Layer(rounded(corners, 0.04)), Layer(rounded(box(0.26, 0.45, 0.74, 0.55), 0.02), CHALK))


@SIGNS.named("speaker")
def _speaker() -> Symbol:
    return (
        Layer(rounded([(0.1, 0.4), (0.26, 0.4), (0.46, 0.2), (0.46, 0.8), (0.26, 0.6), (0.1, 0.6)], 0.03)),
        *lines(arc(0.46, 0.5, 0.2, -45, 45), arc(0.46, 0.5, 0.38, -45, 45), width=0.08),
    )


@SIGNS.named("lamp")
def _lamp() -> Symbol:
    rays = (
        [(0.5, 0.88), (0.5, 0.96)],
        [(0.2, 0.82), (0.14, 0.88)],
        [(0.8, 0.82), (0.86, 0.88)],
    )
    return (
        Layer([disc(0.5, 0.54, 0.26), box(0.38, 0.2, 0.62, 0.34), box(0.42, 0.08, 0.58, 0.16)]),
        *lines(*rays, width=0.07),
    )


@SIGNS.named("hand")
def _hand() -> Symbol:
    """A finger that touches."""
    fingers = (
        [(0.36, 0.84), (0.36, 0.4)],
        [(0.5, 0.56), (0.5, 0.36)],
        [(0.63, 0.52), (0.63, 0.34)],
        [(0.76, 0.46), (0.76, 0.3)],
    )
    palm = rounded([(0.36, 0.4), (0.76, 0.36), (0.76, 0.28), (0.66, 0.12), (0.44, 0.12), (0.2, 0.36)], 0.06)
    return (Layer([*palm, *(outline for finger in fingers for outline in stroke(finger, 0.13))]),)


@SIGNS.named("chart")
def _chart() -> Symbol:
    return (Layer([box(0.14, 0.12, 0.32, 0.5), box(0.41, 0.12, 0.59, 0.86), box(0.68, 0.12, 0.86, 0.66)]),)


@SIGNS.named("sun")
def _sun() -> Symbol:
    """The start player's sign."""
    return (
        Layer([star(0.5, 0.5, 0.5, 12, 0.66)], SEPIA),
        Layer([star(0.5, 0.5, 0.43, 12, 0.64)], rgb("#ffd35c")),
        Layer([disc(0.5, 0.5, 0.2)], rgb("#fff3cf")),
    )


@SIGNS.named("sun/flat")
def _pale_sun() -> Symbol:
    """The place for the start player's sign."""
    return (Layer([star(0.5, 0.5, 0.43, 12, 0.64)]),)
