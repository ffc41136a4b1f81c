"""The deck: the pieces of a box get their tags, one after another, beside a reader."""

from __future__ import annotations

from typing import Final, cast

from kivy.metrics import mm

from companion.screen.draw.canvas_widget import ModelView, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY_TEXT,
    BORDER,
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    HEADING_TEXT,
    LARGE_TEXT,
    MUTED,
    NO_RED,
    PANEL,
    PROMPT_TEXT,
    RAISED_PANEL,
    TITLE_TEXT,
    TOUCH_SIZE,
    YES_GREEN,
    mix_colours,
)
from companion.screen.pages.deck.tagging import Became, Tagging
from companion.screen.pages.new_game.copy_page import CopyPage
from companion.screen.pages.page import Framed, House
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.choice_overlay import ChoiceOverlay
from companion.screen.widgets.piece_face import PieceFaceView
from companion.voice.language import message

FOOT: Final = (
    ("undo", "undo", message("Take back")),
    ("previous", "back", message("The one before")),
    ("skip", "next", message("Pass over")),
    ("release", "cross", message("Free its tag")),
    ("choose", "menu", message("Another piece")),
)
"""What can be touched below, from left to right: thing, symbol, words."""


class Wish(ModelView[Tagging]):
    """What is asked for, in large letters, and what became of the last tag."""

    BECAME = 17.0

    def paint_model(self, ink: Painter, whole: Rect, value: Tagging) -> None:
        """Above the piece and what to do with it, below what became."""
        low, top = whole.cut_bottom(mm(self.BECAME), mm(GAP))
        colour = GOLD if value.urgent else CHALK
        if (asked := value.asked) is None:
            ink.draw_text(value.wish, top.inset(mm(1), 0), LARGE_TEXT, colour, max_lines=4)
        else:
            kind, top = top.cut_top(mm(5.6), mm(0.5))
            number = f"{asked.number} / {asked.of}"
            ink.draw_text(f"{number}   {asked.kind}", kind, TITLE_TEXT, MUTED, bold=True)
            wish, name = top.cut_bottom(mm(10.6), mm(1))
            ink.draw_text(asked.name, name, PROMPT_TEXT, CHALK, bold=True, max_lines=3, valign="top")
            ink.draw_text(value.wish, wish, TITLE_TEXT, colour, max_lines=2)
        if value.became is not None:
            _became(ink, low, value.became)


def _became(ink: Painter, plate: Rect, became: Became) -> None:
    """By symbol, colour and words."""
    colour = YES_GREEN if became.well else NO_RED
    ink.fill_rect(plate, mix_colours(PANEL, colour, 0.18), mm(CORNER_RADIUS))
    ink.fill_rect(plate.cut_left(mm(1))[0], colour)
    sign, words = plate.inset(mm(2.6), mm(1)).cut_left(mm(8), mm(2.6))
    ink.draw_symbol("check" if became.well else "halt", sign, colour)
    text = f"{became.sentence} {became.then}".rstrip()
    ink.draw_text(text, words, HEADING_TEXT, CHALK, max_lines=4, may_truncate=True)


class Bar(ModelView[tuple[int, int, str]]):
    """How many of all have their tag, and the same in words."""

    WORDS = 62.0

    def paint_model(self, ink: Painter, whole: Rect, value: tuple[int, int, str]) -> None:
        """A bar and the words."""
        done, of, said = value
        words, bar = whole.cut_right(mm(self.WORDS), mm(2))
        bar = bar.centred(bar.width, mm(3))
        ink.fill_rect(bar, RAISED_PANEL, bar.height / 2)
        ink.outline_rect(bar, BORDER, mm(0.2), bar.height / 2)
        if done:
            ink.fill_rect(bar.cut_left(max(bar.height, bar.width * done / of))[0], GOLD, bar.height / 2)
        ink.draw_text(said, words, BODY_TEXT, CHALK, halign="right")


class DeckPage(Framed):
    """The piece at the left, what to do at the right, what else one may want below."""

    FACE = 40.0
    BAR = 5.0

    def __init__(self, house: House) -> None:
        self.face, self.wish, self.bar_ = PieceFaceView(), Wish(), Bar()
        self.buttons = {thing: PushButton(thing, self.touched, symbol=symbol) for thing, symbol, _ in FOOT}
        self.reader = PushButton("reader", self.touched, symbol="reader", style="quiet")
        self.copies = PushButton("copies", self.touched, symbol="deck", style="quiet")
        super().__init__(house)
        self.layer = ChoiceOverlay(self.touched, lambda: house.words)
        for part in (self.face, self.wish, self.bar_, *self.buttons.values(), self.copies):
            self.add_widget(part)

    def entered(self) -> None:
        """The box is opened."""
        self.house.desk.deck_controller.open()

    def left(self) -> None:
        """It is closed again; every binding is on the disk."""
        self.house.desk.deck_controller.close()

    def touched(self, thing: str) -> None:
        """What lies over the page is closed before the page is left."""
        if thing == "home" or (thing == "back" and self.layer.parent is None):
            super().touched(thing)
        elif thing.startswith("printed/"):
            cast(CopyPage, self.house.page("copy")).game = thing.removeprefix("printed/")
            self.house.go("copy")
        else:
            self.house.desk.deck_controller.touch(thing)

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
        self.request_redraw()

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
            self.buttons[thing].update(_(words), enabled=may[thing])
        self.copies.update(_("Copies"), enabled=value.of > 0)
        self.reader.update(value.reader, enabled=value.readers > 1)
        self.set_attached(self.reader, bool(value.reader))

    def _offer(self, value: Tagging) -> None:
        """What there is to choose from, over all else."""
        if value.offer is not None:
            self.layer.show(value.offer)
        self.set_attached(self.layer, value.offer is not None)

    def arrange_children(self, whole: Rect) -> None:
        """Two buttons in the head; over it all what lies over it."""
        super().arrange_children(whole)
        copies, head = self.bar.rect.cut_right(mm(29), mm(GAP))
        place_widget(self.copies, copies)
        if self.reader.parent is not None:
            reader, head = head.cut_right(mm(37), mm(GAP))
            place_widget(self.reader, reader)
        place_widget(self.bar, head)
        if self.layer.parent is not None:
            place_widget(self.layer, whole)

    def fill(self, rest: Rect) -> None:
        """From below: buttons, bar, piece and wish."""
        foot, rest = rest.cut_bottom(mm(TOUCH_SIZE), mm(GAP))
        for button, cell in zip(
            self.buttons.values(), foot.split_columns(len(self.buttons), mm(GAP)), strict=True
        ):
            place_widget(button, cell)
        bar, rest = rest.cut_bottom(mm(self.BAR), mm(GAP))
        place_widget(self.bar_, bar)
        face, rest = rest.cut_left(mm(self.FACE), mm(3.5))
        place_widget(self.face, face)
        place_widget(self.wish, rest)
