"""The deck: the pieces of a box get their tags, one after another, beside a reader."""

from __future__ import annotations

from typing import Final, cast

from kivy.metrics import mm

from companion.screen.draw.drawn import View, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY,
    CHALK,
    GAP,
    GOLD,
    GRANTED,
    HEADING,
    LARGE,
    LINE,
    MUTED,
    PANEL,
    PROMPT,
    RAISED,
    REFUSED,
    ROUND,
    TITLE,
    TOUCH,
    mixed,
)
from companion.screen.pages.deck.tagging import Became, Tagging
from companion.screen.pages.new_game.copy_page import CopyPage
from companion.screen.pages.page import Framed, House
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.offer import OfferLayer
from companion.screen.widgets.piece_face import PieceFace
from companion.voice.language import message

FOOT: Final = (
    ("undo", "undo", message("Take back")),
    ("previous", "back", message("The one before")),
    ("skip", "next", message("Pass over")),
    ("release", "cross", message("Free its tag")),
    ("choose", "menu", message("Another piece")),
)
"""What can be touched below, from left to right: thing, symbol, words."""


class Wish(View[Tagging]):
    """What is asked for, in large letters, and what became of the last tag."""

    BECAME = 17.0

    def draw(self, ink: Ink, whole: Rect, value: Tagging) -> None:
        """Above the piece and what to do with it, below what became."""
        low, top = whole.from_bottom(mm(self.BECAME), mm(GAP))
        colour = GOLD if value.urgent else CHALK
        if (asked := value.asked) is None:
            ink.words(value.wish, top.inset(mm(1), 0), LARGE, colour, most=4)
        else:
            kind, top = top.from_top(mm(5.6), mm(0.5))
            number = f"{asked.number} / {asked.of}"
            ink.words(f"{number}   {asked.kind}", kind, TITLE, MUTED, bold=True)
            wish, name = top.from_bottom(mm(10.6), mm(1))
            ink.words(asked.name, name, PROMPT, CHALK, bold=True, most=3, along="top")
            ink.words(value.wish, wish, TITLE, colour, most=2)
        if value.became is not None:
            _became(ink, low, value.became)


def _became(ink: Ink, plate: Rect, became: Became) -> None:
    """By symbol, colour and words."""
    colour = GRANTED if became.well else REFUSED
    ink.box(plate, mixed(PANEL, colour, 0.18), mm(ROUND))
    ink.box(plate.from_left(mm(1))[0], colour)
    sign, words = plate.inset(mm(2.6), mm(1)).from_left(mm(8), mm(2.6))
    ink.picture("check" if became.well else "halt", sign, colour)
    text = f"{became.sentence} {became.then}".rstrip()
    ink.words(text, words, HEADING, CHALK, most=4, cut=True)


class Bar(View[tuple[int, int, str]]):
    """How many of all have their tag, and the same in words."""

    WORDS = 62.0

    def draw(self, ink: Ink, whole: Rect, value: tuple[int, int, str]) -> None:
        """A bar and the words."""
        done, of, said = value
        words, bar = whole.from_right(mm(self.WORDS), mm(2))
        bar = bar.middle(bar.width, mm(3))
        ink.box(bar, RAISED, bar.height / 2)
        ink.frame(bar, LINE, mm(0.2), bar.height / 2)
        if done:
            ink.box(bar.from_left(max(bar.height, bar.width * done / of))[0], GOLD, bar.height / 2)
        ink.words(said, words, BODY, CHALK, across="right")


class DeckPage(Framed):
    """The piece at the left, what to do at the right, what else one may want below."""

    FACE = 40.0
    BAR = 5.0

    def __init__(self, house: House) -> None:
        self.face, self.wish, self.bar_ = PieceFace(), Wish(), Bar()
        self.buttons = {thing: PushButton(thing, self.touched, symbol=symbol) for thing, symbol, _ in FOOT}
        self.reader = PushButton("reader", self.touched, symbol="reader", style="quiet")
        self.copies = PushButton("copies", self.touched, symbol="deck", style="quiet")
        super().__init__(house)
        self.layer = OfferLayer(self.touched, lambda: house.words)
        for part in (self.face, self.wish, self.bar_, *self.buttons.values(), self.copies):
            self.add_widget(part)

    def entered(self) -> None:
        """The box is opened."""
        self.house.desk.deck.open()

    def left(self) -> None:
        """It is closed again; every binding is on the disk."""
        self.house.desk.deck.close()

    def touched(self, thing: str) -> None:
        """What lies over the page is closed before the page is left."""
        if thing == "home" or (thing == "back" and self.layer.parent is None):
            super().touched(thing)
        elif thing.startswith("printed/"):
            cast(CopyPage, self.house.page("copy")).game = thing.removeprefix("printed/")
            self.house.go("copy")
        else:
            self.house.desk.deck.touch(thing)

    def refresh(self) -> None:
        """As far as it is now."""
        _ = self.house.words.gettext
        value: Tagging = self.house.model.tagging or Tagging(_("The box is being opened …"), 0, 0, "")
        self.head(_("Deck"), value.title)
        self.face.show(value.asked.face if value.asked is not None else None)
        self.wish.show(value)
        done = _("{done} of {all} pieces have their tag.").format(done=value.tagged, all=value.of)
        self.bar_.show((value.tagged, value.of, done))
        self._buttons(value)
        self._offer(value)
        self.again()

    def _buttons(self, value: Tagging) -> None:
        _ = self.house.words.gettext
        works = value.of > 0 and not (value.urgent and value.asked is None)
        may = {
            "undo": value.undo,
            "previous": works,
            "skip": value.asked is not None,
            "release": value.asked is not None and value.asked.tagged,
            "choose": works,
        }
        for thing, _symbol, words in FOOT:
            self.buttons[thing].show(_(words), open_=may[thing])
        self.copies.show(_("Copies"), open_=value.of > 0)
        self.reader.show(value.reader, open_=value.readers > 1)
        self.there(self.reader, bool(value.reader))

    def _offer(self, value: Tagging) -> None:
        """What there is to choose from, over all else."""
        if value.offer is not None:
            self.layer.show(value.offer)
        self.there(self.layer, value.offer is not None)

    def arrange(self, whole: Rect) -> None:
        """Two buttons in the head; over it all what lies over it."""
        super().arrange(whole)
        copies, head = self.bar.rect.from_right(mm(29), mm(GAP))
        lay(self.copies, copies)
        if self.reader.parent is not None:
            reader, head = head.from_right(mm(37), mm(GAP))
            lay(self.reader, reader)
        lay(self.bar, head)
        if self.layer.parent is not None:
            lay(self.layer, whole)

    def fill(self, rest: Rect) -> None:
        """From below: buttons, bar, piece and wish."""
        foot, rest = rest.from_bottom(mm(TOUCH), mm(GAP))
        for button, cell in zip(self.buttons.values(), foot.columns(len(self.buttons), mm(GAP)), strict=True):
            lay(button, cell)
        bar, rest = rest.from_bottom(mm(self.BAR), mm(GAP))
        lay(self.bar_, bar)
        face, rest = rest.from_left(mm(self.FACE), mm(3.5))
        lay(self.face, face)
        lay(self.wish, rest)
