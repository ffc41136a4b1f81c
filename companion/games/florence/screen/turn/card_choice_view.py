"""The view in which cards are named: which profession is recruited, which prestige cards are shown."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.screen.view_models import CardChoiceModel, CardOptionModel
from companion.screen.draw.canvas_widget import ModelView, TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    FADED_SEPIA,
    HEADING_TEXT,
    MUTED,
    NOTE_TEXT,
    PANEL,
    SEPIA,
    fade,
    mix_colours,
)
from companion.screen.widgets.parchment_card import ParchmentCardView


class CardOptionButton(ParchmentCardView[CardOptionModel]):
    """One card: symbols of what it is about, its name and its owner; dark where it must be another."""

    def paint_model(self, painter: Painter, bounds: Rect, face: CardOptionModel) -> None:
        """Paint the card on parchment."""
        inner = self.paint_card_with_glow(painter, bounds, self.enabled, 0.7).inset(mm(0.8), mm(0.6))
        if face.owner:
            sign, inner = inner.cut_right(mm(4.6), mm(0.4))
            painter.draw_symbol(face.owner, sign.centred(mm(4.4), mm(4.4)))
        signs, below = inner.cut_top(min(inner.height * 0.46, mm(6.4)), mm(0.2))
        side = min(signs.height, mm(5.6))
        row = signs.cut_left(min(signs.width, (side + mm(0.5)) * len(face.symbols)))[0]
        for symbol, cell in zip(
            face.symbols, row.split_columns(len(face.symbols)) if face.symbols else (), strict=True
        ):
            painter.draw_symbol(symbol, cell.inset(mm(0.15)), fade(CHALK, 1.0 if self.enabled else 0.3))
        name, does = below.cut_top(mm(5.2) if face.effect else below.height, mm(0.2))
        colour = SEPIA if self.enabled else mix_colours(MUTED, PANEL, 0.4)
        painter.draw_text(
            face.name, name, NOTE_TEXT, colour, bold=True, max_lines=1 if face.effect else 2, valign="top"
        )
        painter.draw_text(face.effect, does, NOTE_TEXT, FADED_SEPIA, max_lines=6, valign="top")


class CardChoiceView(ModelView[CardChoiceModel]):
    """All cards that may be meant in a grid, or what to do where only a reader can tell it."""

    MAX_CARD_HEIGHT = 20.0
    MAX_CARD_WITH_TEXT_HEIGHT = 30.0
    """The greatest height of a card, and of one with its effect written on it, in millimetres."""

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.card_buttons: list[CardOptionButton] = []
        super().__init__()

    def on_model_changed(self, naming: CardChoiceModel, previous: object) -> None:
        """Show these cards."""
        self.sync_children(
            self.card_buttons, naming.options, lambda face: CardOptionButton(face, self.touch_handler)
        )

    def arrange_children(self, bounds: Rect) -> None:
        """Place the cards in as many columns as make them wider than high."""
        if self.model is None:
            return
        count = len(self.card_buttons)
        across = 2 if count <= 4 else 3 if count <= 9 else 4
        rows = max(1, -(-count // across))
        highest = (
            self.MAX_CARD_WITH_TEXT_HEIGHT
            if any(face.effect for face in self.model.options)
            else self.MAX_CARD_HEIGHT
        )
        room = bounds.cut_top(min(bounds.height, mm(highest) * rows))[0]
        for face, cell in zip(self.card_buttons, room.split_grid(across, rows, mm(0.4)), strict=False):
            place_widget(face, cell)

    def paint_model(self, painter: Painter, bounds: Rect, naming: CardChoiceModel) -> None:
        """Paint a sheet that says what to do."""
        if not naming.sentence:
            return
        sheet = bounds.centred(bounds.width - mm(4), mm(34))
        painter.fill_rect(sheet, PANEL, mm(CORNER_RADIUS))
        sign, text_rect = sheet.inset(mm(3), mm(3)).cut_left(mm(24), mm(3))
        painter.draw_symbol(naming.symbol, sign)
        painter.draw_text(naming.sentence, text_rect, HEADING_TEXT, CHALK, max_lines=6)
