"""Where the places of a table lie on the screen: families side by side in equal cells, as large as there is room.

Everything is cut from one rectangle, so nothing can lie over anything else. `unit` is a millimetre of the rectangle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from companion.screen.default.places import Spot, Token
from companion.screen.draw.rect import Rect

GAP = 1.2
LABEL = 3.6
"""The height of a line of words."""
LINE = 5.2
"""The height of a row of tokens where there is little room."""
AROUND = 3.0
"""What the edge of a place takes."""
LETTER = 1.5
"""The width of a letter, more or less."""
LONG = 14
"""A fact of more letters may stand in two lines."""
TOGETHER = 9
"""So many letters of a name and a fact stand in one line."""
LEAST = 9.4
"""What may be touched is not lower."""
LOW = 9.0
"""No place is lower, not even where nothing of it may be touched."""
ALONE = 13.0
"""Places that are single are not higher beside families of them."""
BESIDE = 0.72
"""That share, usually."""
A_THIRD = 0.36
"""The share of the height that a player's places take at most, beneath those of nobody."""


def arrange(
    area: Rect, spots: Sequence[Spot], unit: float, beside: float = BESIDE
) -> Iterator[tuple[str, Rect]]:
    """Each place with where it lies: boards as squares at the left, below each other one family after another.
    `beside`: the share of the width that a board takes at most, where other places lie beside it.
    """
    families: dict[str, list[Spot]] = {}
    for spot in spots:
        families.setdefault(_block(spot), []).append(spot)
    boards = [family for name, family in families.items() if name.startswith("#")]
    others = [family for name, family in families.items() if not name.startswith("#")]
    for at, board in enumerate(boards):
        more = len(boards) - at - 1 + bool(others)
        side = (
            area.width
            if not more
            else min(area.height, area.width * (beside if more == 1 else 1 / (more + 1)))
        )
        here, area = area.cut_left(side, GAP * unit)
        yield from _board(here, board)
    if others:
        yield from _stacked(area, others, unit)


def band(spots: Sequence[Spot], whole: Rect, unit: float) -> float:
    """How high the places of a player lie beneath all others: what they need, a grid a third of it all."""
    most = whole.height * A_THIRD
    if any(spot.kind == "grid" for spot in spots):
        return most
    return min(_height(spots, whole.width, unit), most)


def fit(shared: Sequence[Spot], theirs: Sequence[Spot], whole: Rect, unit: float) -> bool:
    """Whether there is room for a player's places beneath those of nobody."""
    return bool(theirs) and has_room(shared, theirs, whole, unit)


def has_room(shared: Sequence[Spot], theirs: Sequence[Spot], whole: Rect, unit: float) -> bool:
    """Whether every place of nobody is as high as it would like to be, above a player's. A board takes all there is."""
    if any(spot.kind == "grid" or spot.point for spot in shared):
        return False
    families: dict[str, list[Spot]] = {}
    for spot in shared:
        families.setdefault(spot.family, []).append(spot)
    stack = [family for family in families.values() if len(family) > 1]
    if alone := [family[0] for family in families.values() if len(family) == 1]:
        stack.append(alone)
    wanted = sum(_height(family, whole.width, unit) + GAP * unit for family in stack)
    return wanted + (band(theirs, whole, unit) if theirs else 0.0) <= whole.height


def wide(spots: Sequence[Spot], width: float) -> bool:
    """Whether rows side by side want more than so many millimetres."""
    rows = [spot for spot in spots if spot.kind == "row" and not spot.owner]
    return len(rows) * max(map(across, rows), default=0.0) > width


def across(spot: Spot) -> float:
    """How many millimetres wide a place would like to be at least."""
    words = [len(spot.name), *map(_wide, spot.facts)]
    if not apart(spot):
        words = [len(spot.name) + len(spot.facts[0]) + 1]
    return AROUND + max(*(LETTER * each for each in words), *map(token_width, spot.tokens), 8.0)


def _wide(fact: str) -> int:
    """How many letters wide a fact is, in two lines where it is long."""
    return len(fact) if len(fact) <= LONG else max(len(fact) // 2 + 1, *map(len, fact.split()), 0)


def apart(spot: Spot) -> bool:
    """Whether its name and its facts stand below each other."""
    return len(spot.facts) != 1 or len(spot.name) + len(spot.facts[0]) > TOGETHER


def token_width(token: Token) -> float:
    """How many millimetres wide pieces that lie together would like to be, more or less."""
    face = token.face
    width = 2.0 + (4.2 if face.sign else 0.0) + (4.4 if token.count > 1 else 0.0)
    return width + len(face.number or ("" if token.down and face.sign else face.name)) * LETTER


def _block(spot: Spot) -> str:
    """What it lies together with: a grid alone, points on their board, a player's with each other, a family."""
    if spot.kind == "grid":
        return f"#{spot.thing}"
    return f"#{spot.family}" if spot.point else spot.family


def _board(here: Rect, board: Sequence[Spot]) -> Iterator[tuple[str, Rect]]:
    """A grid as a square; points by their columns and rows."""
    if not board[0].point:
        yield board[0].thing, here.largest_square()
        return
    columns = sorted({spot.point[0] for spot in board})
    rows = sorted({int(spot.point[1:]) for spot in board}, reverse=True)
    cells = list(here.split_grid(len(columns), len(rows)))
    for spot in board:
        at = rows.index(int(spot.point[1:])) * len(columns) + columns.index(spot.point[0])
        yield spot.thing, cells[at]


def _stacked(area: Rect, families: Sequence[Sequence[Spot]], unit: float) -> Iterator[tuple[str, Rect]]:
    """Each family as high as there is room, those that are single together as high as they need."""
    stack = [family for family in families if len(family) > 1]
    alone = [family[0] for family in families if len(family) == 1]
    blocks = [*stack, alone] if alone else stack
    wanted = [_height(family, area.width, unit) for family in blocks]
    if stack and alone:
        wanted[-1] = min(wanted[-1], ALONE * unit)
    least = [_height(family, area.width, unit, least=True) for family in blocks]
    grows = [not stack or at < len(stack) for at in range(len(blocks))]
    heights = _shared_out(wanted, least, grows, area.height - GAP * unit * (len(blocks) - 1))
    for family, high in zip(blocks, heights, strict=True):
        here, area = area.cut_top(high, GAP * unit)
        count = columns(family, here, unit)
        for spot, cell in zip(
            family, here.split_grid(count, ceil(len(family) / count), GAP * unit), strict=False
        ):
            yield spot.thing, cell


def _shared_out(
    wanted: Sequence[float], least: Sequence[float], grows: Sequence[bool], room: float
) -> Iterator[float]:
    """Heights that fill the room: more for those that grow, or for all less, by what each can spare."""
    spare = room - sum(wanted)
    if spare >= 0:
        shares = [high if each else 0.0 for high, each in zip(wanted, grows, strict=True)]
    else:
        shares = [max(0.0, high - low) for high, low in zip(wanted, least, strict=True)]
        if sum(shares) + spare < 0:  # even the least is too much
            shares = [*wanted]
    for high, share in zip(wanted, shares, strict=True):
        yield high + spare * share / (sum(shares) or 1.0)


def _height(family: Sequence[Spot], width: float, unit: float, least: bool = False) -> float:
    """What a family would like, in as few rows as its words allow; or what it needs so that fingers hit it."""
    room = width / unit
    cell = max(map(across, family)) + GAP
    each = max(1, min(len(family), int((room + GAP) / cell)))
    wide = (room + GAP) / each - GAP
    high = max(LEAST if spot.open else LOW if least else _along(spot, wide) for spot in family)
    if not least:
        high = max(high, *(_along(spot, wide) for spot in family))
    return ceil(len(family) / each) * (high + GAP) * unit - GAP * unit


def _along(spot: Spot, width: float) -> float:
    """How many millimetres high a place would like to be that is so wide."""
    lines = ceil(
        len(spot.tokens) / max(1, int((width - AROUND) / max(map(token_width, spot.tokens), default=8.0)))
    )
    if spot.kind == "row" and not spot.owner:
        lines = len(spot.tokens)
    facts = min(2, ceil(len(", ".join(spot.facts)) * LETTER / max(8.0, width - AROUND))) if apart(spot) else 0
    return max(LEAST, AROUND + LABEL + LINE * max(1, lines) + LABEL * facts)


def columns(family: Sequence[Spot], here: Rect, unit: float) -> int:
    """Into how many columns a family goes: as near as can be to the shape it would like, with room for its words."""
    count = len(family)
    wide = max(map(across, family)) * unit
    shape = 0.5 if family[0].kind == "row" else 1.6

    def badness(columns: int) -> float:
        width, height = max(1.0, here.width / columns), max(1.0, here.height / ceil(count / columns))
        off = max(width / (shape * height), shape * height / width)
        return off + 6 * max(0.0, wide / width - 1) + (10 if height < LEAST * unit * 0.95 else 0)

    return min(range(1, count + 1), key=badness)
