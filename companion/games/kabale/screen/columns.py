"""The columns of Kabale und Hiebe: what lies in each, made of what everybody may know, and how it is drawn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from kivy.metrics import mm
from msgspec import Struct

from companion.games.kabale.rules import state
from companion.games.kabale.rules.card_effects import CardQuestion
from companion.games.kabale.rules.column_evaluation import ColumnResult, EvaluatedCard, column_standing
from companion.games.kabale.rules.constants import objective_symbol, objective_value
from companion.games.kabale.rules.pieces import column_zone
from companion.games.kabale.rules.state import TableState as Position
from companion.games.kabale.screen.piece_faces import character_name, value_text
from companion.games.kabale.voice import names
from companion.rules.layout import spot_id
from companion.rules.moves import FINGER, Observation
from companion.screen.draw.canvas_widget import TouchableModelView, TouchHandler, place_widget
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


class ColumnCardModel(Struct, frozen=True):
    """An influence card in a column.

    `name` and `value` (what it counts as it lies) are "" where it lies face down. `is_changed`: an effect
    changed the value; `is_removed`: the Mage or the Witch would remove the card; `is_asked_about`: somebody
    is asked about it. `touch_target` names it when touched.
    """

    by: str
    name: str = ""
    value: str = ""
    is_changed: bool = False
    is_removed: bool = False
    is_asked_about: bool = False
    touch_target: str = ""


class PlayerSumModel(Struct, frozen=True):
    """The sum of a player's open cards in a column."""

    colour: str
    sum: str


class ColumnLeadModel(Struct, frozen=True):
    """Who would take the objective if only the open cards counted.

    `lead_text` says so in words, and `rule` is the deciding rule of the result. Players in `face_down_owners`
    have cards face down there and could still win.
    """

    leader: str = ""
    lead_text: str = ""
    rule: str = ""
    is_tied: bool = False
    sums: tuple[PlayerSumModel, ...] = ()
    face_down_owners: tuple[str, ...] = ()


class ColumnModel(Struct, frozen=True):
    """A column: its objective (symbol and value, empty before it is laid out), and the cards below it."""

    number: int
    symbol: str = ""
    value: int = 0
    is_full: bool = False
    is_closed: bool = False
    cards: tuple[ColumnCardModel, ...] = ()
    lead: ColumnLeadModel = ColumnLeadModel()

    @property
    def touch_target(self) -> str:
        """The touch target of the column."""
        return f"column/{self.number}"


def column_models(
    position: Position, pending_input: Iterable[Observation], translator: Translator
) -> tuple[ColumnModel, ...]:
    """Every column; before objectives are laid out, columns with the objectives observed so far."""
    if position.columns:
        item = position.agenda[0] if position.agenda else None
        place = (item.column, item.at) if isinstance(item, CardQuestion) else (0, 0)
        numbers = range(1, len(position.columns) + 1)
        return tuple(column_model(position, n, translator, place[1] if n == place[0] else 0) for n in numbers)
    if position.phase != "objectives":
        return ()
    laid = dict(noticed_objectives(pending_input))
    numbers = range(1, len(position.config.seats) + 1)
    return tuple(_empty_column_model(number, laid.get(number, "")) for number in numbers)


def _empty_column_model(number: int, objective: str) -> ColumnModel:
    if not objective:
        return ColumnModel(number)
    return ColumnModel(number, objective_symbol(objective), objective_value(objective))


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


def column_model(position: Position, number: int, translator: Translator, about: int = 0) -> ColumnModel:
    """A column as it lies; `about` is the card that somebody is asked about, counted from 1."""
    column = position.column(number)
    standing = column_standing(column)
    open_ = iter(standing.result.cards)
    return ColumnModel(
        number,
        objective_symbol(column.objective),
        objective_value(column.objective),
        column.is_full,
        column.closed,
        tuple(
            _card_model(
                card,
                next(open_) if card.up else None,
                spot_id(column_zone(number), at),
                at == about,
                translator,
            )
            for at, card in enumerate(column.cards, 1)
        ),
        _lead_model(standing.result, standing.face_down_owners, translator),
    )


def _card_model(
    card: state.CardState,
    valued: EvaluatedCard | None,
    touch_target: str,
    asked: bool,
    translator: Translator,
) -> ColumnCardModel:
    if valued is None:
        return ColumnCardModel(card.by, is_asked_about=asked, touch_target=touch_target)
    removed = bool(valued.removed)
    counts = valued.printed if removed else valued.halves
    changed = counts != valued.printed
    return ColumnCardModel(
        card.by,
        character_name(translator, card.card),
        value_text(counts),
        changed,
        removed,
        asked,
        touch_target,
    )


def _lead_model(
    result: ColumnResult, face_down_owners: tuple[str, ...], translator: Translator
) -> ColumnLeadModel:
    """Who would win by that result, and who still could."""
    least = result.rule == "lowest"
    ranked = sorted(result.sums.items(), key=lambda each: each[1] if least else -each[1])
    return ColumnLeadModel(
        result.winner or "",
        translator.gettext("leads") if result.winner else "",
        result.rule,
        bool(result.tied),
        tuple(PlayerSumModel(who, names.half_points_text(halves)) for who, halves in ranked),
        face_down_owners,
    )


CARD_RADIUS = 0.8


class CardButton(TouchableModelView[ColumnCardModel]):
    """A card that can be touched, which glows."""

    def paint_model(self, painter: Painter, bounds: Rect, card: ColumnCardModel) -> None:
        """Paint the card, smaller by the width of the glow."""
        plate = bounds.inset(mm(0.7))
        painter.draw_glow(plate, GOLD, mm(CARD_RADIUS))
        paint_card(painter, plate, card, pressed=self.is_pressed)


def paint_card(painter: Painter, place: Rect, card: ColumnCardModel, *, pressed: bool = False) -> None:
    """Paint the card at that place."""
    if card.is_asked_about:
        painter.fill_rect(place.inset(-mm(0.6), -mm(0.35)), GOLD, mm(CARD_RADIUS + 0.4))
    if card.name:
        _paint_face(painter, place, card, pressed)
    else:
        _paint_back(painter, place, card.by, pressed)


def _paint_back(painter: Painter, place: Rect, by: str, pressed: bool) -> None:
    """Paint the back: the owner's colour with their sign in the middle."""
    paint = mix_colours(PLAYER_COLOURS[by], GOLD, 0.4) if pressed else PLAYER_COLOURS[by]
    painter.fill_player_rect(by, place, mm(CARD_RADIUS), paint)
    edge = min(mm(0.8), place.height * 0.18)
    if place.height > mm(4):
        painter.outline_rect(place.inset(edge), fade(TEXT_ON_PLAYER_COLOURS[by], 0.55), mm(0.25), mm(0.5))
    painter.draw_symbol(f"{by}/flat", place.inset(edge * 1.3), TEXT_ON_PLAYER_COLOURS[by])


def _paint_face(painter: Painter, place: Rect, card: ColumnCardModel, pressed: bool) -> None:
    """Paint the owner's colour and sign, name and value, struck out where the card would be removed."""
    paper = WORN_PARCHMENT if card.is_removed else PARCHMENT
    painter.fill_player_rect(card.by, place, mm(CARD_RADIUS))
    block, rest = place.cut_left(min(mm(4.5), place.height * 1.15 + mm(0.4)))
    sign = block.inset(mm(0.4), mm(0.25))
    painter.draw_symbol(f"{card.by}/flat", sign, TEXT_ON_PLAYER_COLOURS[card.by])
    edge = min(mm(0.35), place.height * 0.06)
    face = Rect(rest.x, rest.y + edge, rest.width - edge, rest.height - 2 * edge)
    painter.fill_rect(face, mix_colours(paper, GOLD, 0.5) if pressed else paper, mm(CARD_RADIUS - 0.35))
    size = max(MIN_TEXT, min(LEAD_TEXT, place.height / mm(1) * 0.72))
    colour = FADED_SEPIA if card.is_removed else SEPIA
    value, name, large = _share_width(face.inset(mm(0.6), -edge), card, size)
    bold = text_width(card.name, font_pixels(MIN_TEXT), True) <= name.width
    painter.draw_text(card.name, name, size, colour, bold=bold)
    value_colour = CHANGED_VALUE if card.is_changed else colour
    painter.draw_text(card.value, value, large, value_colour, bold=True, halign="right")
    if card.is_removed:
        painter.fill_rect(face.inset(mm(0.5), 0).centred(face.width - mm(1), mm(0.35)), CHANGED_VALUE)


def _share_width(room: Rect, card: ColumnCardModel, size: float) -> tuple[Rect, Rect, float]:
    """The room for the value, that for the name, and the letter size of the value.

    Letters are smaller where the name needs the room.
    """
    for large in (min(size * 1.2, room.width / mm(5)), MIN_TEXT):
        wide = text_width(card.value, font_pixels(large), True) + 2
        value, name = room.cut_right(wide, mm(0.5))
        if text_width(card.name, font_pixels(MIN_TEXT)) <= name.width:
            break
    return value, name, large


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


class ColumnView(TouchableModelView[ColumnModel]):
    """A column; a touch lays a card at its end, and cards that can be touched are widgets of their own."""

    enabled = False

    def __init__(self, column: ColumnModel, touch_handler: TouchHandler) -> None:
        self.card_buttons: dict[int, CardButton] = {}
        super().__init__(column, touch_handler)
        self.set_enabled(False)

    @property
    def column_model(self) -> ColumnModel:
        """The column that is shown."""
        assert self.model is not None
        return self.model

    def show(self, column: ColumnModel, enabled_targets: Collection[str] | None = ()) -> None:
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

    def _split(self, bounds: Rect) -> tuple[Rect, Rect, Rect]:
        """The rectangles of the objective, the cards and the foot."""
        head, rest = bounds.inset(mm(1.1)).cut_top(mm(HEAD_HEIGHT), mm(0.8))
        foot, cards = rest.cut_bottom(mm(FOOT_HEIGHT), mm(0.6))
        return head, cards, foot

    def arrange_children(self, bounds: Rect) -> None:
        """Place the cards that can be touched."""
        for rows, place in self._card_rows(self._split(bounds)[1]):
            if rows[0] in self.card_buttons:
                place_widget(self.card_buttons[rows[0]], place)

    def _card_rows(self, room: Rect) -> Iterator[tuple[range, Rect]]:
        """The cards of each row with its rectangle: one each, or several where they could not be read."""
        cards = distribute_cards_to_rows(
            len(self.column_model.cards), frozenset(self.card_buttons), room.height
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
        return min(most, room.height / max(1, rows, self.column_model.value))

    def paint_model(self, painter: Painter, bounds: Rect, column: ColumnModel) -> None:
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
            _paint_lead(painter, foot, column.lead)

    def _paint_cards(self, painter: Painter, room: Rect) -> None:
        low = room.top
        for rows, place in self._card_rows(room):
            low = place.y - mm(CARD_GAP)
            if len(rows) > 1:
                _paint_several(painter, place, self.column_model.cards[rows.start : rows.stop])
            elif rows[0] not in self.card_buttons:
                paint_card(painter, place, self.column_model.cards[rows[0]])
        rest = Rect(room.x, room.y, room.width, max(0.0, low - room.y))
        if self.column_model.is_closed:
            _paint_closed(painter, rest)
            return
        for _ in range(self.column_model.value - len(self.column_model.cards)):
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


def _paint_several(painter: Painter, row: Rect, cards: Sequence[ColumnCardModel]) -> None:
    """Paint cards that share a row: how many there are, and whose."""
    number, signs = row.inset(mm(0.6), 0).cut_left(mm(5), mm(0.6))
    painter.draw_text(f"+{len(cards)}", number, SMALL_TEXT, CHALK, bold=True)
    for card, cell in zip(cards, signs.split_columns(max(8, len(cards))), strict=False):
        painter.draw_symbol(card.by, cell)


def _spaced(place: Rect) -> Rect:
    return Rect(place.x, place.y + mm(CARD_GAP), place.width, place.height - mm(CARD_GAP))


def paint_column_head(painter: Painter, head: Rect, column: ColumnModel, full: bool = True) -> None:
    """Paint the number of the column and its objective: symbol, value, and how full it is."""
    number, card = head.cut_left(mm(4.2), mm(0.6))
    painter.fill_rect(number, NIGHT, mm(0.8))
    painter.draw_text(str(column.number), number, HEADING_TEXT, CHALK, bold=True, halign="center")
    if not column.symbol:
        painter.outline_rect(card, BORDER, mm(0.3), mm(CORNER_RADIUS))
        return
    painter.fill_rect(card, WORN_PARCHMENT if column.is_closed else PARCHMENT, mm(CORNER_RADIUS))
    inner = card.inset(mm(0.8), mm(0.8))
    fill, inner = inner.cut_right(mm(5.6), mm(0.2))
    value, sign = inner.cut_right(mm(5.2), mm(0.2))
    painter.draw_symbol(column.symbol, sign.centred(min(sign.width, mm(11)), min(sign.height, mm(9.4))))
    painter.draw_text(str(column.value), value, HUGE_TEXT, SEPIA, bold=True, halign="center")
    if full:
        _paint_fill(painter, fill, column)


def _paint_fill(painter: Painter, fill: Rect, column: ColumnModel) -> None:
    """Paint how many cards of how many there are; a tick when that is enough, lightning after a Storm."""
    mark, text_rect = fill.cut_top(fill.height * 0.55)
    if column.is_closed:
        painter.draw_symbol("storm", mark.centred(mm(4.8), mm(4.8)), NO_RED)
    elif column.is_full:
        painter.draw_symbol("check", mark.centred(mm(4.6), mm(4.6)), mix_colours(YES_GREEN, SEPIA, 0.35))
    held = f"{len(column.cards)}/{column.value}"
    painter.draw_text(
        held, text_rect, NOTE_TEXT, SEPIA if column.is_full else FADED_SEPIA, bold=True, halign="center"
    )


def _paint_closed(painter: Painter, rest: Rect) -> None:
    """Paint that a Storm has closed the column."""
    if rest.height < mm(2):
        return
    bar = rest.cut_top(min(rest.height, mm(5)))[0].inset(mm(0.2), mm(0.4))
    painter.fill_rect(bar, fade(NO_RED, 0.3), mm(0.8))
    painter.draw_symbol("storm", bar.centred(bar.height, bar.height), NO_RED)


def _paint_lead(painter: Painter, foot: Rect, lead: ColumnLeadModel) -> None:
    """Paint who leads by the open cards, the other sums, and whose hidden cards may change it."""
    if not lead.leader and not lead.face_down_owners:
        return
    above, below = foot.cut_top(mm(4.4), mm(0.3))
    leading = [share for share in lead.sums if share.colour == lead.leader]
    if lead.leader:
        _paint_leader(painter, above, lead, leading)
    else:
        _paint_hidden(painter, above, lead.face_down_owners, LEAD_TEXT)
        return
    room = below.width - (mm(2.6) + mm(2.8) * len(lead.face_down_owners) if lead.face_down_owners else 0.0)
    shares, hidden = below.cut_left(room)
    for share in lead.sums:
        if share.colour != lead.leader:
            shares = _paint_sum(painter, shares, share)
    if lead.face_down_owners:
        _paint_hidden(painter, hidden, lead.face_down_owners, SMALL_TEXT)


def _paint_leader(
    painter: Painter, above: Rect, lead: ColumnLeadModel, leading: Sequence[PlayerSumModel]
) -> None:
    """Paint a banner in the leader's colour with their sign, what decides, and their sum."""
    painter.fill_player_rect(lead.leader, above, mm(0.8))
    colour = TEXT_ON_PLAYER_COLOURS[lead.leader]
    sign, rest = above.inset(mm(0.8), mm(0.4)).cut_left(mm(4), mm(0.8))
    painter.draw_symbol(f"{lead.leader}/flat", sign, colour)
    if lead.rule in SYMBOL_OF_RULE:
        why, rest = rest.cut_left(mm(3.6), mm(0.6))
        painter.draw_symbol(SYMBOL_OF_RULE[lead.rule], why, colour)
    total = leading[0].sum if leading else "–"
    used = painter.draw_text(f"= {total}" if lead.is_tied else total, rest, LEAD_TEXT, colour, bold=True)
    leads = rest.cut_left(used, mm(1))[1].cut_right(mm(0.5))[1]
    painter.draw_text(lead.lead_text, leads, SMALL_TEXT, colour, halign="right", may_truncate=True)


def _paint_sum(painter: Painter, room: Rect, share: PlayerSumModel) -> Rect:
    """Paint another player's sum if there is room; returns the room that is left."""
    wide = mm(2.9) + text_width(share.sum, font_pixels(SMALL_TEXT), True) + mm(0.4)
    if room.width < wide:
        return room
    cell, rest = room.cut_left(wide, mm(0.9))
    sign, text_rect = cell.cut_left(mm(2.7), mm(0.3))
    painter.draw_symbol(share.colour, sign)
    painter.draw_text(share.sum, text_rect, SMALL_TEXT, MUTED, bold=True)
    return rest


def _paint_hidden(painter: Painter, room: Rect, hidden: Sequence[str], size: float) -> None:
    """Paint who has cards face down there, after a question mark."""
    mark, rest = room.cut_left(mm(size * 0.75), mm(0.2))
    painter.draw_text("?", mark, size, CHALK, bold=True, halign="center")
    for who in hidden:
        sign, rest = rest.cut_left(mm(size), mm(0.1))
        painter.draw_symbol(who, sign)
