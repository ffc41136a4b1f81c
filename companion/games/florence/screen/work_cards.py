"""Cards of a work to choose from: professions with what they want, bonus cards with what they add."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.screen.bill import YES
from companion.games.florence.screen.work_sheet import Addition, Want, Worker
from companion.screen.draw.ink import Ink, letters, set_words, width_of
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY,
    FADED,
    GOLD,
    HEADING,
    LEAST,
    NOTE,
    PARCHMENT,
    ROUND,
    SEPIA,
    Colour,
    faded,
    mixed,
)
from companion.screen.widgets.paper import Paper


class WorkerFace(Paper[Worker]):
    """A profession: its name, what it wants, in the seal what its work would be worth. With much room what it wants
    is named.
    """

    SEAL = 6.2
    SHAPE = 1.8
    """As many times wider than high it is read best."""

    @property
    def worker(self) -> Worker:
        """Who it is."""
        assert self.shown is not None
        return self.shown

    def draw(self, ink: Ink, whole: Rect, worker: Worker) -> None:
        """Name above, wants beneath, the seal at the right."""
        colour = self.card(ink, whole)
        inner = whole.inset(mm(1.0), mm(0.7))
        if inner.height > mm(20) and inner.width > mm(22):
            self._roomy(ink, inner, colour)
            return
        name, low = inner.from_top(inner.height * 0.44)
        ink.words(self.worker.name, name, BODY, colour, bold=True)
        seal, wants = low.from_right(min(mm(self.SEAL), low.width * 0.3), mm(0.4))
        self._seal(ink, seal, colour)
        for want, cell in zip(self.worker.wants, wants.columns(len(self.worker.wants)), strict=True):
            self._want(ink, cell, want)

    def _roomy(self, ink: Ink, inner: Rect, colour: Colour) -> None:
        """A line for each thing that is wanted."""
        head, low = inner.from_top(mm(7.2), mm(0.6))
        seal, name = head.from_right(mm(8), mm(0.6))
        ink.words(self.worker.name, name, HEADING, colour, bold=True)
        self._seal(ink, seal, colour)
        rows = low.from_top(min(low.height, mm(7) * len(self.worker.wants)))[0].rows(len(self.worker.wants))
        for want, row in zip(self.worker.wants, rows, strict=True):
            sign, said = row.from_left(mm(6.4), mm(1.2))
            tick, said = said.from_right(mm(4), mm(0.6))
            there = want.there and self.open
            ink.picture(want.symbol, sign.inset(0, mm(0.3)), SEPIA if there else faded(SEPIA, 0.3))
            ink.words(
                want.name, said, BODY, SEPIA if there else colour if not self.open else FADED, bold=there
            )
            if there:
                ink.picture("check", tick, YES)

    def _want(self, ink: Ink, cell: Rect, want: Want) -> None:
        """Underlined where it is there, pale where it is not."""
        bar, above = cell.from_bottom(mm(0.7), mm(0.2))
        there = want.there and self.open
        ink.picture(want.symbol, above.inset(mm(0.2), 0), SEPIA if there else faded(SEPIA, 0.3))
        if there:
            ink.box(bar.inset(mm(0.5), 0), YES, mm(0.35))

    def _seal(self, ink: Ink, spot: Rect, colour: Colour) -> None:
        """The value: on gold where it is enough, in a ring where it is not; none of one that is somebody else's."""
        if self.worker.enough and not self.open:
            return
        disc = spot.square()
        if self.worker.enough:
            ink.box(disc, mixed(GOLD, SEPIA, 0.25), disc.width / 2)
            ink.box(disc.inset(mm(0.3)), GOLD, disc.width / 2)
        else:
            colour = FADED if self.open else colour
            ink.frame(disc, colour, mm(0.3), disc.width / 2)
        size = disc.width / mm(1) * 0.62
        ink.words(str(self.worker.value), disc.inset(mm(0.4)), size, colour, bold=True, across="center")


class AdditionFace(Paper[Addition]):
    """A bonus card: what it counts, and what that adds; ticked once it is played. `letters`: how large they are."""

    SHAPE = 2.6

    letters = NOTE

    @property
    def addition(self) -> Addition:
        """Which it is."""
        assert self.shown is not None
        return self.shown

    def changed(self, addition: Addition, before: Addition | None) -> None:
        """See Paper."""
        super().changed(addition, before)
        self.open = addition.open and not addition.played

    def draw(self, ink: Ink, whole: Rect, addition: Addition) -> None:
        """Words at the left, points at the right; with much room beneath them what it does."""
        colour = self.card(ink, whole)
        if self.addition.played:
            ink.box(whole.inset(mm(0.25)), mixed(PARCHMENT, GOLD, 0.35), mm(ROUND - 0.25))
            colour = SEPIA
        if whole.height > mm(20):
            whole, low = whole.from_top(mm(11))
            ink.words(self.addition.does, low.inset(mm(1.4), mm(0.8)), NOTE, colour, along="top", most=6)
        number, words = self._parts(whole)
        strong = self.addition.adds > 0
        ink.words(self.addition.name, words, self.letters, colour, bold=strong, most=3)
        if self.addition.played:
            sign, number = number.from_top(number.height * 0.45)
            ink.picture("check", sign, YES)
        paint = colour if strong or not self.open else FADED
        ink.words(self._adds, number, self._number, paint, bold=True, across="right")

    @property
    def _adds(self) -> str:
        return f"+{self.addition.adds}"

    @property
    def _number(self) -> float:
        """Its letters: smaller with two figures, so that the words keep their room."""
        return BODY if self.addition.adds < 10 else BODY * 0.72

    def _parts(self, whole: Rect) -> tuple[Rect, Rect]:
        """The room for the points, that for the words."""
        wide = width_of(self._adds, letters(self._number), True) + 2
        return whole.inset(mm(0.8), mm(0.4)).from_right(wide, mm(0.3))

    def fits(self, whole: Rect) -> float:
        """The largest letters that its words have room for, in millimetres."""
        words = self._parts(whole)[1]
        wanted, least = letters(NOTE), round(mm(LEAST))
        set_ = set_words(self.addition.name, words.width, words.height, wanted, least, True, 3)
        return NOTE * set_.pixels / wanted
