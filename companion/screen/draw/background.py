"""The background of the window: night, and candlelight from above."""

from __future__ import annotations

from functools import cache

from kivy.base import EventLoop
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture

from companion.screen.draw.canvas_widget import CanvasWidget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import CANDLELIGHT, NIGHT, Colour, mix_colours

TEXTURE_WIDTH, TEXTURE_HEIGHT = 64, 40


def background_colour_at(x: float, y: float) -> Colour:
    """The colour of the background at a place, given as shares of its width and, from below, of its height."""
    far = ((x - 0.5) ** 2 * 1.5 + (y - 0.95) ** 2) ** 0.5
    return mix_colours(CANDLELIGHT, NIGHT, min(1.0, far / 0.85) ** 0.8)


@cache
def background_texture() -> Texture:
    """A small picture of the light, drawn large: the graphics chip smooths it."""
    pixels = bytearray()
    for y in range(TEXTURE_HEIGHT):
        left = [
            bytes(
                round(255 * part)
                for part in background_colour_at(x / (TEXTURE_WIDTH - 1), y / (TEXTURE_HEIGHT - 1))
            )
            for x in range(TEXTURE_WIDTH // 2)
        ]
        pixels += b"".join((*left, *reversed(left)))  # the right half mirrors it: this is made at each start
    texture = Texture.create(size=(TEXTURE_WIDTH, TEXTURE_HEIGHT), colorfmt="rgba")
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def window_rect() -> Rect:
    """The whole window: a page in a window of other proportions has empty room around it."""
    return Rect(0, 0, *EventLoop.window.size)


class BackgroundWidget(CanvasWidget):
    """A widget lit from above, as is the empty room around it."""

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint the light, as large as the window."""
        painter.canvas.add(Color(1, 1, 1, 1))
        window = window_rect()
        painter.canvas.add(Rectangle(pos=window[:2], size=window[2:], texture=background_texture()))
