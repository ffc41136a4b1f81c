"""The view of a place: its name, its facts, and what lies there; a grid with its squares, a point of a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, sqrt

from kivy.metrics import mm

from companion.screen.default.place_models import PlaceModel, TokenModel
from companion.screen.draw.canvas_widget import (
    TouchableModelView,
    TouchableWidget,
    TouchHandler,
    place_widget,
)
from companion.screen.draw.painter import LINE_SPACING, Painter, fit_text, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    ART_COLOURS,
    BORDER,
    CHALK,
    CORNER_RADIUS,
    FADED_SEPIA,
    GOLD,
    MIN_TEXT,
    MIN_TOUCH_SIZE,
    MUTED,
    NOTE_TEXT,
    NUMBER_TEXT,
    PANEL,
    PARCHMENT,
    RAISED_PANEL,
    SEPIA,
    SMALL_TEXT,
    TILE_BACK,
    TOUCH_SIZE,
    WORN_PARCHMENT,
    Colour,
    mix_colours,
)
from companion.screen.presenters.table_presenter import PieceAppearance

# -- painting of pieces that lie together, as small cards, and the layout of several of them

MAX_TOKEN_HEIGHT, MIN_TOKEN_HEIGHT = 8.0, 4.6
"""The greatest and the least height of a token, in millimetres."""
MIN_SYMBOL_SIZE = 1.7
"""The least size of a symbol beside a name, in millimetres."""

PlacedTokens = list[tuple[TokenModel, Rect]]


def lay_tokens_in_lines(tokens: Sequence[TokenModel], room: Rect, listed: bool = False) -> PlacedTokens:
    """Tokens line by line, each as wide as it needs.

    Of too many, the first are shown, those that may be touched before all others, and the number of the rest;
    a touch on that number opens the rest as answers. `listed`: one below the other, where there is room.
    """
    if not tokens or room.height < mm(MIN_TOKEN_HEIGHT - 0.4):
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
        PieceAppearance(number=f"+{len(left_out)}"), touch_target=f"open/{place}" if place else ""
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
    appearance, width = token.appearance, mm(2.0 if token.touch_target else 1.2)
    if appearance.main_symbol:
        width += mm(4.2)
    if appearance.name and not (token.face_down and appearance.main_symbol):
        width += text_width(appearance.name, font_pixels(MIN_TEXT), True) + mm(0.6)
    if appearance.number:
        width += text_width(appearance.number, font_pixels(NUMBER_TEXT), True) + mm(0.6)
    return float(max(width + _count_width(token), mm(MIN_TOUCH_SIZE if token.touch_target else 6.4)))


def _count_width(token: TokenModel) -> float:
    """The width of the number of pieces, in pixels."""
    return text_width(f"×{token.count}", font_pixels(NUMBER_TEXT), True) + mm(0.3) if token.count > 1 else 0.0


def paint_token(painter: Painter, cell: Rect, token: TokenModel) -> None:
    """Paint a small card: a cooler colour for its back, a golden frame for what is new."""
    rect = cell.inset(mm(0.1), mm(0.25))
    paper = mix_colours(TILE_BACK, FADED_SEPIA, 0.35) if token.face_down else PARCHMENT
    if token.is_new:
        painter.fill_rect(rect.inset(-mm(0.4)), GOLD, mm(1.2))
    painter.fill_rect(rect, mix_colours(paper, SEPIA, 0.45), mm(0.9))
    painter.fill_rect(rect.inset(mm(0.2)), paper, mm(0.8))
    paint_token_content(painter, rect.inset(mm(0.1), mm(0.2)), token)


def paint_token_content(painter: Painter, inner: Rect, token: TokenModel) -> None:
    """Paint symbol, name or number, its owner and how many there are."""
    appearance = token.appearance
    inner = inner.inset(
        0, min(0.0, (inner.height - font_pixels(MIN_TEXT) * LINE_SPACING) / 2)
    )  # a line of text needs its height
    if token.count > 1:
        count, inner = inner.cut_right(_count_width(token))
        painter.draw_text(f"×{token.count}", count, NUMBER_TEXT, SEPIA, bold=True, halign="right")
    label = appearance.number or ("" if token.face_down and appearance.main_symbol else appearance.name)
    if appearance.main_symbol:
        side = min(inner.height, mm(6 if inner.width > mm(14) or not label else 3.6), inner.width)
        if label:  # the symbol shrinks beside a long name
            spare = inner.width - mm(0.2) - text_width(label, font_pixels(MIN_TEXT), True)
            side = min(side, max(mm(MIN_SYMBOL_SIZE), spare))
        sign, rest = inner.cut_left(side, mm(0.2)) if label else (inner, inner)
        painter.draw_symbol(appearance.main_symbol, sign.centred(side, side), ART_COLOURS["leaf"])
        if appearance.symbol and appearance.owner:
            painter.draw_symbol(
                appearance.owner, Rect(sign.right - side * 0.5, sign.y, side * 0.5, side * 0.5)
            )
        inner = rest
    if label:
        max_lines = 2 if inner.height > mm(2 * SMALL_TEXT * LINE_SPACING) and not appearance.number else 1
        size = NUMBER_TEXT if appearance.number else NOTE_TEXT
        words = label.split()
        bold = all(text_width(word, font_pixels(MIN_TEXT), True) <= inner.width for word in words)
        painter.draw_text(label, inner, size, SEPIA, bold=bold, max_lines=max_lines)


# -- painting of a grid and what covers its squares

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


# -- a place


class CellButton(TouchableWidget):
    """A square that may be touched.

    `is_occupied`: something lies there.
    """

    def __init__(self, touch_target: str, touch_handler: TouchHandler, taken: bool) -> None:
        self.is_occupied = taken
        super().__init__(touch_target, touch_handler)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint a golden square, or a golden frame around what lies there."""
        if self.is_occupied:
            painter.outline_rect(bounds.inset(mm(0.1)), GOLD, mm(1.2 if self.is_pressed else 0.7), mm(0.8))
        else:
            painter.fill_rect(
                bounds.inset(mm(0.25)), mix_colours(GOLD, PANEL, 0.2 if self.is_pressed else 0.55), mm(0.8)
            )


class TokenButton(TouchableModelView[TokenModel]):
    """Pieces that may be touched in their place."""

    def paint_model(self, painter: Painter, bounds: Rect, token: TokenModel) -> None:
        """Paint the token with a golden glow."""
        painter.draw_glow(bounds.inset(mm(0.9)), GOLD, mm(1))
        paint_token(painter, bounds.inset(mm(0.4), mm(0.7)), token)


class PlaceView(TouchableModelView[PlaceModel]):
    """One place and what lies there; a touch on a dark one explains it."""

    token_buttons: dict[str, TokenButton]

    @property
    def place_model(self) -> PlaceModel:
        """The place."""
        assert self.model is not None
        return self.model

    def on_model_changed(self, place: PlaceModel, previous: PlaceModel | None) -> None:
        """Make buttons for the parts that may be touched by themselves."""
        super().on_model_changed(place, previous)
        self.enabled = place.enabled
        self.touch_message = (
            f"about/{self.touch_target}" if place.touch_explains and not self.enabled else self.touch_target
        )
        self.clear_widgets()
        covered = {name for token in place.tokens for name in token.cells} | tokens_by_square(place).keys()
        for cell in place.cells:
            if cell.touch_target:
                self.add_widget(CellButton(cell.touch_target, self.touch_handler, cell.name in covered))
        self.token_buttons = {
            each.touch_target: TokenButton(each, self.touch_handler)
            for each in place.tokens
            if each.touch_target
        }

    def accepts_touch(self, x: float, y: float) -> bool:
        """Accept every touch on it, enabled or not."""
        return bool(self.collide_point(x, y))

    def on_tapped(self) -> None:
        """Pass on its touch target, or the request to explain it."""
        self.touch_handler(self.touch_message)

    # -- positions

    def _pieces_rect(self, bounds: Rect) -> Rect:
        """The rectangle of the pieces."""
        return (
            bounds.largest_square().inset(mm(0.6))
            if self.place_model.board_point
            else self._split_rect(bounds)[2].inset(-mm(0.2), 0)
        )

    def _split_rect(self, bounds: Rect) -> tuple[Rect, Rect, Rect]:
        """The rectangles of its name, of the facts beside or below it, and of the pieces."""
        edge = min(mm(1.2), max(0.0, (bounds.height - mm(LABEL_HEIGHT)) / 2))
        inner, size = bounds.inset(mm(0.6), edge), font_pixels(SMALL_TEXT)
        name, facts = self.place_model.name, ", ".join(self.place_model.facts)
        tall = text_width(name, size) > inner.width and inner.height > mm(2 * LABEL_HEIGHT + MIN_TOKEN_HEIGHT)
        head, body = inner.cut_top(mm(LABEL_HEIGHT * (2 if tall else 1)))
        used = text_width(name, size) + mm(0.8)
        if not facts or used + text_width(facts, size) <= head.width:
            return head, head.cut_left(used)[1], body
        lines = (
            2
            if text_width(facts, size) > body.width and body.height > mm(2 * LABEL_HEIGHT + MIN_TOKEN_HEIGHT)
            else 1
        )
        if body.height > mm(LABEL_HEIGHT + MIN_TOKEN_HEIGHT) or not self.place_model.tokens:
            low, body = body.cut_bottom(min(body.height, mm(LABEL_HEIGHT * lines)))
            return head, low, body
        longest = max(text_width(word, font_pixels(MIN_TEXT)) for word in facts.split())
        right, left = body.cut_right(max(body.width * 0.5, longest + 1), mm(0.6))
        if left.width < max(map(token_width_pixels, self.place_model.tokens)):
            return head, Rect(*right[:2], 0, 0), body  # the pieces need it all
        return head, right, left

    def arrange_children(self, bounds: Rect) -> None:
        """Place the parts that may be touched by themselves."""
        parts = {each.touch_target: each for each in self.children}
        rects = square_rects(self.place_model, bounds) if self.place_model.cells else {}
        for cell in self.place_model.cells:
            if cell.touch_target:
                place_widget(parts[cell.touch_target], rects[cell.name])
        if not self.token_buttons:
            return
        placed = lay_tokens_in_lines(
            self.place_model.tokens, self._pieces_rect(bounds), self.place_model.kind == "row"
        )
        there = {token.touch_target: (token, rect) for token, rect in placed if token.touch_target}
        for target in self.token_buttons.keys() - there.keys():
            self.set_attached(self.token_buttons[target], False)
        for target, (token, rect) in there.items():
            token_button = self.token_buttons.setdefault(target, TokenButton(token, self.touch_handler))
            token_button.show(token)
            self.set_attached(token_button, True)
            place_widget(token_button, rect)

    # -- how it looks

    def paint_model(self, painter: Painter, bounds: Rect, place: PlaceModel) -> None:
        """Paint it with a golden glow where it may be touched, in gold where it would change."""
        if place.cells:
            paint_grid(painter, bounds, place)
        elif place.board_point:
            self._paint_point(painter, self._pieces_rect(bounds))
        else:
            self._paint_plate(painter, bounds, place)

    def _paint_plate(self, painter: Painter, bounds: Rect, place: PlaceModel) -> None:
        """Paint its name above the pieces, facts below."""
        plate = bounds.inset(mm(0.6))
        if place.enabled:
            painter.draw_glow(plate, GOLD, mm(CORNER_RADIUS))
        face = (
            mix_colours(RAISED_PANEL, GOLD, 0.3)
            if self.is_pressed
            else RAISED_PANEL
            if place.enabled
            else PANEL
        )
        painter.fill_rect(plate, BORDER, mm(CORNER_RADIUS))
        painter.fill_rect(plate.inset(mm(0.25)), face, mm(CORNER_RADIUS - 0.25))
        if place.is_changed:
            painter.outline_rect(plate, GOLD, mm(0.5), mm(CORNER_RADIUS))
        name, facts, _ = self._split_rect(bounds)
        people = place.touch_target == f"player/{place.owner}"  # the name of a person
        painter.draw_text(
            place.name, name, SMALL_TEXT, CHALK if place.enabled else MUTED, max_lines=2, may_truncate=people
        )
        self._paint_facts(painter, ", ".join(place.facts), facts)
        for token, rect in lay_tokens_in_lines(place.tokens, self._pieces_rect(bounds), place.kind == "row"):
            if not token.touch_target:
                paint_token(painter, rect, token)

    def _paint_facts(self, painter: Painter, facts: str, room: Rect) -> None:
        """Paint them where they have room; a touch tells them everywhere."""
        pixels = font_pixels(SMALL_TEXT)
        if fit_text(facts, room.width, room.height, pixels, round(mm(SMALL_TEXT)), False, 2).fits:
            painter.draw_text(facts, room, SMALL_TEXT, WORN_PARCHMENT, halign="right", max_lines=2)

    def _paint_point(self, painter: Painter, spot: Rect) -> None:
        """Paint a round point with its name, or with what lies there."""
        ring = spot.centred(min(spot.width, mm(9)), min(spot.height, mm(9)))
        radius = ring.width / 2
        if self.place_model.enabled:
            painter.draw_glow(ring, GOLD, radius)
        if self.place_model.is_changed:
            painter.fill_rect(ring, GOLD, radius)
        painter.fill_rect(
            ring.inset(mm(0.4)),
            mix_colours(RAISED_PANEL, GOLD, 0.3) if self.is_pressed else RAISED_PANEL,
            radius - mm(0.4),
        )
        if not self.place_model.tokens:
            painter.draw_text(self.place_model.board_point, ring, SMALL_TEXT, MUTED, halign="center")
        for token in self.place_model.tokens[-1:]:
            painter.fill_rect(
                ring.inset(mm(0.9)), TILE_BACK if token.face_down else PARCHMENT, radius - mm(0.9)
            )
            paint_token_content(painter, ring.inset(mm(1.6)), token)


# -- where places lie: families side by side in equal cells, as large as possible. Everything is cut from one
# rectangle, so nothing can lie over anything else. `unit` is a millimetre in its measure; constants are millimetres.

PLACE_GAP = 1.2
LABEL_HEIGHT = 3.7
"""The height of a line of text."""
TOKEN_ROW_HEIGHT = 5.2
"""The height of a row of tokens where there is little room."""
EDGE_WIDTH = 3.0
"""The width that the edges of a place take."""
LETTER_WIDTH = 1.7
"""The average width of a letter."""
NUMBER_WIDTH = 2.6
"""The width of a digit of the number of pieces."""
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
        here, area = area.cut_left(side, PLACE_GAP * unit)
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
    wanted = sum(_family_height(family, bounds.width, unit) + PLACE_GAP * unit for family in stack)
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
    width = (
        2.0
        + (4.2 if appearance.main_symbol else 0.0)
        + (NUMBER_WIDTH * len(f"×{token.count}") if token.count > 1 else 0.0)
    )
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
    touched = [any(any(spot.enabled_targets) for spot in family) for family in blocks]
    heights = _share_heights(
        wanted, least, grows, touched, area.height - PLACE_GAP * unit * (len(blocks) - 1)
    )
    for family, high in zip(blocks, heights, strict=True):
        here, area = area.cut_top(high, PLACE_GAP * unit)
        count = choose_column_count(family, here, unit)
        for spot, cell in zip(
            family, here.split_grid(count, ceil(len(family) / count), PLACE_GAP * unit), strict=False
        ):
            yield spot.touch_target, cell


def _share_heights(
    wanted: Sequence[float],
    least: Sequence[float],
    grows: Sequence[bool],
    touched: Sequence[bool],
    room: float,
) -> Iterator[float]:
    """Heights that fill the room: more for those that grow, or less for all, by what each can spare.

    Where even the least is too much, those of which nothing may be touched give up to a half of it; else all do.
    """
    spare = room - sum(wanted)
    if spare >= 0:
        shares = [high if each else 0.0 for high, each in zip(wanted, grows, strict=True)]
    else:
        shares = [max(0.0, high - low) for high, low in zip(wanted, least, strict=True)]
        if sum(shares) + spare < 0:  # even the least is too much
            untouched = [0.0 if each else low for low, each in zip(least, touched, strict=True)]
            if sum(least) - room <= sum(untouched) / 2:
                wanted, spare, shares = least, room - sum(least), untouched
            else:
                shares = [*wanted]
    for high, share in zip(wanted, shares, strict=True):
        yield high + spare * share / (sum(shares) or 1.0)


def _family_height(family: Sequence[PlaceModel], width: float, unit: float, least: bool = False) -> float:
    """The preferred height of a family, in as few rows as its texts allow; or the least height for fingers."""
    room = width / unit
    cell = max(map(min_place_width_mm, family)) + PLACE_GAP
    each = max(1, min(len(family), int((room + PLACE_GAP) / cell)))
    wide = (room + PLACE_GAP) / each - PLACE_GAP
    high = max(
        MIN_TOUCH_HEIGHT if spot.enabled else MIN_PLACE_HEIGHT if least else _place_height(spot, wide)
        for spot in family
    )
    if not least:
        high = max(high, *(_place_height(spot, wide) for spot in family))
    return ceil(len(family) / each) * (high + PLACE_GAP) * unit - PLACE_GAP * unit


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
