"""The room behind everything: night, and candlelight from above."""

from __future__ import annotations

from functools import cache

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture

from companion.screen.draw.drawn import Drawn
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CANDLE, INK, mixed

ACROSS, ALONG = 64, 40


@cache
def candlelight() -> Texture:
    """A small picture of the light, drawn large: the graphics chip smooths it."""
    pixels = bytearray()
    for y in range(ALONG):
        for x in range(ACROSS):
            far = ((x / (ACROSS - 1) - 0.5) ** 2 * 1.5 + (y / (ALONG - 1) - 0.95) ** 2) ** 0.5
            shade = mixed(CANDLE, INK, min(1.0, far / 0.85) ** 0.8)
            pixels += bytes(round(255 * part) for part in shade)
    texture = Texture.create(size=(ACROSS, ALONG), colorfmt="rgba")
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    return texture


class Room(Drawn):
    """A widget lit from above."""

    def paint(self, ink: Ink, whole: Rect) -> None:
        """The light, as large as the widget."""
        ink.canvas.add(Color(1, 1, 1, 1))
        ink.canvas.add(Rectangle(pos=whole[:2], size=whole[2:], texture=candlelight()))
