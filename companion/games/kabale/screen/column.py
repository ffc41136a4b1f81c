"""A column: the objective above, the cards from there on down, and beneath them who could win as it lies."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import Final

from kivy.metrics import mm

from companion.games.kabale.screen.card import StripFace, paint_strip
from companion.games.kabale.screen.views import Column, Lead, Share, Strip
from companion.screen.draw.drawn import Act, TouchView, lay
from companion.screen.draw.ink import Ink, letters, width_of
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    FADED,
    GOLD,
    GRANTED,
    HEADING,
    HUGE,
    INK,
    LEAD,
    LINE,
    MUTED,
    NOTE,
    ON_PLAYER,
    PANEL,
    PARCHMENT,
    RAISED,
    REFUSED,
    ROUND,
    SEPIA,
    SMALL,
    TOUCH_LEAST,
    WORN,
    faded,
    mixed,
)

HEAD = 11.4
FOOT = 8.4
MOST = 8.2
"""Millimetres: of the objective, of who could win, of a strip at the most."""
LEAST = 2.95
"""Millimetres of a strip that can still be read."""
FINGER = TOUCH_LEAST + 0.6
"""Millimetres of a card that may be touched."""
GAP = 0.35
SIGNS: Final = {"prince-and-squire": "couple", "lowest": "down"}
"""What decides besides the highest sum, as a sign."""


class ColumnFace(TouchView[Column]):
    """One column; touched, a card is laid at its end. Cards that may be touched themselves are widgets of their own."""

    open = False

    def __init__(self, column: Column, act: Act) -> None:
        self.faces: dict[int, StripFace] = {}
        super().__init__(column, act)
        self.allow(False)

    @property
    def column(self) -> Column:
        """As it lies."""
        assert self.shown is not None
        return self.shown

    def show(self, column: Column, open_: Collection[str] | None = ()) -> None:
        """Show it like this; it, or cards of it, among `open_` glow and may be touched."""
        super().show(column, open_)
        wanted = {at: card for at, card in enumerate(column.cards) if card.thing in (open_ or ())}
        for at in self.faces.keys() - wanted.keys():
            self.remove_widget(self.faces.pop(at))
            self.again()
        for at, card in wanted.items():
            if at not in self.faces:
                self.faces[at] = StripFace(card, self.act)
                self.add_widget(self.faces[at])
                self.again()
            self.faces[at].show(card)

    def _parts(self, whole: Rect) -> tuple[Rect, Rect, Rect]:
        """The objective, the cards, who could win."""
        head, rest = whole.inset(mm(1.1)).from_top(mm(HEAD), mm(0.8))
        foot, cards = rest.from_bottom(mm(FOOT), mm(0.6))
        return head, cards, foot

    def arrange(self, whole: Rect) -> None:
        """Cards that may be touched."""
        for rows, place in self._rows(self._parts(whole)[1]):
            if rows[0] in self.faces:
                lay(self.faces[rows[0]], place)

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

    def draw(self, ink: Ink, whole: Rect, column: Column) -> None:
        """Ground, objective, cards and the places that are still free, who could win."""
        plate = whole.inset(mm(0.6))
        if self.open:
            ink.glow(plate, GOLD, mm(ROUND))
        ink.box(plate, mixed(RAISED, GOLD, 0.25) if self.pressed else PANEL, mm(ROUND))
        head, cards, foot = self._parts(whole)
        paint_head(ink, head, column)
        if column.symbol:
            self._cards(ink, cards)
            _lead(ink, foot, column.lead)

    def _cards(self, ink: Ink, room: Rect) -> None:
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
            free, rest = rest.from_top(self._usual(room, 0))
            if free.height > mm(1):
                ink.frame(_spaced(free).inset(mm(0.3)), faded(LINE, 0.8), mm(0.25), mm(0.8))


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


def _several(ink: Ink, row: Rect, cards: Sequence[Strip]) -> None:
    """Cards that share a row: how many, and whose."""
    number, signs = row.inset(mm(0.6), 0).from_left(mm(5), mm(0.6))
    ink.words(f"+{len(cards)}", number, SMALL, CHALK, bold=True)
    for card, cell in zip(cards, signs.columns(max(8, len(cards))), strict=False):
        ink.picture(card.by, cell)


def _spaced(place: Rect) -> Rect:
    return Rect(place.x, place.y + mm(GAP), place.width, place.height - mm(GAP))


def paint_head(ink: Ink, head: Rect, column: Column, full: bool = True) -> None:
    """The number of the column, and its objective: symbol, value, and how `full` it is."""
    number, card = head.from_left(mm(4.2), mm(0.6))
    ink.box(number, INK, mm(0.8))
    ink.words(str(column.number), number, HEADING, CHALK, bold=True, across="center")
    if not column.symbol:
        ink.frame(card, LINE, mm(0.3), mm(ROUND))
        return
    ink.box(card, WORN if column.closed else PARCHMENT, mm(ROUND))
    inner = card.inset(mm(0.8), mm(0.8))
    fill, inner = inner.from_right(mm(5.6), mm(0.2))
    value, sign = inner.from_right(mm(5.2), mm(0.2))
    ink.picture(column.symbol, sign.middle(min(sign.width, mm(11)), min(sign.height, mm(9.4))))
    ink.words(str(column.value), value, HUGE, SEPIA, bold=True, across="center")
    if full:
        _fill(ink, fill, column)


def _fill(ink: Ink, fill: Rect, column: Column) -> None:
    """How many cards of how many; a tick when that is enough, lightning when a Storm made it so."""
    mark, words = fill.from_top(fill.height * 0.55)
    if column.closed:
        ink.picture("storm", mark.middle(mm(4.8), mm(4.8)), REFUSED)
    elif column.full:
        ink.picture("check", mark.middle(mm(4.6), mm(4.6)), mixed(GRANTED, SEPIA, 0.35))
    held = f"{len(column.cards)}/{column.value}"
    ink.words(held, words, NOTE, SEPIA if column.full else FADED, bold=True, across="center")


def _closed(ink: Ink, rest: Rect) -> None:
    """A Storm has closed the column: nothing goes below."""
    if rest.height < mm(2):
        return
    bar = rest.from_top(min(rest.height, mm(5)))[0].inset(mm(0.2), mm(0.4))
    ink.box(bar, faded(REFUSED, 0.3), mm(0.8))
    ink.picture("storm", bar.middle(bar.height, bar.height), REFUSED)


def _lead(ink: Ink, foot: Rect, lead: Lead) -> None:
    """Who leads by the open cards and with what; beneath, the other sums, and whose hidden cards may change it."""
    if not lead.leader and not lead.hidden:
        return
    above, below = foot.from_top(mm(4.4), mm(0.3))
    leading = [share for share in lead.shares if share.colour == lead.leader]
    if lead.leader:
        _leader(ink, above, lead, leading)
    else:
        _hidden(ink, above, lead.hidden, LEAD)
        return
    room = below.width - (mm(2.6) + mm(2.8) * len(lead.hidden) if lead.hidden else 0.0)
    shares, hidden = below.from_left(room)
    for share in lead.shares:
        if share.colour != lead.leader:
            shares = _share(ink, shares, share)
    if lead.hidden:
        _hidden(ink, hidden, lead.hidden, SMALL)


def _leader(ink: Ink, above: Rect, lead: Lead, leading: Sequence[Share]) -> None:
    """A banner in the leader's colour: his sign, what decides, his sum."""
    ink.seat(lead.leader, above, mm(0.8))
    colour = ON_PLAYER[lead.leader]
    sign, rest = above.inset(mm(0.8), mm(0.4)).from_left(mm(4), mm(0.8))
    ink.picture(f"{lead.leader}/flat", sign, colour)
    if lead.rule in SIGNS:
        why, rest = rest.from_left(mm(3.6), mm(0.6))
        ink.picture(SIGNS[lead.rule], why, colour)
    said = leading[0].sum if leading else "–"
    used = ink.words(f"= {said}" if lead.tied else said, rest, LEAD, colour, bold=True)
    leads = rest.from_left(used, mm(1))[1].from_right(mm(0.5))[1]
    ink.words(lead.leads, leads, SMALL, colour, across="right", cut=True)


def _share(ink: Ink, room: Rect, share: Share) -> Rect:
    """Another one's sum, where there is room; the room that is left."""
    wide = mm(2.9) + width_of(share.sum, letters(SMALL), True) + mm(0.4)
    if room.width < wide:
        return room
    cell, rest = room.from_left(wide, mm(0.9))
    sign, words = cell.from_left(mm(2.7), mm(0.3))
    ink.picture(share.colour, sign)
    ink.words(share.sum, words, SMALL, MUTED, bold=True)
    return rest


def _hidden(ink: Ink, room: Rect, hidden: Sequence[str], size: float) -> None:
    """Who has cards face down there, after a question mark."""
    mark, rest = room.from_left(mm(size * 0.75), mm(0.2))
    ink.words("?", mark, size, CHALK, bold=True, across="center")
    for who in hidden:
        sign, rest = rest.from_left(mm(size), mm(0.1))
        ink.picture(who, sign)
