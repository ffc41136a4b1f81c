"""What a report is made of: rows of players, cards that were counted, piles of what was won, sentences."""

from __future__ import annotations

from typing import TypeVar

from kivy.metrics import mm

from companion.screen.draw.drawn import Act, View
from companion.screen.draw.ink import LEADING, Ink, letters, set_words, width_of
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY,
    CHALK,
    CHANGED,
    FADED,
    GOLD,
    GRANTED,
    HEADING,
    HUGE,
    LARGE,
    LEAD,
    LEAST,
    LINE,
    MUTED,
    NOTE,
    ON_PLAYER,
    PANEL,
    PARCHMENT,
    PLAYERS,
    PROMPT,
    RAISED,
    REFUSED,
    ROUND,
    SEPIA,
    TITLE,
    WORN,
    faded,
    mixed,
)
from companion.screen.reports import Paper, Papers, Pile, Piles, Row, Rows, Sentences
from companion.screen.views import Count

SIGN = 6.0
"""Millimetres for the symbol before a sentence."""
T = TypeVar("T")


class Block(View[T]):
    """A part of a report. `act` gets what is touched on it."""

    def __init__(self, act: Act) -> None:
        self.act = act
        super().__init__()

    def heights(self, width: float) -> tuple[float, float]:
        """The least height in pixels in which it can be read, and the most that is of any use to it."""
        raise NotImplementedError


class RowsView(Block[Rows]):
    """Gold around what matters; numbers and bars of all rows stand below each other."""

    LOW, HIGH, GAP = 6.8, 10.5, 1.2
    NAME = 27.0
    """Room for a name that stands beside something, in millimetres."""
    WIDE = 100.0
    """Wider than this, in millimetres, everything has room beside the name."""

    shown = Rows(())

    def heights(self, width: float) -> tuple[float, float]:
        """Higher where more stands on a row than a name and a bar."""
        count = -(-len(self.shown.rows) // self.shown.columns)
        much = any(row.things or row.note for row in self.shown.rows)
        return count * mm(self.LOW), count * mm(self.HIGH + 4 * much)

    def draw(self, ink: Ink, whole: Rect, value: Rows) -> None:
        """As high as there is room."""
        rows, columns = value.rows, value.columns
        if not rows:
            return
        count = -(-len(rows) // columns)
        high = min(self.heights(whole.width)[1], whole.height)
        room = whole.from_top(high)[0].inset(mm(0.5), mm(0.5))
        cells = list(room.grid(columns, count, mm(self.GAP)))
        size = _between(LEAD, cells[0].height / mm(1) * 0.76, PROMPT)
        ends = max(width_of(row.number, letters(size), bold=True) for row in rows) + mm(1)
        gains = max(sum(_gain(gain) for gain in row.gains) for row in rows)
        for row, cell in zip(rows, cells, strict=False):
            self._row(ink, cell, row, (size, min(ends, cell.width * 0.35), gains))

    def _row(self, ink: Ink, cell: Rect, row: Row, ends: tuple[float, float, float]) -> None:
        """What stands at its ends, and the words between. `ends`: size and width of numbers, width of gains."""
        if row.marked:
            ink.box(cell.inset(-mm(0.45)), GOLD, mm(ROUND + 0.4))
        ink.box(cell, RAISED if row.marked else PANEL, mm(ROUND))
        inner = cell.inset(mm(1.2), mm(0.6))
        if row.met is not None:
            mark, inner = inner.from_left(mm(5), mm(1.4))
            ink.picture("check" if row.met else "cross", mark, GRANTED if row.met else REFUSED)
        if row.symbol:
            sign, inner = inner.from_left(min(inner.height, mm(8.4)), mm(1.4))
            ink.picture(row.symbol, sign)
        size, wide, gains = ends
        number: Rect | None = None
        given = any(each.things for each in self.shown.rows)
        if given:
            number, inner = inner.from_right(wide, mm(1.4))
        for gain in reversed(row.gains):
            spot, inner = inner.from_right(_gain(gain))
            gains -= _gain(gain)
            _draw_gain(ink, spot, gain, min(size, LARGE))
        if given and row.gains:
            arrow, inner = inner.from_right(mm(8))
            ink.picture("next", arrow.middle(mm(6.6), mm(6.6)), GOLD)
        inner = inner.from_right(gains)[1]
        if number is None:
            number, inner = inner.from_right(wide, mm(1.4))
        colour = LINE if row.number in ("", "–") else MUTED if row.dim else CHALK
        ink.words(row.number or "–", number, size, colour, bold=True, across="right")
        self._words(ink, inner, row)

    def _words(self, ink: Ink, inner: Rect, row: Row) -> None:
        """The name, and beneath it, or beside it where there is no height, what there is more."""
        colour = MUTED if row.dim else CHALK
        more = bool(row.note or row.things) or row.bar is not None
        rest, below = inner, inner
        if more and (inner.height < mm(7) or inner.width > mm(self.WIDE)):
            rest, below = inner.from_left(min(mm(self.NAME), inner.width * 0.45), mm(1.4))
        elif more:
            rest, below = inner.from_top(inner.height * 0.52)
        size = _between(BODY, rest.height / mm(1) * 0.55, TITLE)
        ink.words(row.words, rest, size, colour, bold=row.marked or bool(row.things))
        if row.bar is not None:
            self._bar(ink, below, row)
        if row.note:
            ink.words(row.note, below, NOTE, colour, most=2)
        for thing in row.things:
            spot, below = below.from_left(min(mm(12), inner.width / 5))
            sign, count = spot.from_left(min(spot.height, mm(6.2)), mm(0.6))
            ink.picture(thing.symbol, sign)
            ink.words(str(thing.count), count, HEADING, CHALK, bold=True)

    def _bar(self, ink: Ink, room: Rect, row: Row) -> None:
        most = max(each.bar or 0 for each in self.shown.rows) or 1
        track = room.middle(room.width, mm(1.7))
        ink.box(track, faded(LINE, 0.6), mm(0.8))
        if row.bar:
            ink.box(track.from_left(track.width * row.bar / most)[0], PLAYERS.get(row.symbol, GOLD), mm(0.8))


def _gain(gain: Count) -> float:
    """How wide it is drawn."""
    return (mm(6.6) if gain.symbol else 0.0) + (mm(8.4) if _said(gain) else 0.0)


def _said(gain: Count) -> str:
    """How many, where it is more than its sign says."""
    return f"+{gain.count}" if gain.count > 1 or not gain.symbol else ""


def _draw_gain(ink: Ink, spot: Rect, gain: Count, size: float) -> None:
    if gain.symbol:
        sign, spot = spot.from_right(mm(6.6))
        ink.picture(gain.symbol, sign.middle(mm(6), min(mm(6), sign.height)))
    ink.words(_said(gain), spot, size, GOLD, bold=True, across="right")


class PapersView(Block[Papers]):
    """Strips of parchment: whose, its name, what is printed, what changed it, what it counts. One alone is large."""

    LOW, HIGH, ALONE = 4.6, 10.5, 17.0

    shown = Papers(())

    def heights(self, width: float) -> tuple[float, float]:
        """A large one is as high as it is."""
        count = len(self.shown.papers)
        return (
            (mm(self.ALONE - 3), mm(self.ALONE))
            if self._large
            else (count * mm(self.LOW), count * mm(self.HIGH))
        )

    @property
    def _large(self) -> bool:
        return len(self.shown.papers) == 1 and self.shown.papers[0].symbol not in PLAYERS

    def draw(self, ink: Ink, whole: Rect, value: Papers) -> None:
        """As high as there is room."""
        if self._large:
            self._card(ink, whole.inset(mm(0.5)), value.papers[0])
            return
        high = min(mm(self.HIGH), whole.height / max(1, len(value.papers)))
        for at, paper in enumerate(value.papers):
            top = whole.top - at * high
            self._strip(ink, Rect(whole.x, top - high + mm(0.5), whole.width, high - mm(0.5)), paper)

    def _card(self, ink: Ink, card: Rect, paper: Paper) -> None:
        ink.box(card, PARCHMENT, mm(ROUND))
        sign, inner = card.inset(mm(2), mm(1.4)).from_left(mm(11), mm(2.4))
        ink.picture(paper.symbol, sign, SEPIA)
        number, inner = inner.from_right(mm(16), mm(1.5))
        colour = FADED if paper.struck else SEPIA
        ink.words(paper.number, number, HUGE, colour, bold=True, across="right")
        name, note = inner.from_top(inner.height * 0.62)
        ink.words(paper.words, name, TITLE, SEPIA, bold=True, most=2)
        ink.words(paper.note, note, BODY, FADED)

    def _strip(self, ink: Ink, row: Rect, paper: Paper) -> None:
        tall = row.height / mm(1)
        size = _between(LEAST, tall * 0.72, LEAD)
        colour = FADED if paper.struck else SEPIA
        ink.seat(paper.symbol, row, mm(0.8))
        block, rest = row.from_left(min(mm(8), row.height * 1.2))
        ink.picture(f"{paper.symbol}/flat", block.inset(mm(0.5), mm(0.4)), ON_PLAYER[paper.symbol])
        edge = min(mm(0.35), row.height * 0.06)
        face = Rect(rest.x, rest.y + edge, rest.width - edge, rest.height - 2 * edge)
        ink.box(face, mixed(WORN, PANEL, 0.25) if paper.struck else PARCHMENT, mm(0.6))
        name, rest = face.inset(mm(1), -edge).from_left(mm(30), mm(1))
        number, rest = rest.from_right(mm(10), mm(1))
        printed, note = rest.from_left(mm(8), mm(1.5))
        used = ink.words(paper.words, name, size, colour, bold=True)
        ink.words(paper.printed, printed, size * 0.9, FADED, across="right")
        ink.words(paper.note, note, min(NOTE, size * 0.9), CHANGED, most=2 if tall > 6 else 1)
        if paper.struck:
            ink.box(Rect(name.x, name.center[1] - mm(0.15), used, mm(0.35)), CHANGED)
        ink.words(paper.number, number, min(TITLE, size * 1.25), colour, bold=True, across="right")


class PilesView(Block[Piles]):
    """A column for each kind: its sign, and beneath it what was won of it. A kind of which nothing was won is dark."""

    HEAD, CARD = 9.5, 7.4

    shown = Piles(())

    def heights(self, width: float) -> tuple[float, float]:
        """All that there is room for."""
        return mm(self.HEAD + 3 * self.CARD), mm(100)

    def draw(self, ink: Ink, whole: Rect, value: Piles) -> None:
        """Side by side."""
        for pile, cell in zip(value.piles, whole.columns(max(1, len(value.piles)), mm(1)), strict=False):
            self._pile(ink, cell, pile)

    def _pile(self, ink: Ink, cell: Rect, pile: Pile) -> None:
        head, rest = cell.from_top(mm(self.HEAD), mm(0.8))
        ink.box(cell, PANEL, mm(ROUND))
        if not pile.cards:
            ink.picture(pile.symbol, head.inset(mm(1)), faded(MUTED, 0.3))
            ink.words("–", rest, TITLE, MUTED, across="center")
            return
        ink.picture(pile.symbol, head.inset(mm(0.8)))
        high = min(mm(self.CARD), rest.height / len(pile.cards))
        for at, (said, marked) in enumerate(pile.cards):
            card = Rect(rest.x, rest.top - (at + 1) * high, rest.width, high).inset(mm(0.8), mm(0.4))
            if marked:
                ink.box(card.inset(-mm(0.5)), GOLD, mm(1.2))
            ink.box(card, PARCHMENT, mm(0.9))
            ink.words(said, card, TITLE, SEPIA, bold=True, across="center")


class SentencesView(Block[Sentences]):
    """Everything is said; the letters are smaller when it is much."""

    shown = Sentences(())

    def heights(self, width: float) -> tuple[float, float]:
        """Between small letters and the size that is wanted."""
        whole = Rect(0, 0, width, mm(200))
        least, most = (
            sum(self._lines(whole, letters(size))[0]) * letters(size) * LEADING
            for size in (LEAST, self._size)
        )
        return least + mm(0.5), most + mm(1.6) * len(self.shown.sentences)

    def draw(self, ink: Ink, whole: Rect, value: Sentences) -> None:
        """Symbol and sentence each."""
        if not value.sentences or whole.height < mm(LEAST):
            return
        size, needs = self._needs(whole)
        step = letters(size) * LEADING
        spare = whole.height - step * sum(needs)
        gap = max(0.0, min(mm(1.6), spare / len(needs)))
        rest = whole
        for sentence, lines in zip(value.sentences, needs, strict=True):
            row, rest = rest.from_top(step * lines, gap)
            sign, words = row.from_left(self._sign)
            if sentence.symbol:
                mark = sign.from_top(step)[0].from_left(mm(4.4))[0]
                ink.picture(sentence.symbol, mark.middle(mm(4.4), mm(4.4)), MUTED)
            ink.words(sentence.sentence, words, size, CHALK, most=lines, least=size, along="top")

    @property
    def _size(self) -> float:
        """Letters that are wanted, in millimetres."""
        return HEADING if self.shown.large else BODY

    @property
    def _sign(self) -> float:
        """Pixels before a sentence; none where none has a symbol."""
        return mm(SIGN) if any(each.symbol for each in self.shown.sentences) else 0.0

    def _needs(self, whole: Rect) -> tuple[float, list[int]]:
        """The size of the letters and how many lines each sentence takes; the smallest where nothing fits."""
        size = self._size
        while True:
            needs, fits = self._lines(whole, letters(size))
            if fits or size <= LEAST:
                return size, needs
            size = max(LEAST, size * 0.94)

    def _lines(self, whole: Rect, pixels: int) -> tuple[list[int], bool]:
        """How many lines each sentence takes in letters of that size, and whether there is room for all."""
        room = max(1, int((whole.height + 1) / (pixels * LEADING)))
        width = whole.width - self._sign
        set_ = [
            set_words(each.sentence, width, whole.height, pixels, pixels, False, room)
            for each in self.shown.sentences
        ]
        needs = [len(each.lines) for each in set_]
        return needs, sum(needs) <= room and all(each.fits for each in set_)


def _between(least: float, value: float, most: float) -> float:
    return max(least, min(value, most))
