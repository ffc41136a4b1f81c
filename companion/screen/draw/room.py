"""The room behind everything: night, and candlelight from above."""

from __future__ import annotations

from functools import cache

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture

from companion.screen.draw.drawn import Drawn
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CANDLE, INK, Colour, mixed

ACROSS, ALONG = 64, 40


def light(x: float, y: float) -> Colour:
    """The colour of the room at a place: shares of its width and, from below, of its height."""
    far = ((x - 0.5) ** 2 * 1.5 + (y - 0.95) ** 2) ** 0.5
    return mixed(CANDLE, INK, min(1.0, far / 0.85) ** 0.8)


@cache
def candlelight() -> Texture:
    """A small picture of the light, drawn large: the graphics chip smooths it."""
    pixels = bytearray()
    for y in range(ALONG):
        for x in range(ACROSS):
            pixels += bytes(round(255 * part) for part in light(x / (ACROSS - 1), y / (ALONG - 1)))
    texture = Texture.create(size=(ACROSS, ALONG), colorfmt="rgba")
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    return texture


class Room(Drawn):
    """A widget lit from above."""

    def paint(self, ink: Ink, whole: Rect) -> None:
        """The light, as large as the widget."""
        ink.canvas.add(Color(1, 1, 1, 1))
        ink.canvas.add(Rectangle(pos=whole[:2], size=whole[2:], texture=candlelight()))
