"""An influence card as a strip of a column: face up with name and value, or its back."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.kabale.screen.views import Strip
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

CORNER = 0.8


class StripFace(TouchableModelView[Strip]):
    """A card that may be touched: it glows."""

    def paint_model(self, ink: Painter, whole: Rect, strip: Strip) -> None:
        """The card, smaller by the light around it."""
        plate = whole.inset(mm(0.7))
        ink.draw_glow(plate, GOLD, mm(CORNER))
        paint_strip(ink, plate, strip, pressed=self.is_pressed)


def paint_strip(ink: Painter, place: Rect, strip: Strip, *, pressed: bool = False) -> None:
    """The card at its place."""
    if strip.asked:
        ink.fill_rect(place.inset(-mm(0.6), -mm(0.35)), GOLD, mm(CORNER + 0.4))
    if strip.name:
        _face(ink, place, strip, pressed)
    else:
        _back(ink, place, strip.by, pressed)


def _back(ink: Painter, place: Rect, by: str, pressed: bool) -> None:
    """The back: all in the owner's colour, his sign in the middle."""
    paint = mix_colours(PLAYER_COLOURS[by], GOLD, 0.4) if pressed else PLAYER_COLOURS[by]
    ink.fill_player_rect(by, place, mm(CORNER), paint)
    edge = min(mm(0.8), place.height * 0.18)
    if place.height > mm(4):
        ink.outline_rect(place.inset(edge), fade(TEXT_ON_PLAYER_COLOURS[by], 0.55), mm(0.25), mm(0.5))
    ink.draw_symbol(f"{by}/flat", place.inset(edge * 1.3), TEXT_ON_PLAYER_COLOURS[by])


def _face(ink: Painter, place: Rect, strip: Strip, pressed: bool) -> None:
    """The owner's colour and sign, name, value; struck out when it would be removed."""
    paper = WORN_PARCHMENT if strip.removed else PARCHMENT
    ink.fill_player_rect(strip.by, place, mm(CORNER))
    block, rest = place.cut_left(min(mm(4.5), place.height * 1.15 + mm(0.4)))
    sign = block.inset(mm(0.4), mm(0.25))
    ink.draw_symbol(f"{strip.by}/flat", sign, TEXT_ON_PLAYER_COLOURS[strip.by])
    edge = min(mm(0.35), place.height * 0.06)
    face = Rect(rest.x, rest.y + edge, rest.width - edge, rest.height - 2 * edge)
    ink.fill_rect(face, mix_colours(paper, GOLD, 0.5) if pressed else paper, mm(CORNER - 0.35))
    size = max(MIN_TEXT, min(LEAD_TEXT, place.height / mm(1) * 0.72))
    colour = FADED_SEPIA if strip.removed else SEPIA
    value, name, large = _shared(face.inset(mm(0.6), -edge), strip, size)
    bold = text_width(strip.name, font_pixels(MIN_TEXT), True) <= name.width
    ink.draw_text(strip.name, name, size, colour, bold=bold)
    said = CHANGED_VALUE if strip.changed else colour
    ink.draw_text(strip.value, value, large, said, bold=True, halign="right")
    if strip.removed:
        ink.fill_rect(face.inset(mm(0.5), 0).centred(face.width - mm(1), mm(0.35)), CHANGED_VALUE)


def _shared(room: Rect, strip: Strip, size: float) -> tuple[Rect, Rect, float]:
    """The room for the value, that for the name, and the letters of the value: smaller where the name needs it."""
    for large in (min(size * 1.2, room.width / mm(5)), MIN_TEXT):
        wide = text_width(strip.value, font_pixels(large), True) + 2
        value, name = room.cut_right(wide, mm(0.5))
        if text_width(strip.name, font_pixels(MIN_TEXT)) <= name.width:
            break
    return value, name, large
