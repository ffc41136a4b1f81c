"""A royal court by candlelight: the colours, and the sizes of things in millimetres.

Deep ink behind everything, parchment for what lies on the table, gold only for what matters now.
"""

from __future__ import annotations

from typing import Final, Literal

Colour = tuple[float, float, float, float]


def parse_colour(code: str, alpha: float = 1.0) -> Colour:
    """A colour from its web code, `#rrggbb`."""
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return (red, green, blue, alpha)


def fade(colour: Colour, alpha: float) -> Colour:
    """The same colour, more transparent: its alpha times `alpha`."""
    return (*colour[:3], colour[3] * alpha)


def mix_colours(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two: `share` (0 to 1) of the other."""
    red, green, blue, alpha = (a + (b - a) * share for a, b in zip(one, other, strict=True))
    return (red, green, blue, alpha)


# Night: what lies behind.
NIGHT: Final = parse_colour("#15121d")
CANDLELIGHT: Final = parse_colour("#4b3428")  # the middle of the room, where the light falls
PANEL: Final = parse_colour("#221d2d")
RAISED_PANEL: Final = parse_colour("#302a3e")
BORDER: Final = parse_colour("#4a4259")
OVERLAY_SHADE: Final = parse_colour("#0b0911", 0.72)  # over what an overlay covers

# Text on the night.
CHALK: Final = parse_colour("#f3ead8")
MUTED: Final = parse_colour("#b5a9a0")

# Parchment: what lies on the table.
PARCHMENT: Final = parse_colour("#efe2c4")
WORN_PARCHMENT: Final = parse_colour("#d9c7a0")  # its edge, and what is not in play
TILE_BACK: Final = parse_colour(
    "#cfd3cf"
)  # the back of a tile: cooler, so that a turned tile is seen at once
SEPIA: Final = parse_colour("#2a1d14")  # text on parchment
FADED_SEPIA: Final = parse_colour("#76624a")
CHANGED_VALUE: Final = parse_colour("#a33b12")  # a value that an effect has changed

# What matters now.
GOLD: Final = parse_colour("#ffb02e")
EMBER: Final = parse_colour("#c8741a")

# Yes and no.
YES_GREEN: Final = parse_colour("#5fae6b")
NO_RED: Final = parse_colour("#e8675c")

PLAYER_COLOURS: Final[dict[str, Colour]] = {
    "blue": parse_colour("#3675d3"),
    "yellow": parse_colour("#fff04a"),
    "red": parse_colour("#de352f"),
    "green": parse_colour("#36ad5c"),
    "orange": parse_colour("#f07f1f"),
    "black": parse_colour("#29252e"),
    "white": parse_colour("#fbf8f1"),
    "neutral": parse_colour("#b9b3ad"),
}
"""The colours of the players; `PLAYER_SIGNS` say the same without colour."""

PLAYER_SIGNS: Final[dict[str, str]] = {
    "blue": "disc",
    "yellow": "triangle",
    "red": "square",
    "green": "diamond",
    "orange": "crescent",
    "black": "five-points",
    "white": "heart",
    "neutral": "open-ring",
}
"""The symbol that each player has beside the colour; its bare shape, to stand on that colour, is under
`.../flat`.
"""

TEXT_ON_PLAYER_COLOURS: Final[dict[str, Colour]] = {
    "blue": parse_colour("#ffffff"),
    "yellow": SEPIA,
    "red": parse_colour("#ffffff"),
    "green": SEPIA,
    "orange": SEPIA,
    "black": parse_colour("#ffffff"),
    "white": SEPIA,
    "neutral": SEPIA,
}
"""The colour of text on a player's colour."""


def text_colour_on(colour: Colour) -> Colour:
    """White or black, whichever is read better on a shade of some colour (WCAG 2.2): at least 4.5 to 1."""
    parts = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3])
    light = sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))
    return (1.0, 1.0, 1.0, 1.0) if light < 0.183 else (0.0, 0.0, 0.0, 1.0)


PLAYER_OUTLINES: Final[dict[str, Colour]] = {"black": parse_colour("#a79d95")}
"""The line around a player's colour that is too dark for the background."""

ART_COLOURS: Final[dict[str, Colour]] = {
    "royal": parse_colour("#4a3a8c"),
    "sky": parse_colour("#7fb2d9"),
    "water": parse_colour("#4d83b5"),
    "deep": parse_colour("#2b4a7a"),
    "leaf": parse_colour("#4a7345"),
}
"""The colours of painted things."""

# Letters, in millimetres of the font's size (a capital is 0.71 of it). All that is written has one of these, or a
# share of the room it stands in between two of them.
POSTER_TEXT: Final = 14.0  # the one number that everybody at the table reads
HUGE_TEXT: Final = 10.0
PROMPT_TEXT: Final = 8.6  # capitals of 6 mm: read from two metres
FIGURE_TEXT: Final = 7.6  # a sum, a winner
LARGE_TEXT: Final = 6.4
TITLE_TEXT: Final = 5.2
HEADING_TEXT: Final = 4.6
NUMBER_TEXT: Final = 4.6  # digits of 3.2 mm: read from a chair
LEAD_TEXT: Final = 4.0  # the name of a thing
BODY_TEXT: Final = 3.7
NOTE_TEXT: Final = 3.4
SMALL_TEXT: Final = 3.2  # capitals of 2.2 mm: the least on a table
MIN_TEXT: Final = SMALL_TEXT  # no text is smaller

TextRole = Literal["prompt", "title", "number", "text", "small print"]
"""What a text is for: what to do now, the name of a page or a large word on it, a number to be found quickly,
a sentence or a name, a remark.
"""
MIN_TEXT_BY_ROLE: Final[dict[TextRole, float]] = {
    "prompt": PROMPT_TEXT,
    "title": SMALL_TEXT,
    "number": NUMBER_TEXT,
    "text": SMALL_TEXT,
    "small print": SMALL_TEXT,
}
"""The least letter size of each role, in millimetres: where there is no room even for this, text is cut
short.
"""


def default_text_role(text: str, size: float) -> TextRole:
    """The role of a text in letters of `size` millimetres, when none is given."""
    if not any(letter.isalpha() for letter in text):
        return "number"
    return "title" if size >= TITLE_TEXT else "small print" if size <= SMALL_TEXT else "text"


# Things, in millimetres.
TOUCH_SIZE: Final = 12.5
MIN_TOUCH_SIZE: Final = 9.0
BAR_HEIGHT: Final = 17.2  # two lines of a prompt
GAP: Final = 1.5
PAGE_MARGIN: Final = 1.5
CORNER_RADIUS: Final = 1.6

TEXT_SCALES: Final[dict[str, float]] = {"small": 0.9, "normal": 1.0, "large": 1.12, "largest": 1.25}
"""The text sizes of the settings, as factors of the letter size. What does not fit is made as large as fits.
"""
