"""A grid and what covers its squares."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.metrics import mm

from companion.screen.default.places import Spot
from companion.screen.default.tokens import draw_on
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GOLD, LINE, PANEL, PARCHMENT, SEPIA, Colour, mixed


def square(spot: Spot, name: str, whole: Rect) -> Rect:
    """Where a square of a grid lies by its name, the first row below."""
    columns = sorted({cell.name[0] for cell in spot.cells})
    rows = sorted({int(cell.name[1:]) for cell in spot.cells})
    side = whole.inset(mm(0.4)).square().width / max(len(columns), len(rows))
    board = whole.middle(side * len(columns), side * len(rows))
    return Rect(
        board.x + columns.index(name[0]) * side, board.y + rows.index(int(name[1:])) * side, side, side
    )


def draw_grid(ink: Ink, whole: Rect, spot: Spot) -> None:
    """Squares, and what covers them, each in one piece; in gold what would be new."""
    for cell in spot.cells:
        ink.box(square(spot, cell.name, whole).inset(mm(0.2)), mixed(PANEL, LINE, 0.5), mm(0.5))
    for token in spot.tokens:
        squares = [square(spot, name, whole) for name in token.cells]
        rim = squares[0].width * 0.05 if squares else 0.0
        _cover(ink, squares, rim, GOLD if token.new else SEPIA)
        _cover(ink, squares, rim * 2, mixed(PARCHMENT, GOLD, 0.5) if token.new else PARCHMENT)
        if squares and squares[0].width > mm(3):
            draw_on(ink, _middle(squares).inset(rim * 2), token)


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
