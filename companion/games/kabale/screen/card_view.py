"""An influence card as a strip of a column: its face with name and value, or its back."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.kabale.screen.view_models import ColumnCardModel
from companion.screen.draw.canvas_widget import TouchableModelView
from companion.screen.draw.painter import Painter, font_pixels, text_width
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHANGED_VALUE,
    FADED_SEPIA,
    GOLD,
    LEAD_TEXT,
    MIN_TEXT,
    PARCHMENT,
    PLAYER_COLOURS,
    SEPIA,
    TEXT_ON_PLAYER_COLOURS,
    WORN_PARCHMENT,
    fade,
    mix_colours,
)

CORNER_RADIUS = 0.8


class CardButton(TouchableModelView[ColumnCardModel]):
    """A card that can be touched, which glows."""

    def paint_model(self, painter: Painter, bounds: Rect, strip: ColumnCardModel) -> None:
        """Paint the card, smaller by the width of the glow."""
        plate = bounds.inset(mm(0.7))
        painter.draw_glow(plate, GOLD, mm(CORNER_RADIUS))
        paint_card(painter, plate, strip, pressed=self.is_pressed)


def paint_card(painter: Painter, place: Rect, strip: ColumnCardModel, *, pressed: bool = False) -> None:
    """Paint the card at that place."""
    if strip.is_asked_about:
        painter.fill_rect(place.inset(-mm(0.6), -mm(0.35)), GOLD, mm(CORNER_RADIUS + 0.4))
    if strip.name:
        _paint_face(painter, place, strip, pressed)
    else:
        _paint_back(painter, place, strip.by, pressed)


def _paint_back(painter: Painter, place: Rect, by: str, pressed: bool) -> None:
    """Paint the back: the owner's colour with their sign in the middle."""
    paint = mix_colours(PLAYER_COLOURS[by], GOLD, 0.4) if pressed else PLAYER_COLOURS[by]
    painter.fill_player_rect(by, place, mm(CORNER_RADIUS), paint)
    edge = min(mm(0.8), place.height * 0.18)
    if place.height > mm(4):
        painter.outline_rect(place.inset(edge), fade(TEXT_ON_PLAYER_COLOURS[by], 0.55), mm(0.25), mm(0.5))
    painter.draw_symbol(f"{by}/flat", place.inset(edge * 1.3), TEXT_ON_PLAYER_COLOURS[by])


def _paint_face(painter: Painter, place: Rect, strip: ColumnCardModel, pressed: bool) -> None:
    """Paint the owner's colour and sign, name and value, struck out where the card would be removed."""
    paper = WORN_PARCHMENT if strip.is_removed else PARCHMENT
    painter.fill_player_rect(strip.by, place, mm(CORNER_RADIUS))
    block, rest = place.cut_left(min(mm(4.5), place.height * 1.15 + mm(0.4)))
    sign = block.inset(mm(0.4), mm(0.25))
    painter.draw_symbol(f"{strip.by}/flat", sign, TEXT_ON_PLAYER_COLOURS[strip.by])
    edge = min(mm(0.35), place.height * 0.06)
    face = Rect(rest.x, rest.y + edge, rest.width - edge, rest.height - 2 * edge)
    painter.fill_rect(face, mix_colours(paper, GOLD, 0.5) if pressed else paper, mm(CORNER_RADIUS - 0.35))
    size = max(MIN_TEXT, min(LEAD_TEXT, place.height / mm(1) * 0.72))
    colour = FADED_SEPIA if strip.is_removed else SEPIA
    value, name, large = _share_width(face.inset(mm(0.6), -edge), strip, size)
    bold = text_width(strip.name, font_pixels(MIN_TEXT), True) <= name.width
    painter.draw_text(strip.name, name, size, colour, bold=bold)
    value_colour = CHANGED_VALUE if strip.is_changed else colour
    painter.draw_text(strip.value, value, large, value_colour, bold=True, halign="right")
    if strip.is_removed:
        painter.fill_rect(face.inset(mm(0.5), 0).centred(face.width - mm(1), mm(0.35)), CHANGED_VALUE)


def _share_width(room: Rect, strip: ColumnCardModel, size: float) -> tuple[Rect, Rect, float]:
    """The room for the value, that for the name, and the letter size of the value.

    Letters are smaller where the name needs the room.
    """
    for large in (min(size * 1.2, room.width / mm(5)), MIN_TEXT):
        wide = text_width(strip.value, font_pixels(large), True) + 2
        value, name = room.cut_right(wide, mm(0.5))
        if text_width(strip.name, font_pixels(MIN_TEXT)) <= name.width:
            break
    return value, name, large
