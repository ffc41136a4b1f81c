"""Buildings and freedoms to choose from on the stage, with outline, supply, and why one cannot be had."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.screen.principality.principality_painter import TILE_COLOURS
from companion.games.florence.screen.view_models import PurchaseModel, PurchaseOptionModel
from companion.screen.draw.canvas_widget import GlowingModelView, TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    FADED_SEPIA,
    LEAD_TEXT,
    MUTED,
    PANEL,
    SEPIA,
    SMALL_TEXT,
    TITLE_TEXT,
    Colour,
    fade,
    mix_colours,
)
from companion.screen.widgets.parchment_card import ParchmentCardView


class PurchaseOptionButton(ParchmentCardView[PurchaseOptionModel]):
    """One building or freedom."""

    def paint_model(self, painter: Painter, bounds: Rect, option: PurchaseOptionModel) -> None:
        """Paint symbol, outline and name; below, how many are left, or why it cannot be had."""
        bright = not option.is_barred
        inner = self.paint_card_with_glow(painter, bounds, bright, 0.8).inset(mm(0.8), mm(0.7))
        name, rest = inner.cut_top(mm(4.6), mm(0.3))
        note, rest = rest.cut_bottom(mm(5.8) if option.note else 0.0, mm(0.3))
        painter.draw_text(
            option.name, name, LEAD_TEXT, SEPIA if bright else MUTED, bold=True, halign="center"
        )
        painter.draw_text(
            option.note, note, SMALL_TEXT, FADED_SEPIA if bright else MUTED, halign="center", max_lines=2
        )
        shade = fade(CHALK, 1.0 if bright else 0.25)
        if not option.outline_rows:
            painter.draw_symbol(option.symbol, rest, shade)
            return
        sign, shape = rest.split_columns(2, mm(0.6))
        painter.draw_symbol(option.symbol, sign, shade)
        colour = TILE_COLOURS[option.symbol.partition("/")[2]]
        paint_small_outline(
            painter,
            shape.inset(0, mm(0.4)),
            option.outline_rows,
            colour if bright else mix_colours(PANEL, MUTED, 0.3),
        )
        if bright:
            dots = shape.cut_bottom(mm(2.2))[0]
            for cell in (
                dots.cut_right(mm(2.6) * option.left_in_supply)[0].split_columns(option.left_in_supply)
                if option.left_in_supply
                else ()
            ):
                painter.draw_symbol("dot", cell.centred(mm(1.7), mm(1.7)), FADED_SEPIA)


def paint_small_outline(painter: Painter, room: Rect, rows: tuple[str, ...], colour: Colour) -> None:
    """Paint the squares of a tile as printed."""
    side = int(min(room.width / len(rows[0]), room.height / len(rows), mm(3.4)))
    spot = room.centred(side * len(rows[0]), side * len(rows))
    squares = [
        Rect(spot.x + across * side, spot.top - (down + 1) * side, side, side)
        for down, row in enumerate(rows)
        for across, mark in enumerate(row)
        if mark == "x"
    ]
    for square in squares:
        painter.fill_rect(square.inset(-1), mix_colours(colour, SEPIA, 0.6))
    for square in squares:
        painter.fill_rect(square.inset(0.5), colour)


class PurchaseView(GlowingModelView[PurchaseModel]):
    """A row with what holds for all and the price, and below it all options."""

    HEADER_HEIGHT = 6.0
    COLUMNS = 5

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.option_buttons: list[PurchaseOptionButton] = []
        super().__init__()

    def on_model_changed(self, purchase: PurchaseModel, previous: object) -> None:
        """Show a button for each option."""
        self.sync_children(
            self.option_buttons,
            purchase.options,
            lambda option: PurchaseOptionButton(option, self.touch_handler),
        )

    def arrange_children(self, bounds: Rect) -> None:
        """Place the buttons side by side, in two rows where there are many."""
        _, rest = bounds.cut_top(mm(self.HEADER_HEIGHT), mm(0.6))
        across = min(max(1, len(self.option_buttons)), self.COLUMNS)
        rows = max(1, -(-len(self.option_buttons) // across))
        room = rest if rows > 1 else rest.cut_top(min(rest.height, mm(36)))[0]
        for button, cell in zip(self.option_buttons, room.split_grid(across, rows, mm(0.3)), strict=False):
            place_widget(button, cell)

    def paint_model(self, painter: Painter, bounds: Rect, purchase: PurchaseModel) -> None:
        """Paint the price."""
        head, _ = bounds.cut_top(mm(self.HEADER_HEIGHT))
        price, text_rect = head.cut_right(mm(26), mm(1))
        painter.draw_text(purchase.note, text_rect, LEAD_TEXT, MUTED)
        painter.draw_text(purchase.price, price, TITLE_TEXT, CHALK, bold=True, halign="right")
