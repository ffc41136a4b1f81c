"""Where the places of a table lie on the screen: families side by side in equal cells, as large as possible.

Everything is cut from one rectangle, so nothing can lie over anything else. `unit` is a millimetre in the
rectangle's measure; constants are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from companion.screen.default.place_models import PlaceModel, TokenModel
from companion.screen.draw.rect import Rect

GAP = 1.2
LABEL_HEIGHT = 3.6
"""The height of a line of text."""
TOKEN_ROW_HEIGHT = 5.2
"""The height of a row of tokens where there is little room."""
EDGE_WIDTH = 3.0
"""The width that the edges of a place take."""
LETTER_WIDTH = 1.5
"""The average width of a letter."""
LONG_FACT_LETTERS = 14
"""A fact of more letters may stand in two lines."""
ONE_LINE_LETTERS = 9
"""A name and a fact of up to so many letters stand in one line."""
MIN_TOUCH_HEIGHT = 9.4
"""The least height of what may be touched."""
MIN_PLACE_HEIGHT = 9.0
"""The least height of a place, even where nothing of it may be touched."""
MAX_SINGLE_PLACE_HEIGHT = 13.0
"""The greatest height of single places beside families of places."""
BOARD_WIDTH_SHARE = 0.72
"""The usual share of the width that a board takes at most."""
PLAYER_HEIGHT_SHARE = 0.36
"""The share of the height that a player's places take at most, beneath the shared ones."""


def place_rects(
    area: Rect, spots: Sequence[PlaceModel], unit: float, beside: float = BOARD_WIDTH_SHARE
) -> Iterator[tuple[str, Rect]]:
    """Each place's touch target with its rectangle: boards as squares at the left, then the families.

    `beside`: the share of the width that a board takes at most, where other places lie beside it.
    """
    families: dict[str, list[PlaceModel]] = {}
    for spot in spots:
        families.setdefault(_block_name(spot), []).append(spot)
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
        yield from _lay_board(here, board)
    if others:
        yield from _lay_families(area, others, unit)


def player_places_height(spots: Sequence[PlaceModel], bounds: Rect, unit: float) -> float:
    """The height of a player's places beneath all others: what they need; a grid takes its full share."""
    most = bounds.height * PLAYER_HEIGHT_SHARE
    if any(spot.kind == "grid" for spot in spots):
        return most
    return min(_family_height(spots, bounds.width, unit), most)


def has_room_for_player(
    shared: Sequence[PlaceModel], theirs: Sequence[PlaceModel], bounds: Rect, unit: float
) -> bool:
    """Whether there is room for a player's places beneath the shared ones."""
    return bool(theirs) and has_room_for_shared(shared, theirs, bounds, unit)


def has_room_for_shared(
    shared: Sequence[PlaceModel], theirs: Sequence[PlaceModel], bounds: Rect, unit: float
) -> bool:
    """Whether every shared place gets its preferred height, above a player's.

    A board takes all there is.
    """
    if any(spot.kind == "grid" or spot.board_point for spot in shared):
        return False
    families: dict[str, list[PlaceModel]] = {}
    for spot in shared:
        families.setdefault(spot.family, []).append(spot)
    stack = [family for family in families.values() if len(family) > 1]
    if alone := [family[0] for family in families.values() if len(family) == 1]:
        stack.append(alone)
    wanted = sum(_family_height(family, bounds.width, unit) + GAP * unit for family in stack)
    return wanted + (player_places_height(theirs, bounds, unit) if theirs else 0.0) <= bounds.height


def wants_full_width(spots: Sequence[PlaceModel], width: float) -> bool:
    """Whether rows side by side need more than so many millimetres."""
    rows = [spot for spot in spots if spot.kind == "row" and not spot.owner]
    return len(rows) * max(map(min_place_width_mm, rows), default=0.0) > width


def min_place_width_mm(place: PlaceModel) -> float:
    """The least width of a place in millimetres."""
    words = [len(place.name), *map(_fact_width, place.facts)]
    if not has_facts_below_name(place):
        words = [len(place.name) + len(place.facts[0]) + 1]
    return EDGE_WIDTH + max(*(LETTER_WIDTH * each for each in words), *map(token_width_mm, place.tokens), 8.0)


def _fact_width(fact: str) -> int:
    """How many letters wide a fact is, in two lines where it is long."""
    return (
        len(fact) if len(fact) <= LONG_FACT_LETTERS else max(len(fact) // 2 + 1, *map(len, fact.split()), 0)
    )


def has_facts_below_name(place: PlaceModel) -> bool:
    """Whether its facts stand below its name, not beside it."""
    return len(place.facts) != 1 or len(place.name) + len(place.facts[0]) > ONE_LINE_LETTERS


def token_width_mm(token: TokenModel) -> float:
    """The approximate preferred width of a token in millimetres."""
    appearance = token.appearance
    width = 2.0 + (4.2 if appearance.main_symbol else 0.0) + (4.4 if token.count > 1 else 0.0)
    return (
        width
        + len(appearance.number or ("" if token.face_down and appearance.main_symbol else appearance.name))
        * LETTER_WIDTH
    )


def _block_name(place: PlaceModel) -> str:
    """The block that it belongs to: a grid alone, points on their board, a player's places, a family."""
    if place.kind == "grid":
        return f"#{place.touch_target}"
    return f"#{place.family}" if place.board_point else place.family


def _lay_board(here: Rect, board: Sequence[PlaceModel]) -> Iterator[tuple[str, Rect]]:
    """Place a grid as a square; points by their columns and rows."""
    if not board[0].board_point:
        yield board[0].touch_target, here.largest_square()
        return
    columns = sorted({spot.board_point[0] for spot in board})
    rows = sorted({int(spot.board_point[1:]) for spot in board}, reverse=True)
    cells = list(here.split_grid(len(columns), len(rows)))
    for spot in board:
        at = rows.index(int(spot.board_point[1:])) * len(columns) + columns.index(spot.board_point[0])
        yield spot.touch_target, cells[at]


def _lay_families(
    area: Rect, families: Sequence[Sequence[PlaceModel]], unit: float
) -> Iterator[tuple[str, Rect]]:
    """Place each family as high as there is room, and the single places together as high as they need."""
    stack = [family for family in families if len(family) > 1]
    alone = [family[0] for family in families if len(family) == 1]
    blocks = [*stack, alone] if alone else stack
    wanted = [_family_height(family, area.width, unit) for family in blocks]
    if stack and alone:
        wanted[-1] = min(wanted[-1], MAX_SINGLE_PLACE_HEIGHT * unit)
    least = [_family_height(family, area.width, unit, least=True) for family in blocks]
    grows = [not stack or at < len(stack) for at in range(len(blocks))]
    heights = _share_heights(wanted, least, grows, area.height - GAP * unit * (len(blocks) - 1))
    for family, high in zip(blocks, heights, strict=True):
        here, area = area.cut_top(high, GAP * unit)
        count = choose_column_count(family, here, unit)
        for spot, cell in zip(
            family, here.split_grid(count, ceil(len(family) / count), GAP * unit), strict=False
        ):
            yield spot.touch_target, cell


def _share_heights(
    wanted: Sequence[float], least: Sequence[float], grows: Sequence[bool], room: float
) -> Iterator[float]:
    """Heights that fill the room: more for those that grow, or less for all, by what each can spare."""
    spare = room - sum(wanted)
    if spare >= 0:
        shares = [high if each else 0.0 for high, each in zip(wanted, grows, strict=True)]
    else:
        shares = [max(0.0, high - low) for high, low in zip(wanted, least, strict=True)]
        if sum(shares) + spare < 0:  # even the least is too much
            shares = [*wanted]
    for high, share in zip(wanted, shares, strict=True):
        yield high + spare * share / (sum(shares) or 1.0)


def _family_height(family: Sequence[PlaceModel], width: float, unit: float, least: bool = False) -> float:
    """The preferred height of a family, in as few rows as its texts allow; or the least height for fingers."""
    room = width / unit
    cell = max(map(min_place_width_mm, family)) + GAP
    each = max(1, min(len(family), int((room + GAP) / cell)))
    wide = (room + GAP) / each - GAP
    high = max(
        MIN_TOUCH_HEIGHT if spot.enabled else MIN_PLACE_HEIGHT if least else _place_height(spot, wide)
        for spot in family
    )
    if not least:
        high = max(high, *(_place_height(spot, wide) for spot in family))
    return ceil(len(family) / each) * (high + GAP) * unit - GAP * unit


def _place_height(place: PlaceModel, width: float) -> float:
    """The preferred height in millimetres of a place of that width."""
    lines = ceil(
        len(place.tokens)
        / max(1, int((width - EDGE_WIDTH) / max(map(token_width_mm, place.tokens), default=8.0)))
    )
    if place.kind == "row" and not place.owner:
        lines = len(place.tokens)
    facts = (
        min(2, ceil(len(", ".join(place.facts)) * LETTER_WIDTH / max(8.0, width - EDGE_WIDTH)))
        if has_facts_below_name(place)
        else 0
    )
    return max(
        MIN_TOUCH_HEIGHT, EDGE_WIDTH + LABEL_HEIGHT + TOKEN_ROW_HEIGHT * max(1, lines) + LABEL_HEIGHT * facts
    )


def choose_column_count(family: Sequence[PlaceModel], here: Rect, unit: float) -> int:
    """The number of columns of a family: near to its preferred shape, with room for its texts."""
    count = len(family)
    wide = max(map(min_place_width_mm, family)) * unit
    shape = 0.5 if family[0].kind == "row" else 1.6

    def badness(columns: int) -> float:
        width, height = max(1.0, here.width / columns), max(1.0, here.height / ceil(count / columns))
        off = max(width / (shape * height), shape * height / width)
        return off + 6 * max(0.0, wide / width - 1) + (10 if height < MIN_TOUCH_HEIGHT * unit * 0.95 else 0)

    return min(range(1, count + 1), key=badness)
