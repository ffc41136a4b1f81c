"""A picture of a machine's panel, and the test whether Herald drew it."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from PIL import Image

BLACK_THRESHOLD = 8
"""The brightest value of black. Herald's darkest ink is (16, 14, 24), a console is black itself."""
MIN_HERALD_COLOURS = 200
"""The least number of colours of Herald's pages, with edges of letters and a shaded ground. A console has
two."""

PixelColour = tuple[int, int, int]
PixelBox = tuple[int, int, int, int]


class Screenshot:
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

    def colour_at(self, x: int, y: int) -> PixelColour:
        """The colour of a pixel; (0, 0) is at the top left."""
        colour = self._pixels.getpixel((x, y))
        assert isinstance(colour, tuple)
        red, green, blue = colour
        return int(red), int(green), int(blue)

    def pixels_in(self, left: int, top: int, right: int, bottom: int) -> bytes:
        """The pixels of a rectangle, three bytes each, without its right and bottom edge."""
        return self._pixels.crop((left, top, right, bottom)).tobytes()

    @cached_property
    def black_share(self) -> float:
        """The share of pixels that are black."""
        width, height = self.size
        brightest = self._pixels.convert("L").histogram()
        return sum(brightest[: BLACK_THRESHOLD + 1]) / (width * height)

    @property
    def is_herald_page(self) -> bool:
        """Whether Herald drew the page.

        Nearly nothing is black then, no colour covers three quarters of it, and there are many colours; none
        of this holds for a console or a blank screen.
        """
        width, height = self.size
        colours = self._pixels.getcolors(width * height) or []
        return (
            self.black_share < 0.05
            and len(colours) >= MIN_HERALD_COLOURS
            and max(count for count, _ in colours) < width * height * 3 / 4
        )

    def differs_from(self, other: Screenshot, box: PixelBox | None = None) -> bool:
        """Whether any pixel differs; with a `box` (left, top, right, bottom) only inside it."""
        ours, others = (each._pixels.crop(box) if box else each._pixels for each in (self, other))
        return ours.tobytes() != others.tobytes()

    def is_rotation_of(self, upright: Screenshot, degrees: int) -> bool:
        """Whether this is the other picture, rotated anticlockwise by 0, 90, 180 or 270 degrees."""
        turned = upright._pixels.rotate(degrees, expand=True)
        return self._pixels.size == turned.size and self._pixels.tobytes() == turned.tobytes()
