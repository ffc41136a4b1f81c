"""Pen and brush: shapes, symbols and words onto a Kivy canvas, by rectangles.

Words are made as large as fits. What was drawn, and where, is kept: so a test can read a widget without
looking at pixels.
"""

from __future__ import annotations

import logging
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

from companion.rules.errors import Unreadable
from companion.screen.draw.pictures import Pictures, Work
from companion.screen.draw.rect import Rect
from companion.screen.draw.symbols import symbol
from companion.screen.draw.theme import (
    AROUND,
    BODY,
    CHALK,
    GOLD,
    INK,
    LEAST,
    LETTERS,
    PANEL,
    PLAYERS,
    ROUND,
    SEPIA,
    SMALL,
    Colour,
    Role,
    faded,
    role_of,
)

log = logging.getLogger("herald.symbols")

PICTURES = Pictures()
TEXTURES: Final[dict[tuple[str, int], Texture]] = {}
"""What was shown of symbols, by SVG and pixels, the oldest first."""
MOST_TEXTURES: Final = 1024
FONT = "Roboto"
LEADING = 1.15
"""The height of a line, in sizes of the font."""
STEP = 0.94
"""Words that do not fit are made smaller by this, again and again, and then larger by single pixels while they fit."""


class Written(NamedTuple):
    """Words on the screen: their place, how large the letters are in pixels, whether they fit, the lines that can
    be read, the part of the place that these take, and what they are for.
    """

    words: str
    rect: Rect
    pixels: int
    fits: bool
    colour: Colour
    lines: tuple[str, ...]
    area: Rect
    role: Role


class Painted(NamedTuple):
    """What is not words: what it is, the rectangle it lies in, and for a symbol its name."""

    kind: Literal["box", "frame", "line", "glow", "symbol"]
    rect: Rect
    colour: Colour
    name: str = ""


Mark = Written | Painted


class Setting(NamedTuple):
    """Words set in lines of one size."""

    lines: tuple[str, ...]
    pixels: int
    fits: bool


def letters(size: float) -> int:
    """Pixels of letters of `size` millimetres at the text size that is set: no smaller text is smaller than LEAST."""
    pixels: float = mm(max(size * Metrics.fontscale, min(size, LEAST)))
    return max(1, round(pixels))


@lru_cache(maxsize=4096)
def width_of(words: str, pixels: int, bold: bool = False) -> int:
    """How wide one line of words is, in pixels."""
    label = CoreLabel(font_name=FONT, font_size=pixels, bold=bold)
    wide: float = label.get_extents(words)[0]
    return round(wide)


@lru_cache(maxsize=1024)
def _line(words: str, pixels: int, bold: bool) -> Texture:
    """One line of white words."""
    label = CoreLabel(text=words, font_name=FONT, font_size=pixels, bold=bold, color=(1, 1, 1, 1))
    label.refresh()
    return label.texture


def _texture(svg: str, pixels: int, ready: Work) -> Texture | None:
    """A symbol at the size it is shown; None while it is being made: then `ready` is called later, on any thread."""
    if (texture := TEXTURES.get((svg, pixels))) is None:
        if (picture := PICTURES.get(svg, pixels, ready)) is None:
            return None
        texture = TEXTURES[svg, pixels] = Image(BytesIO(picture), ext="png", nocache=True).texture
        if len(TEXTURES) > MOST_TEXTURES:
            del TEXTURES[next(iter(TEXTURES))]
    return texture


@cache
def _has_none(name: str, why: str) -> None:
    """Once for each symbol: somebody who draws it wants to know."""
    log.warning("the symbol %s has no picture: %s", name, why)


def _wrapped(words: str, pixels: int, bold: bool, width: float) -> list[str] | None:
    """The words in lines no wider than `width`; None when a single word is wider."""
    lines: list[str] = []
    for paragraph in words.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if width_of(longer, pixels, bold) <= width:
                line = longer
                continue
            if not line or width_of(word, pixels, bold) > width:
                return None
            lines.append(line)
            line = word
        lines.append(line)
    return lines


@lru_cache(maxsize=4096)
def set_words(
    words: str, width: float, height: float, wanted: int, least: int, bold: bool, most: int
) -> Setting:
    """Set words in at most `most` lines, as large as `wanted` or as large as fits, never under `least`
    pixels.
    """
    pixels = above = max(wanted, least)
    while (lines := _set(words, pixels, bold, width, height, most)) is None:
        if pixels <= least:
            return Setting(_cut(words, least, bold, width, height, most), least, False)
        above, pixels = pixels, max(least, int(pixels * STEP))
    while pixels + 1 < above and (larger := _set(words, pixels + 1, bold, width, height, most)) is not None:
        lines, pixels = larger, pixels + 1
    return Setting(tuple(lines), pixels, True)


def _set(words: str, pixels: int, bold: bool, width: float, height: float, most: int) -> list[str] | None:
    """The lines of words in letters of that size; None where they do not fit."""
    lines = _wrapped(words, pixels, bold, width)
    fits = lines is not None and len(lines) <= most and len(lines) * pixels * LEADING <= height + 1
    return lines if fits else None


def _cut(words: str, pixels: int, bold: bool, width: float, height: float, most: int) -> tuple[str, ...]:
    """What can be shown of words that do not fit."""
    room = max(1, min(most, int(height / (pixels * LEADING))))
    while words:
        lines = _wrapped(words + "…", pixels, bold, width)
        if lines is not None and len(lines) <= room:
            return tuple(lines)
        words = words[:-1].rstrip()
    return ("…",)


Across = Literal["left", "center", "right"]
Along = Literal["top", "middle", "bottom"]


class Ink:
    """Draws onto one canvas and notes in `marks` what lies where, in the order of drawing. `ready` is called, on any
    thread, when a symbol that had no picture yet has got one: then it is time to draw anew.
    """

    def __init__(self, canvas: InstructionGroup, marks: list[Mark], ready: Work) -> None:
        self.canvas = canvas
        self.marks = marks
        self.ready = ready

    def box(self, rect: Rect, colour: Colour, radius: float = 0.0) -> None:
        """A filled rectangle; `radius` of its corners in pixels."""
        self.marks.append(Painted("box", rect, colour))
        self.canvas.add(Color(*colour))
        x, y, width, height = (round(value) for value in rect)
        if radius < 1:
            self.canvas.add(Rectangle(pos=(x, y), size=(width, height)))
        else:
            corner = min(radius, width / 2, height / 2)
            self.canvas.add(
                SmoothRoundedRectangle(pos=(x, y), size=(width, height), radius=[corner], segments=8)
            )

    def frame(self, rect: Rect, colour: Colour, width: float, radius: float = 0.0) -> None:
        """The outline of a rectangle, inside its edge."""
        self.marks.append(Painted("frame", rect, colour))
        inner = rect.inset(width / 2)
        self.canvas.add(Color(*colour))
        self.canvas.add(SmoothLine(rounded_rectangle=(*inner, max(1.0, radius)), width=width / 2))

    def line(self, points: Sequence[tuple[float, float]], colour: Colour, width: float) -> None:
        """A line from point to point."""
        xs, ys = zip(*points, strict=True)
        spot = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        self.marks.append(Painted("line", spot, colour))
        self.canvas.add(Color(*colour))
        self.canvas.add(SmoothLine(points=[value for point in points for value in point], width=width / 2))

    def seat(self, colour: str, rect: Rect, radius: float, paint: Colour | None = None) -> None:
        """A box in the colour of a player; `paint` when it is a shade of it."""
        self.box(rect, paint or PLAYERS.get(colour, GOLD), radius)
        if colour in AROUND:
            self.frame(rect, AROUND[colour], mm(0.35), radius)

    def glow(self, rect: Rect, colour: Colour, radius: float) -> None:
        """The light around something that may be touched now."""
        self.marks.append(Painted("glow", rect, colour))
        self.box(rect.inset(-mm(1.0)), faded(colour, 0.22), radius + mm(1.0))
        self.box(rect.inset(-mm(0.6)), colour, radius + mm(0.6))

    def mark(self, rect: Rect) -> None:
        """The heavy frame around what is pointed at, and the sign of yes at its corner."""
        self.frame(rect.inset(-mm(1.0)), INK, mm(0.6), mm(ROUND))
        self.frame(rect.inset(-mm(0.6)), GOLD, mm(1.3), mm(ROUND))
        badge = Rect(rect.right - mm(4.2), rect.top - mm(3.6), mm(6), mm(6))
        self.box(badge, INK, badge.width / 2)
        self.box(badge.inset(mm(0.4)), GOLD, badge.width / 2 - mm(0.4))
        self.picture("check", badge.inset(mm(1.1)), SEPIA)

    def picture(self, name: str, rect: Rect, colour: Colour = CHALK) -> None:
        """A symbol, as large as fits into the rectangle, in its middle; its name where it has no picture, or none yet.
        `colour` is for what has no colour of its own.
        """
        spot = rect.square()
        pixels = max(4, round(spot.width))
        try:
            svg, shade = symbol(name).painted(colour)
            texture = _texture(svg, pixels, self.ready)
        except (KeyError, OSError, Unreadable) as wrong:
            _has_none(name, str(wrong))
            texture = None
        if texture is None:
            self._face(name, spot, colour[3])
            return
        self.marks.append(Painted("symbol", spot, colour, name))
        self.canvas.add(Color(*shade))
        x, y = (round(at) + (pixels - side) // 2 for at, side in zip(spot, texture.size, strict=False))
        self.canvas.add(Rectangle(pos=(x, y), size=texture.size, texture=texture))

    def _face(self, name: str, spot: Rect, alpha: float) -> None:
        """What stands for a symbol without a picture."""
        self.box(spot, faded(PANEL, alpha), mm(ROUND) / 2)
        word, place = name.partition("@")[0].removesuffix("/flat").rpartition("/")[2], spot.inset(mm(0.2))
        if width_of(word, round(mm(LEAST))) <= place.width:
            self.words(word, place, SMALL, faded(CHALK, alpha), across="center", cut=True)

    def words(
        self,
        words: str,
        rect: Rect,
        size: float = BODY,
        colour: Colour = CHALK,
        *,
        bold: bool = False,
        across: Across = "left",
        along: Along = "middle",
        most: int = 1,
        role: Role | None = None,
        least: float | None = None,
        cut: bool = False,
    ) -> float:
        """Words in a rectangle, in at most `most` lines; `size` and `least` are millimetres. Gives the
        width used, in pixels. `role` and `least` are found out (see `role_of`, LETTERS) unless they are given. Words
        that do not fit are cut short, which is a fault unless `cut` allows it.
        """
        if not words:
            return 0.0
        role = role or role_of(words, size)
        floor = round(mm(LETTERS[role] if least is None else least))
        lines, pixels, fits = set_words(
            words, rect.width, rect.height, letters(size), min(letters(size), floor), bold, most
        )
        self.canvas.add(Color(*colour))
        step = pixels * LEADING
        spare = rect.height - step * len(lines)
        y = rect.top - {"top": 0.0, "middle": spare / 2, "bottom": spare}[along]
        used = 0.0
        for line in lines:
            texture = _line(line, pixels, bold)
            y -= step
            free = rect.width - texture.width
            x = rect.x + {"left": 0.0, "center": free / 2, "right": free}[across]
            self.canvas.add(
                Rectangle(
                    pos=(round(x), round(y + (step - texture.height) / 2)), size=texture.size, texture=texture
                )
            )
            used = max(used, texture.width)
        free = rect.width - used
        x = rect.x + {"left": 0.0, "center": free / 2, "right": free}[across]
        area = Rect(x, y, used, step * len(lines))
        self.marks.append(Written(words, rect, pixels, fits or cut, colour, lines, area, role))
        return used
