"""A card of parchment that can be touched: one of those that may be meant, something that may be had."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.draw.drawn import N, TouchView
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import GOLD, MUTED, PANEL, PARCHMENT, ROUND, SEPIA, WORN, Colour, mixed

DARK = mixed(MUTED, PANEL, 0.55)
"""What is written on a card that cannot be meant."""


class Paper(TouchView[N]):
    """Dark when it cannot be meant: where the value has a field `open`, that says so."""

    def changed(self, value: N, before: N | None) -> None:
        """See TouchView."""
        super().changed(value, before)
        self.open = bool(getattr(value, "open", self.open))

    def card(self, ink: Ink, whole: Rect) -> Colour:
        """The card with its edge; gives the colour of what is written on it."""
        ink.box(whole, mixed(WORN, SEPIA, 0.3) if self.open else PANEL, mm(ROUND))
        ink.box(whole.inset(mm(0.25)), self._face(self.open), mm(ROUND - 0.25))
        return SEPIA if self.open else DARK

    def plate(self, ink: Ink, whole: Rect, bright: bool, light: float) -> Rect:
        """The card in gold light while it may be touched, so many millimetres of it; dark unless it is `bright`. Gives
        where it lies.
        """
        plate = whole.inset(mm(light))
        if self.open:
            ink.glow(plate, GOLD, mm(ROUND))
        ink.box(plate, self._face(bright), mm(ROUND))
        return plate

    def _face(self, bright: bool) -> Colour:
        if not bright:
            return PANEL
        return mixed(PARCHMENT, GOLD, 0.5) if self.pressed else PARCHMENT
