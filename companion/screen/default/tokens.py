"""Pieces that lie together, drawn as a small card; and where several go."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.metrics import mm

from companion.screen.default.places import Token
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
from companion.screen.presenters.faces import Face

HIGH, LOW = 8.0, 4.6
"""Millimetres: tokens are not higher, and not lower."""
SIGN = 2.4
"""Millimetres: a sign beside a name is not smaller."""

Placed = list[tuple[Token, Rect]]


def flow(tokens: Sequence[Token], room: Rect, listed: bool = False) -> Placed:
    """Tokens line by line, each as wide as it needs; of too many the first, before all others those that may be
    touched, and how many more there are; a finger on that opens those of them as answers that may be touched.
    `listed`: one below the other, where there is room.
    """
    if not tokens or room.height < font_pixels(MIN_TEXT) * LINE_SPACING:
        return []
    touched = any(token.thing for token in tokens)
    lines = max(1, int(room.height / mm(MIN_TOUCH_SIZE if touched else LOW)))
    if listed and len(tokens) <= lines:
        rows = [[token] for token in tokens]
    else:
        rows = _rows(tokens, room.width)
        if len(rows) > lines:
            first = sorted(tokens, key=lambda token: not token.thing)
            rows = _some(_rows(first, room.width), lines, room.width)
    high = min(mm(TOUCH_SIZE if touched else HIGH), room.height / len(rows))
    return [
        placed
        for at, row in enumerate(rows)
        for placed in _row(row, Rect(room.x, room.top - (at + 1) * high, room.width, high), listed)
    ]


def _rows(tokens: Sequence[Token], width: float) -> list[list[Token]]:
    """Line by line, none wider than `width` unless it is a single one."""
    rows: list[list[Token]] = [[]]
    used = 0.0
    for token in tokens:
        each = wanted(token)
        if rows[-1] and used + each > width:
            rows.append([])
            used = 0.0
        rows[-1].append(token)
        used += each
    return rows


def _some(rows: Sequence[list[Token]], lines: int, width: float) -> list[list[Token]]:
    """So many lines: in the last one those that have room beside the number of all that are left out."""
    last, out = list[Token](), [token for row in rows[lines - 1 :] for token in row]
    for token in [*out]:
        if sum(map(wanted, (*last, token, _more(out)))) <= width:
            last.append(token)
            out.remove(token)
    return [*rows[: lines - 1], [*last, _more(out)]]


def _more(out: Sequence[Token]) -> Token:
    """How many are left out; where they may be touched, it turns to the answers of their place."""
    place = out[0].thing.rpartition("/")[0]
    return Token(Face("", "", f"+{len(out)}"), thing=f"open/{place}" if place else "")


def _row(row: Sequence[Token], room: Rect, listed: bool) -> Placed:
    """A line: every token as wide as it wants, somewhat wider where there is room, narrower where there is none."""
    wide = [wanted(token) for token in row]
    grown = 1.0 if sum(wide) <= room.width and not listed else room.width / sum(wide)
    placed = []
    for token, each in zip(row, wide, strict=True):
        here, room = room.cut_left(each * grown)
        placed.append((token, here))
    return placed


def line(tokens: Sequence[Token], room: Rect) -> Placed:
    """As many tokens as there is room for one after another, each as wide as it needs."""
    placed = []
    for token in tokens:
        here, room = room.cut_left(wanted(token))
        if here.width < wanted(token):
            break
        placed.append((token, here))
    return placed


def wanted(token: Token) -> float:
    """How wide a token would like to be, in pixels."""
    face, width = token.face, mm(1.6)
    if face.sign:
        width += mm(4.2)
    if face.name and not (token.down and face.sign):
        width += text_width(face.name, font_pixels(MIN_TEXT), True) + mm(0.6)
    if face.number:
        width += text_width(face.number, font_pixels(NOTE_TEXT), True) + mm(0.6)
    return float(max(width + _counted(token), mm(MIN_TOUCH_SIZE if token.thing else 6.4)))


def _counted(token: Token) -> float:
    """How wide the number of pieces is."""
    return text_width(f"×{token.count}", font_pixels(NOTE_TEXT), True) + mm(0.6) if token.count > 1 else 0.0


def draw_token(ink: Painter, cell: Rect, token: Token) -> None:
    """A small card: the back cooler, gold around what is new."""
    rect = cell.inset(mm(0.25))
    paper = mix_colours(TILE_BACK, FADED_SEPIA, 0.35) if token.down else PARCHMENT
    if token.new:
        ink.fill_rect(rect.inset(-mm(0.4)), GOLD, mm(1.2))
    ink.fill_rect(rect, mix_colours(paper, SEPIA, 0.45), mm(0.9))
    ink.fill_rect(rect.inset(mm(0.2)), paper, mm(0.8))
    draw_on(ink, rect.inset(mm(0.5), mm(0.2)), token)


def draw_on(ink: Painter, inner: Rect, token: Token) -> None:
    """Symbol, name, number; whose it is; how many."""
    face = token.face
    inner = inner.inset(
        0, min(0.0, (inner.height - font_pixels(MIN_TEXT) * LINE_SPACING) / 2)
    )  # a line of words has its height
    if token.count > 1:
        count, inner = inner.cut_right(_counted(token))
        ink.draw_text(f"×{token.count}", count, NOTE_TEXT, SEPIA, bold=True, halign="right")
    said = face.number or ("" if token.down and face.sign else face.name)
    if face.sign:
        side = min(inner.height, mm(6 if inner.width > mm(14) or not said else 3.6), inner.width)
        if said:  # the sign gives way to a long name
            spare = inner.width - mm(0.5) - text_width(said, font_pixels(MIN_TEXT), True)
            side = min(side, max(mm(SIGN), spare))
        sign, rest = inner.cut_left(side, mm(0.5)) if said else (inner, inner)
        ink.draw_symbol(face.sign, sign.centred(side, side), ART_COLOURS["leaf"])
        if face.symbol and face.owner:
            ink.draw_symbol(face.owner, Rect(sign.right - side * 0.5, sign.y, side * 0.5, side * 0.5))
        inner = rest
    if said:
        most = 2 if inner.height > mm(5.6) else 1
        ink.draw_text(said, inner, NOTE_TEXT, SEPIA, bold=True, max_lines=most)
