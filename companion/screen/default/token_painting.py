"""Painting of pieces that lie together, as small cards, and the layout of several of them."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.metrics import mm

from companion.screen.default.place_models import TokenModel
from companion.screen.draw.painter import LINE_SPACING, Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    ART_COLOURS,
    FADED_SEPIA,
    GOLD,
    MIN_TEXT,
    MIN_TOUCH_SIZE,
    NOTE_TEXT,
    PARCHMENT,
    SEPIA,
    TILE_BACK,
    TOUCH_SIZE,
    mix_colours,
)
from companion.screen.presenters.appearance import PieceAppearance

MAX_TOKEN_HEIGHT, MIN_TOKEN_HEIGHT = 8.0, 4.6
"""The greatest and the least height of a token, in millimetres."""
MIN_SYMBOL_SIZE = 2.4
"""The least size of a symbol beside a name, in millimetres."""

PlacedTokens = list[tuple[TokenModel, Rect]]


def lay_tokens_in_lines(tokens: Sequence[TokenModel], room: Rect, listed: bool = False) -> PlacedTokens:
    """Tokens line by line, each as wide as it needs.

    Of too many, the first are shown, those that may be touched before all others, and the number of the rest;
    a touch on that number opens the rest as answers. `listed`: one below the other, where there is room.
    """
    if not tokens or room.height < font_pixels(MIN_TEXT) * LINE_SPACING:
        return []
    touched = any(token.touch_target for token in tokens)
    lines = max(1, int(room.height / mm(MIN_TOUCH_SIZE if touched else MIN_TOKEN_HEIGHT)))
    if listed and len(tokens) <= lines:
        rows = [[token] for token in tokens]
    else:
        rows = _break_lines(tokens, room.width)
        if len(rows) > lines:
            first = sorted(tokens, key=lambda token: not token.touch_target)
            rows = _shorten_lines(_break_lines(first, room.width), lines, room.width)
    high = min(mm(TOUCH_SIZE if touched else MAX_TOKEN_HEIGHT), room.height / len(rows))
    return [
        placed
        for at, row in enumerate(rows)
        for placed in _lay_line(row, Rect(room.x, room.top - (at + 1) * high, room.width, high), listed)
    ]


def _break_lines(tokens: Sequence[TokenModel], width: float) -> list[list[TokenModel]]:
    """Lines of tokens, none wider than `width` unless it has a single one."""
    rows: list[list[TokenModel]] = [[]]
    used = 0.0
    for token in tokens:
        each = token_width_pixels(token)
        if rows[-1] and used + each > width:
            rows.append([])
            used = 0.0
        rows[-1].append(token)
        used += each
    return rows


def _shorten_lines(rows: Sequence[list[TokenModel]], lines: int, width: float) -> list[list[TokenModel]]:
    """So many lines: the last one has those that fit beside the number of all that are left out."""
    last, left_out = list[TokenModel](), [token for row in rows[lines - 1 :] for token in row]
    for token in [*left_out]:
        if sum(map(token_width_pixels, (*last, token, _remainder_token(left_out)))) <= width:
            last.append(token)
            left_out.remove(token)
    return [*rows[: lines - 1], [*last, _remainder_token(left_out)]]


def _remainder_token(left_out: Sequence[TokenModel]) -> TokenModel:
    """The number of those left out; where they may be touched, it opens the answers of their place."""
    place = left_out[0].touch_target.rpartition("/")[0]
    return TokenModel(
        PieceAppearance("", "", f"+{len(left_out)}"), touch_target=f"open/{place}" if place else ""
    )


def _lay_line(row: Sequence[TokenModel], room: Rect, listed: bool) -> PlacedTokens:
    """A line: every token as wide as it wants, wider where there is room, narrower where there is none."""
    wide = [token_width_pixels(token) for token in row]
    grown = 1.0 if sum(wide) <= room.width and not listed else room.width / sum(wide)
    placed = []
    for token, each in zip(row, wide, strict=True):
        here, room = room.cut_left(each * grown)
        placed.append((token, here))
    return placed


def lay_tokens_in_line(tokens: Sequence[TokenModel], room: Rect) -> PlacedTokens:
    """As many tokens as there is room for side by side, each as wide as it needs."""
    placed = []
    for token in tokens:
        here, room = room.cut_left(token_width_pixels(token))
        if here.width < token_width_pixels(token):
            break
        placed.append((token, here))
    return placed


def token_width_pixels(token: TokenModel) -> float:
    """The preferred width of a token, in pixels."""
    appearance, width = token.appearance, mm(1.6)
    if appearance.main_symbol:
        width += mm(4.2)
    if appearance.name and not (token.face_down and appearance.main_symbol):
        width += text_width(appearance.name, font_pixels(MIN_TEXT), True) + mm(0.6)
    if appearance.number:
        width += text_width(appearance.number, font_pixels(NOTE_TEXT), True) + mm(0.6)
    return float(max(width + _count_width(token), mm(MIN_TOUCH_SIZE if token.touch_target else 6.4)))


def _count_width(token: TokenModel) -> float:
    """The width of the number of pieces, in pixels."""
    return text_width(f"×{token.count}", font_pixels(NOTE_TEXT), True) + mm(0.6) if token.count > 1 else 0.0


def paint_token(painter: Painter, cell: Rect, token: TokenModel) -> None:
    """Paint a small card: a cooler colour for its back, a golden frame for what is new."""
    rect = cell.inset(mm(0.25))
    paper = mix_colours(TILE_BACK, FADED_SEPIA, 0.35) if token.face_down else PARCHMENT
    if token.is_new:
        painter.fill_rect(rect.inset(-mm(0.4)), GOLD, mm(1.2))
    painter.fill_rect(rect, mix_colours(paper, SEPIA, 0.45), mm(0.9))
    painter.fill_rect(rect.inset(mm(0.2)), paper, mm(0.8))
    paint_token_content(painter, rect.inset(mm(0.5), mm(0.2)), token)


def paint_token_content(painter: Painter, inner: Rect, token: TokenModel) -> None:
    """Paint symbol, name or number, its owner and how many there are."""
    appearance = token.appearance
    inner = inner.inset(
        0, min(0.0, (inner.height - font_pixels(MIN_TEXT) * LINE_SPACING) / 2)
    )  # a line of text needs its height
    if token.count > 1:
        count, inner = inner.cut_right(_count_width(token))
        painter.draw_text(f"×{token.count}", count, NOTE_TEXT, SEPIA, bold=True, halign="right")
    label = appearance.number or ("" if token.face_down and appearance.main_symbol else appearance.name)
    if appearance.main_symbol:
        side = min(inner.height, mm(6 if inner.width > mm(14) or not label else 3.6), inner.width)
        if label:  # the symbol shrinks beside a long name
            spare = inner.width - mm(0.5) - text_width(label, font_pixels(MIN_TEXT), True)
            side = min(side, max(mm(MIN_SYMBOL_SIZE), spare))
        sign, rest = inner.cut_left(side, mm(0.5)) if label else (inner, inner)
        painter.draw_symbol(appearance.main_symbol, sign.centred(side, side), ART_COLOURS["leaf"])
        if appearance.symbol and appearance.owner:
            painter.draw_symbol(
                appearance.owner, Rect(sign.right - side * 0.5, sign.y, side * 0.5, side * 0.5)
            )
        inner = rest
    if label:
        max_lines = 2 if inner.height > mm(5.6) else 1
        painter.draw_text(label, inner, NOTE_TEXT, SEPIA, bold=True, max_lines=max_lines)
