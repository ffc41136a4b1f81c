"""What a symbol is: a pile of layers in the unit square, every layer in one colour."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from companion.screen.draw.raster import Outline, Point, arc, solid, stroke
from companion.screen.draw.theme import Colour


class Layer(NamedTuple):
    """Outlines of one colour; None: the colour that the symbol is asked for in."""

    outlines: Sequence[Outline]
    colour: Colour | None = None


Symbol = tuple[Layer, ...]
Draw = Callable[[], Symbol]


class Drawings(dict[str, Draw]):
    """How each symbol is drawn, by its name."""

    def named(self, name: str) -> Callable[[Draw], Draw]:
        """Enter the function below under this name."""

        def enter(draw: Draw) -> Draw:
            self[name] = draw
            return draw

        return enter


def rounded(points: Iterable[Point], radius: float) -> list[Outline]:
    """A polygon grown by `radius`, with round corners."""
    corners = list(points)
    return [solid(corners), *stroke(corners, 2 * radius, closed=True)]


def lines(*paths: Sequence[Point], width: float = 0.1) -> Symbol:
    """A sign made of lines only, in the colour that is asked for."""
    return (Layer([outline for path in paths for outline in stroke(path, width)]),)


def grown(outlines: Sequence[Outline], width: float) -> list[Outline]:
    """The outlines with a line of this width around them."""
    return [*outlines, *(ring for outline in outlines for ring in stroke(outline, width, closed=True))]


def star(x: float, y: float, radius: float, points: int = 5, waist: float = 0.42) -> Outline:
    """A star standing on two points."""
    radii = [radius * (waist if i % 2 else 1) for i in range(points * 2)]
    return solid([arc(x, y, r, 90 + 180 / points * i, 0, 1)[0] for i, r in enumerate(radii)])
