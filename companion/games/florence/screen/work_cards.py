"""Cards of a work to choose from: professions with what they want, bonus cards with what they add."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.screen.bill import YES
from companion.games.florence.screen.work_sheet import Addition, Want, Worker
from companion.screen.draw.painter import Painter, fit_text, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    CORNER_RADIUS,
    FADED_SEPIA,
    GOLD,
    HEADING_TEXT,
    MIN_TEXT,
    NOTE_TEXT,
    PARCHMENT,
    SEPIA,
    Colour,
    fade,
    mix_colours,
)
from companion.screen.widgets.parchment_card import ParchmentCardView


class WorkerFace(ParchmentCardView[Worker]):
    """A profession: its name, what it wants, in the seal what its work would be worth. With much room what it wants
    is named.
    """

    SEAL = 6.2
    SHAPE = 1.8
    """As many times wider than high it is read best."""

    @property
    def worker(self) -> Worker:
        """Who it is."""
        assert self.model is not None
        return self.model

    def paint_model(self, ink: Painter, whole: Rect, worker: Worker) -> None:
        """Name above, wants beneath, the seal at the right."""
        colour = self.paint_card(ink, whole)
        inner = whole.inset(mm(1.0), mm(0.7))
        if inner.height > mm(20) and inner.width > mm(22):
            self._roomy(ink, inner, colour)
            return
        name, low = inner.cut_top(inner.height * 0.44)
        ink.draw_text(self.worker.name, name, BODY_TEXT, colour, bold=True)
        seal, wants = low.cut_right(min(mm(self.SEAL), low.width * 0.3), mm(0.4))
        self._seal(ink, seal, colour)
        for want, cell in zip(self.worker.wants, wants.split_columns(len(self.worker.wants)), strict=True):
            self._want(ink, cell, want)

    def _roomy(self, ink: Painter, inner: Rect, colour: Colour) -> None:
        """A line for each thing that is wanted."""
        head, low = inner.cut_top(mm(7.2), mm(0.6))
        seal, name = head.cut_right(mm(8), mm(0.6))
        ink.draw_text(self.worker.name, name, HEADING_TEXT, colour, bold=True)
        self._seal(ink, seal, colour)
        rows = low.cut_top(min(low.height, mm(7) * len(self.worker.wants)))[0].split_rows(
            len(self.worker.wants)
        )
        for want, row in zip(self.worker.wants, rows, strict=True):
            sign, said = row.cut_left(mm(6.4), mm(1.2))
            tick, said = said.cut_right(mm(4), mm(0.6))
            there = want.there and self.enabled
            ink.draw_symbol(want.symbol, sign.inset(0, mm(0.3)), SEPIA if there else fade(SEPIA, 0.3))
            ink.draw_text(
                want.name,
                said,
                BODY_TEXT,
                SEPIA if there else colour if not self.enabled else FADED_SEPIA,
                bold=there,
            )
            if there:
                ink.draw_symbol("check", tick, YES)

    def _want(self, ink: Painter, cell: Rect, want: Want) -> None:
        """Underlined where it is there, pale where it is not."""
        bar, above = cell.cut_bottom(mm(0.7), mm(0.2))
        there = want.there and self.enabled
        ink.draw_symbol(want.symbol, above.inset(mm(0.2), 0), SEPIA if there else fade(SEPIA, 0.3))
        if there:
            ink.fill_rect(bar.inset(mm(0.5), 0), YES, mm(0.35))

    def _seal(self, ink: Painter, spot: Rect, colour: Colour) -> None:
        """The value: on gold where it is enough, in a ring where it is not; none of one that is somebody else's."""
        if self.worker.enough and not self.enabled:
            return
        disc = spot.largest_square()
        if self.worker.enough:
            ink.fill_rect(disc, mix_colours(GOLD, SEPIA, 0.25), disc.width / 2)
            ink.fill_rect(disc.inset(mm(0.3)), GOLD, disc.width / 2)
        else:
            colour = FADED_SEPIA if self.enabled else colour
            ink.outline_rect(disc, colour, mm(0.3), disc.width / 2)
        size = disc.width / mm(1) * 0.62
        ink.draw_text(str(self.worker.value), disc.inset(mm(0.4)), size, colour, bold=True, halign="center")


class AdditionFace(ParchmentCardView[Addition]):
    """A bonus card: what it counts, and what that adds; ticked once it is played. `font_pixels`: how large they are."""

    SHAPE = 2.6

    letters = NOTE_TEXT

    @property
    def addition(self) -> Addition:
        """Which it is."""
        assert self.model is not None
        return self.model

    def on_model_changed(self, addition: Addition, previous: Addition | None) -> None:
        """See Paper."""
        super().on_model_changed(addition, previous)
        self.enabled = addition.open and not addition.played

    def paint_model(self, ink: Painter, whole: Rect, addition: Addition) -> None:
        """Words at the left, points at the right; with much room beneath them what it does."""
        colour = self.paint_card(ink, whole)
        if self.addition.played:
            ink.fill_rect(whole.inset(mm(0.25)), mix_colours(PARCHMENT, GOLD, 0.35), mm(CORNER_RADIUS - 0.25))
            colour = SEPIA
        if whole.height > mm(20):
            whole, low = whole.cut_top(mm(11))
            ink.draw_text(
                self.addition.does, low.inset(mm(1.4), mm(0.8)), NOTE_TEXT, colour, valign="top", max_lines=6
            )
        number, words = self._parts(whole)
        strong = self.addition.adds > 0
        ink.draw_text(self.addition.name, words, self.letters, colour, bold=strong, max_lines=3)
        if self.addition.played:
            sign, number = number.cut_top(number.height * 0.45)
            ink.draw_symbol("check", sign, YES)
        paint = colour if strong or not self.enabled else FADED_SEPIA
        ink.draw_text(self._adds, number, self._number, paint, bold=True, halign="right")

    @property
    def _adds(self) -> str:
        return f"+{self.addition.adds}"

    @property
    def _number(self) -> float:
        """Its letters: smaller with two figures, so that the words keep their room."""
        return BODY_TEXT if self.addition.adds < 10 else BODY_TEXT * 0.72

    def _parts(self, whole: Rect) -> tuple[Rect, Rect]:
        """The room for the points, that for the words."""
        wide = text_width(self._adds, font_pixels(self._number), True) + 2
        return whole.inset(mm(0.8), mm(0.4)).cut_right(wide, mm(0.3))

    def fits(self, whole: Rect) -> float:
        """The largest letters that its words have room for, in millimetres."""
        words = self._parts(whole)[1]
        wanted, least = font_pixels(NOTE_TEXT), round(mm(MIN_TEXT))
        set_ = fit_text(self.addition.name, words.width, words.height, wanted, least, True, 3)
        return NOTE_TEXT * set_.font_pixels / wanted
