"""The characters that a card may be, beside its column, when somebody is to name it."""

from __future__ import annotations

from collections.abc import Iterable

from kivy.metrics import mm
from msgspec import Struct

from companion.games.kabale.rules.card_effects import CardQuestion
from companion.games.kabale.rules.constants import CHARACTERS, printed_value
from companion.games.kabale.rules.pieces import card_piece
from companion.games.kabale.rules.state import TableState as Position
from companion.games.kabale.screen.columns import ColumnAtTable, ColumnView
from companion.games.kabale.screen.piece_faces import character_name, value_text
from companion.rules.moves import FINGER, Observation
from companion.screen.draw.canvas_widget import ModelView, TouchHandler, place_in_grid, place_widget
from companion.screen.draw.painter import DIGIT_SPACING, Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    GAP,
    NUMBER_TEXT,
    SMALL_TEXT,
)
from companion.screen.view_models import CardModel
from companion.screen.widgets.parchment_card import ParchmentCardView
from companion.voice.translator import Translator


class CardNamingModel(Struct, frozen=True):
    """The characters to choose from (dark where their place is known), and the column with the card to name."""

    characters: tuple[CardModel, ...]
    column: ColumnAtTable


def card_naming_model(
    position: Position,
    next_targets: Iterable[str],
    pending_input: Iterable[Observation],
    translator: Translator,
) -> CardNamingModel | None:
    """The characters that a card may be, once it is known which card is named; None before that."""
    open_ = {thing for thing in next_targets if thing.startswith("card/")}
    place = _asked_about(position, pending_input) if open_ else None
    if place is None:
        return None
    number, at = place
    there = ColumnAtTable(number, position.column(number), translator, at)
    by = there.state.cards[at - 1].by
    characters = (
        CardModel(
            piece := card_piece(by, name),
            value_text(printed_value(name, there.symbol)),
            character_name(translator, name),
            enabled=piece in open_,
        )
        for name in CHARACTERS
    )
    return CardNamingModel(tuple(characters), there)


def _asked_about(position: Position, pending_input: Iterable[Observation]) -> tuple[int, int] | None:
    """Column and card that is named: the one asked about, or touched; None where there is none."""
    item = position.agenda[0]
    if isinstance(item, CardQuestion):
        return item.column, item.at
    for observation in pending_input:
        match observation.zone.split("/"):
            case ["column", number, at] if observation.piece == FINGER:
                return int(number), int(at)
    return None


class CharacterButton(ParchmentCardView[CardModel]):
    """One character with its name above its value; dark where its place is known."""

    EDGE = 0.8
    letters = (BODY_TEXT, True)
    """The letters of the name: their size, and whether they are bold."""

    def paint_model(self, painter: Painter, bounds: Rect, card: CardModel) -> None:
        """Paint the character on parchment, like a card."""
        colour, (size, bold) = self.paint_card(painter, bounds), self.letters
        value, name = bounds.inset(mm(self.EDGE), mm(0.4)).cut_bottom(mm(NUMBER_TEXT * DIGIT_SPACING))
        painter.draw_text(card.name, name, size, colour, bold=bold, min_size=SMALL_TEXT)
        painter.draw_text(
            card.number, value, NUMBER_TEXT, colour, bold=True, halign="right", min_size=NUMBER_TEXT
        )


class CardNamingView(ModelView[CardNamingModel]):
    """The column at the left, and five by five characters at the right."""

    COLUMN_WIDTH = 25.0
    CHARACTERS_PER_ROW = 5
    LETTERS = ((BODY_TEXT, True), (SMALL_TEXT, True), (SMALL_TEXT, False))
    """Of the names: the first in which all have room."""

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
            self.character_buttons, naming.characters, lambda card: CharacterButton(card, self.touch_handler)
        )

    def arrange_children(self, bounds: Rect) -> None:
        """Place the column and the grid."""
        left, grid = bounds.cut_left(mm(self.COLUMN_WIDTH), mm(GAP))
        for column in self.column_views:
            place_widget(column, left)
        place_in_grid(self.character_buttons, grid, self.CHARACTERS_PER_ROW, mm(0.4))
        room = min((button.width for button in self.character_buttons), default=0) - 2 * mm(
            CharacterButton.EDGE
        )
        for button in self.character_buttons:
            button.letters = self._letters(room)

    def _letters(self, room: float) -> tuple[float, bool]:
        """The letters in which every name is at most so wide; the smallest if there are none."""
        words = [card.name for card in self.model.characters] if self.model is not None else ()
        return next(
            (
                (size, bold)
                for size, bold in self.LETTERS
                if all(text_width(name, font_pixels(size), bold) <= room for name in words)
            ),
            self.LETTERS[-1],
        )
