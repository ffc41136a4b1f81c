"""Buttons: large enough for a finger, their words as large as fits."""

from __future__ import annotations

from typing import Any, Literal

from kivy.metrics import mm

from companion.screen.draw.drawn import Act, Touchable
from companion.screen.draw.ink import Ink, letters, set_words, width_of
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY,
    CHALK,
    EMBER,
    GOLD,
    INK,
    LEAST,
    LINE,
    MUTED,
    PANEL,
    PARCHMENT,
    RAISED,
    ROUND,
    SEPIA,
    WORN,
    Colour,
    mixed,
)

Style = Literal["main", "choice", "chosen", "plain", "quiet"]
"""`main`: gold all over, the one way on. `choice`: parchment in gold light, one of the answers that are
awaited. `chosen`: the one that is set. `plain`: always there. `quiet`: beside the matter.
"""


class PushButton(Touchable):
    """Words, a symbol, or both. `lines` is how many lines the words may take."""

    def __init__(
        self,
        thing: str,
        act: Act,
        words: str = "",
        symbol: str = "",
        style: Style = "plain",
        *,
        size: float = BODY,
        lines: int = 2,
        **settings: Any,
    ) -> None:
        self.words = words
        self.symbol = symbol
        self.style = style
        self.letters = size
        self.lines = lines
        super().__init__(thing, act, **settings)

    def show(
        self,
        words: str | None = None,
        symbol: str | None = None,
        style: Style | None = None,
        open_: bool | None = None,
    ) -> None:
        """Change what it says or how it looks; what is left out stays."""
        wanted = (
            self.words if words is None else words,
            self.symbol if symbol is None else symbol,
            self.style if style is None else style,
            self.open if open_ is None else open_,
        )
        if wanted != (self.words, self.symbol, self.style, self.open):
            self.words, self.symbol, self.style, self.open = wanted
            self.again()

    def _colours(self) -> tuple[Colour, Colour, Colour]:
        """Of its edge, its face and its words."""
        if not self.open:
            return mixed(LINE, PANEL, 0.6), PANEL, mixed(MUTED, PANEL, 0.55)
        return {
            "main": (EMBER, GOLD, SEPIA),
            "choice": (mixed(PARCHMENT, SEPIA, 0.5), PARCHMENT, SEPIA),
            "chosen": (WORN, PARCHMENT, SEPIA),
            "plain": (LINE, RAISED, CHALK),
            "quiet": (LINE, PANEL, MUTED),
        }[self.style]

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Edge, face, symbol, words."""
        edge, face, colour = self._colours()
        if self.pressed:
            face = mixed(face, INK if self.style == "main" else GOLD, 0.3)
        plate = whole
        if self.style == "choice":
            plate = whole.inset(mm(0.6))
            if self.open:
                ink.glow(plate, GOLD, mm(ROUND))
        ink.box(plate, edge, mm(ROUND))
        ink.box(plate.inset(mm(0.25)), face, mm(ROUND - 0.25))
        self._say(ink, plate.inset(mm(1.2), mm(0.6)), colour)

    def _both(self, inner: Rect, bold: bool) -> bool:
        """Whether there is room for the symbol: it gives way to words."""
        least, room = round(mm(LEAST)), inner.width - min(mm(7), inner.height) - mm(1.4)
        return set_words(self.words, room, inner.height, least, least, bold, self.lines).fits

    def _say(self, ink: Ink, inner: Rect, colour: Colour) -> None:
        """Symbol and words, together in the middle."""
        if self.symbol and not self.words:
            ink.picture(self.symbol, inner.middle(mm(7.5), min(mm(7.5), inner.height)), colour)
            return
        bold = self.style in ("main", "choice", "chosen")
        if not self.symbol or not self._both(inner, bold):
            ink.words(self.words, inner, self.letters, colour, bold=bold, across="center", most=self.lines)
            return
        side = min(mm(7), inner.height)
        room = inner.width - side - mm(1.4)
        fit = set_words(
            self.words, room, inner.height, letters(self.letters), round(mm(LEAST)), bold, self.lines
        )
        wide = max(width_of(line, fit.pixels, bold) for line in fit.lines)
        together = inner.middle(min(inner.width, side + mm(1.4) + wide + 2), inner.height)
        spot, rest = together.from_left(side, mm(1.4))
        ink.picture(self.symbol, spot, colour)
        ink.words(self.words, rest, self.letters, colour, bold=bold, most=self.lines)
