"""The biggest text on the screen: whose turn it is and what to do now."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import ModelView
from companion.screen.draw.painter import Painter, fit_text, font_pixels
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    GOLD,
    HEADING_TEXT,
    MIN_TEXT_BY_ROLE,
    MUTED,
    PANEL,
    PLAYER_COLOURS,
    PROMPT_TEXT,
    SMALL_TEXT,
    TEXT_ON_PLAYER_COLOURS,
    Colour,
    TextRole,
)
from companion.screen.view_models import PromptModel


class PromptBar(ModelView[PromptModel]):
    """The player's colour, symbol and name; the sentence; beneath it the ways to do it."""

    PLAYER_WIDTH = 21.0
    """Millimetres for the player's sign and name."""
    HINT_HEIGHT = 4.0
    """Millimetres for the line beneath."""

    def paint_model(self, painter: Painter, bounds: Rect, model: PromptModel) -> None:
        """Paint the player on the left and the sentence on the right."""
        painter.fill_rect(bounds, PANEL, mm(CORNER_RADIUS))
        rest = bounds
        if model.seat is not None:
            left, rest = bounds.cut_left(mm(self.PLAYER_WIDTH))
            painter.fill_rect(
                left.cut_right(mm(CORNER_RADIUS))[0], PLAYER_COLOURS.get(model.seat.colour, GOLD)
            )
            painter.fill_player_rect(model.seat.colour, left, mm(CORNER_RADIUS))
            name, sign = left.inset(mm(0.8)).cut_bottom(mm(4.6))
            painter.draw_symbol(
                f"{model.seat.colour}/flat", sign.inset(0, mm(0.2)), _text_colour_on(model.seat.colour)
            )
            painter.draw_text(
                model.seat.shown_name,
                name,
                HEADING_TEXT,
                _text_colour_on(model.seat.colour),
                bold=True,
                halign="center",
            )
        self._sentence(painter, rest.inset(mm(2.2), mm(0.2)), model)

    def _sentence(self, painter: Painter, rest: Rect, prompt: PromptModel) -> None:
        """Paint the sentence in one large line with the hint beneath.

        A long one takes the place of the hint as well, if need be in smaller letters.
        """
        min_pixels = round(mm(MIN_TEXT_BY_ROLE["prompt"]))
        beneath, above = rest.cut_bottom(mm(self.HINT_HEIGHT) if prompt.hint else 0)
        single = fit_text(
            prompt.sentence, above.width, above.height, font_pixels(PROMPT_TEXT), min_pixels, True, 1
        )
        if single.fits:
            painter.draw_text(prompt.sentence, above, PROMPT_TEXT, CHALK, bold=True, role="prompt")
            painter.draw_text(prompt.hint, beneath, SMALL_TEXT, MUTED)
        else:
            double = fit_text(
                prompt.sentence, rest.width, rest.height, font_pixels(PROMPT_TEXT), min_pixels, True, 2
            )
            role: TextRole = "prompt" if double.fits else "title"
            lines = 2 if double.fits else 3
            painter.draw_text(
                prompt.sentence, rest, PROMPT_TEXT, CHALK, bold=True, role=role, max_lines=lines
            )


def _text_colour_on(colour: str) -> Colour:
    return TEXT_ON_PLAYER_COLOURS.get(colour, CHALK)
