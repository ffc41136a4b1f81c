"""Movements to make on the table, one by one, each ticked off by a touch."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import TouchableWidget, TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    BORDER,
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    LEAD_TEXT,
    MUTED,
    NIGHT,
    PANEL,
    PARCHMENT,
    SEPIA,
    YES_GREEN,
    mix_colours,
)
from companion.screen.report_models import MovementListModel
from companion.screen.view_models import MovementModel
from companion.screen.widgets.report_blocks import ReportBlockView


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
        tick, rest = plate.inset(mm(1.6), mm(1)).cut_left(mm(6), mm(1.6))
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

    ROW_HEIGHT = 11.0
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
        high = mm(5) + mm(self.ROW_HEIGHT + GAP) * min(2, len(self.model.movements))
        return high, high

    def arrange_children(self, bounds: Rect) -> None:
        """Place as many rows as there is room for."""
        room = bounds.cut_bottom(mm(4.4))[1]
        row_count = max(1, int((room.height + mm(GAP)) / mm(self.ROW_HEIGHT + GAP)))
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
                room.top - mm(self.ROW_HEIGHT) - at * mm(self.ROW_HEIGHT + GAP),
                room.width,
                mm(self.ROW_HEIGHT),
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
            f"{made} / {len(self.model.movements)}", count_rect, BODY_TEXT, CHALK, halign="right"
        )
        track = bar.centred(bar.width, mm(1.2))
        painter.fill_rect(track, BORDER, mm(0.6))
        if made:
            painter.fill_rect(
                track.cut_left(track.width * made / len(self.model.movements))[0], YES_GREEN, mm(0.6)
            )
