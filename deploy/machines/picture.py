"""A picture of a machine's panel, and whose it is."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from PIL import Image

DARK = 8
"""No brighter than this is black. Herald's darkest ink is (16, 14, 24), a console is black itself."""
COLOURS = 200
"""So many has every page of Herald's: the edges of its letters and its shaded ground. A console has two."""

Colour = tuple[int, int, int]
Box = tuple[int, int, int, int]


class Picture:
    """The PNG that QEMU wrote at `path`."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def _pixels(self) -> Image.Image:
        with Image.open(self.path) as image:
            return image.convert("RGB")

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._pixels.size

    def at(self, x: int, y: int) -> Colour:
        """The colour there; (0, 0) is at the top left."""
        colour = self._pixels.getpixel((x, y))
        assert isinstance(colour, tuple)
        red, green, blue = colour
        return int(red), int(green), int(blue)

    def part(self, left: int, top: int, right: int, bottom: int) -> bytes:
        """The pixels of a rectangle, three bytes each; right and bottom are no longer in it."""
        return self._pixels.crop((left, top, right, bottom)).tobytes()

    @cached_property
    def black(self) -> float:
        """The share of pixels that are black."""
        width, height = self.size
        brightest = self._pixels.convert("L").histogram()
        return sum(brightest[: DARK + 1]) / (width * height)

    @property
    def is_heralds(self) -> bool:
        """Whether Herald drew a page: nearly nothing is black, no colour covers three quarters of it, and there are
        many. A console, a blank screen and one of a single colour are none.
        """
        width, height = self.size
        colours = self._pixels.getcolors(width * height) or []
        return (
            self.black < 0.05
            and len(colours) >= COLOURS
            and max(count for count, _ in colours) < width * height * 3 / 4
        )

    def differs(self, other: Picture, box: Box | None = None) -> bool:
        """Whether any pixel is another one; of a `box` alone: left, top, right, bottom."""
        ours, others = (each._pixels.crop(box) if box else each._pixels for each in (self, other))
        return ours.tobytes() != others.tobytes()

    def shows_turned(self, upright: Picture, degrees: int) -> bool:
        """Whether this is the other picture, turned anticlockwise by 0, 90, 180 or 270 degrees: to the pixel."""
        turned = upright._pixels.rotate(degrees, expand=True)
        return self._pixels.size == turned.size and self._pixels.tobytes() == turned.tobytes()
