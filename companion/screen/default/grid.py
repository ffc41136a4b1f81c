"""A grid and what covers its squares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kivy.metrics import mm

from companion.screen.default.places import Spot
from companion.screen.default.tokens import draw_on
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GOLD, LINE, PANEL, PARCHMENT, SEPIA, Colour, mixed


def squares(spot: Spot, whole: Rect) -> Mapping[str, Rect]:
    """Where each square of a grid lies by its name, the first row below."""
    named = [cell.name for cell in spot.cells]
    columns, rows = sorted({name[0] for name in named}), sorted({int(name[1:]) for name in named})
    side = whole.inset(mm(0.4)).square().width / max(len(columns), len(rows))
    board = whole.middle(side * len(columns), side * len(rows))
    return {
        name: Rect(
            board.x + columns.index(name[0]) * side, board.y + rows.index(int(name[1:])) * side, side, side
        )
        for name in named
    }


def draw_grid(ink: Ink, whole: Rect, spot: Spot) -> None:
    """Squares, and what covers them, each in one piece; in gold what would be new."""
    where = squares(spot, whole)
    for square in where.values():
        ink.box(square.inset(mm(0.2)), mixed(PANEL, LINE, 0.5), mm(0.5))
    for token in spot.tokens:
        covered = [
            where[name] for name in token.cells if name in where
        ]  # what lies beside the grid is not drawn
        rim = covered[0].width * 0.05 if covered else 0.0
        _cover(ink, covered, rim, GOLD if token.new else SEPIA)
        _cover(ink, covered, rim * 2, mixed(PARCHMENT, GOLD, 0.5) if token.new else PARCHMENT)
        if covered and covered[0].width > mm(3):
            draw_on(ink, _middle(covered).inset(rim * 2), token)


def _cover(ink: Ink, squares: Sequence[Rect], rim: float, colour: Colour) -> None:
    """Squares and what lies between those that touch."""
    for each in squares:
        ink.box(each.inset(rim), colour)
        for dx, dy in ((each.width, 0.0), (0.0, each.height)):
            if any(abs(other.x - each.x - dx) + abs(other.y - each.y - dy) < 2 for other in squares):
                ink.box(Rect(each.x + dx / 2, each.y + dy / 2, *each[2:]).inset(rim), colour)


def _middle(squares: Sequence[Rect]) -> Rect:
    """The square nearest to the middle of all."""
    x = sum(square.center[0] for square in squares) / len(squares)
    y = sum(square.center[1] for square in squares) / len(squares)
    return min(squares, key=lambda each: (each.center[0] - x) ** 2 + (each.center[1] - y) ** 2)
