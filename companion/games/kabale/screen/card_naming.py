"""The characters that a card may be, beside its column, when somebody is to name it."""

from __future__ import annotations

from kivy.metrics import mm
from msgspec import Struct

from companion.games.kabale.screen.columns import ColumnModel, ColumnView
from companion.screen.draw.canvas_widget import ModelView, TouchHandler, place_widget
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    FADED_SEPIA,
    GAP,
    LEAD_TEXT,
)
from companion.screen.widgets.parchment_card import ParchmentCardView


class CharacterModel(Struct, frozen=True):
    """A character that a card may be; not `enabled` where its place is known, so that it is another card."""

    touch_target: str
    name: str
    value: str
    enabled: bool = True


class CardNamingModel(Struct, frozen=True):
    """The characters to choose from, and the column with the card to name."""

    characters: tuple[CharacterModel, ...]
    column: ColumnModel


class CharacterButton(ParchmentCardView[CharacterModel]):
    """One character with name and value; dark where its place is known."""

    def paint_model(self, painter: Painter, bounds: Rect, face: CharacterModel) -> None:
        """Paint the character on parchment, like a card."""
        colour = self.paint_card(painter, bounds)
        wide = text_width(face.value, font_pixels(BODY_TEXT), True) + 2
        value, name = bounds.inset(mm(1.2), mm(0.6)).cut_right(wide, mm(0.6))
        painter.draw_text(face.name, name, LEAD_TEXT, colour, bold=True, max_lines=2)
        painter.draw_text(
            face.value, value, BODY_TEXT, FADED_SEPIA if self.enabled else colour, bold=True, halign="right"
        )


class CardNamingView(ModelView[CardNamingModel]):
    """The column at the left, and five by five characters at the right."""

    COLUMN_WIDTH = 27.0
    CHARACTERS_PER_ROW = 5

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.column_views: list[ColumnView] = []
        self.character_buttons: list[CharacterButton] = []
        super().__init__()

    def on_model_changed(self, naming: CardNamingModel, previous: object) -> None:
        """Show the column and its characters."""
        self.sync_children(
            self.column_views, [naming.column], lambda column: ColumnView(column, self.touch_handler)
        )
        self.sync_children(
            self.character_buttons, naming.characters, lambda face: CharacterButton(face, self.touch_handler)
        )

    def arrange_children(self, bounds: Rect) -> None:
        """Place the column and the grid."""
        left, grid = bounds.cut_left(mm(self.COLUMN_WIDTH), mm(GAP))
        for column in self.column_views:
            place_widget(column, left)
        rows = -(-len(self.character_buttons) // self.CHARACTERS_PER_ROW)
        for face, cell in zip(
            self.character_buttons,
            grid.inset(0, mm(0.3)).split_grid(self.CHARACTERS_PER_ROW, rows, mm(0.8)),
            strict=False,
        ):
            place_widget(face, cell)
