"""Widgets of a report: rows of players, scored cards, piles of what was won, sentences."""

from __future__ import annotations

from typing import TypeVar

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import ModelView, TouchHandler
from companion.screen.draw.painter import LINE_SPACING, Painter, fit_text, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    BORDER,
    CHALK,
    CHANGED_VALUE,
    CORNER_RADIUS,
    FADED_SEPIA,
    GOLD,
    HEADING_TEXT,
    HUGE_TEXT,
    LARGE_TEXT,
    LEAD_TEXT,
    MIN_TEXT,
    MUTED,
    NO_RED,
    NOTE_TEXT,
    PANEL,
    PARCHMENT,
    PLAYER_COLOURS,
    PROMPT_TEXT,
    RAISED_PANEL,
    SEPIA,
    TEXT_ON_PLAYER_COLOURS,
    TITLE_TEXT,
    WORN_PARCHMENT,
    YES_GREEN,
    fade,
    mix_colours,
)
from companion.screen.report_models import (
    PileModel,
    PilesModel,
    ReportRowModel,
    ReportRowsModel,
    ScoredCardModel,
    ScoredCardsModel,
    SentencesModel,
)
from companion.screen.view_models import SymbolCountModel

SYMBOL_WIDTH = 6.0
"""Millimetres for the symbol before a sentence."""
T = TypeVar("T")


class ReportBlockView(ModelView[T]):
    """A part of a report.

    `touch_handler` gets what is touched on it.
    """

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        super().__init__()

    def height_range(self, width: float) -> tuple[float, float]:
        """The least height in pixels at which it can be read, and the greatest that it can use."""
        raise NotImplementedError


class ReportRowsView(ReportBlockView[ReportRowsModel]):
    """Rows with a golden frame around what matters; numbers and bars of all rows are aligned."""

    MIN_ROW_HEIGHT, MAX_ROW_HEIGHT, ROW_GAP = 6.8, 10.5, 1.2
    NAME_WIDTH = 27.0
    """Room for a name that stands beside something, in millimetres."""
    ONE_LINE_WIDTH = 100.0
    """Wider than this, in millimetres, everything has room beside the name."""

    model = ReportRowsModel(())

    def height_range(self, width: float) -> tuple[float, float]:
        """The rows are higher where they show more than a name and a bar."""
        count = -(-len(self.model.rows) // self.model.columns)
        much = any(row.item_counts or row.note for row in self.model.rows)
        return count * mm(self.MIN_ROW_HEIGHT), count * mm(self.MAX_ROW_HEIGHT + 4 * much)

    def paint_model(self, painter: Painter, bounds: Rect, model: ReportRowsModel) -> None:
        """Paint the rows, as high as there is room."""
        rows, columns = model.rows, model.columns
        if not rows:
            return
        count = -(-len(rows) // columns)
        high = min(self.height_range(bounds.width)[1], bounds.height)
        room = bounds.cut_top(high)[0].inset(mm(0.5), mm(0.5))
        cells = list(room.split_grid(columns, count, mm(self.ROW_GAP)))
        size = _clamp(LEAD_TEXT, cells[0].height / mm(1) * 0.76, PROMPT_TEXT)
        ends = max(text_width(row.number, font_pixels(size), bold=True) for row in rows) + mm(1)
        gains = max(sum(_gain_width(gain) for gain in row.gains) for row in rows)
        for row, cell in zip(rows, cells, strict=False):
            self._row(painter, cell, row, (size, min(ends, cell.width * 0.35), gains))

    def _row(
        self, painter: Painter, cell: Rect, row: ReportRowModel, ends: tuple[float, float, float]
    ) -> None:
        """Paint what stands at the ends of a row, and the text between.

        `ends`: the size of numbers in millimetres; their width and the width of gains in pixels.
        """
        if row.is_highlighted:
            painter.fill_rect(cell.inset(-mm(0.45)), GOLD, mm(CORNER_RADIUS + 0.4))
        painter.fill_rect(cell, RAISED_PANEL if row.is_highlighted else PANEL, mm(CORNER_RADIUS))
        inner = cell.inset(mm(1.2), mm(0.6))
        if row.is_condition_met is not None:
            mark, inner = inner.cut_left(mm(5), mm(1.4))
            painter.draw_symbol(
                "check" if row.is_condition_met else "cross",
                mark,
                YES_GREEN if row.is_condition_met else NO_RED,
            )
        if row.symbol:
            sign, inner = inner.cut_left(min(inner.height, mm(8.4)), mm(1.4))
            painter.draw_symbol(row.symbol, sign)
        size, wide, gains = ends
        number: Rect | None = None
        given = any(each.item_counts for each in self.model.rows)
        if given:
            number, inner = inner.cut_right(wide, mm(1.4))
        for gain in reversed(row.gains):
            spot, inner = inner.cut_right(_gain_width(gain))
            gains -= _gain_width(gain)
            _draw_gain(painter, spot, gain, min(size, LARGE_TEXT))
        if given and row.gains:
            arrow, inner = inner.cut_right(mm(8))
            painter.draw_symbol("next", arrow.centred(mm(6.6), mm(6.6)), GOLD)
        inner = inner.cut_right(gains)[1]
        if number is None:
            number, inner = inner.cut_right(wide, mm(1.4))
        colour = BORDER if row.number in ("", "–") else MUTED if row.is_dimmed else CHALK
        painter.draw_text(row.number or "–", number, size, colour, bold=True, halign="right")
        self._words(painter, inner, row)

    def _words(self, painter: Painter, inner: Rect, row: ReportRowModel) -> None:
        """Paint the name, and the details beneath it, or beside it where there is no height."""
        colour = MUTED if row.is_dimmed else CHALK
        more = bool(row.note or row.item_counts) or row.bar_value is not None
        rest, below = inner, inner
        if more and (inner.height < mm(7) or inner.width > mm(self.ONE_LINE_WIDTH)):
            rest, below = inner.cut_left(min(mm(self.NAME_WIDTH), inner.width * 0.45), mm(1.4))
        elif more:
            rest, below = inner.cut_top(inner.height * 0.52)
        size = _clamp(BODY_TEXT, rest.height / mm(1) * 0.55, TITLE_TEXT)
        painter.draw_text(row.text, rest, size, colour, bold=row.is_highlighted or bool(row.item_counts))
        if row.bar_value is not None:
            self._bar(painter, below, row)
        if row.note:
            painter.draw_text(row.note, below, NOTE_TEXT, colour, max_lines=2)
        for item in row.item_counts:
            spot, below = below.cut_left(min(mm(12), inner.width / 5))
            sign, count = spot.cut_left(min(spot.height, mm(6.2)), mm(0.6))
            painter.draw_symbol(item.symbol, sign)
            painter.draw_text(str(item.count), count, HEADING_TEXT, CHALK, bold=True)

    def _bar(self, painter: Painter, room: Rect, row: ReportRowModel) -> None:
        most = max(each.bar_value or 0 for each in self.model.rows) or 1
        track = room.centred(room.width, mm(1.7))
        painter.fill_rect(track, fade(BORDER, 0.6), mm(0.8))
        if row.bar_value:
            painter.fill_rect(
                track.cut_left(track.width * row.bar_value / most)[0],
                PLAYER_COLOURS.get(row.symbol, GOLD),
                mm(0.8),
            )


def _gain_width(gain: SymbolCountModel) -> float:
    """Its width in pixels."""
    return (mm(6.6) if gain.symbol else 0.0) + (mm(8.4) if _gain_text(gain) else 0.0)


def _gain_text(gain: SymbolCountModel) -> str:
    """The count, where there is more than one or no symbol."""
    return f"+{gain.count}" if gain.count > 1 or not gain.symbol else ""


def _draw_gain(painter: Painter, spot: Rect, gain: SymbolCountModel, size: float) -> None:
    if gain.symbol:
        sign, spot = spot.cut_right(mm(6.6))
        painter.draw_symbol(gain.symbol, sign.centred(mm(6), min(mm(6), sign.height)))
    painter.draw_text(_gain_text(gain), spot, size, GOLD, bold=True, halign="right")


class ScoredCardsView(ReportBlockView[ScoredCardsModel]):
    """Strips of parchment: owner, name, printed value, what changed it, score. A single card is large."""

    MIN_STRIP_HEIGHT, MAX_STRIP_HEIGHT, LARGE_CARD_HEIGHT = 4.6, 10.5, 17.0

    model = ScoredCardsModel(())

    def height_range(self, width: float) -> tuple[float, float]:
        """The range of all strips, or of the large card."""
        count = len(self.model.cards)
        return (
            (mm(self.LARGE_CARD_HEIGHT - 3), mm(self.LARGE_CARD_HEIGHT))
            if self._large
            else (count * mm(self.MIN_STRIP_HEIGHT), count * mm(self.MAX_STRIP_HEIGHT))
        )

    @property
    def _large(self) -> bool:
        return len(self.model.cards) == 1 and self.model.cards[0].symbol not in PLAYER_COLOURS

    def paint_model(self, painter: Painter, bounds: Rect, model: ScoredCardsModel) -> None:
        """Paint the strips, as high as there is room."""
        if self._large:
            self._card(painter, bounds.inset(mm(0.5)), model.cards[0])
            return
        high = min(mm(self.MAX_STRIP_HEIGHT), bounds.height / max(1, len(model.cards)))
        for at, card in enumerate(model.cards):
            top = bounds.top - at * high
            self._strip(painter, Rect(bounds.x, top - high + mm(0.5), bounds.width, high - mm(0.5)), card)

    def _card(self, painter: Painter, bounds: Rect, card: ScoredCardModel) -> None:
        painter.fill_rect(bounds, PARCHMENT, mm(CORNER_RADIUS))
        sign, inner = bounds.inset(mm(2), mm(1.4)).cut_left(mm(11), mm(2.4))
        painter.draw_symbol(card.symbol, sign, SEPIA)
        number, inner = inner.cut_right(mm(16), mm(1.5))
        colour = FADED_SEPIA if card.is_struck_out else SEPIA
        painter.draw_text(card.score, number, HUGE_TEXT, colour, bold=True, halign="right")
        name, note = inner.cut_top(inner.height * 0.62)
        painter.draw_text(card.name, name, TITLE_TEXT, SEPIA, bold=True, max_lines=2)
        painter.draw_text(card.note, note, BODY_TEXT, FADED_SEPIA)

    def _strip(self, painter: Painter, row: Rect, card: ScoredCardModel) -> None:
        tall = row.height / mm(1)
        size = _clamp(MIN_TEXT, tall * 0.72, LEAD_TEXT)
        colour = FADED_SEPIA if card.is_struck_out else SEPIA
        painter.fill_player_rect(card.symbol, row, mm(0.8))
        block, rest = row.cut_left(min(mm(8), row.height * 1.2))
        painter.draw_symbol(
            f"{card.symbol}/flat", block.inset(mm(0.5), mm(0.4)), TEXT_ON_PLAYER_COLOURS[card.symbol]
        )
        edge = min(mm(0.35), row.height * 0.06)
        face = Rect(rest.x, rest.y + edge, rest.width - edge, rest.height - 2 * edge)
        painter.fill_rect(
            face, mix_colours(WORN_PARCHMENT, PANEL, 0.25) if card.is_struck_out else PARCHMENT, mm(0.6)
        )
        name, rest = face.inset(mm(1), -edge).cut_left(mm(30), mm(1))
        number, rest = rest.cut_right(mm(10), mm(1))
        printed, note = rest.cut_left(mm(8), mm(1.5))
        used = painter.draw_text(card.name, name, size, colour, bold=True)
        painter.draw_text(card.printed_value, printed, size * 0.9, FADED_SEPIA, halign="right")
        painter.draw_text(
            card.note, note, min(NOTE_TEXT, size * 0.9), CHANGED_VALUE, max_lines=2 if tall > 6 else 1
        )
        if card.is_struck_out:
            painter.fill_rect(Rect(name.x, name.center[1] - mm(0.15), used, mm(0.35)), CHANGED_VALUE)
        painter.draw_text(card.score, number, min(TITLE_TEXT, size * 1.25), colour, bold=True, halign="right")


class PilesView(ReportBlockView[PilesModel]):
    """A column for each kind: its symbol, and beneath it the cards won. A kind without cards is dark."""

    HEAD_HEIGHT, CARD_HEIGHT = 9.5, 7.4

    model = PilesModel(())

    def height_range(self, width: float) -> tuple[float, float]:
        """At least three cards high; it can use more."""
        return mm(self.HEAD_HEIGHT + 3 * self.CARD_HEIGHT), mm(100)

    def paint_model(self, painter: Painter, bounds: Rect, model: PilesModel) -> None:
        """Paint the piles side by side."""
        for pile, cell in zip(
            model.piles, bounds.split_columns(max(1, len(model.piles)), mm(1)), strict=False
        ):
            self._pile(painter, cell, pile)

    def _pile(self, painter: Painter, cell: Rect, pile: PileModel) -> None:
        head, rest = cell.cut_top(mm(self.HEAD_HEIGHT), mm(0.8))
        painter.fill_rect(cell, PANEL, mm(CORNER_RADIUS))
        if not pile.cards:
            painter.draw_symbol(pile.symbol, head.inset(mm(1)), fade(MUTED, 0.3))
            painter.draw_text("–", rest, TITLE_TEXT, MUTED, halign="center")
            return
        painter.draw_symbol(pile.symbol, head.inset(mm(0.8)))
        high = min(mm(self.CARD_HEIGHT), rest.height / len(pile.cards))
        for at, (value, marked) in enumerate(pile.cards):
            card = Rect(rest.x, rest.top - (at + 1) * high, rest.width, high).inset(mm(0.8), mm(0.4))
            if marked:
                painter.fill_rect(card.inset(-mm(0.5)), GOLD, mm(1.2))
            painter.fill_rect(card, PARCHMENT, mm(0.9))
            painter.draw_text(value, card, TITLE_TEXT, SEPIA, bold=True, halign="center")


class SentencesView(ReportBlockView[SentencesModel]):
    """Shows all sentences, in smaller letters when they are many."""

    model = SentencesModel(())

    def height_range(self, width: float) -> tuple[float, float]:
        """The heights with the smallest letters and with the preferred size."""
        whole = Rect(0, 0, width, mm(200))
        least, most = (
            sum(self._lines(whole, font_pixels(size))[0]) * font_pixels(size) * LINE_SPACING
            for size in (MIN_TEXT, self._size)
        )
        return least + mm(0.5), most + mm(1.6) * len(self.model.sentences)

    def paint_model(self, painter: Painter, bounds: Rect, model: SentencesModel) -> None:
        """Paint each symbol and sentence."""
        if not model.sentences or bounds.height < mm(MIN_TEXT):
            return
        size, needs = self._needs(bounds)
        step = font_pixels(size) * LINE_SPACING
        spare = bounds.height - step * sum(needs)
        gap = max(0.0, min(mm(1.6), spare / len(needs)))
        rest = bounds
        for sentence, lines in zip(model.sentences, needs, strict=True):
            row, rest = rest.cut_top(step * lines, gap)
            sign, words = row.cut_left(self._sign)
            if sentence.symbol:
                mark = sign.cut_top(step)[0].cut_left(mm(4.4))[0]
                painter.draw_symbol(sentence.symbol, mark.centred(mm(4.4), mm(4.4)), MUTED)
            painter.draw_text(
                sentence.sentence, words, size, CHALK, max_lines=lines, min_size=size, valign="top"
            )

    @property
    def _size(self) -> float:
        """The preferred letter size, in millimetres."""
        return HEADING_TEXT if self.model.is_large else BODY_TEXT

    @property
    def _sign(self) -> float:
        """Pixels before a sentence; none where none has a symbol."""
        return mm(SYMBOL_WIDTH) if any(each.symbol for each in self.model.sentences) else 0.0

    def _needs(self, bounds: Rect) -> tuple[float, list[int]]:
        """The size of the letters and the lines each sentence takes; the smallest size where nothing fits."""
        size = self._size
        while True:
            needs, fits = self._lines(bounds, font_pixels(size))
            if fits or size <= MIN_TEXT:
                return size, needs
            size = max(MIN_TEXT, size * 0.94)

    def _lines(self, bounds: Rect, pixels: int) -> tuple[list[int], bool]:
        """How many lines each sentence takes in letters of that size, and whether there is room for all."""
        room = max(1, int((bounds.height + 1) / (pixels * LINE_SPACING)))
        width = bounds.width - self._sign
        layouts = [
            fit_text(each.sentence, width, bounds.height, pixels, pixels, False, room)
            for each in self.model.sentences
        ]
        needs = [len(each.lines) for each in layouts]
        return needs, sum(needs) <= room and all(each.fits for each in layouts)


def _clamp(least: float, value: float, most: float) -> float:
    return max(least, min(value, most))
