"""Painting of a grid and what covers its squares."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

from kivy.metrics import mm

from companion.screen.default.place_models import PlaceModel, TokenModel
from companion.screen.default.token_painting import paint_token, paint_token_content
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import BORDER, GOLD, PANEL, PARCHMENT, SEPIA, Colour, mix_colours

LYING_TOKEN_SHARE = 0.45
"""The share of a covered square's height that a token on the tile takes."""


def square_rects(place: PlaceModel, bounds: Rect) -> dict[str, Rect]:
    """The rectangles of a grid's squares by their names, the first row below."""
    columns = sorted({cell.name[0] for cell in place.cells})
    rows = sorted({int(cell.name[1:]) for cell in place.cells})
    side = bounds.inset(mm(0.4)).largest_square().width / max(len(columns), len(rows))
    board = bounds.centred(side * len(columns), side * len(rows))
    return {
        f"{column}{row}": Rect(board.x + across * side, board.y + up * side, side, side)
        for across, column in enumerate(columns)
        for up, row in enumerate(rows)
    }


def paint_grid(painter: Painter, bounds: Rect, place: PlaceModel) -> None:
    """Paint squares, what covers them, each in one piece, and the tokens on them; what would be new is gold."""
    rects, plain = square_rects(place, bounds), mix_colours(PANEL, BORDER, 0.5)
    for cell in place.cells:
        painter.fill_rect(rects[cell.name].inset(mm(0.2)), plain, mm(0.5))
    lying = tokens_by_square(place)
    for token in place.tokens:
        covered = [rects[name] for name in token.cells if name in rects]  # none beside the grid
        rim = covered[0].width * 0.05 if covered else 0.0
        _paint_cover(painter, covered, rim, GOLD if token.is_new else SEPIA)
        _paint_cover(
            painter, covered, rim * 2, mix_colours(PARCHMENT, GOLD, 0.5) if token.is_new else PARCHMENT
        )
        if covered and covered[0].width > mm(3):
            middle = _middle_square(covered)
            face = middle.inset(rim * 2)
            shared = any(rects[name] == middle for name in lying)
            paint_token_content(
                painter, face.cut_top(face.height * (1 - LYING_TOKEN_SHARE))[0] if shared else face, token
            )
    covered_names = {name for token in place.tokens for name in token.cells}
    for name, tokens in lying.items():
        _paint_lying(painter, rects[name], tokens, name in covered_names)


def tokens_by_square(place: PlaceModel) -> dict[str, list[TokenModel]]:
    """Square -> the tokens on it that cover nothing: a man, a cube on a tile."""
    names, lying = {cell.name for cell in place.cells}, dict[str, list[TokenModel]]()
    for token in place.tokens:
        if not token.cells and (name := token.at.partition("/")[0]) in names:
            lying.setdefault(name, []).append(token)
    return lying


def _paint_lying(painter: Painter, square: Rect, tokens: Sequence[TokenModel], covered: bool) -> None:
    """Paint tokens side by side: in the whole square, or at the foot of what covers it."""
    columns = len(tokens) if covered else ceil(sqrt(len(tokens)))
    room = square.inset(square.width * (0.12 if covered else 0.06))
    if covered:
        room = room.cut_bottom(room.height * LYING_TOKEN_SHARE)[0]
    for token, rect in zip(tokens, room.split_grid(columns, ceil(len(tokens) / columns)), strict=False):
        if square.width > mm(3):
            paint_token(painter, rect, token)
        else:
            painter.fill_rect(
                rect.largest_square(), SEPIA if covered else GOLD if token.is_new else PARCHMENT
            )


def _paint_cover(painter: Painter, squares: Sequence[Rect], rim: float, colour: Colour) -> None:
    """Paint squares and the gaps between those that touch."""
    for each in squares:
        painter.fill_rect(each.inset(rim), colour)
        for dx, dy in ((each.width, 0.0), (0.0, each.height)):
            if any(abs(other.x - each.x - dx) + abs(other.y - each.y - dy) < 2 for other in squares):
                painter.fill_rect(Rect(each.x + dx / 2, each.y + dy / 2, *each[2:]).inset(rim), colour)


def _middle_square(squares: Sequence[Rect]) -> Rect:
    """The square nearest to the middle of all."""
    x = sum(square.center[0] for square in squares) / len(squares)
    y = sum(square.center[1] for square in squares) / len(squares)
    return min(squares, key=lambda each: (each.center[0] - x) ** 2 + (each.center[1] - y) ** 2)
