"""The columns of Kabale und Hiebe: what lies in each, and how it is drawn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
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
    BORDER,
    CHALK,
    CHANGED_VALUE,
    CORNER_RADIUS,
    FADED_SEPIA,
    GOLD,
    HEADING_TEXT,
    HUGE_TEXT,
    LEAD_TEXT,
    MIN_TEXT,
    MIN_TOUCH_SIZE,
    MUTED,
    NIGHT,
    NO_RED,
    NOTE_TEXT,
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
        number, signs = self.row.inset(mm(0.6), 0).cut_left(mm(5), mm(0.6))
        painter.draw_text(f"+{len(self.cards)}", number, SMALL_TEXT, CHALK, bold=True)
        for card, cell in zip(self.cards, signs.split_columns(max(8, len(self.cards))), strict=False):
            painter.draw_symbol(card.by, cell)


def paint_card(painter: Painter, place: Rect, card: CardInColumn, *, pressed: bool = False) -> None:
    """Paint the card at that place."""
    if card.is_asked_about:
        painter.fill_rect(place.inset(-mm(0.6), -mm(0.35)), GOLD, mm(CARD_RADIUS + 0.4))
    if card.evaluated is not None:
        _paint_face(
            painter, place, card.evaluated, character_name(card.translator, card.evaluated.card), pressed
        )
    else:
        _paint_back(painter, place, card.by, pressed)


def _paint_back(painter: Painter, place: Rect, by: str, pressed: bool) -> None:
    """Paint the back: the owner's colour with their sign in the middle."""
    paint = mix_colours(PLAYER_COLOURS[by], GOLD, 0.4) if pressed else PLAYER_COLOURS[by]
    painter.fill_player_rect(by, place, mm(CARD_RADIUS), paint)
    edge = min(mm(0.8), place.height * 0.18)
    if place.height > mm(4):
        painter.outline_rect(place.inset(edge), fade(TEXT_ON_PLAYER_COLOURS[by], 0.55), mm(0.25), mm(0.5))
    painter.draw_player_sign(by, place.inset(edge * 1.3))


def _paint_face(painter: Painter, place: Rect, card: EvaluatedCard, name: str, pressed: bool) -> None:
    """Paint the owner's colour and sign, name and value, struck out where the card would be removed."""
    paper = WORN_PARCHMENT if card.removed else PARCHMENT
    counts = card.printed if card.removed else card.halves
    value = value_text(counts)
    painter.fill_player_rect(card.by, place, mm(CARD_RADIUS))
    block, rest = place.cut_left(min(mm(4.5), place.height * 1.15 + mm(0.4)))
    sign = block.inset(mm(0.4), mm(0.25))
    painter.draw_player_sign(card.by, sign)
    edge = min(mm(0.35), place.height * 0.06)
    face = Rect(rest.x, rest.y + edge, rest.width - edge, rest.height - 2 * edge)
    painter.fill_rect(face, mix_colours(paper, GOLD, 0.5) if pressed else paper, mm(CARD_RADIUS - 0.35))
    size = max(MIN_TEXT, min(LEAD_TEXT, place.height / mm(1) * 0.72))
    colour = FADED_SEPIA if card.removed else SEPIA
    value_rect, name_rect, large = _share_width(face.inset(mm(0.6), -edge), name, value, size)
    bold = text_width(name, font_pixels(MIN_TEXT), True) <= name_rect.width
    painter.draw_text(name, name_rect, size, colour, bold=bold)
    value_colour = colour if counts == card.printed else CHANGED_VALUE
    painter.draw_text(value, value_rect, large, value_colour, bold=True, halign="right")
    if card.removed:
        painter.fill_rect(face.inset(mm(0.5), 0).centred(face.width - mm(1), mm(0.35)), CHANGED_VALUE)


def _share_width(room: Rect, name: str, value: str, size: float) -> tuple[Rect, Rect, float]:
    """The room for the value, that for the name, and the letter size of the value.

    Letters are smaller where the name needs the room.
    """
    for large in (min(size * 1.2, room.width / mm(5)), MIN_TEXT):
        wide = text_width(value, font_pixels(large), True) + 2
        value_rect, name_rect = room.cut_right(wide, mm(0.5))
        if text_width(name, font_pixels(MIN_TEXT)) <= name_rect.width:
            break
    return value_rect, name_rect, large


HEAD_HEIGHT = 11.4
FOOT_HEIGHT = 8.4
MAX_CARD_HEIGHT = 8.2
"""Heights in millimetres: of the objective, of the foot, and of a card at most."""
MIN_CARD_HEIGHT = 2.95
"""The least height of a card that can be read, in millimetres."""
MIN_TOUCH_HEIGHT = MIN_TOUCH_SIZE + 0.6
"""The least height of a card that can be touched, in millimetres."""
CARD_GAP = 0.35
SYMBOL_OF_RULE: Final = {"prince-and-squire": "couple", "lowest": "down"}
"""The symbol of what decides other than the highest sum."""


class ColumnView(TouchableModelView[ColumnAtTable]):
    """A column; a touch lays a card at its end, and cards that can be touched are widgets of their own."""

    enabled = False

    def __init__(self, column: ColumnAtTable, touch_handler: TouchHandler) -> None:
        self.card_buttons: dict[int, CardButton] = {}
        self.folded: list[FoldedCards] = []
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
        for rows, place in self._card_rows(self._split(self.rect)[1]):
            if len(rows) == 1 and place.contains_point(x, y):
                return self.column.cards[rows[0]].touch_target
        return self.touch_target

    def _split(self, bounds: Rect) -> tuple[Rect, Rect, Rect]:
        """The rectangles of the objective, the cards and the foot."""
        head, rest = bounds.inset(mm(1.1)).cut_top(mm(HEAD_HEIGHT), mm(0.8))
        foot, cards = rest.cut_bottom(mm(FOOT_HEIGHT), mm(0.6))
        return head, cards, foot

    def arrange_children(self, bounds: Rect) -> None:
        """Place the cards that can be touched, and what opens those that share a row."""
        room, cards = self._split(bounds)[1], self.column.cards
        rows_of_cards = [*self._card_rows(room)]
        shared = [(rows, place) for rows, place in rows_of_cards if len(rows) > 1]
        while len(self.folded) < len(shared):
            self.folded.append(FoldedCards(f"about/{self.touch_target}", self.touch_handler))
        for at, folded in enumerate(self.folded):
            self.set_attached(folded, at < len(shared))
        for folded, (rows, place) in zip(self.folded, shared, strict=False):
            folded.touch_target = f"about/{self.touch_target}"
            folded.show(cards[rows.start : rows.stop], place, room, not self.card_buttons)
        for rows, place in rows_of_cards:
            if rows[0] in self.card_buttons:
                place_widget(self.card_buttons[rows[0]], place)

    def _card_rows(self, room: Rect) -> Iterator[tuple[range, Rect]]:
        """The cards of each row with its rectangle: one each, or several where they could not be read."""
        cards = distribute_cards_to_rows(
            len(self.column.state.cards), frozenset(self.card_buttons), room.height
        )
        at, usual = room.top, self._usual_height(room, len(cards))
        least = max(usual, mm(MIN_TOUCH_HEIGHT))
        touched = sum(rows[0] in self.card_buttons for rows in cards)
        others = len(cards) - touched
        left = min(usual, (room.height - least * touched) / others) if others else 0.0
        for rows in cards:
            high = least if rows[0] in self.card_buttons else left
            at -= high
            yield rows, Rect(room.x, at + mm(CARD_GAP), room.width, high - mm(CARD_GAP))

    def _usual_height(self, room: Rect, rows: int) -> float:
        """The height of a card on so many rows where nothing has to be touched."""
        most: float = mm(MAX_CARD_HEIGHT)
        return min(most, room.height / max(1, rows, self.column.value))

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
        for rows, place in self._card_rows(room):
            low = place.y - mm(CARD_GAP)
            if len(rows) == 1 and rows[0] not in self.card_buttons:
                paint_card(painter, place, cards[rows[0]])
        rest = Rect(room.x, room.y, room.width, max(0.0, low - room.y))
        if self.column.state.closed:
            _paint_closed(painter, rest)
            return
        for _ in range(self.column.value - len(self.column.state.cards)):
            free, rest = rest.cut_top(self._usual_height(room, 0))
            if free.height > mm(1):
                painter.outline_rect(_spaced(free).inset(mm(0.3)), fade(BORDER, 0.8), mm(0.25), mm(0.8))


def distribute_cards_to_rows(count: int, touched: frozenset[int], room: float) -> list[range]:
    """The cards of each row: one each, or several where they could not be read on rows of their own.

    First the middle ones of the longest run share a row, then those of every run. Cards that are `touched`
    have a row of their own, as high as a finger needs.
    """
    few = max(1, int((room - mm(MIN_TOUCH_HEIGHT) * len(touched)) / mm(MIN_CARD_HEIGHT)))
    runs = [[*run] for _, run in groupby(range(count), lambda at: at in touched)]
    others = [run for run in runs if run[0] not in touched]
    over = sum(map(len, others)) - few
    if over <= 0:
        return [range(at, at + 1) for at in range(count)]
    longest = max(others, key=len)
    if over + 1 < len(longest):
        begin = longest[0] + (len(longest) - over - 1 + 1) // 2
        together = [range(begin, begin + over + 1)]
    else:
        together = [range(run[0], run[-1] + 1) for run in others]
    starts = {each.start: each for each in together}
    within = {at for each in together for at in each if at not in starts}
    return [starts.get(at, range(at, at + 1)) for at in range(count) if at not in within]


def _spaced(place: Rect) -> Rect:
    return Rect(place.x, place.y + mm(CARD_GAP), place.width, place.height - mm(CARD_GAP))


def paint_column_head(painter: Painter, head: Rect, column: ColumnAtTable, full: bool = True) -> None:
    """Paint the number of the column and its objective: symbol, value, and how full it is."""
    number, card = head.cut_left(mm(4.2), mm(0.6))
    painter.fill_rect(number, NIGHT, mm(0.8))
    painter.draw_text(str(column.number), number, HEADING_TEXT, CHALK, bold=True, halign="center")
    if not column.symbol:
        painter.outline_rect(card, BORDER, mm(0.3), mm(CORNER_RADIUS))
        return
    painter.fill_rect(card, WORN_PARCHMENT if column.state.closed else PARCHMENT, mm(CORNER_RADIUS))
    inner = card.inset(mm(0.8), mm(0.8))
    fill, inner = inner.cut_right(mm(5.6), mm(0.2))
    value, sign = inner.cut_right(mm(5.2), mm(0.2))
    painter.draw_symbol(column.symbol, sign.centred(min(sign.width, mm(11)), min(sign.height, mm(9.4))))
    painter.draw_text(str(column.value), value, HUGE_TEXT, SEPIA, bold=True, halign="center")
    if full:
        _paint_fill(painter, fill, column)


def _paint_fill(painter: Painter, fill: Rect, column: ColumnAtTable) -> None:
    """Paint how many cards of how many there are; a tick when that is enough, lightning after a Storm."""
    mark, text_rect = fill.cut_top(fill.height * 0.55)
    if column.state.closed:
        painter.draw_symbol("storm", mark.centred(mm(4.8), mm(4.8)), NO_RED)
    elif column.state.is_full:
        painter.draw_symbol("check", mark.centred(mm(4.6), mm(4.6)), mix_colours(YES_GREEN, SEPIA, 0.35))
    held = f"{len(column.state.cards)}/{column.value}"
    painter.draw_text(
        held, text_rect, NOTE_TEXT, SEPIA if column.state.is_full else FADED_SEPIA, bold=True, halign="center"
    )


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
    if result.winner is None:
        if hidden:
            _paint_hidden(painter, foot.cut_top(mm(4.4))[0], hidden, LEAD_TEXT)
        return
    above, below = foot.cut_top(mm(4.4), mm(0.3))
    _paint_leader(painter, above, result.winner, result, translator.gettext("leads"))
    shares, hidden_rect = below.cut_left(below.width - (mm(2.6) + mm(2.8) * len(hidden) if hidden else 0.0))
    least = 1 if result.rule == "lowest" else -1
    for who, halves in sorted(result.sums.items(), key=lambda each: least * each[1]):
        if who != result.winner:
            shares = _paint_sum(painter, shares, who, names.half_points_text(halves))
    if hidden:
        _paint_hidden(painter, hidden_rect, hidden, SMALL_TEXT)


def _paint_leader(painter: Painter, above: Rect, who: str, result: ColumnResult, lead_text: str) -> None:
    """Paint a banner in the leader's colour with their sign, what decides, and their sum."""
    painter.fill_player_rect(who, above, mm(0.8))
    colour = TEXT_ON_PLAYER_COLOURS[who]
    sign, rest = above.inset(mm(0.8), mm(0.4)).cut_left(mm(4), mm(0.8))
    painter.draw_player_sign(who, sign)
    if result.rule in SYMBOL_OF_RULE:
        why, rest = rest.cut_left(mm(3.6), mm(0.6))
        painter.draw_symbol(SYMBOL_OF_RULE[result.rule], why, colour)
    total = value_text(result.sums.get(who))
    used = painter.draw_text(f"= {total}" if result.tied else total, rest, LEAD_TEXT, colour, bold=True)
    leads = rest.cut_left(used, mm(1))[1].cut_right(mm(0.5))[1]
    painter.draw_text(lead_text, leads, SMALL_TEXT, colour, halign="right", may_truncate=True)


def _paint_sum(painter: Painter, room: Rect, who: str, total: str) -> Rect:
    """Paint another player's sum if there is room; returns the room that is left."""
    wide = mm(2.9) + text_width(total, font_pixels(SMALL_TEXT), True) + mm(0.4)
    if room.width < wide:
        return room
    cell, rest = room.cut_left(wide, mm(0.9))
    sign, text_rect = cell.cut_left(mm(2.7), mm(0.3))
    painter.draw_symbol(who, sign)
    painter.draw_text(total, text_rect, SMALL_TEXT, MUTED, bold=True)
    return rest


def _paint_hidden(painter: Painter, room: Rect, hidden: Sequence[str], size: float) -> None:
    """Paint who has cards face down there, after a question mark."""
    mark, rest = room.cut_left(mm(size * 0.75), mm(0.2))
    painter.draw_text("?", mark, size, CHALK, bold=True, halign="center")
    for who in hidden:
        sign, rest = rest.cut_left(mm(size), mm(0.1))
        painter.draw_symbol(who, sign)
