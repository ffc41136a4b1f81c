"""The backs of Louis XIV's cards, and the signs of a mission that is laid out and of a joker. Our own drawings."""

from __future__ import annotations

from typing import Final

from companion.screen.draw.drawing import Drawings, Layer, Symbol, grown, rounded, star
from companion.screen.draw.raster import arc, box, curve, disc, hole, solid, stroke
from companion.screen.draw.theme import METALS, PARCHMENT, SEPIA, Colour, rgb

CARDS: Final = Drawings()


def _card(back: Colour, device: list[Layer]) -> Symbol:
    """A card seen from behind."""
    return (
        Layer(rounded(box(0.22, 0.08, 0.78, 0.92), 0.06), SEPIA),
        Layer(rounded(box(0.22, 0.08, 0.78, 0.92), 0.02), PARCHMENT),
        Layer([box(0.26, 0.13, 0.74, 0.87)], back),
        *device,
    )


@CARDS.named("influence")
def _influence() -> Symbol:
    """Green back: a portrait."""
    head = [
        disc(0.5, 0.58, 0.11, 24),
        *rounded([(0.38, 0.28), (0.62, 0.28), (0.56, 0.42), (0.44, 0.42)], 0.03),
    ]
    return _card(METALS["leaf"], [Layer(head, PARCHMENT)])


@CARDS.named("intrigue")
def _intrigue() -> Symbol:
    """Red-brown back: a mask."""
    brow = [
        *curve((0.28, 0.64), (0.36, 0.58), (0.44, 0.6), (0.5, 0.56)),
        *curve((0.5, 0.56), (0.56, 0.6), (0.64, 0.58), (0.72, 0.64)),
    ]
    jaw = [
        *curve((0.72, 0.64), (0.74, 0.4), (0.58, 0.34), (0.5, 0.44)),
        *curve((0.5, 0.44), (0.42, 0.34), (0.26, 0.4), (0.28, 0.64)),
    ]
    eyes = [disc(0.4, 0.52, 0.052, 16), disc(0.6, 0.52, 0.052, 16)]
    return _card(
        rgb("#8a3b2a"), [Layer(rounded([*brow, *jaw], 0.025), PARCHMENT), Layer(eyes, rgb("#8a3b2a"))]
    )


@CARDS.named("money")
def _money() -> Symbol:
    """Yellow back: a coin."""
    return _card(rgb("#d8b13a"), [Layer([disc(0.5, 0.5, 0.18), hole(disc(0.5, 0.5, 0.1))], SEPIA)])


def _mission(back: Colour) -> Symbol:
    return _card(back, [Layer([star(0.5, 0.5, 0.2)], PARCHMENT)])


@CARDS.named("light")
def _light() -> Symbol:
    return _mission(METALS["sky"])


@CARDS.named("mid")
def _mid() -> Symbol:
    return _mission(METALS["water"])


@CARDS.named("dark")
def _dark() -> Symbol:
    return _mission(METALS["deep"])


@CARDS.named("mission")
def _fulfilled() -> Symbol:
    """A mission that is laid out: a seal with ribbons."""
    ribbons = [
        solid([(0.3, 0.4), (0.18, 0.04), (0.34, 0.1), (0.44, 0.36)]),
        solid([(0.7, 0.4), (0.82, 0.04), (0.66, 0.1), (0.56, 0.36)]),
    ]
    return (
        Layer([*grown(ribbons, 0.08), star(0.5, 0.6, 0.4, 12, 0.86)], SEPIA),
        Layer(ribbons, METALS["water"]),
        Layer([star(0.5, 0.6, 0.34, 12, 0.86)], METALS["deep"]),
        Layer([star(0.5, 0.59, 0.2)], PARCHMENT),
    )


@CARDS.named("joker")
def _joker() -> Symbol:
    """A frame with a question mark."""
    hook = arc(0.5, 0.62, 0.15, 180, -70, 18)
    return (Layer([*stroke([*hook, (0.5, 0.4)], 0.1), disc(0.5, 0.24, 0.065, 20)]),)
