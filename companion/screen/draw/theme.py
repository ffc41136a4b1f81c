"""A royal court by candlelight: the colours, and the sizes of things in millimetres.

Deep ink behind everything, parchment for what lies on the table, gold only for what matters now.
"""

from __future__ import annotations

from typing import Final, Literal

Colour = tuple[float, float, float, float]


def rgb(code: str, alpha: float = 1.0) -> Colour:
    """A colour from its web code, `#rrggbb`."""
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return (red, green, blue, alpha)


def faded(colour: Colour, alpha: float) -> Colour:
    """The same colour, letting more through."""
    return (*colour[:3], colour[3] * alpha)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two: `share` of the other."""
    red, green, blue, alpha = (a + (b - a) * share for a, b in zip(one, other, strict=True))
    return (red, green, blue, alpha)


# Night: what lies behind.
INK: Final = rgb("#15121d")
CANDLE: Final = rgb("#4b3428")  # the middle of the room, where the light falls
PANEL: Final = rgb("#221d2d")
RAISED: Final = rgb("#302a3e")
LINE: Final = rgb("#4a4259")
SHADE: Final = rgb("#0b0911", 0.72)  # over what must wait

# Words on the night.
CHALK: Final = rgb("#f3ead8")
MUTED: Final = rgb("#b5a9a0")

# Parchment: what lies on the table.
PARCHMENT: Final = rgb("#efe2c4")
WORN: Final = rgb("#d9c7a0")  # its edge, and what is not in play
VELLUM: Final = rgb("#cfd3cf")  # the back of a tile: cooler, so that a turned tile is seen at once
SEPIA: Final = rgb("#2a1d14")  # words on parchment
FADED: Final = rgb("#76624a")
CHANGED: Final = rgb("#a33b12")  # a value that an effect has changed

# What matters now.
GOLD: Final = rgb("#ffb02e")
EMBER: Final = rgb("#c8741a")

# Yes and no.
GRANTED: Final = rgb("#5fae6b")
REFUSED: Final = rgb("#e2574c")

PLAYERS: Final[dict[str, Colour]] = {
    "blue": rgb("#3f84e5"),
    "yellow": rgb("#fff04a"),
    "red": rgb("#e5403a"),
    "green": rgb("#36ad5c"),
    "orange": rgb("#f07f1f"),
    "black": rgb("#29252e"),
    "white": rgb("#fbf8f1"),
    "neutral": rgb("#b9b3ad"),
}
"""The colours of the people at the table; the symbols of `symbols.py` say the same without colour."""

ON_PLAYER: Final[dict[str, Colour]] = {
    "blue": rgb("#ffffff"),
    "yellow": SEPIA,
    "red": rgb("#ffffff"),
    "green": rgb("#ffffff"),
    "orange": SEPIA,
    "black": rgb("#ffffff"),
    "white": SEPIA,
    "neutral": SEPIA,
}
"""What is written on a player's colour."""

AROUND: Final[dict[str, Colour]] = {"black": rgb("#a79d95")}
"""The line around a player's colour that the night would swallow."""

METALS: Final[dict[str, Colour]] = {
    "royal": rgb("#4a3a8c"),
    "sky": rgb("#7fb2d9"),
    "water": rgb("#4d83b5"),
    "deep": rgb("#2b4a7a"),
    "leaf": rgb("#4f7a4a"),
}
"""The colours of drawn things."""

# Letters, in millimetres of the font's size (a capital is 0.71 of it). All that is written has one of these, or a
# share of the room it stands in between two of them.
POSTER: Final = 14.0  # the one number that all at the table look at
HUGE: Final = 10.0
PROMPT: Final = 8.5  # capitals of 6 mm: read from two metres
FIGURE: Final = 7.6  # a sum, a winner
LARGE: Final = 6.4
TITLE: Final = 5.2
HEADING: Final = 4.6
LEAD: Final = 4.0  # the first words of a thing: its name
BODY: Final = 3.7
NOTE: Final = 3.4
SMALL: Final = 2.9
FINE: Final = 2.5
LEAST: Final = 2.2  # nothing is written smaller

Role = Literal["prompt", "title", "number", "text", "small print"]
"""What words are for: what to do now, the name of a page or a large word on it, a number that is looked for, a
sentence or a name, a remark.
"""
LETTERS: Final[dict[Role, float]] = {
    "prompt": 6.0,
    "title": 2.7,
    "number": 1.8,  # in the strips of five princes at a virtual table, 1024 x 600
    "text": LEAST,
    "small print": LEAST,
}
"""The least size of the letters of each role: where there is no room even for these, words are cut off."""


def role_of(words: str, size: float) -> Role:
    """The role of words that are wanted in letters of `size` millimetres, when nothing else is said of them."""
    if not any(letter.isalpha() for letter in words):
        return "number"
    return "title" if size >= TITLE else "small print" if size <= SMALL else "text"


# Things, in millimetres.
TOUCH: Final = 12.5
TOUCH_LEAST: Final = 9.0
BAR: Final = 14.6
GAP: Final = 1.5
EDGE: Final = 1.5
ROUND: Final = 1.6

TEXT_SIZES: Final[dict[str, float]] = {"small": 0.9, "normal": 1.0, "large": 1.12, "largest": 1.25}
"""The text sizes of the settings, as what letters are multiplied by. What does not fit is made as large as
fits.
"""
