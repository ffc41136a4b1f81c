"""The cards of a work to choose from: professions with their wants, bonus cards with what they add."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.screen.works.work_presenter import BonusCardModel, WantModel, WorkerModel
from companion.games.florence.screen.works.work_value_view import MET_COLOUR
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


class WorkerButton(ParchmentCardView[WorkerModel]):
    """A profession: its name, its wants, and in the seal the value of its work.

    With much room the wants have their names.
    """

    SEAL_WIDTH = 6.2
    BEST_ASPECT_RATIO = 1.8
    """The ratio of width to height at which it is read best."""

    @property
    def worker_model(self) -> WorkerModel:
        """The worker that is shown."""
        assert self.model is not None
        return self.model

    def paint_model(self, painter: Painter, bounds: Rect, worker: WorkerModel) -> None:
        """Paint the name above, the wants below, and the seal at the right."""
        colour = self.paint_card(painter, bounds)
        inner = bounds.inset(mm(1.0), mm(0.7))
        if inner.height > mm(20) and inner.width > mm(22):
            self._roomy(painter, inner, colour)
            return
        name, low = inner.cut_top(inner.height * 0.44)
        painter.draw_text(self.worker_model.name, name, BODY_TEXT, colour, bold=True)
        seal, wants = low.cut_right(min(mm(self.SEAL_WIDTH), low.width * 0.3), mm(0.4))
        self._seal(painter, seal, colour)
        for want, cell in zip(
            self.worker_model.wants, wants.split_columns(len(self.worker_model.wants)), strict=True
        ):
            self._want(painter, cell, want)

    def _roomy(self, painter: Painter, inner: Rect, colour: Colour) -> None:
        """Paint a line for each want."""
        head, low = inner.cut_top(mm(7.2), mm(0.6))
        seal, name = head.cut_right(mm(8), mm(0.6))
        painter.draw_text(self.worker_model.name, name, HEADING_TEXT, colour, bold=True)
        self._seal(painter, seal, colour)
        rows = low.cut_top(min(low.height, mm(7) * len(self.worker_model.wants)))[0].split_rows(
            len(self.worker_model.wants)
        )
        for want, row in zip(self.worker_model.wants, rows, strict=True):
            sign, name_rect = row.cut_left(mm(6.4), mm(1.2))
            tick, name_rect = name_rect.cut_right(mm(4), mm(0.6))
            there = want.is_present and self.enabled
            painter.draw_symbol(want.symbol, sign.inset(0, mm(0.3)), SEPIA if there else fade(SEPIA, 0.3))
            painter.draw_text(
                want.name,
                name_rect,
                BODY_TEXT,
                SEPIA if there else colour if not self.enabled else FADED_SEPIA,
                bold=there,
            )
            if there:
                painter.draw_symbol("check", tick, MET_COLOUR)

    def _want(self, painter: Painter, cell: Rect, want: WantModel) -> None:
        """Paint a want, underlined where it is met and pale where it is not."""
        bar, above = cell.cut_bottom(mm(0.7), mm(0.2))
        there = want.is_present and self.enabled
        painter.draw_symbol(want.symbol, above.inset(mm(0.2), 0), SEPIA if there else fade(SEPIA, 0.3))
        if there:
            painter.fill_rect(bar.inset(mm(0.5), 0), MET_COLOUR, mm(0.35))

    def _seal(self, painter: Painter, spot: Rect, colour: Colour) -> None:
        """Paint the value: on gold where it is enough, in a ring where not; none on somebody else's card."""
        if self.worker_model.reaches_least_value and not self.enabled:
            return
        disc = spot.largest_square()
        if self.worker_model.reaches_least_value:
            painter.fill_rect(disc, mix_colours(GOLD, SEPIA, 0.25), disc.width / 2)
            painter.fill_rect(disc.inset(mm(0.3)), GOLD, disc.width / 2)
        else:
            colour = FADED_SEPIA if self.enabled else colour
            painter.outline_rect(disc, colour, mm(0.3), disc.width / 2)
        size = disc.width / mm(1) * 0.62
        painter.draw_text(
            str(self.worker_model.value), disc.inset(mm(0.4)), size, colour, bold=True, halign="center"
        )


class BonusCardButton(ParchmentCardView[BonusCardModel]):
    """A bonus card: what it counts and what that adds, ticked once it is played.

    `letter_size` is how large its letters are, in millimetres.
    """

    BEST_ASPECT_RATIO = 2.6

    letter_size = NOTE_TEXT

    @property
    def bonus_card_model(self) -> BonusCardModel:
        """The bonus card that is shown."""
        assert self.model is not None
        return self.model

    def on_model_changed(self, addition: BonusCardModel, previous: BonusCardModel | None) -> None:
        """Enable the card while it may be played."""
        super().on_model_changed(addition, previous)
        self.enabled = addition.enabled and not addition.is_played

    def paint_model(self, painter: Painter, bounds: Rect, addition: BonusCardModel) -> None:
        """Paint words at the left and points at the right; with much room the effect below."""
        colour = self.paint_card(painter, bounds)
        if self.bonus_card_model.is_played:
            painter.fill_rect(
                bounds.inset(mm(0.25)), mix_colours(PARCHMENT, GOLD, 0.35), mm(CORNER_RADIUS - 0.25)
            )
            colour = SEPIA
        if bounds.height > mm(20):
            bounds, low = bounds.cut_top(mm(11))
            painter.draw_text(
                self.bonus_card_model.effect,
                low.inset(mm(1.4), mm(0.8)),
                NOTE_TEXT,
                colour,
                valign="top",
                max_lines=6,
            )
        number, text_rect = self._parts(bounds)
        strong = self.bonus_card_model.value_added > 0
        painter.draw_text(
            self.bonus_card_model.name, text_rect, self.letter_size, colour, bold=strong, max_lines=3
        )
        if self.bonus_card_model.is_played:
            sign, number = number.cut_top(number.height * 0.45)
            painter.draw_symbol("check", sign, MET_COLOUR)
        paint = colour if strong or not self.enabled else FADED_SEPIA
        painter.draw_text(self._adds, number, self._number, paint, bold=True, halign="right")

    @property
    def _adds(self) -> str:
        return f"+{self.bonus_card_model.value_added}"

    @property
    def _number(self) -> float:
        """The letter size of the points, smaller for two digits, so that the words keep their room."""
        return BODY_TEXT if self.bonus_card_model.value_added < 10 else BODY_TEXT * 0.72

    def _parts(self, bounds: Rect) -> tuple[Rect, Rect]:
        """The rectangles of the points and of the words."""
        wide = text_width(self._adds, font_pixels(self._number), True) + 2
        return bounds.inset(mm(0.8), mm(0.4)).cut_right(wide, mm(0.3))

    def max_letter_size(self, bounds: Rect) -> float:
        """The largest letter size in millimetres for which its words have room."""
        text_rect = self._parts(bounds)[1]
        wanted, least = font_pixels(NOTE_TEXT), round(mm(MIN_TEXT))
        set_ = fit_text(self.bonus_card_model.name, text_rect.width, text_rect.height, wanted, least, True, 3)
        return NOTE_TEXT * set_.font_pixels / wanted
