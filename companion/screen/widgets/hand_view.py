"""Cards in a hand, to be tapped or dragged onto the reader."""

from __future__ import annotations

from math import hypot
from typing import Any

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import (
    DRAG_DISTANCE,
    CanvasWidget,
    GlowingModelView,
    TouchableWidget,
    TouchHandler,
    place_widget,
)
from companion.screen.draw.painter import Painter, fit_text
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    ART_COLOURS,
    BODY_TEXT,
    CHALK,
    CORNER_RADIUS,
    GOLD,
    HEADING_TEXT,
    MIN_TEXT,
    PARCHMENT,
    SEPIA,
    SMALL_TEXT,
    WORN_PARCHMENT,
    mix_colours,
)
from companion.screen.view_models import CardModel


class VirtualReaderView(CanvasWidget):
    """The reader at the virtual table, on which cards are laid."""

    def __init__(self) -> None:
        self.label = ""
        self.is_card_awaited = False
        self.is_hovered = False
        super().__init__()

    def show(self, label: str, is_card_awaited: bool, is_hovered: bool = False) -> None:
        """Show its label, whether a card is awaited, and whether one is held above it."""
        if (label, is_card_awaited, is_hovered) != (self.label, self.is_card_awaited, self.is_hovered):
            self.label, self.is_card_awaited, self.is_hovered = label, is_card_awaited, is_hovered
            self.request_redraw()

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint a dark plate with waves."""
        plate = bounds.inset(mm(0.6))
        colour = GOLD if self.is_card_awaited else WORN_PARCHMENT
        painter.fill_rect(
            plate, mix_colours(colour, SEPIA, 0.3 if self.is_hovered else 0.75), mm(CORNER_RADIUS)
        )
        painter.outline_rect(plate, colour, mm(0.4), mm(CORNER_RADIUS))
        name, sign = plate.inset(mm(0.8)).cut_bottom(mm(3.4))
        painter.draw_symbol("reader", sign, colour)
        painter.draw_text(self.label, name, SMALL_TEXT, CHALK, halign="center")


class CardView(TouchableWidget):
    """One card of a hand."""

    def __init__(self, card: CardModel, hand_view: HandView, index: int) -> None:
        self.card = card
        self.index = index
        self.hand_view = hand_view
        self.resting_rect = Rect(0, 0, 0, 0)
        self.is_dragged = False
        super().__init__(card.touch_target, hand_view.touch_handler)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the number or symbol and, where it fits, the name."""
        face = bounds.inset(mm(0.6))
        if self.enabled:
            painter.draw_glow(face, GOLD, mm(CORNER_RADIUS))
        painter.fill_rect(face, mix_colours(PARCHMENT, SEPIA, 0.5), mm(CORNER_RADIUS))
        paper = face.inset(mm(0.2))
        painter.fill_rect(
            paper,
            mix_colours(PARCHMENT, GOLD, 0.5) if self.is_pressed else PARCHMENT,
            mm(CORNER_RADIUS - 0.2),
        )
        inner = paper.inset(mm(0.7), mm(0.5))
        if self.card.printed_symbols:
            self._paint_printed_symbols(painter, inner)
            return
        if not (self.card.number or self.card.symbol):
            painter.draw_text(
                self.card.name,
                inner,
                BODY_TEXT,
                SEPIA,
                bold=True,
                halign="center",
                max_lines=4,
                may_truncate=True,
            )
            return
        mark = inner
        if self.hand_view.has_room_for_names(inner.width):
            low, mark = inner.cut_bottom(mm(3.8), mm(0.3))
            painter.draw_text(self.card.name, low, BODY_TEXT, SEPIA, bold=True, halign="center")
        if self.card.number:
            dot = mark.centred(mm(7.2), mm(7.2))
            painter.draw_symbol("dot", dot, ART_COLOURS["leaf"])
            painter.draw_text(
                self.card.number, dot.inset(mm(0.5)), HEADING_TEXT, CHALK, bold=True, halign="center"
            )
        elif self.card.symbol:
            painter.draw_symbol(self.card.symbol, mark.centred(mm(7.4), mm(7.4)), ART_COLOURS["leaf"])

    def _paint_printed_symbols(self, painter: Painter, inner: Rect) -> None:
        """Paint the printed symbols beside the name; where there is little room, only the symbols."""
        if not self._fits_beside(inner):
            for sign, cell in zip(
                self.card.printed_symbols,
                inner.split_rows(max(2, len(self.card.printed_symbols))),
                strict=False,
            ):
                painter.draw_symbol(sign, cell)
            return
        signs, words = inner.cut_left(mm(4.6), mm(0.6))
        for sign, cell in zip(
            self.card.printed_symbols, signs.split_rows(max(2, len(self.card.printed_symbols))), strict=False
        ):
            painter.draw_symbol(sign, cell)
        painter.draw_text(self.card.name, words, SMALL_TEXT, SEPIA, bold=True, max_lines=3)

    def _fits_beside(self, inner: Rect) -> bool:
        """Whether there is room for the name beside the symbols."""
        min_pixels, room = round(mm(MIN_TEXT)), inner.width - mm(5.2)
        wide = inner.width >= mm(12)
        return wide and fit_text(self.card.name, room, inner.height, min_pixels, min_pixels, True, 3).fits

    def accepts_touch(self, x: float, y: float) -> bool:
        """Where there is a reader any card can be laid on it, even one that will be refused."""
        return bool(self.collide_point(x, y)) and (self.enabled or self.hand_view.has_virtual_reader)

    def on_touch_move(self, touch: Any) -> bool:
        """Let a finger that goes far take the card along."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        dx, dy = touch.x - touch.ox, touch.y - touch.oy
        if not self.is_dragged and hypot(dx, dy) > mm(DRAG_DISTANCE):
            self.is_dragged = True
            self.hand_view.bring_to_front(self)
        if self.is_dragged:
            place_widget(
                self,
                Rect(
                    self.resting_rect.x + dx,
                    self.resting_rect.y + dy,
                    self.resting_rect.width,
                    self.resting_rect.height,
                ),
            )
            self.hand_view.update_hover(self.rect)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Play a card that was tapped, or let go above the reader; put any other back."""
        if touch.grab_current is not self or (self.enabled and not self.is_dragged):
            return super().on_touch_up(touch)
        touch.ungrab(self)
        laid = self.is_dragged and self.hand_view.is_over_reader(self.rect)
        self.let_go()
        if laid:
            self.touch_handler(self.touch_target)
        return True

    def let_go(self) -> None:
        """Lie in the hand again."""
        super().let_go()
        self.is_dragged = False
        self.hand_view.request_redraw()
        self.hand_view.update_hover(None)


class HandView(GlowingModelView[tuple[CardModel, ...]]):
    """The cards side by side; those that may be played glow.

    As long as cards only go, the others keep their places: no card comes to lie where another one just lay.
    `virtual_reader` is where they are laid down, or None at a table that has a real one.
    """

    MAX_CARD_WIDTH = 22.0
    MIN_CARD_WIDTH = 9.0

    model: tuple[CardModel, ...] = ()

    def __init__(self, touch_handler: TouchHandler, virtual_reader: VirtualReaderView | None = None) -> None:
        self.touch_handler = touch_handler
        self.virtual_reader = virtual_reader
        self.places: tuple[str, ...] = ()
        """The touch targets of the cards in their places, gone ones among them."""
        super().__init__()

    @property
    def card_models(self) -> tuple[CardModel, ...]:
        """The cards that it shows."""
        return self.model

    def on_model_changed(self, model: tuple[CardModel, ...], previous: object) -> None:
        """Make a widget for each card."""
        targets = tuple(card.touch_target for card in model)
        if not model or len(set(targets)) < len(targets) or not set(targets) <= set(self.places):
            self.places = targets
        self.clear_widgets()
        for at, card in enumerate(model):
            kept = at if self.places == targets else self.places.index(card.touch_target)
            self.add_widget(CardView(card, self, kept))

    @property
    def has_gaps(self) -> bool:
        """Whether cards have gone, and the others keep their places."""
        return len(self.places) > len(self.card_models)

    def preferred_width(self) -> float:
        """The width that it would like to have, in pixels."""
        return self._widest() * len(self.places)

    def _widest(self) -> float:
        """The greatest width of a card in pixels: wider where something is printed on one."""
        return float(
            mm(
                self.MAX_CARD_WIDTH * 1.4
                if any(card.printed_symbols for card in self.card_models)
                else self.MAX_CARD_WIDTH
            )
        )

    def arrange_children(self, bounds: Rect) -> None:
        """Place the cards from the left, as wide as there is room for."""
        if not self.card_models:
            return
        width = min(self._widest(), bounds.width / len(self.places))
        for card_view in self.children:
            if not card_view.is_dragged:
                card_view.resting_rect = Rect(
                    bounds.x + width * card_view.index, bounds.y, width, bounds.height
                )
                place_widget(card_view, card_view.resting_rect)

    def has_room_for_names(self, width: float) -> bool:
        """Whether all cards have room for their names at this width in pixels."""
        min_pixels = round(mm(MIN_TEXT))
        return all(
            fit_text(card.name, width, mm(3.8), min_pixels, min_pixels, True, 1).fits
            for card in self.card_models
        )

    def bring_to_front(self, card_view: CardView) -> None:
        """Put a card that is dragged above the others."""
        self.remove_widget(card_view)
        self.add_widget(card_view)

    @property
    def has_virtual_reader(self) -> bool:
        """Whether a reader is drawn on the screen now."""
        return self.virtual_reader is not None and self.virtual_reader.parent is not None

    def is_over_reader(self, rect: Rect) -> bool:
        """Whether a card that is let go here lies on the reader."""
        return (
            self.has_virtual_reader
            and self.virtual_reader is not None
            and self.virtual_reader.rect.overlaps(rect)
        )

    def update_hover(self, rect: Rect | None) -> None:
        """Let the reader show that a card is held here (None: no longer)."""
        if self.virtual_reader is not None:
            self.virtual_reader.show(
                self.virtual_reader.label,
                self.virtual_reader.is_card_awaited,
                rect is not None and self.is_over_reader(rect),
            )
