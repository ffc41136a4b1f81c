"""Pieces that lie together, drawn as a small card; and where several go."""

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
"""Millimetres: tokens are not higher, and not lower."""
MIN_SYMBOL_SIZE = 2.4
"""Millimetres: a sign beside a name is not smaller."""

PlacedTokens = list[tuple[TokenModel, Rect]]


def lay_tokens_in_lines(tokens: Sequence[TokenModel], room: Rect, listed: bool = False) -> PlacedTokens:
    """Tokens line by line, each as wide as it needs; of too many the first, before all others those that may be
    touched, and how many more there are; a finger on that opens those of them as answers that may be touched.
    `listed`: one below the other, where there is room.
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
    """Line by line, none wider than `width` unless it is a single one."""
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
    """So many lines: in the last one those that have room beside the number of all that are left out."""
    last, out = list[TokenModel](), [token for row in rows[lines - 1 :] for token in row]
    for token in [*out]:
        if sum(map(token_width_pixels, (*last, token, _remainder_token(out)))) <= width:
            last.append(token)
            out.remove(token)
    return [*rows[: lines - 1], [*last, _remainder_token(out)]]


def _remainder_token(out: Sequence[TokenModel]) -> TokenModel:
    """How many are left out; where they may be touched, it turns to the answers of their place."""
    place = out[0].touch_target.rpartition("/")[0]
    return TokenModel(PieceAppearance("", "", f"+{len(out)}"), touch_target=f"open/{place}" if place else "")


def _lay_line(row: Sequence[TokenModel], room: Rect, listed: bool) -> PlacedTokens:
    """A line: every token as wide as it wants, somewhat wider where there is room, narrower where there is none."""
    wide = [token_width_pixels(token) for token in row]
    grown = 1.0 if sum(wide) <= room.width and not listed else room.width / sum(wide)
    placed = []
    for token, each in zip(row, wide, strict=True):
        here, room = room.cut_left(each * grown)
        placed.append((token, here))
    return placed


def lay_tokens_in_line(tokens: Sequence[TokenModel], room: Rect) -> PlacedTokens:
    """As many tokens as there is room for one after another, each as wide as it needs."""
    placed = []
    for token in tokens:
        here, room = room.cut_left(token_width_pixels(token))
        if here.width < token_width_pixels(token):
            break
        placed.append((token, here))
    return placed


def token_width_pixels(token: TokenModel) -> float:
    """How wide a token would like to be, in pixels."""
    face, width = token.appearance, mm(1.6)
    if face.main_symbol:
        width += mm(4.2)
    if face.name and not (token.face_down and face.main_symbol):
        width += text_width(face.name, font_pixels(MIN_TEXT), True) + mm(0.6)
    if face.number:
        width += text_width(face.number, font_pixels(NOTE_TEXT), True) + mm(0.6)
    return float(max(width + _count_width(token), mm(MIN_TOUCH_SIZE if token.touch_target else 6.4)))


def _count_width(token: TokenModel) -> float:
    """How wide the number of pieces is."""
    return text_width(f"×{token.count}", font_pixels(NOTE_TEXT), True) + mm(0.6) if token.count > 1 else 0.0


def paint_token(painter: Painter, cell: Rect, token: TokenModel) -> None:
    """A small card: the back cooler, gold around what is new."""
    rect = cell.inset(mm(0.25))
    paper = mix_colours(TILE_BACK, FADED_SEPIA, 0.35) if token.face_down else PARCHMENT
    if token.is_new:
        painter.fill_rect(rect.inset(-mm(0.4)), GOLD, mm(1.2))
    painter.fill_rect(rect, mix_colours(paper, SEPIA, 0.45), mm(0.9))
    painter.fill_rect(rect.inset(mm(0.2)), paper, mm(0.8))
    paint_token_content(painter, rect.inset(mm(0.5), mm(0.2)), token)


def paint_token_content(painter: Painter, inner: Rect, token: TokenModel) -> None:
    """Symbol, name, number; whose it is; how many."""
    face = token.appearance
    inner = inner.inset(
        0, min(0.0, (inner.height - font_pixels(MIN_TEXT) * LINE_SPACING) / 2)
    )  # a line of words has its height
    if token.count > 1:
        count, inner = inner.cut_right(_count_width(token))
        painter.draw_text(f"×{token.count}", count, NOTE_TEXT, SEPIA, bold=True, halign="right")
    said = face.number or ("" if token.face_down and face.main_symbol else face.name)
    if face.main_symbol:
        side = min(inner.height, mm(6 if inner.width > mm(14) or not said else 3.6), inner.width)
        if said:  # the sign gives way to a long name
            spare = inner.width - mm(0.5) - text_width(said, font_pixels(MIN_TEXT), True)
            side = min(side, max(mm(MIN_SYMBOL_SIZE), spare))
        sign, rest = inner.cut_left(side, mm(0.5)) if said else (inner, inner)
        painter.draw_symbol(face.main_symbol, sign.centred(side, side), ART_COLOURS["leaf"])
        if face.symbol and face.owner:
            painter.draw_symbol(face.owner, Rect(sign.right - side * 0.5, sign.y, side * 0.5, side * 0.5))
        inner = rest
    if said:
        most = 2 if inner.height > mm(5.6) else 1
        painter.draw_text(said, inner, NOTE_TEXT, SEPIA, bold=True, max_lines=most)
