"""A card of parchment that can be touched: a possible target, something that may be taken."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import N, TouchableModelView
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CORNER_RADIUS,
    GOLD,
    MUTED,
    PANEL,
    PARCHMENT,
    SEPIA,
    WORN_PARCHMENT,
    Colour,
    mix_colours,
)

DISABLED_TEXT_COLOUR = mix_colours(MUTED, PANEL, 0.55)
"""The colour of text on a card that is disabled."""


class ParchmentCardView(TouchableModelView[N]):
    """A card of parchment, dark when it is disabled: where the model has a field `enabled`, that decides."""

    def on_model_changed(self, model: N, previous: N | None) -> None:
        """Take the new touch target, and whether it is enabled."""
        super().on_model_changed(model, previous)
        self.enabled = bool(getattr(model, "enabled", self.enabled))

    def paint_card(self, painter: Painter, bounds: Rect) -> Colour:
        """Paint the card with its edge, and return the colour of text on it."""
        painter.fill_rect(
            bounds, mix_colours(WORN_PARCHMENT, SEPIA, 0.3) if self.enabled else PANEL, mm(CORNER_RADIUS)
        )
        painter.fill_rect(bounds.inset(mm(0.25)), self._face_colour(self.enabled), mm(CORNER_RADIUS - 0.25))
        return SEPIA if self.enabled else DISABLED_TEXT_COLOUR

    def paint_card_with_glow(
        self, painter: Painter, bounds: Rect, is_bright: bool, glow_width: float
    ) -> Rect:
        """Paint the card with a golden glow while it may be touched, and return its rectangle.

        `glow_width` is millimetres; the card is dark unless it is bright.
        """
        plate = bounds.inset(mm(glow_width))
        if self.enabled:
            painter.draw_glow(plate, GOLD, mm(CORNER_RADIUS))
        painter.fill_rect(plate, self._face_colour(is_bright), mm(CORNER_RADIUS))
        return plate

    def _face_colour(self, bright: bool) -> Colour:
        if not bright:
            return PANEL
        return mix_colours(PARCHMENT, GOLD, 0.5) if self.is_pressed else PARCHMENT
