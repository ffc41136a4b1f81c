"""The columns of Kabale und Hiebe: what lies in each, and how it is drawn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from kivy.metrics import mm
from msgspec import Struct

from companion.games.kabale.rules.card_effects import CardQuestion
from companion.games.kabale.rules.column_evaluation import (
    ColumnResult,
    ColumnStanding,
    EvaluatedCard,
    column_standing,
)
from companion.games.kabale.rules.constants import objective_symbol, objective_value
from companion.games.kabale.rules.pieces import column_zone
from companion.games.kabale.rules.state import ColumnState
from companion.games.kabale.rules.state import TableState as Position
from companion.games.kabale.screen.piece_faces import character_name, value_text
from companion.games.kabale.voice import names
from companion.rules.layout import spot_id
from companion.rules.moves import FINGER, Observation
from companion.screen.draw.canvas_widget import (
    TouchableModelView,
    TouchableWidget,
    TouchHandler,
    place_widget,
)
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    BORDER,
    CHALK,
    CHANGED_VALUE,
    CORNER_RADIUS,
    FADED_SEPIA,
    FIGURE_TEXT,
    GOLD,
    MIN_TOUCH_SIZE,
    NIGHT,
    NO_RED,
    NUMBER_TEXT,
    PANEL,
    PARCHMENT,
    PLAYER_COLOURS,
    RAISED_PANEL,
    SEPIA,
    SMALL_TEXT,
    TEXT_ON_PLAYER_COLOURS,
    WORN_PARCHMENT,
    YES_GREEN,
    fade,
    mix_colours,
)
from companion.voice.translator import Translator


class ColumnAtTable(Struct, frozen=True):
    """A column as everybody sees it; before the objectives are laid out, with the one observed so far.

    `asked_about` is the card that somebody is asked about, counted from 1; 0 for none.
    """

    number: int
    state: ColumnState
    translator: Translator
    asked_about: int = 0

    @property
    def touch_target(self) -> str:
        """The touch target of the column."""
        return column_zone(self.number)

    @property
    def symbol(self) -> str:
        """The symbol of its objective; "" before that is laid out."""
        return objective_symbol(self.state.objective)

    @property
    def value(self) -> int:
        """How many cards fill it; 0 before its objective is laid out."""
        return objective_value(self.state.objective) if self.state.objective else 0

    @property
    def cards(self) -> Sequence[CardInColumn]:
        """Its cards, from the objective down."""
        open_ = iter(column_standing(self.state).result.cards if self.state.cards else ())
        return [
            CardInColumn(
                card.by,
                next(open_) if card.up else None,
                spot_id(column_zone(self.number), at),
                at == self.asked_about,
                self.translator,
            )
            for at, card in enumerate(self.state.cards, 1)
        ]


class CardInColumn(Struct, frozen=True):
    """An influence card in a column: whose it is, and what it counts as it lies; None where it lies face down."""

    by: str
    evaluated: EvaluatedCard | None
    touch_target: str
    is_asked_about: bool
    translator: Translator

    @property
    def name(self) -> str:
        """Its name; "" where it lies face down."""
        return character_name(self.translator, self.evaluated.card) if self.evaluated is not None else ""

    @property
    def value(self) -> str:
        """What it counts as it lies, or would without what removes it; "" where it lies face down."""
        card = self.evaluated
        return value_text(card.printed if card.removed else card.halves) if card is not None else ""


def columns_at_table(
    position: Position, pending_input: Iterable[Observation], translator: Translator
) -> tuple[ColumnAtTable, ...]:
    """Every column; before objectives are laid out, columns with the objectives observed so far."""
    if position.columns:
        item = position.agenda[0] if position.agenda else None
        place = (item.column, item.at) if isinstance(item, CardQuestion) else (0, 0)
        return tuple(
            ColumnAtTable(number, column, translator, place[1] if number == place[0] else 0)
            for number, column in enumerate(position.columns, 1)
        )
    if position.phase != "objectives":
        return ()
    laid = dict(noticed_objectives(pending_input))
    return tuple(
        ColumnAtTable(number, ColumnState(laid.get(number, "")), translator)
        for number in range(1, len(position.config.seats) + 1)
    )


def noticed_objectives(pending_input: Iterable[Observation]) -> Iterator[tuple[int, str]]:
    """Column and objective of those observed so far: touched for a column, or read there."""
    for observation in pending_input:
        match (
            observation.zone if observation.piece == FINGER else f"{observation.piece}/{observation.zone}"
        ).split("/"):
            case ["objective", number, name] if number.isdigit():
                yield int(number), name
            case ["objective", name, "column", number]:
                yield int(number), name


CARD_RADIUS = 0.8
CARD_EDGE = 0.3
"""How much of the owner's colour is seen around a card, in millimetres."""
WORD_GAP = 0.4
MIN_FRAMED_CARD = 5.5
"""The least height of a card whose back has a frame, in millimetres."""
SIGN_SIZE = 2.7
"""The size of a player's sign where several stand in a row, in millimetres."""


class CardButton(TouchableModelView[CardInColumn]):
    """A card that can be touched, which glows."""

    def paint_model(self, painter: Painter, bounds: Rect, card: CardInColumn) -> None:
        """Paint the card, smaller by the width of the glow."""
        plate = bounds.inset(mm(0.7))
        painter.draw_glow(plate, GOLD, mm(CARD_RADIUS))
        paint_card(painter, plate, card, pressed=self.is_pressed)


class FoldedCards(TouchableWidget):
    """Cards that share a row; a touch shows all of the column.

    It is felt at the height that a finger needs, where no card of the column is touched itself (`is_free`).
    """

    cards: Sequence[CardInColumn] = ()
    row: Rect = Rect(0, 0, 0, 0)

    def held_target(self, x: float, y: float) -> str:
        """All of the column on its row; beside that, what lies there."""
        return self.touch_target if self.row.contains_point(x, y) else str(self.parent.held_target(x, y))

    def show(self, cards: Sequence[CardInColumn], row: Rect, room: Rect, is_free: bool) -> None:
        """Show these cards on that row of the room for cards."""
        self.cards, self.row = cards, row
        self.set_enabled(is_free)
        high = max(row.height, min(mm(MIN_TOUCH_SIZE), room.height) if is_free else 0.0)
        bottom = min(max(row.center[1] - high / 2, room.y), room.top - high)
        place_widget(self, Rect(row.x, bottom, row.width, high))
        self.request_redraw()

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint how many there are, and whose."""
        face = mix_colours(RAISED_PANEL, GOLD, 0.4) if self.is_pressed else RAISED_PANEL
        painter.fill_rect(self.row, face, mm(CARD_RADIUS))
        inner = self.row.inset(mm(WORD_GAP), 0)
        used = painter.draw_text(
            f"+{len(self.cards)}", inner, NUMBER_TEXT, CHALK, bold=True, min_size=NUMBER_TEXT
        )
        owners = dict.fromkeys(card.by for card in self.cards)
        signs = inner.cut_left(used, mm(WORD_GAP))[1]
        for who in owners:
            sign, signs = signs.cut_left(mm(SIGN_SIZE))
            painter.draw_symbol(who, sign)


def paint_card(painter: Painter, place: Rect, card: CardInColumn, *, pressed: bool = False) -> None:
    """Paint the card at that place."""
    if card.is_asked_about:
        painter.fill_rect(place.inset(-mm(0.6), -mm(0.35)), GOLD, mm(CARD_RADIUS + 0.4))
    if card.evaluated is not None:
        _paint_face(painter, place, card.evaluated, card.name, card.value, pressed)
    else:
        _paint_back(painter, place, card.by, pressed)


def _paint_back(painter: Painter, place: Rect, by: str, pressed: bool) -> None:
    """Paint the back: the owner's colour with their sign in the middle."""
    paint = mix_colours(PLAYER_COLOURS[by], GOLD, 0.4) if pressed else PLAYER_COLOURS[by]
    painter.fill_player_rect(by, place, mm(CARD_RADIUS), paint)
    sign = place.inset(mm(0.6))
    if place.height > mm(MIN_FRAMED_CARD):
        painter.outline_rect(place.inset(mm(0.8)), fade(TEXT_ON_PLAYER_COLOURS[by], 0.55), mm(0.25), mm(0.5))
        sign = place.inset(mm(1.1))
    painter.draw_player_sign(by, sign)


class CardLetters(Struct, frozen=True):
    """The letters of names, and the room of a sign, on cards of one width: the same in all columns of a table."""

    size: float
    bold: bool
    sign_width: float

    def widths(self, name: str, value: str) -> tuple[float, float]:
        """The widths of a name and of a value, in pixels."""
        return (
            text_width(name, font_pixels(self.size), self.bold) + 1.0,
            text_width(value, font_pixels(NUMBER_TEXT), True) + 1.0,
        )

    def share_one_line(self, name: str, value: str, width: float) -> bool:
        """Whether sign, name and value stand beside each other on a card of that width."""
        return bool(
            mm(self.sign_width + 3 * WORD_GAP + 2 * CARD_EDGE) + sum(self.widths(name, value)) <= width
        )


NARROW_CARD = CardLetters(SMALL_TEXT, False, 3.0)
WIDE_CARD = CardLetters(BODY_TEXT, True, 4.4)
MIN_WIDE_CARD = 30.0
"""The least width of a card with larger letters, in millimetres."""


def letters_of_cards(width: float) -> CardLetters:
    """The letters of cards of that width."""
    return NARROW_CARD if width < mm(MIN_WIDE_CARD) else WIDE_CARD


def _paint_face(
    painter: Painter, place: Rect, card: EvaluatedCard, name: str, value: str, pressed: bool
) -> None:
    """Paint the owner's colour and sign, name and value, struck out where the card would be removed.

    Where these have no room beside each other, the name stands above sign and value.
    """
    paper = WORN_PARCHMENT if card.removed else PARCHMENT
    paper = mix_colours(paper, GOLD, 0.5) if pressed else paper
    painter.fill_player_rect(card.by, place, mm(CARD_RADIUS))
    letters, radius, inner = (
        letters_of_cards(place.width),
        mm(CARD_RADIUS - CARD_EDGE),
        place.inset(mm(CARD_EDGE)),
    )
    value_width = letters.widths(name, value)[1]
    if letters.share_one_line(name, value, place.width):
        sign, face = inner.cut_left(mm(letters.sign_width))
        painter.fill_rect(face, paper, radius)
        words = face.inset(mm(WORD_GAP), -mm(CARD_EDGE))
        value_rect, name_rect = words.cut_right(value_width, mm(WORD_GAP))
        struck_out = [face.inset(mm(0.5), 0)]
    else:
        above, below = inner.cut_top(inner.height / 2)
        face, sign = below.cut_right(value_width + 2 * mm(WORD_GAP))
        painter.fill_rect(Rect(face.x, inner.y, face.width, inner.height), paper, radius)
        painter.fill_rect(above, paper, radius)
        name_rect, value_rect = above.inset(mm(WORD_GAP / 2), 0), face.inset(mm(WORD_GAP), 0)
        struck_out = [name_rect, value_rect]
    painter.draw_player_sign(card.by, sign.inset(mm(0.1)))
    painter.draw_text(name, name_rect, letters.size, SEPIA, bold=letters.bold, min_size=SMALL_TEXT)
    colour = SEPIA if card.removed or card.halves == card.printed else CHANGED_VALUE
    painter.draw_text(value, value_rect, NUMBER_TEXT, colour, bold=True, halign="right", min_size=NUMBER_TEXT)
    for words in struck_out if card.removed else ():
        painter.fill_rect(words.centred(words.width, mm(0.35)), CHANGED_VALUE)


HEAD_HEIGHT = 8.4
FOOT_HEIGHT = 8.8
MAX_CARD_HEIGHT = 8.2
"""Heights in millimetres: of the objective, of the foot, and of a card at most."""
CARD_GAP = 0.35
MIN_CARD_HEIGHT = 4.6
MIN_TALL_CARD_HEIGHT = 8.2
"""The least heights of the row of a card that can be read, with its name beside or above its value, in millimetres."""
MIN_TOUCH_HEIGHT = MIN_TOUCH_SIZE + CARD_GAP
"""The least height of the row of a card that can be touched, in millimetres."""
SYMBOL_OF_RULE: Final = {"prince-and-squire": "couple", "lowest": "down"}
"""The symbol of what decides other than the highest sum."""


class ColumnView(TouchableModelView[ColumnAtTable]):
    """A column; a touch lays a card at its end, and cards that can be touched are widgets of their own."""

    enabled = False

    def __init__(self, column: ColumnAtTable, touch_handler: TouchHandler) -> None:
        self.card_buttons: dict[int, CardButton] = {}
        self.folded = FoldedCards("", touch_handler)
        super().__init__(column, touch_handler)
        self.set_enabled(False)

    @property
    def column(self) -> ColumnAtTable:
        """The column that is shown."""
        assert self.model is not None
        return self.model

    def show(self, column: ColumnAtTable, enabled_targets: Collection[str] | None = ()) -> None:
        """Show that column; it, or cards of it, among `enabled_targets` glow and can be touched."""
        super().show(column, enabled_targets)
        wanted = {
            at: card for at, card in enumerate(column.cards) if card.touch_target in (enabled_targets or ())
        }
        for at in self.card_buttons.keys() - wanted.keys():
            self.remove_widget(self.card_buttons.pop(at))
            self.request_redraw()
        for at, card in wanted.items():
            if at not in self.card_buttons:
                self.card_buttons[at] = CardButton(card, self.touch_handler)
                self.add_widget(self.card_buttons[at])
                self.request_redraw()
            self.card_buttons[at].show(card)

    def held_target(self, x: float, y: float) -> str:
        """The card on the row at this point, else the column."""
        for at, place in self._card_rows(self._split(self.rect)[1])[0].items():
            if place.contains_point(x, y):
                return self.column.cards[at].touch_target
        return self.touch_target

    def _split(self, bounds: Rect) -> tuple[Rect, Rect, Rect]:
        """The rectangles of the objective, the cards and the foot."""
        head, rest = bounds.inset(mm(0.9)).cut_top(mm(HEAD_HEIGHT), mm(0.5))
        foot, cards = rest.cut_bottom(mm(FOOT_HEIGHT), mm(0.3))
        return head, cards, foot

    def arrange_children(self, bounds: Rect) -> None:
        """Place the cards that can be touched, and what opens those that share a row."""
        room, cards = self._split(bounds)[1], self.column.cards
        rows, shared = self._card_rows(room)
        self.set_attached(self.folded, len(rows) < len(cards))
        if len(rows) < len(cards):
            others = [card for at, card in enumerate(cards) if at not in rows]
            self.folded.touch_target = f"about/{self.touch_target}"
            self.folded.show(others, shared, room, not self.card_buttons)
        for at, button in self.card_buttons.items():
            place_widget(button, rows[at])

    def _card_rows(self, room: Rect) -> tuple[dict[int, Rect], Rect]:
        """The cards that have a row of their own with its rectangle, and the row above that the others share."""
        cards, free = self.column.cards, self.column.value - len(self.column.state.cards)
        least = [self._least_height(at, card, room.width) for at, card in enumerate(cards)]
        shown = [*range(len(cards))]
        if sum(least) > room.height:
            shown = self._most_important(least, room.height - mm(MIN_CARD_HEIGHT))
        heights = [least[at] for at in shown]
        if len(shown) < len(cards):
            heights.insert(0, mm(MIN_CARD_HEIGHT))
        usual = min(mm(MAX_CARD_HEIGHT), _equal_share([*heights, *[0.0] * free], room.height))
        heights = [max(usual, height) for height in heights]
        scale = min(1.0, room.height / max(1.0, sum(heights)))  # several that are touched
        rows, rest = list[Rect](), room
        for height in heights:
            row, rest = rest.cut_top(height * scale)
            rows.append(_spaced(row))
        shared = rows.pop(0) if len(shown) < len(cards) else Rect(room.x, room.top, room.width, 0.0)
        return dict(zip(shown, rows, strict=True)), shared

    def _least_height(self, at: int, card: CardInColumn, width: float) -> float:
        """The least height of the row of a card that is so wide."""
        if at in self.card_buttons:
            return float(mm(MIN_TOUCH_HEIGHT))
        beside = letters_of_cards(width).share_one_line(card.name, card.value, width)
        return float(mm(MIN_CARD_HEIGHT if beside or card.evaluated is None else MIN_TALL_CARD_HEIGHT))

    def _most_important(self, least: Sequence[float], room: float) -> list[int]:
        """Those cards that decide, as many as fit: touched ones, hidden ones, the last, those that count."""
        cards, leader = self.column.cards, column_standing(self.column.state).result.winner

        def rank(at: int) -> tuple[bool, bool, bool, bool, bool, int]:
            card = cards[at].evaluated
            return (
                at not in self.card_buttons,
                card is not None and not cards[at].is_asked_about,
                at < len(cards) - 1,
                card is not None and bool(card.removed),
                cards[at].by != leader,
                -((card and card.halves) or 0),
            )

        shown = list[int]()
        for at in sorted(range(len(cards)), key=rank):
            if at in self.card_buttons or least[at] <= room:
                shown.append(at)
                room -= least[at]
        return sorted(shown)

    def paint_model(self, painter: Painter, bounds: Rect, column: ColumnAtTable) -> None:
        """Paint background, objective, cards, free places and foot."""
        plate = bounds.inset(mm(0.6))
        if self.enabled:
            painter.draw_glow(plate, GOLD, mm(CORNER_RADIUS))
        painter.fill_rect(
            plate, mix_colours(RAISED_PANEL, GOLD, 0.25) if self.is_pressed else PANEL, mm(CORNER_RADIUS)
        )
        head, cards, foot = self._split(bounds)
        paint_column_head(painter, head, column)
        if column.symbol:
            self._paint_cards(painter, cards)
            _paint_lead(painter, foot, column_standing(column.state), column.translator)

    def _paint_cards(self, painter: Painter, room: Rect) -> None:
        low, cards = room.top, self.column.cards
        for at, place in self._card_rows(room)[0].items():
            low = place.y - mm(CARD_GAP)
            if at not in self.card_buttons:
                paint_card(painter, place, cards[at])
        rest = Rect(room.x, room.y, room.width, max(0.0, low - room.y))
        if self.column.state.closed:
            _paint_closed(painter, rest)
            return
        free = self.column.value - len(cards)
        if free > 0:
            high = min(mm(MAX_CARD_HEIGHT), rest.height / free)
            for place in rest.cut_top(high * free)[0].split_rows(free):
                painter.outline_rect(_spaced(place).inset(mm(0.3)), fade(BORDER, 0.8), mm(0.25), mm(0.8))


def _equal_share(least: Sequence[float], room: float) -> float:
    """The height of rows that are all equal but for those that need more."""
    rows = len(least)
    for height in sorted(least, reverse=True):
        if height * rows <= room:
            break
        room, rows = room - height, rows - 1
    return room / max(1, rows)


def _spaced(place: Rect) -> Rect:
    return Rect(place.x, place.y + mm(CARD_GAP), place.width, max(0.0, place.height - mm(CARD_GAP)))


def paint_column_head(painter: Painter, head: Rect, column: ColumnAtTable, full: bool = True) -> None:
    """Paint the number of the column and its objective: symbol, value, and how full it is."""
    number, card = head.cut_left(mm(3.6), mm(0.4))
    painter.fill_rect(number, NIGHT, mm(0.8))
    painter.draw_text(
        str(column.number), number, NUMBER_TEXT, CHALK, bold=True, halign="center", min_size=NUMBER_TEXT
    )
    if not column.symbol:
        painter.outline_rect(card, BORDER, mm(0.3), mm(CORNER_RADIUS))
        return
    painter.fill_rect(card, WORN_PARCHMENT if column.state.closed else PARCHMENT, mm(CORNER_RADIUS))
    inner = card.inset(mm(0.5), mm(0.3))
    if full:
        inner = _paint_fill(painter, inner, column)
    both = inner.centred(min(inner.width, mm(MAX_OBJECTIVE_WIDTH)), inner.height)
    value, sign = both.cut_right(mm(4.6), mm(0.3))
    painter.draw_symbol(column.symbol, sign)
    painter.draw_text(
        str(column.value), value, FIGURE_TEXT, SEPIA, bold=True, halign="center", min_size=NUMBER_TEXT
    )


MIN_OBJECTIVE_WIDTH, MAX_OBJECTIVE_WIDTH = 9.6, 15.0
"""The width of the symbol and the value of an objective, in millimetres."""
FILL_GAP = 0.9
"""The gap between these and how full the column is, in millimetres."""


def _paint_fill(painter: Painter, inner: Rect, column: ColumnAtTable) -> Rect:
    """Paint how many cards of how many there are; a tick when that is enough, lightning after a Storm.

    Returns the room that is left. Where there is too little, it is said only how many there are.
    """
    held = f"{len(column.state.cards)}/{column.value}"
    wide = text_width(held, font_pixels(NUMBER_TEXT), True)
    if inner.width - wide < mm(FILL_GAP + MIN_OBJECTIVE_WIDTH):
        held = str(len(column.state.cards))
        wide = text_width(held, font_pixels(NUMBER_TEXT), True)
    fill, rest = inner.cut_right(wide + 1, mm(FILL_GAP))
    edge = fill.x - mm(FILL_GAP / 2)
    painter.draw_line([(edge, fill.y), (edge, fill.top)], fade(FADED_SEPIA, 0.6), mm(0.25))
    text_rect, mark = fill.cut_bottom(mm(3.8), mm(0.1))
    is_done = column.state.is_full or column.state.closed
    if column.state.closed:
        painter.draw_symbol("storm", mark, NO_RED)
    elif is_done:
        painter.draw_symbol("check", mark, mix_colours(YES_GREEN, SEPIA, 0.35))
    painter.draw_text(
        held,
        text_rect,
        NUMBER_TEXT,
        SEPIA if is_done else FADED_SEPIA,
        bold=True,
        halign="center",
        min_size=NUMBER_TEXT,
    )
    return rest


def _paint_closed(painter: Painter, rest: Rect) -> None:
    """Paint that a Storm has closed the column."""
    if rest.height < mm(2):
        return
    bar = rest.cut_top(min(rest.height, mm(5)))[0].inset(mm(0.2), mm(0.4))
    painter.fill_rect(bar, fade(NO_RED, 0.3), mm(0.8))
    painter.draw_symbol("storm", bar.centred(bar.height, bar.height), NO_RED)


def _paint_lead(painter: Painter, foot: Rect, standing: ColumnStanding, translator: Translator) -> None:
    """Paint who leads by the open cards, the other sums, and whose hidden cards may change it."""
    result, hidden = standing.result, standing.face_down_owners
    above, below = foot.cut_top(mm(4.4), mm(0.5))
    if result.winner is None:
        if hidden:
            _paint_hidden(painter, above, hidden)
        return
    _paint_leader(painter, above, result.winner, result, translator.gettext("leads"))
    hidden_rect, shares = below.cut_right(_hidden_width(hidden), mm(0.5)) if hidden else (below, below)
    least = 1 if result.rule == "lowest" else -1
    for who, halves in sorted(result.sums.items(), key=lambda each: least * each[1]):
        if who != result.winner:
            shares = _paint_sum(painter, shares, who, names.half_points_text(halves))
    if hidden:
        _paint_hidden(painter, hidden_rect, hidden)


def _paint_leader(painter: Painter, above: Rect, who: str, result: ColumnResult, lead_text: str) -> None:
    """Paint a banner: the leader's colour with their sign, what decides, and their sum."""
    painter.fill_player_rect(who, above, mm(0.8))
    block, face = above.inset(mm(CARD_EDGE)).cut_left(mm(5))
    painter.draw_player_sign(who, block)
    painter.fill_rect(face, NIGHT, mm(CARD_RADIUS - CARD_EDGE))
    rest = face.inset(mm(WORD_GAP), 0)
    if result.rule in SYMBOL_OF_RULE:
        why, rest = rest.cut_left(mm(3.4), mm(0.4))
        painter.draw_symbol(SYMBOL_OF_RULE[result.rule], why, CHALK)
    total = value_text(result.sums.get(who))
    total = f"= {total}" if result.tied else total
    used = painter.draw_text(total, rest, NUMBER_TEXT, CHALK, bold=True, min_size=NUMBER_TEXT)
    leads = rest.cut_left(used, mm(1))[1]
    if text_width(lead_text, font_pixels(SMALL_TEXT)) <= leads.width:
        painter.draw_text(lead_text, leads, SMALL_TEXT, CHALK, halign="right", min_size=SMALL_TEXT)


def _paint_sum(painter: Painter, room: Rect, who: str, total: str) -> Rect:
    """Paint another player's sum if there is room; returns the room that is left."""
    wide = mm(SIGN_SIZE + 0.2) + text_width(total, font_pixels(NUMBER_TEXT), True) + 1
    if room.width < wide:
        return room.cut_left(0)[0]
    cell, rest = room.cut_left(wide, mm(0.7))
    sign, text_rect = cell.cut_left(mm(SIGN_SIZE), mm(0.2))
    painter.draw_symbol(who, sign)
    painter.draw_text(total, text_rect, NUMBER_TEXT, CHALK, bold=True, min_size=NUMBER_TEXT)
    return rest


def _hidden_width(hidden: Sequence[str]) -> float:
    """The room for who has cards face down, in pixels."""
    return text_width("?", font_pixels(NUMBER_TEXT), True) + float(mm(0.2 + SIGN_SIZE * len(hidden)))


def _paint_hidden(painter: Painter, room: Rect, hidden: Sequence[str]) -> None:
    """Paint who has cards face down there, after a question mark."""
    used = painter.draw_text("?", room, NUMBER_TEXT, CHALK, bold=True, min_size=NUMBER_TEXT)
    rest = room.cut_left(used, mm(0.2))[1]
    for who in hidden:
        sign, rest = rest.cut_left(mm(SIGN_SIZE))
        painter.draw_symbol(who, sign)
