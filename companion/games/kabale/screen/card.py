"""An influence card as a strip of a column: face up with name and value, or its back."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.kabale.screen.views import Strip
from companion.screen.draw.drawn import TouchView
from companion.screen.draw.ink import Ink, letters, width_of
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHANGED,
    FADED,
    GOLD,
    LEAD,
    LEAST,
    ON_PLAYER,
    PARCHMENT,
    PLAYERS,
    SEPIA,
    WORN,
    faded,
    mixed,
)

CORNER = 0.8


class StripFace(TouchView[Strip]):
    """A card that may be touched: it glows."""

    def draw(self, ink: Ink, whole: Rect, strip: Strip) -> None:
        """The card, smaller by the light around it."""
        plate = whole.inset(mm(0.7))
        ink.glow(plate, GOLD, mm(CORNER))
        paint_strip(ink, plate, strip, pressed=self.pressed)


def paint_strip(ink: Ink, place: Rect, strip: Strip, *, pressed: bool = False) -> None:
    """The card at its place."""
    if strip.asked:
        ink.box(place.inset(-mm(0.6), -mm(0.35)), GOLD, mm(CORNER + 0.4))
    if strip.name:
        _face(ink, place, strip, pressed)
    else:
        _back(ink, place, strip.by, pressed)


def _back(ink: Ink, place: Rect, by: str, pressed: bool) -> None:
    """The back: all in the owner's colour, his sign in the middle."""
    paint = mixed(PLAYERS[by], GOLD, 0.4) if pressed else PLAYERS[by]
    ink.seat(by, place, mm(CORNER), paint)
    edge = min(mm(0.8), place.height * 0.18)
    if place.height > mm(4):
        ink.frame(place.inset(edge), faded(ON_PLAYER[by], 0.55), mm(0.25), mm(0.5))
    ink.picture(f"{by}/flat", place.inset(edge * 1.3), ON_PLAYER[by])


def _face(ink: Ink, place: Rect, strip: Strip, pressed: bool) -> None:
    """The owner's colour and sign, name, value; struck out when it would be removed."""
    paper = WORN if strip.removed else PARCHMENT
    ink.seat(strip.by, place, mm(CORNER))
    block, rest = place.from_left(min(mm(4.5), place.height * 1.15 + mm(0.4)))
    sign = block.inset(mm(0.4), mm(0.25))
    ink.picture(f"{strip.by}/flat", sign, ON_PLAYER[strip.by])
    edge = min(mm(0.35), place.height * 0.06)
    face = Rect(rest.x, rest.y + edge, rest.width - edge, rest.height - 2 * edge)
    ink.box(face, mixed(paper, GOLD, 0.5) if pressed else paper, mm(CORNER - 0.35))
    size = max(LEAST, min(LEAD, place.height / mm(1) * 0.72))
    colour = FADED if strip.removed else SEPIA
    value, name, large = _shared(face.inset(mm(0.6), -edge), strip, size)
    bold = width_of(strip.name, letters(LEAST), True) <= name.width
    ink.words(strip.name, name, size, colour, bold=bold)
    said = CHANGED if strip.changed else colour
    ink.words(strip.value, value, large, said, bold=True, across="right")
    if strip.removed:
        ink.box(face.inset(mm(0.5), 0).middle(face.width - mm(1), mm(0.35)), CHANGED)


def _shared(room: Rect, strip: Strip, size: float) -> tuple[Rect, Rect, float]:
    """The room for the value, that for the name, and the letters of the value: smaller where the name needs it."""
    for large in (min(size * 1.2, room.width / mm(5)), LEAST):
        wide = width_of(strip.value, letters(large), True) + 2
        value, name = room.from_right(wide, mm(0.5))
        if width_of(strip.name, letters(LEAST)) <= name.width:
            break
    return value, name, large
