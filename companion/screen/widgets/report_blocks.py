"""Widgets of a report: rows of players, scored cards, piles of what was won, sentences, a chart, ranking, movements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import TypeVar

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import (
    ModelView,
    TouchableModelView,
    TouchableWidget,
    TouchHandler,
    place_widget,
)
from companion.screen.draw.painter import LINE_SPACING, Painter, fit_text, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    BORDER,
    CHALK,
    CHANGED_VALUE,
    CORNER_RADIUS,
    FADED_SEPIA,
    FIGURE_TEXT,
    GAP,
    GOLD,
    HEADING_TEXT,
    HUGE_TEXT,
    LARGE_TEXT,
    LEAD_TEXT,
    MIN_TEXT,
    MUTED,
    NIGHT,
    NO_RED,
    NOTE_TEXT,
    NUMBER_TEXT,
    PANEL,
    PARCHMENT,
    PLAYER_COLOURS,
    PLAYER_OUTLINES,
    PROMPT_TEXT,
    RAISED_PANEL,
    SEPIA,
    SMALL_TEXT,
    TITLE_TEXT,
    WORN_PARCHMENT,
    YES_GREEN,
    fade,
    mix_colours,
    text_colour_on,
)
from companion.screen.report_models import (
    ChartStepModel,
    MovementListModel,
    PileModel,
    PilesModel,
    PointsChartModel,
    RankingModel,
    ReportRowModel,
    ReportRowsModel,
    ScoredCardModel,
    ScoredCardsModel,
    SentencesModel,
)
from companion.screen.view_models import MovementModel, RankModel, SymbolCountModel

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

    MIN_ROW_HEIGHT, MAX_ROW_HEIGHT, ROW_GAP = 6.8, 10.5, 0.8
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
        size = _clamp(NUMBER_TEXT, cells[0].height / mm(1) * 0.76, PROMPT_TEXT)
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
        inner = cell.inset(mm(1.2), min(mm(0.6), max(0.0, (cell.height - mm(4.4)) / 2)))
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
        colour = MUTED if row.is_dimmed or not row.number else CHALK
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
            painter.draw_text(row.note, below, NOTE_TEXT, colour, max_lines=2, role="small print")
        for item in row.item_counts:
            spot, below = below.cut_left(min(mm(12), inner.width / 5))
            sign, count = spot.cut_left(min(spot.height, mm(5.4)), mm(0.6))
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
        size = _clamp(SMALL_TEXT, (high / mm(1) - 0.5) * 0.72, LEAD_TEXT)
        names = max((text_width(card.name, font_pixels(size), True) for card in model.cards), default=0) + mm(
            1
        )
        for at, card in enumerate(model.cards):
            top = bounds.top - at * high
            strip = Rect(bounds.x, top - high + mm(0.5), bounds.width, high - mm(0.5))
            self._strip(painter, strip, card, size, min(names, mm(28)))

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

    def _strip(
        self, painter: Painter, row: Rect, card: ScoredCardModel, size: float, name_width: float
    ) -> None:
        tall = row.height / mm(1)
        struck_out = card.is_struck_out
        painter.fill_player_rect(card.symbol, row, mm(0.8))
        block, rest = row.cut_left(min(mm(8), row.height * 1.2))
        painter.draw_player_sign(card.symbol, block.inset(mm(0.5), mm(0.4)))
        edge = min(mm(0.35), row.height * 0.06)
        face = Rect(rest.x, rest.y + edge, rest.width - edge, rest.height - 2 * edge)
        painter.fill_rect(
            face, mix_colours(WORN_PARCHMENT, PANEL, 0.25) if struck_out else PARCHMENT, mm(0.6)
        )
        name, rest = face.inset(mm(1), -edge).cut_left(name_width, mm(0.6))
        number, rest = rest.cut_right(mm(10), mm(0.6))
        printed, note = rest.cut_left(mm(7), mm(1))
        used = painter.draw_text(card.name, name, size, SEPIA, bold=True)
        faded = SEPIA if struck_out else FADED_SEPIA
        painter.draw_text(card.printed_value, printed, NUMBER_TEXT, faded, halign="right")
        lines = 2 if tall >= 2 * SMALL_TEXT * LINE_SPACING else 1
        painter.draw_text(
            card.note, note, min(NOTE_TEXT, size), SEPIA if struck_out else CHANGED_VALUE, max_lines=lines
        )
        if struck_out:
            painter.fill_rect(Rect(name.x, name.center[1] - mm(0.15), used, mm(0.35)), CHANGED_VALUE)
        painter.draw_text(
            card.score,
            number,
            _clamp(NUMBER_TEXT, size * 1.25, TITLE_TEXT),
            SEPIA,
            bold=True,
            halign="right",
        )


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


# -- a chart of points: a line for each player, in their colour and with their sign at every step

GRID_STEPS = (1, 2, 5, 10, 20, 25, 50, 100)
"""The possible distances of grid lines, in points; then ten times the last three, and so on."""
MAX_GRID_LINES = 5
"""The greatest number of grid lines."""


class ChartColumnView(TouchableModelView[ChartStepModel]):
    """A column of a chart, from top to bottom: a touch opens what happened until then. The label lies on a plate."""

    def on_model_changed(self, model: ChartStepModel, previous: ChartStepModel | None) -> None:
        """It can be touched where that leads somewhere."""
        super().on_model_changed(model, previous)
        self.enabled = bool(model.touch_target)

    def paint_model(self, painter: Painter, bounds: Rect, model: ChartStepModel) -> None:
        """Paint the label; of a column that can be touched the plate, too."""
        label = bounds.inset(mm(0.4), 0).cut_bottom(mm(PointsChartView.LABEL_HEIGHT))[0]
        if self.is_pressed:
            painter.fill_rect(bounds, fade(GOLD, 0.2), mm(CORNER_RADIUS))
        if self.enabled:
            painter.fill_rect(label, RAISED_PANEL, mm(CORNER_RADIUS))
        colour = CHALK if self.enabled else MUTED
        if model.symbol:
            painter.draw_symbol(model.symbol, label.inset(0, mm(0.8)), colour)
        painter.draw_text(model.text, label, NUMBER_TEXT, colour, halign="center")


class PointsChartView(ReportBlockView[PointsChartModel]):
    """Steps from left to right, points upwards; whose line it is stands at the right edge."""

    LABEL_HEIGHT = 6.4
    PLAYER_SIGN_SIZE = 3.0
    END_SIGN_SIZE = 4.2
    model = PointsChartModel((), ())

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.columns: list[ChartColumnView] = []
        super().__init__(touch_handler)

    def height_range(self, width: float) -> tuple[float, float]:
        """At least 30 mm; it can use all the room there is."""
        return mm(30), mm(200)

    def on_model_changed(self, model: PointsChartModel, previous: object) -> None:
        """Make a column for each step."""
        self.sync_children(self.columns, model.steps, lambda step: ChartColumnView(step, self.touch_handler))

    def arrange_children(self, bounds: Rect) -> None:
        """Place the columns side by side, each around its step."""
        plot = self._plot(bounds)
        places = list(_places(plot, len(self.columns)))
        wide = min(2 * (bounds.right - plot.right) - mm(1), plot.width / max(1, len(places) - 1))
        for column, x in zip(self.columns, places, strict=True):
            left, right = round(x - wide / 2), round(x + wide / 2)
            place_widget(column, Rect(left, bounds.y + mm(0.6), right - left, bounds.height - mm(1.2)))

    def _plot(self, bounds: Rect) -> Rect:
        """Where the lines are: between the points at the left and the signs at the right, above the labels."""
        room = bounds.inset(mm(1.2), mm(2)).cut_bottom(mm(self.LABEL_HEIGHT))[1]
        axis = text_width(str(self._scale[0]), font_pixels(NUMBER_TEXT), False) + mm(1)
        return room.cut_left(axis)[1].cut_right(mm(self.END_SIGN_SIZE), mm(1.4))[1]

    @property
    def _scale(self) -> tuple[int, int]:
        """The points at the upper edge, and between two grid lines."""
        highest = max((max(run.points) for run in self.model.lines), default=0)
        step = next(step for step in _steps() if highest <= step * MAX_GRID_LINES)
        return max(step, -(-highest // step) * step), step

    def paint_model(self, painter: Painter, bounds: Rect, model: PointsChartModel) -> None:
        """Paint the line of the leader on top; of those that are tied, that of the first."""
        painter.fill_rect(bounds, PANEL, mm(CORNER_RADIUS))
        plot, (most, step) = self._plot(bounds), self._scale
        for points in range(0, most + 1, step):
            y = plot.y + plot.height * points / most
            painter.fill_rect(Rect(plot.x, y - mm(0.1), plot.width, mm(0.2)), fade(BORDER, 0.9))
            label = Rect(bounds.x, y - mm(2.3), plot.x - mm(1) - bounds.x, mm(4.6))
            painter.draw_text(str(points), label, NUMBER_TEXT, MUTED, halign="right")
        places = list(_places(plot, len(model.steps)))
        ranked = sorted(model.lines, key=lambda run: run.points[-1], reverse=True)[::-1]
        lines = {
            run.colour: [
                (x, plot.y + plot.height * points / most)
                for x, points in zip(places, run.points, strict=True)
            ]
            for run in ranked
        }
        for run in ranked:
            self._line(painter, run.colour, lines[run.colour])
        ends, side = Rect(plot.right + mm(1.4), bounds.y, 0, bounds.height), mm(self.END_SIGN_SIZE)
        for run, y in zip(ranked, _apart([lines[run.colour][-1][1] for run in ranked], ends), strict=True):
            painter.draw_symbol(run.colour, Rect(ends.x, y - side / 2, side, side))

    def _line(self, painter: Painter, colour: str, points: list[tuple[float, float]]) -> None:
        if len(points) > 1:
            if colour in PLAYER_OUTLINES:
                painter.draw_line(points, PLAYER_OUTLINES[colour], mm(1.1))
            painter.draw_line(points, PLAYER_COLOURS.get(colour, GOLD), mm(0.7))
        for x, y in points[1:] or points:
            side = mm(self.PLAYER_SIGN_SIZE)
            painter.draw_symbol(colour, Rect(x - side / 2, y - side / 2, side, side))


def _steps() -> Iterator[int]:
    """The distances of grid lines, for any number of points."""
    yield from GRID_STEPS
    yield from (10**zeros * step for zeros in count(1) for step in GRID_STEPS[-3:])


def _places(plot: Rect, steps: int) -> Iterator[float]:
    """The x of each step; a single one stands at the right."""
    for at in range(steps):
        yield plot.x + plot.width * (at / (steps - 1) if steps > 1 else 1)


def _apart(heights: Sequence[float], room: Rect) -> list[float]:
    """The same heights, the lowest first, moved so far apart that the labels can be read."""
    step = min(mm(4.6), room.height / max(1, len(heights)))
    apart: list[float] = []
    for y in heights:
        apart.append(max(y, apart[-1] + step) if apart else max(y, room.y + step / 2))
    top = room.top - step / 2
    for at in reversed(range(len(apart))):
        apart[at] = min(apart[at], top)
        top = apart[at] - step
    return apart


# -- who has how many points, and what they are made of: one bar for each player, the longest first


class RankingRow(TouchableWidget):
    """One player: place, name, bar, points; a touch opens what the points are made of."""

    def __init__(self, rank: RankModel, longest_bar_points: int, touch_handler: TouchHandler) -> None:
        self.rank = rank
        self.longest_bar_points = longest_bar_points
        super().__init__(rank.touch_target, touch_handler)
        self.enabled = bool(rank.touch_target)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the row, with a golden frame for the winner."""
        rank = self.rank
        if rank.place == 1:
            painter.fill_rect(bounds, GOLD, mm(CORNER_RADIUS))
        plate = bounds.inset(mm(0.5))
        painter.fill_rect(
            plate, mix_colours(RAISED_PANEL, GOLD, 0.2) if self.is_pressed else PANEL, mm(CORNER_RADIUS - 0.3)
        )
        is_narrow = plate.width < mm(70)  # beside a chart of many columns
        place, rest = plate.cut_left(mm(8 if is_narrow else 11), mm(1))
        place_text = f"{rank.place}." if rank.place else ""
        painter.draw_text(
            place_text, place, TITLE_TEXT, GOLD if rank.place == 1 else MUTED, bold=True, halign="center"
        )
        sign, rest = rest.cut_left(mm(8 if is_narrow else 9), mm(0.5 if is_narrow else 2))
        painter.draw_symbol(rank.seat.colour, sign.centred(sign.width - mm(0.6), sign.width - mm(0.6)))
        points, rest = rest.inset(mm(1), mm(0.8)).cut_right(
            mm(13 if is_narrow else 15), mm(1 if is_narrow else 2)
        )
        painter.draw_text(str(rank.points), points, FIGURE_TEXT, CHALK, bold=True, halign="right")
        if rest.height > mm(8.2):
            above, below = rest.cut_top(rest.height * 0.52)
        else:  # many players: everything in one line, the bar where there is room
            above, below = rest.cut_left(rest.width * 0.4 if rest.width > mm(60) else rest.width, mm(2))
        is_low = is_narrow and below.width > 0  # the note stands in the bar's place
        used = painter.draw_text(rank.seat.shown_name, above, HEADING_TEXT, CHALK, bold=True)
        painter.draw_text(
            rank.note,
            below if is_low else above.cut_left(used, mm(3))[1],
            SMALL_TEXT,
            MUTED,
            halign="left" if is_low else "right",
            max_lines=2,
            role="small print",
        )
        high = max(below.height * 0.7, min(below.height, mm(3.9)))  # room for a number
        if below.width > 0 and not (is_low and rank.note):
            self._bar(painter, below.centred(below.width, high))

    def _bar(self, painter: Painter, room: Rect) -> None:
        """Paint the parts, each as long as its points."""
        colour = PLAYER_COLOURS.get(self.rank.seat.colour, GOLD)
        scale = room.width / max(1, self.longest_bar_points)
        painter.fill_rect(room, fade(colour, 0.14), mm(0.8))
        at = room.x
        for number, part in enumerate(self.rank.point_parts):
            piece = Rect(at, room.y, part.count * scale, room.height)
            face = mix_colours(colour, PANEL, 0.28 * (number % 3))
            painter.fill_player_rect(self.rank.seat.colour, piece, 0.0, face)
            at = piece.right
            number_width = text_width(str(part.count), font_pixels(NUMBER_TEXT), True) + 1
            if piece.width >= mm(5.6) + number_width:
                sign, words = piece.inset(mm(0.7), 0).cut_left(mm(3.6), mm(0.6))
                written = text_colour_on(face)
                painter.draw_symbol(part.symbol, sign, written)
                painter.draw_text(str(part.count), words, NUMBER_TEXT, written, bold=True)


class RankingView(ReportBlockView[RankingModel]):
    """All players."""

    model = RankingModel(())

    def height_range(self, width: float) -> tuple[float, float]:
        """At least 7 mm for each player; it can use all the room there is."""
        return mm(7) * len(self.model.ranks), mm(200)

    def on_model_changed(self, model: RankingModel, previous: object) -> None:
        """Make a row for each player, in this order."""
        self.clear_widgets()
        longest = model.longest_bar_points or max((rank.points for rank in model.ranks), default=1)
        for rank in model.ranks:
            self.add_widget(RankingRow(rank, longest, self.touch_handler))

    def arrange_children(self, bounds: Rect) -> None:
        """Place the rows, all of the same height."""
        rows = max(4, len(self.model.ranks))
        gap = mm(2 if rows == 4 else 0.7)
        high = min(mm(17), (bounds.height - gap * (rows - 1)) / rows)
        for at, row in enumerate(reversed(self.children)):
            place_widget(row, Rect(bounds.x, bounds.top - (at + 1) * high - at * gap, bounds.width, high))


# -- movements to make on the table, one by one, each ticked off by a touch


class MovementRow(TouchableWidget):
    """One movement: the box to tick, the symbol of what is moved, the text."""

    def __init__(
        self, index: int, movement: MovementModel, is_next: bool, touch_handler: TouchHandler
    ) -> None:
        self.movement = movement
        self.is_next = is_next
        super().__init__(f"step/{index}", touch_handler)
        self.enabled = not movement.is_done

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint parchment with a golden glow for the next movement; dark and ticked when it is made."""
        done = self.movement.is_done
        plate = bounds.inset(mm(0.6))
        if self.is_next:
            painter.draw_glow(plate, GOLD, mm(CORNER_RADIUS))
        face = PANEL if done else mix_colours(PARCHMENT, GOLD, 0.5) if self.is_pressed else PARCHMENT
        painter.fill_rect(plate, face, mm(CORNER_RADIUS))
        tick, rest = plate.inset(mm(1.6), mm(0.3)).cut_left(mm(6), mm(1.6))
        square = tick.centred(mm(5.6), mm(5.6))
        painter.fill_rect(square, YES_GREEN if done else SEPIA, mm(0.8))
        painter.fill_rect(square.inset(mm(0.4)), YES_GREEN if done else PARCHMENT, mm(0.6))
        if done:
            painter.draw_symbol("check", square.inset(mm(0.7)), NIGHT)
        if self.movement.symbol:
            sign, rest = rest.cut_left(mm(6), mm(1.6))
            painter.draw_symbol(self.movement.symbol, sign.centred(mm(6), mm(6)), MUTED if done else SEPIA)
        painter.draw_text(
            self.movement.text, rest, LEAD_TEXT, MUTED if done else SEPIA, bold=self.is_next, max_lines=2
        )


class MovementListView(ReportBlockView[MovementListModel]):
    """The list of movements.

    When there are more than fit, those around the next one are shown, and how many there are in all.
    """

    MIN_ROW_HEIGHT, ROW_HEIGHT = 9.4, 10.4
    model = MovementListModel(())

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.rows: list[MovementRow] = []
        super().__init__(touch_handler)

    def on_model_changed(self, model: MovementListModel, previous: object) -> None:
        """Make a row for each movement."""
        self.clear_widgets()
        next_index = next((at for at, movement in enumerate(model.movements) if not movement.is_done), -1)
        self.rows = [
            MovementRow(at, movement, at == next_index, self.touch_handler)
            for at, movement in enumerate(model.movements)
        ]

    def height_range(self, width: float) -> tuple[float, float]:
        """The height of two movements; others come into view as movements are made."""
        count = min(2, len(self.model.movements))
        least, most = (mm(5) + mm(row + GAP) * count for row in (self.MIN_ROW_HEIGHT, self.ROW_HEIGHT))
        return least, most

    def arrange_children(self, bounds: Rect) -> None:
        """Place as many rows as there is room for."""
        room = bounds.cut_bottom(mm(4.4))[1]
        row_count = max(1, int((room.height + mm(GAP) + 1) / mm(self.MIN_ROW_HEIGHT + GAP)))
        high = min(mm(self.ROW_HEIGHT), (room.height + mm(GAP)) / row_count - mm(GAP))
        next_index = next(
            (at for at, movement in enumerate(self.model.movements) if not movement.is_done),
            len(self.model.movements),
        )
        first = max(
            0, min(next_index - (row_count > 2), len(self.rows) - row_count)
        )  # rather later movements than earlier ones
        visible = self.rows[first : first + row_count]
        for row in self.rows:
            self.set_attached(row, row in visible)
        for at, row in enumerate(visible):
            place = Rect(
                room.x,
                room.top - high - at * (high + mm(GAP)),
                room.width,
                high,
            )
            place_widget(row, place)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint how many are made."""
        made = sum(movement.is_done for movement in self.model.movements)
        foot = bounds.cut_bottom(mm(4.4))[0]
        count_rect, bar = foot.cut_right(mm(14), mm(2))
        if not self.model.movements:
            painter.draw_symbol("check", bounds.centred(mm(20), mm(20)), YES_GREEN)
            return
        painter.draw_text(
            f"{made} / {len(self.model.movements)}",
            count_rect,
            BODY_TEXT,
            CHALK,
            halign="right",
            role="small print",
        )
        track = bar.centred(bar.width, mm(1.2))
        painter.fill_rect(track, BORDER, mm(0.6))
        if made:
            painter.fill_rect(
                track.cut_left(track.width * made / len(self.model.movements))[0], YES_GREEN, mm(0.6)
            )
