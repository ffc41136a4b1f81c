"""Shapes, symbols and texts painted onto a Kivy canvas, by rectangles.

Texts are as large as fits. What was painted, and where, is recorded: so a test can read a widget without its
pixels.
"""

from __future__ import annotations

import logging
import re
from bisect import bisect
from collections.abc import Sequence
from functools import cache, lru_cache
from io import BytesIO
from typing import Final, Literal, NamedTuple

from kivy.core.image import Image
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Rectangle, SmoothLine, SmoothRoundedRectangle
from kivy.graphics.instructions import InstructionGroup
from kivy.graphics.texture import Texture
from kivy.metrics import Metrics, mm

from companion.rules.errors import InvalidFile
from companion.rules.shown_text import shown_text
from companion.screen.draw.rect import Rect
from companion.screen.draw.symbol_images import DrawTask, SymbolImages
from companion.screen.draw.symbols import load_symbol
from companion.screen.draw.theme import (
    BODY_TEXT,
    CHALK,
    CORNER_RADIUS,
    GOLD,
    MIN_TEXT,
    MIN_TEXT_BY_ROLE,
    NIGHT,
    PANEL,
    PLAYER_COLOURS,
    PLAYER_OUTLINES,
    SEPIA,
    SMALL_TEXT,
    TEXT_ON_PLAYER_COLOURS,
    Colour,
    TextRole,
    default_text_role,
    fade,
)
from companion.voice.fonts import font_file

log = logging.getLogger("herald.symbols")

SYMBOL_IMAGES = SymbolImages()
SYMBOL_TEXTURES: Final[dict[tuple[str, int], Texture]] = {}
"""The textures of symbols, by SVG and pixels, the oldest first."""
MAX_TEXTURES: Final = 1024
SPARE_ROUNDED_RECTANGLES: Final[list[SmoothRoundedRectangle]] = []
"""Rounded rectangles that are on no canvas. Kivy's smooth shapes refer to themselves: each that is thrown away keeps
its memory, also that of the graphics library, until the garbage collector comes (a megabyte or two at every touch).
"""
FONT_NAME = "Roboto"
LINE_SPACING = 1.15
"""The height of a line, in multiples of the font size."""
DIGIT_SPACING = 0.8
"""The height of a line of digits, of which nothing hangs down and nothing stands above."""
PROMPT_SPACING = 0.97
"""The height of a line of a prompt, two of which lie in its bar."""
DIGITS: Final = frozenset("0123456789½+-−–×≥=?%./ \N{NO-BREAK SPACE}")
SHRINK_FACTOR = 0.94
"""A text that does not fit is made smaller by this, again and again, and then larger by single pixels while
it fits.
"""


class PaintedText(NamedTuple):
    """A text on the screen.

    `rect`: the place it was given; `font_pixels`: the height of its letters; `lines`: the lines that can be
    read; `area`: the part of `rect` that these take; `role`: what the text is for.
    """

    text: str
    rect: Rect
    font_pixels: int
    fits: bool
    colour: Colour
    lines: tuple[str, ...]
    area: Rect
    role: TextRole


class PaintedShape(NamedTuple):
    """What is not text: its kind, the rectangle it lies in, and for a symbol its name."""

    kind: Literal["box", "frame", "line", "glow", "symbol"]
    rect: Rect
    colour: Colour
    name: str = ""


PaintedItem = PaintedText | PaintedShape


class TextLayout(NamedTuple):
    """A text set in lines of one size; `fits` is false where it was cut short."""

    lines: tuple[str, ...]
    font_pixels: int
    fits: bool


def line_height(text: str, max_lines: int = 1, role: TextRole = "text") -> float:
    """The height of a line of this text, in multiples of the font size."""
    if role == "prompt":
        return PROMPT_SPACING
    return DIGIT_SPACING if max_lines == 1 and DIGITS.issuperset(text) else LINE_SPACING


def font_pixels(size: float) -> int:
    """Pixels of letters of `size` millimetres at the chosen text size; none are smaller than MIN_TEXT."""
    pixels: float = mm(max(size * Metrics.fontscale, min(size, MIN_TEXT)))
    return max(1, round(pixels))


@lru_cache(maxsize=4096)
def text_width(text: str, pixels: int, bold: bool = False) -> int:
    """The width of one line of text, in pixels."""
    label = CoreLabel(font_name=font_file(text) or FONT_NAME, font_size=pixels, bold=bold)
    wide: float = label.get_extents(shown_text(text))[0]
    return round(wide)


@lru_cache(maxsize=1024)
def _line_texture(text: str, pixels: int, bold: bool) -> Texture:
    """One line of white text."""
    font = font_file(text) or FONT_NAME
    label = CoreLabel(text=text, font_name=font, font_size=pixels, bold=bold, color=(1, 1, 1, 1))
    label.refresh()
    return label.texture


def _rounded_rectangle(pos: tuple[int, int], size: tuple[int, int], corner: float) -> SmoothRoundedRectangle:
    """One that is on no canvas any more, or a new one."""
    if not SPARE_ROUNDED_RECTANGLES:
        return SmoothRoundedRectangle(pos=pos, size=size, radius=[corner], segments=8)
    shape = SPARE_ROUNDED_RECTANGLES.pop()
    shape.pos, shape.size, shape.radius = pos, size, [corner]
    return shape


def clear_canvas(canvas: InstructionGroup) -> None:
    """Take off the canvas what was painted there, the rounded rectangles for the next who paint some."""
    shapes = [each for each in canvas.children if isinstance(each, SmoothRoundedRectangle)]
    canvas.clear()
    SPARE_ROUNDED_RECTANGLES.extend(reversed(shapes))  # painted again in this order, most have not changed


def _symbol_texture(svg: str, pixels: int, ready: DrawTask) -> Texture | None:
    """A symbol at the size it is shown; None while it is being made.

    Then `ready` is called later, on any thread.
    """
    if (texture := SYMBOL_TEXTURES.get((svg, pixels))) is None:
        if (picture := SYMBOL_IMAGES.png_or_none(svg, pixels, ready)) is None:
            return None
        texture = SYMBOL_TEXTURES[svg, pixels] = Image(BytesIO(picture), ext="png", nocache=True).texture
        if len(SYMBOL_TEXTURES) > MAX_TEXTURES:
            del SYMBOL_TEXTURES[next(iter(SYMBOL_TEXTURES))]
    return texture


@cache
def _warn_missing_symbol(name: str, why: str) -> None:
    """Log once for each symbol that it has no picture."""
    log.warning("the symbol %s has no picture: %s", name, why)


_PATH_PARTS: Final = re.compile("[^/_-]*[/_-]|[^/_-]+")
"""The parts of a path behind each of which it may be broken."""


def _wrap_text(
    text: str, pixels: int, bold: bool, width: float, breaks_paths: bool = False
) -> list[str] | None:
    """The text in lines no wider than `width`; None when a single word is wider.

    `breaks_paths`: a path may go on in the next line, behind any part of it.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            glue = " "
            for part in _PATH_PARTS.findall(word) if breaks_paths and word.startswith("/") else (word,):
                longer = f"{line}{glue}{part}" if line else part
                glue = ""
                if text_width(longer, pixels, bold) <= width:
                    line = longer
                    continue
                if not line or text_width(part, pixels, bold) > width:
                    return None
                lines.append(line)
                line = part
        lines.append(line)
    return lines


@lru_cache(maxsize=4096)
def fit_text(
    text: str,
    width: float,
    height: float,
    wanted_pixels: int,
    min_pixels: int,
    bold: bool,
    max_lines: int,
    spacing: float = 0.0,
    breaks_paths: bool = False,
) -> TextLayout:
    """Set a text in at most `max_lines` lines, as large as fits.

    Letters are at most `wanted_pixels` and at least `min_pixels` high. Where a text does not fit even then, paths
    are broken (that of a reader's port may be wider than the screen); one that still does not fit is cut short.
    `spacing` is the height of a line in multiples of the letters, that of `line_height` unless given.
    """
    spacing = spacing or line_height(text, max_lines)
    pixels = above = max(wanted_pixels, min_pixels)
    room_height = height / spacing
    while (lines := _lay_out_lines(text, pixels, bold, width, room_height, max_lines, breaks_paths)) is None:
        if pixels <= min_pixels:
            if " /" in text and not breaks_paths:
                return fit_text(
                    text, width, height, wanted_pixels, min_pixels, bold, max_lines, spacing, True
                )
            room = max(1, min(max_lines, int(height / (min_pixels * spacing))))
            return TextLayout(_truncate(text, min_pixels, bold, width, room), min_pixels, False)
        above, pixels = pixels, max(min_pixels, int(pixels * SHRINK_FACTOR))
    while (
        pixels + 1 < above
        and (larger := _lay_out_lines(text, pixels + 1, bold, width, room_height, max_lines, breaks_paths))
        is not None
    ):
        lines, pixels = larger, pixels + 1
    return TextLayout(tuple(lines), pixels, True)


def _lay_out_lines(
    text: str,
    pixels: int,
    bold: bool,
    width: float,
    letter_height: float,
    max_lines: int,
    breaks_paths: bool,
) -> list[str] | None:
    """The lines of the text in letters of that size, together at most `letter_height` pixels high; or None."""
    lines = _wrap_text(text, pixels, bold, width, breaks_paths)
    fits = lines is not None and len(lines) <= max_lines and len(lines) * pixels <= letter_height + 1
    return lines if fits else None


def _truncate(text: str, pixels: int, bold: bool, width: float, max_lines: int) -> tuple[str, ...]:
    """What can be shown of a text that does not fit."""

    def cut(letters: int) -> list[str] | None:
        lines = _wrap_text(text[:letters].rstrip() + "…", pixels, bold, width)
        return lines if lines is not None and len(lines) <= max_lines else None

    lengths = range(1, len(text) + 1)  # a bisection: trying letter after letter would freeze the screen
    letters = bisect(lengths, False, key=lambda each: cut(each) is None)
    return tuple(cut(letters) or ("…",))


HorizontalAlign = Literal["left", "center", "right"]
VerticalAlign = Literal["top", "middle", "bottom"]


class Painter:
    """Paints onto one canvas and records in `painted_items` what lies where, in the order of painting.

    `on_symbol_ready` is called, on any thread, when a symbol that had no picture yet has got one: then a
    redraw is due.
    """

    def __init__(
        self, canvas: InstructionGroup, painted_items: list[PaintedItem], on_symbol_ready: DrawTask
    ) -> None:
        self.canvas = canvas
        self.painted_items = painted_items
        self.on_symbol_ready = on_symbol_ready

    def fill_rect(self, rect: Rect, colour: Colour, radius: float = 0.0) -> None:
        """Paint a filled rectangle; `radius` of its corners in pixels."""
        self.painted_items.append(PaintedShape("box", rect, colour))
        self.canvas.add(Color(*colour))
        x, y, width, height = (round(value) for value in rect)
        if radius < 1:
            self.canvas.add(Rectangle(pos=(x, y), size=(width, height)))
        else:
            corner = min(radius, width / 2, height / 2)
            self.canvas.add(_rounded_rectangle((x, y), (width, height), corner))

    def outline_rect(self, rect: Rect, colour: Colour, width: float, radius: float = 0.0) -> None:
        """Paint the outline of a rectangle, inside its edge; `width` and `radius` in pixels."""
        self.painted_items.append(PaintedShape("frame", rect, colour))
        inner = rect.inset(width / 2)
        self.canvas.add(Color(*colour))
        self.canvas.add(SmoothLine(rounded_rectangle=(*inner, max(1.0, radius)), width=width / 2))

    def draw_line(self, points: Sequence[tuple[float, float]], colour: Colour, width: float) -> None:
        """Paint a line from point to point; `width` in pixels."""
        xs, ys = zip(*points, strict=True)
        bounds = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        self.painted_items.append(PaintedShape("line", bounds, colour))
        self.canvas.add(Color(*colour))
        self.canvas.add(SmoothLine(points=[value for point in points for value in point], width=width / 2))

    def fill_player_rect(
        self, player_colour: str, rect: Rect, radius: float, fill_colour: Colour | None = None
    ) -> None:
        """Paint a box in the colour of a player, or in `fill_colour` where that is a shade of it."""
        self.fill_rect(rect, fill_colour or PLAYER_COLOURS.get(player_colour, GOLD), radius)
        if player_colour in PLAYER_OUTLINES:
            self.outline_rect(rect, PLAYER_OUTLINES[player_colour], mm(0.35), radius)

    def draw_player_sign(self, player_colour: str, rect: Rect) -> None:
        """Draw a player's sign, as it stands out from a box in their colour."""
        self.draw_symbol(f"{player_colour}/flat", rect, TEXT_ON_PLAYER_COLOURS.get(player_colour, SEPIA))

    def draw_glow(self, rect: Rect, colour: Colour, radius: float) -> None:
        """Paint the light around something that may be touched now."""
        self.painted_items.append(PaintedShape("glow", rect, colour))
        self.fill_rect(rect.inset(-mm(1.0)), fade(colour, 0.22), radius + mm(1.0))
        self.fill_rect(rect.inset(-mm(0.6)), colour, radius + mm(0.6))

    def draw_pointer_frame(self, rect: Rect) -> None:
        """Paint the heavy frame around what is pointed at, with a check mark at its corner."""
        self.outline_rect(rect.inset(-mm(1.0)), NIGHT, mm(0.6), mm(CORNER_RADIUS))
        self.outline_rect(rect.inset(-mm(0.6)), GOLD, mm(1.3), mm(CORNER_RADIUS))
        badge = Rect(rect.right - mm(4.2), rect.top - mm(3.6), mm(6), mm(6))
        self.fill_rect(badge, NIGHT, badge.width / 2)
        self.fill_rect(badge.inset(mm(0.4)), GOLD, badge.width / 2 - mm(0.4))
        self.draw_symbol("check", badge.inset(mm(1.1)), SEPIA)

    def draw_symbol(self, name: str, rect: Rect, colour: Colour = CHALK) -> None:
        """Paint a symbol, as large as fits, in the middle of the rectangle.

        While it has no picture, its name stands for it. `colour` is for those parts that have no colour of
        their own.
        """
        square = rect.largest_square()
        pixels = max(4, round(square.width))
        try:
            svg, shade = load_symbol(name).svg_and_colour(colour)
            texture = _symbol_texture(svg, pixels, self.on_symbol_ready)
        except (KeyError, OSError, InvalidFile) as wrong:
            _warn_missing_symbol(name, str(wrong))
            texture = None
        if texture is None:
            self._draw_symbol_name(name, square, colour[3])
            return
        self.painted_items.append(PaintedShape("symbol", square, colour, name))
        self.canvas.add(Color(*shade))
        x, y = (round(at) + (pixels - side) // 2 for at, side in zip(square, texture.size, strict=False))
        self.canvas.add(Rectangle(pos=(x, y), size=texture.size, texture=texture))

    def _draw_symbol_name(self, name: str, square: Rect, alpha: float) -> None:
        """Paint the name of a symbol without a picture."""
        self.fill_rect(square, fade(PANEL, alpha), mm(CORNER_RADIUS) / 2)
        word, place = name.partition("@")[0].removesuffix("/flat").rpartition("/")[2], square.inset(mm(0.2))
        if text_width(word, round(mm(MIN_TEXT))) <= place.width:
            self.draw_text(word, place, SMALL_TEXT, fade(CHALK, alpha), halign="center", may_truncate=True)

    def draw_text(
        self,
        text: str,
        rect: Rect,
        size: float = BODY_TEXT,
        colour: Colour = CHALK,
        *,
        bold: bool = False,
        halign: HorizontalAlign = "left",
        valign: VerticalAlign = "middle",
        max_lines: int = 1,
        role: TextRole | None = None,
        min_size: float | None = None,
        may_truncate: bool = False,
    ) -> float:
        """Paint a text in a rectangle, in at most `max_lines` lines, and return the width used, in pixels.

        `size` and `min_size` are millimetres; `role` and `min_size` follow from the text and its size (see
        `default_text_role`, MIN_TEXT_BY_ROLE) unless they are given. A text that does not fit is cut short, which is
        a fault unless `may_truncate` allows it.
        """
        if not (text := shown_text(text)):
            return 0.0
        role = role or default_text_role(text, size)
        floor = round(mm(MIN_TEXT_BY_ROLE[role] if min_size is None else min_size))
        spacing = line_height(text, max_lines, role)
        lines, pixels, fits = fit_text(
            text,
            rect.width,
            rect.height,
            font_pixels(size),
            min(font_pixels(size), floor),
            bold,
            max_lines,
            spacing,
        )
        self.canvas.add(Color(*colour))
        step = pixels * spacing
        spare = rect.height - step * len(lines)
        y = rect.top - {"top": 0.0, "middle": spare / 2, "bottom": spare}[valign]
        used = 0.0
        for line in lines:
            texture = _line_texture(line, pixels, bold)
            y -= step
            free = rect.width - texture.width
            x = rect.x + {"left": 0.0, "center": free / 2, "right": free}[halign]
            self.canvas.add(
                Rectangle(
                    pos=(round(x), round(y + (step - texture.height) / 2)), size=texture.size, texture=texture
                )
            )
            used = max(used, texture.width)
        free = rect.width - used
        x = rect.x + {"left": 0.0, "center": free / 2, "right": free}[halign]
        area = Rect(x, y, used, step * len(lines))
        self.painted_items.append(
            PaintedText(text, rect, pixels, fits or may_truncate, colour, lines, area, role)
        )
        return used
