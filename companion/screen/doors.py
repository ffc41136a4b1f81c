"""Rooms that say how something is, or what will be there later, and lead back."""

from __future__ import annotations

from kivy.metrics import mm

from companion.screen.asides import Line
from companion.screen.drawn import lay
from companion.screen.ink import Ink
from companion.screen.listing import Lines
from companion.screen.page import Framed, House
from companion.screen.rect import Rect
from companion.screen.said import about_readers
from companion.screen.theme import BODY, CHALK, MUTED
from companion.screen.wired import Reader, State


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
            "Cards and stones get their tags in a terminal: `herald enrol`. At the virtual table they have them."
        )


class Readers(Door):
    """How the readers are, one by one, and what else is wrong with what is wired."""

    SYMBOL = "reader"

    def __init__(self, house: House) -> None:
        self.lines = Lines()
        super().__init__(house)

    def said(self) -> tuple[str, str]:
        """Title and sentence."""
        _ = self.house.words.gettext
        return _("Readers"), about_readers(self.house.model.wired, self.house.model.lang)

    def refresh(self) -> None:
        """The sentence above the list; alone where there is nothing to list."""
        wired: State = self.house.model.wired
        lines = (*map(self._line, wired.readers), *(Line(trouble, "cross") for trouble in wired.troubles))
        self.lines.show(lines)
        if bool(lines) != (self.lines.parent is not None):
            (self.add_widget if lines else self.remove_widget)(self.lines)
        title, sentence = self.said()
        self.head(title, sentence if lines else "", urgent=not wired.well)

    def _line(self, reader: Reader) -> Line:
        _ = self.house.words.gettext
        if reader.why:
            return Line(f"{reader.zone}: {reader.why}", "cross")
        if not reader.known:
            return Line(_("{where}: no game has such a place.").format(where=reader.zone), "cross")
        return Line(_("{where}: answers").format(where=reader.zone), "check")

    def fill(self, rest: Rect) -> None:
        """The list."""
        lay(self.lines, rest)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Symbol and sentence, unless there is a list."""
        if self.lines.parent is None:
            super().paint(ink, whole)
        else:
            Framed.paint(self, ink, whole)
