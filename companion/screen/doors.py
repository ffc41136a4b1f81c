"""Doors to rooms that are furnished later: they say what will be there and lead back."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.ink import Ink
from companion.screen.page import Framed
from companion.screen.rect import Rect
from companion.screen.theme import BODY, CHALK, MUTED


class Door(Framed):
    """A title, a symbol, and a sentence."""

    SYMBOL = "gear"

    def said(self) -> tuple[str, str]:
        """Title and sentence."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Say it."""
        self.head(self.said()[0])

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Symbol and sentence in the middle."""
        super().paint(ink, whole)
        middle = whole.middle(mm(110), mm(44))
        sign, words = middle.from_top(mm(22), mm(3))
        ink.picture(self.SYMBOL, sign, MUTED)
        ink.words(self.said()[1], words, BODY, CHALK, across="center", along="top", most=3)


class Deck(Door):
    """Where tags are given to cards."""

    SYMBOL = "deck"

    def said(self) -> tuple[str, str]:
        """Title and sentence."""
        _ = self.house.words.gettext
        return _("Deck"), _(
            "Not yet: with readers, cards and stones will get their tags here. At the virtual table they have them."
        )


class Readers(Door):
    """How the readers are."""

    SYMBOL = "reader"

    def said(self) -> tuple[str, str]:
        """Title and sentence."""
        _ = self.house.words.gettext
        return _("Readers"), _("No reader is connected. Everything can be played by touch.")
