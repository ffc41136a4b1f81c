"""Who has how many points, and what they are made of: one bar for each player, the longest first."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import TouchableWidget, TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    CHALK,
    CORNER_RADIUS,
    FIGURE_TEXT,
    GOLD,
    MUTED,
    PANEL,
    PLAYER_COLOURS,
    RAISED_PANEL,
    SEPIA,
    SMALL_TEXT,
    TEXT_ON_PLAYER_COLOURS,
    TITLE_TEXT,
    fade,
    mix_colours,
)
from companion.screen.report_models import RankingModel
from companion.screen.view_models import RankModel
from companion.screen.widgets.report_blocks import ReportBlockView


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
        place, rest = plate.cut_left(mm(11), mm(1))
        place_text = f"{rank.place}." if rank.place else ""
        painter.draw_text(
            place_text, place, TITLE_TEXT, GOLD if rank.place == 1 else MUTED, bold=True, halign="center"
        )
        sign, rest = rest.cut_left(mm(9), mm(2))
        painter.draw_symbol(rank.seat.colour, sign.centred(mm(8.4), mm(8.4)))
        points, rest = rest.inset(mm(1), mm(0.8)).cut_right(mm(15), mm(2))
        painter.draw_text(str(rank.points), points, FIGURE_TEXT, CHALK, bold=True, halign="right")
        above, below = rest.cut_top(rest.height * 0.46 if rest.height > mm(8) else rest.height - mm(3.5))
        used = painter.draw_text(rank.seat.shown_name, above, TITLE_TEXT, CHALK, bold=True)
        painter.draw_text(
            rank.note, above.cut_left(used, mm(3))[1], SMALL_TEXT, MUTED, halign="right", max_lines=2
        )
        high = max(below.height * 0.7, min(below.height, mm(3.5)))  # room for a number
        self._bar(painter, below.centred(below.width, high))

    def _bar(self, painter: Painter, room: Rect) -> None:
        """Paint the parts, each as long as its points."""
        colour = PLAYER_COLOURS.get(self.rank.seat.colour, GOLD)
        scale = room.width / max(1, self.longest_bar_points)
        painter.fill_rect(room, fade(colour, 0.14), mm(0.8))
        at = room.x
        for number, part in enumerate(self.rank.point_parts):
            piece = Rect(at, room.y, part.count * scale, room.height)
            painter.fill_player_rect(
                self.rank.seat.colour, piece, 0.0, mix_colours(colour, PANEL, 0.28 * (number % 3))
            )
            at = piece.right
            if piece.width >= mm(9):
                sign, words = piece.inset(mm(0.8), mm(0.3)).cut_left(mm(3.6), mm(0.6))
                written = TEXT_ON_PLAYER_COLOURS.get(self.rank.seat.colour, SEPIA)
                painter.draw_symbol(part.symbol, sign, written)
                painter.draw_text(str(part.count), words, BODY_TEXT, written, bold=True)


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
