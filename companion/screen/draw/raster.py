"""Outlines to pixels with soft edges: our symbols are drawn by ourselves, from polygons, at the very size
they are shown.

Pure Python, without Kivy. A shape is a set of closed outlines in the unit square (y upwards). What lies
inside any of them belongs to the shape (nonzero winding); an outline that runs clockwise is a hole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, hypot, pi, sin

Point = tuple[float, float]
Outline = Sequence[Point]

FINE = 4
"""Lines in which each row of pixels is looked at."""


def coverage(outlines: Iterable[Outline], pixels: int) -> bytearray:
    """How much of each pixel of a square of `pixels` x `pixels` the shape covers: 0 to 255, rows from the
    bottom up.
    """
    crossings: list[list[tuple[float, int]]] = [[] for _ in range(pixels * FINE)]
    for outline in outlines:
        _cross(outline, pixels, crossings)
    picture = bytearray(pixels * pixels)
    for row in range(pixels):
        lines = [line for line in crossings[row * FINE : (row + 1) * FINE] if line]
        if lines:
            picture[row * pixels : (row + 1) * pixels] = _row(lines, pixels)
    return picture


def _cross(outline: Outline, pixels: int, crossings: list[list[tuple[float, int]]]) -> None:
    """Note where the outline crosses each line, and whether it goes down there (1, a left side) or up (-1)."""
    lines = pixels * FINE
    x0, y0 = outline[-1]
    for x1, y1 in outline:
        if y0 != y1:
            side = 1 if y1 < y0 else -1
            low, high = (y1, y0) if side == 1 else (y0, y1)
            slope = (x1 - x0) / (y1 - y0) * pixels
            # A line lies in the middle of its share of the row.
            first = max(0, int(low * lines + 0.5))
            last = min(lines, int(high * lines + 0.5))
            x = x0 * pixels + ((first + 0.5) / lines - y0) * slope
            step = slope / lines
            for line in range(first, last):
                crossings[line].append((x, side))
                x += step
        x0, y0 = x1, y1


def _row(lines: list[list[tuple[float, int]]], pixels: int) -> bytearray:
    """One row of pixels from the lines that go through it."""
    # By pixel: how many lines begin to cover from here on (or end), and what of it is covered besides.
    edges: dict[int, list[float]] = {pixels: [0, 0.0]}
    for line in lines:
        for left, right in _spans(line, pixels):
            first, last = int(left), int(right)
            # As if from `first` on all were covered, less what is not at either end.
            edge = edges.setdefault(first, [0, 0.0])
            edge[0] += 1
            edge[1] -= left - first
            edge = edges.setdefault(last, [0, 0.0])
            edge[0] -= 1
            edge[1] += right - last
    row = bytearray(pixels)
    covered, since = 0.0, 0
    for pixel in sorted(edges):
        if covered and since < pixel:
            row[since:pixel] = bytes((round(255 / FINE * covered),)) * (pixel - since)
        lines_here, part = edges[pixel]
        covered += lines_here
        if pixel < pixels:
            row[pixel] = min(255, max(0, round(255 / FINE * (covered + part))))
        since = pixel + 1
    return row


def _spans(line: list[tuple[float, int]], pixels: int) -> Iterator[tuple[float, float]]:
    """From where to where the line lies inside the shape."""
    line.sort()
    winding = 0
    begin = 0.0
    for x, side in line:
        before, winding = winding, winding + side
        if before <= 0 < winding:
            begin = x
        elif before > 0 >= winding:
            left, right = max(0.0, begin), min(float(pixels), x)
            if left < right:
                yield left, right


def disc(x: float, y: float, radius: float, corners: int = 40) -> list[Point]:
    """A round outline, counter-clockwise."""
    turn = 2 * pi / corners
    return [(x + radius * cos(turn * i), y + radius * sin(turn * i)) for i in range(corners)]


def box(x0: float, y0: float, x1: float, y1: float) -> list[Point]:
    """A rectangle by two corners."""
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def hole(outline: Outline) -> list[Point]:
    """The same outline the other way round: what it takes away."""
    return list(reversed(outline))


def solid(outline: Outline) -> list[Point]:
    """The outline, counter-clockwise however it was written."""
    pairs = zip(outline, [*outline[1:], outline[0]], strict=True)
    area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs)
    return list(outline) if area > 0 else hole(outline)


def stroke(points: Outline, width: float, closed: bool = False) -> list[list[Point]]:
    """A line of this width with round ends and corners, as outlines."""
    half = width / 2
    outlines = [disc(x, y, half, 16) for x, y in points]
    ends = [*points[1:], points[0]] if closed else list(points[1:])
    for (x0, y0), (x1, y1) in zip(points, ends, strict=False):
        length = hypot(x1 - x0, y1 - y0)
        if length:
            dx, dy = (x1 - x0) / length * half, (y1 - y0) / length * half
            outlines.append(
                solid([(x0 + dy, y0 - dx), (x1 + dy, y1 - dx), (x1 - dy, y1 + dx), (x0 - dy, y0 + dx)])
            )
    return outlines


def arc(x: float, y: float, radius: float, begin: float, end: float, corners: int = 24) -> list[Point]:
    """Points on a circle from one angle to another, in degrees counter-clockwise from the right."""
    step = (end - begin) / corners
    return [
        (x + radius * cos((begin + step * i) * pi / 180), y + radius * sin((begin + step * i) * pi / 180))
        for i in range(corners + 1)
    ]


def curve(start: Point, first: Point, second: Point, end: Point, corners: int = 12) -> list[Point]:
    """Points on a cubic Bézier curve, without its last one."""
    points = []
    for i in range(corners):
        t = i / corners
        u = 1 - t
        points.append(
            tuple(
                u**3 * start[k] + 3 * u * u * t * first[k] + 3 * u * t * t * second[k] + t**3 * end[k]
                for k in (0, 1)
            )
        )
    return [(p[0], p[1]) for p in points]
