"""A column: the objective above, the cards from there on down, and beneath them who could win as it lies."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import Final

from kivy.metrics import mm

from companion.games.kabale.screen.card import StripFace, paint_strip
from companion.games.kabale.screen.views import Column, Lead, Share, Strip
from companion.screen.draw.canvas_widget import TouchableModelView, TouchHandler, place_widget
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BORDER,
    CHALK,
    CORNER_RADIUS,
    FADED_SEPIA,
    GOLD,
    HEADING_TEXT,
    HUGE_TEXT,
    LEAD_TEXT,
    MIN_TOUCH_SIZE,
    MUTED,
    NIGHT,
    NO_RED,
    NOTE_TEXT,
    PANEL,
    PARCHMENT,
    RAISED_PANEL,
    SEPIA,
    SMALL_TEXT,
    TEXT_ON_PLAYER_COLOURS,
    WORN_PARCHMENT,
    YES_GREEN,
    fade,
    mix_colours,
)

HEAD = 11.4
FOOT = 8.4
MOST = 8.2
"""Millimetres: of the objective, of who could win, of a strip at the most."""
LEAST = 2.95
"""Millimetres of a strip that can still be read."""
FINGER = MIN_TOUCH_SIZE + 0.6
"""Millimetres of a card that may be touched."""
GAP = 0.35
SIGNS: Final = {"prince-and-squire": "couple", "lowest": "down"}
"""What decides besides the highest sum, as a sign."""


class ColumnFace(TouchableModelView[Column]):
    """One column; touched, a card is laid at its end. Cards that may be touched themselves are widgets of their own."""

    enabled = False

    def __init__(self, column: Column, act: TouchHandler) -> None:
        self.faces: dict[int, StripFace] = {}
        super().__init__(column, act)
        self.set_enabled(False)

    @property
    def column(self) -> Column:
        """As it lies."""
        assert self.model is not None
        return self.model

    def show(self, column: Column, enabled_targets: Collection[str] | None = ()) -> None:
        """Show it like this; it, or cards of it, among `enabled_targets` glow and may be touched."""
        super().show(column, enabled_targets)
        wanted = {at: card for at, card in enumerate(column.cards) if card.thing in (enabled_targets or ())}
        for at in self.faces.keys() - wanted.keys():
            self.remove_widget(self.faces.pop(at))
            self.request_redraw()
        for at, card in wanted.items():
            if at not in self.faces:
                self.faces[at] = StripFace(card, self.touch_handler)
                self.add_widget(self.faces[at])
                self.request_redraw()
            self.faces[at].show(card)

    def _parts(self, whole: Rect) -> tuple[Rect, Rect, Rect]:
        """The objective, the cards, who could win."""
        head, rest = whole.inset(mm(1.1)).cut_top(mm(HEAD), mm(0.8))
        foot, cards = rest.cut_bottom(mm(FOOT), mm(0.6))
        return head, cards, foot

    def arrange_children(self, whole: Rect) -> None:
        """Cards that may be touched."""
        for rows, place in self._rows(self._parts(whole)[1]):
            if rows[0] in self.faces:
                place_widget(self.faces[rows[0]], place)

    def _rows(self, room: Rect) -> Iterator[tuple[range, Rect]]:
        """Where the cards lie: each on a row of its own, or, where there are too many to be read, some on one."""
        cards = shared_out(len(self.column.cards), frozenset(self.faces), room.height)
        at, usual = room.top, self._usual(room, len(cards))
        least = max(usual, mm(FINGER))
        touched = sum(rows[0] in self.faces for rows in cards)
        others = len(cards) - touched
        left = min(usual, (room.height - least * touched) / others) if others else 0.0
        for rows in cards:
            high = least if rows[0] in self.faces else left
            at -= high
            yield rows, Rect(room.x, at + mm(GAP), room.width, high - mm(GAP))

    def _usual(self, room: Rect, rows: int) -> float:
        """How high a card is where nothing has to be touched, on so many rows."""
        most: float = mm(MOST)
        return min(most, room.height / max(1, rows, self.column.value))

    def paint_model(self, ink: Painter, whole: Rect, column: Column) -> None:
        """Ground, objective, cards and the places that are still free, who could win."""
        plate = whole.inset(mm(0.6))
        if self.enabled:
            ink.draw_glow(plate, GOLD, mm(CORNER_RADIUS))
        ink.fill_rect(
            plate, mix_colours(RAISED_PANEL, GOLD, 0.25) if self.is_pressed else PANEL, mm(CORNER_RADIUS)
        )
        head, cards, foot = self._parts(whole)
        paint_head(ink, head, column)
        if column.symbol:
            self._cards(ink, cards)
            _lead(ink, foot, column.lead)

    def _cards(self, ink: Painter, room: Rect) -> None:
        low = room.top
        for rows, place in self._rows(room):
            low = place.y - mm(GAP)
            if len(rows) > 1:
                _several(ink, place, self.column.cards[rows.start : rows.stop])
            elif rows[0] not in self.faces:
                paint_strip(ink, place, self.column.cards[rows[0]])
        rest = Rect(room.x, room.y, room.width, max(0.0, low - room.y))
        if self.column.closed:
            _closed(ink, rest)
            return
        for _ in range(self.column.value - len(self.column.cards)):
            free, rest = rest.cut_top(self._usual(room, 0))
            if free.height > mm(1):
                ink.outline_rect(_spaced(free).inset(mm(0.3)), fade(BORDER, 0.8), mm(0.25), mm(0.8))


def shared_out(count: int, touched: frozenset[int], room: float) -> list[range]:
    """So many cards on rows: one each, or, where they could not be read, the middle ones of the longest run together,
    or those of every run; `touched` ones are as high as a finger needs, and on a row of their own."""
    few = max(1, int((room - mm(FINGER) * len(touched)) / mm(LEAST)))
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


def _several(ink: Painter, row: Rect, cards: Sequence[Strip]) -> None:
    """Cards that share a row: how many, and whose."""
    number, signs = row.inset(mm(0.6), 0).cut_left(mm(5), mm(0.6))
    ink.draw_text(f"+{len(cards)}", number, SMALL_TEXT, CHALK, bold=True)
    for card, cell in zip(cards, signs.split_columns(max(8, len(cards))), strict=False):
        ink.draw_symbol(card.by, cell)


def _spaced(place: Rect) -> Rect:
    return Rect(place.x, place.y + mm(GAP), place.width, place.height - mm(GAP))


def paint_head(ink: Painter, head: Rect, column: Column, full: bool = True) -> None:
    """The number of the column, and its objective: symbol, value, and how `full` it is."""
    number, card = head.cut_left(mm(4.2), mm(0.6))
    ink.fill_rect(number, NIGHT, mm(0.8))
    ink.draw_text(str(column.number), number, HEADING_TEXT, CHALK, bold=True, halign="center")
    if not column.symbol:
        ink.outline_rect(card, BORDER, mm(0.3), mm(CORNER_RADIUS))
        return
    ink.fill_rect(card, WORN_PARCHMENT if column.closed else PARCHMENT, mm(CORNER_RADIUS))
    inner = card.inset(mm(0.8), mm(0.8))
    fill, inner = inner.cut_right(mm(5.6), mm(0.2))
    value, sign = inner.cut_right(mm(5.2), mm(0.2))
    ink.draw_symbol(column.symbol, sign.centred(min(sign.width, mm(11)), min(sign.height, mm(9.4))))
    ink.draw_text(str(column.value), value, HUGE_TEXT, SEPIA, bold=True, halign="center")
    if full:
        _fill(ink, fill, column)


def _fill(ink: Painter, fill: Rect, column: Column) -> None:
    """How many cards of how many; a tick when that is enough, lightning when a Storm made it so."""
    mark, words = fill.cut_top(fill.height * 0.55)
    if column.closed:
        ink.draw_symbol("storm", mark.centred(mm(4.8), mm(4.8)), NO_RED)
    elif column.full:
        ink.draw_symbol("check", mark.centred(mm(4.6), mm(4.6)), mix_colours(YES_GREEN, SEPIA, 0.35))
    held = f"{len(column.cards)}/{column.value}"
    ink.draw_text(held, words, NOTE_TEXT, SEPIA if column.full else FADED_SEPIA, bold=True, halign="center")


def _closed(ink: Painter, rest: Rect) -> None:
    """A Storm has closed the column: nothing goes below."""
    if rest.height < mm(2):
        return
    bar = rest.cut_top(min(rest.height, mm(5)))[0].inset(mm(0.2), mm(0.4))
    ink.fill_rect(bar, fade(NO_RED, 0.3), mm(0.8))
    ink.draw_symbol("storm", bar.centred(bar.height, bar.height), NO_RED)


def _lead(ink: Painter, foot: Rect, lead: Lead) -> None:
    """Who leads by the open cards and with what; beneath, the other sums, and whose hidden cards may change it."""
    if not lead.leader and not lead.hidden:
        return
    above, below = foot.cut_top(mm(4.4), mm(0.3))
    leading = [share for share in lead.shares if share.colour == lead.leader]
    if lead.leader:
        _leader(ink, above, lead, leading)
    else:
        _hidden(ink, above, lead.hidden, LEAD_TEXT)
        return
    room = below.width - (mm(2.6) + mm(2.8) * len(lead.hidden) if lead.hidden else 0.0)
    shares, hidden = below.cut_left(room)
    for share in lead.shares:
        if share.colour != lead.leader:
            shares = _share(ink, shares, share)
    if lead.hidden:
        _hidden(ink, hidden, lead.hidden, SMALL_TEXT)


def _leader(ink: Painter, above: Rect, lead: Lead, leading: Sequence[Share]) -> None:
    """A banner in the leader's colour: his sign, what decides, his sum."""
    ink.fill_player_rect(lead.leader, above, mm(0.8))
    colour = TEXT_ON_PLAYER_COLOURS[lead.leader]
    sign, rest = above.inset(mm(0.8), mm(0.4)).cut_left(mm(4), mm(0.8))
    ink.draw_symbol(f"{lead.leader}/flat", sign, colour)
    if lead.rule in SIGNS:
        why, rest = rest.cut_left(mm(3.6), mm(0.6))
        ink.draw_symbol(SIGNS[lead.rule], why, colour)
    said = leading[0].sum if leading else "–"
    used = ink.draw_text(f"= {said}" if lead.tied else said, rest, LEAD_TEXT, colour, bold=True)
    leads = rest.cut_left(used, mm(1))[1].cut_right(mm(0.5))[1]
    ink.draw_text(lead.leads, leads, SMALL_TEXT, colour, halign="right", may_truncate=True)


def _share(ink: Painter, room: Rect, share: Share) -> Rect:
    """Another one's sum, where there is room; the room that is left."""
    wide = mm(2.9) + text_width(share.sum, font_pixels(SMALL_TEXT), True) + mm(0.4)
    if room.width < wide:
        return room
    cell, rest = room.cut_left(wide, mm(0.9))
    sign, words = cell.cut_left(mm(2.7), mm(0.3))
    ink.draw_symbol(share.colour, sign)
    ink.draw_text(share.sum, words, SMALL_TEXT, MUTED, bold=True)
    return rest


def _hidden(ink: Painter, room: Rect, hidden: Sequence[str], size: float) -> None:
    """Who has cards face down there, after a question mark."""
    mark, rest = room.cut_left(mm(size * 0.75), mm(0.2))
    ink.draw_text("?", mark, size, CHALK, bold=True, halign="center")
    for who in hidden:
        sign, rest = rest.cut_left(mm(size), mm(0.1))
        ink.draw_symbol(who, sign)
