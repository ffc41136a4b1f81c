"""Cards in a hand: tapped, or dragged onto the reader."""

from __future__ import annotations

from typing import Any

from kivy.metrics import mm

from companion.screen.draw.drawn import Act, Drawn, Glowing, Touchable, lay
from companion.screen.draw.ink import Ink, set_words
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BODY,
    CHALK,
    GOLD,
    HEADING,
    LEAST,
    METALS,
    PARCHMENT,
    ROUND,
    SEPIA,
    SMALL,
    WORN,
    mixed,
)
from companion.screen.views import Card

FAR = 3.0
"""A finger that has gone this far, in millimetres, drags."""


class Reader(Drawn):
    """The reader at the virtual table: where a card is laid down."""

    def __init__(self) -> None:
        self.words = ""
        self.waiting = False
        self.hovered = False
        super().__init__()

    def show(self, words: str, waiting: bool, hovered: bool = False) -> None:
        """What it is called; whether a card is awaited; whether one is held above it."""
        if (words, waiting, hovered) != (self.words, self.waiting, self.hovered):
            self.words, self.waiting, self.hovered = words, waiting, hovered
            self.again()

    def paint(self, ink: Ink, whole: Rect) -> None:
        """A dark plate with waves."""
        plate = whole.inset(mm(0.6))
        colour = GOLD if self.waiting else WORN
        ink.box(plate, mixed(colour, SEPIA, 0.3 if self.hovered else 0.75), mm(ROUND))
        ink.frame(plate, colour, mm(0.4), mm(ROUND))
        name, sign = plate.inset(mm(0.8)).from_bottom(mm(3.4))
        ink.picture("reader", sign, colour)
        ink.words(self.words, name, SMALL, CHALK, across="center")


class CardFace(Touchable):
    """One card."""

    def __init__(self, card: Card, fan: Fan, at: int) -> None:
        self.card = card
        self.at = at
        self.fan = fan
        self.home = Rect(0, 0, 0, 0)
        self.dragged = False
        super().__init__(card.thing, fan.act)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Number (or symbol) and, where it fits, name."""
        face = whole.inset(mm(0.6))
        if self.open:
            ink.glow(face, GOLD, mm(ROUND))
        ink.box(face, mixed(PARCHMENT, SEPIA, 0.5), mm(ROUND))
        paper = face.inset(mm(0.2))
        ink.box(paper, mixed(PARCHMENT, GOLD, 0.5) if self.pressed else PARCHMENT, mm(ROUND - 0.2))
        inner = paper.inset(mm(0.7), mm(0.5))
        if self.card.signs:
            self._printed(ink, inner)
            return
        if not (self.card.number or self.card.symbol):
            ink.words(self.card.name, inner, BODY, SEPIA, bold=True, across="center", most=4, cut=True)
            return
        mark = inner
        if self.fan.named(inner.width):
            low, mark = inner.from_bottom(mm(3.8), mm(0.3))
            ink.words(self.card.name, low, BODY, SEPIA, bold=True, across="center")
        if self.card.number:
            dot = mark.middle(mm(7.2), mm(7.2))
            ink.picture("dot", dot, METALS["leaf"])
            ink.words(self.card.number, dot.inset(mm(0.5)), HEADING, CHALK, bold=True, across="center")
        elif self.card.symbol:
            ink.picture(self.card.symbol, mark.middle(mm(7.4), mm(7.4)), METALS["leaf"])

    def _printed(self, ink: Ink, inner: Rect) -> None:
        """What is printed on it beside what it does; where there is little room only that."""
        if not self._beside(inner):
            for sign, cell in zip(self.card.signs, inner.rows(max(2, len(self.card.signs))), strict=False):
                ink.picture(sign, cell)
            return
        signs, words = inner.from_left(mm(4.6), mm(0.6))
        for sign, cell in zip(self.card.signs, signs.rows(max(2, len(self.card.signs))), strict=False):
            ink.picture(sign, cell)
        ink.words(self.card.name, words, SMALL, SEPIA, bold=True, most=3)

    def _beside(self, inner: Rect) -> bool:
        """Whether there is room for the name beside the signs."""
        least, room = round(mm(LEAST)), inner.width - mm(5.2)
        wide = inner.width >= mm(12)
        return wide and set_words(self.card.name, room, inner.height, least, least, True, 3).fits

    def reacts(self, x: float, y: float) -> bool:
        """Where there is a reader any card can be laid on it: whether it may be played is said then."""
        return bool(self.collide_point(x, y)) and (self.open or self.fan.has_reader)

    def on_touch_move(self, touch: Any) -> bool:
        """A finger that goes far takes the card along."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        dx, dy = touch.x - touch.ox, touch.y - touch.oy
        if not self.dragged and abs(dx) + abs(dy) > mm(FAR):
            self.dragged = True
            self.fan.lift(self)
        if self.dragged:
            lay(self, Rect(self.home.x + dx, self.home.y + dy, self.home.width, self.home.height))
            self.fan.hover(self.rect)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """A card that was tapped, or let go above the reader, is played; any other goes back."""
        if touch.grab_current is not self or (self.open and not self.dragged):
            return super().on_touch_up(touch)
        touch.ungrab(self)
        laid = self.dragged and self.fan.over_reader(self.rect)
        self.dragged = self.pressed = False
        self.fan.again()
        self.again()
        self.fan.hover(None)
        if laid:
            self.act(self.thing)
        return True


class Fan(Glowing[tuple[Card, ...]]):
    """The cards side by side; those that may be played glow. `reader` is where they are laid down, or None at a table
    that has a real one.
    """

    WIDEST = 22.0
    NARROWEST = 9.0

    shown: tuple[Card, ...] = ()

    def __init__(self, act: Act, reader: Reader | None = None) -> None:
        self.act = act
        self.reader = reader
        super().__init__()

    @property
    def cards(self) -> tuple[Card, ...]:
        """Those it holds."""
        return self.shown

    def changed(self, value: tuple[Card, ...], before: object) -> None:
        """A face each."""
        self.clear_widgets()
        for at, card in enumerate(value):
            self.add_widget(CardFace(card, self, at))

    def wanted(self) -> float:
        """How wide it would like to be, in pixels."""
        return self._widest() * len(self.cards)

    def _widest(self) -> float:
        """As wide as a card likes to be: wider where something is printed on it."""
        return float(mm(self.WIDEST * 1.4 if any(card.signs for card in self.cards) else self.WIDEST))

    def arrange(self, whole: Rect) -> None:
        """From the left, as wide as a card likes to be or as there is room."""
        if not self.cards:
            return
        width = min(self._widest(), whole.width / len(self.cards))
        for face in self.children:
            if not face.dragged:
                face.home = Rect(whole.x + width * face.at, whole.y, width, whole.height)
                lay(face, face.home)

    def named(self, width: float) -> bool:
        """Whether the cards have room for their names: all, or none."""
        least = round(mm(LEAST))
        return all(set_words(card.name, width, mm(3.8), least, least, True, 1).fits for card in self.cards)

    def lift(self, face: CardFace) -> None:
        """A card is taken up: it lies above the others."""
        self.remove_widget(face)
        self.add_widget(face)

    @property
    def has_reader(self) -> bool:
        """Whether a reader is drawn on the screen now."""
        return self.reader is not None and self.reader.parent is not None

    def over_reader(self, rect: Rect) -> bool:
        """Whether a card let go here lies on the reader."""
        return self.has_reader and self.reader is not None and self.reader.rect.overlaps(rect)

    def hover(self, rect: Rect | None) -> None:
        """A card is held here (None: no longer)."""
        if self.reader is not None:
            self.reader.show(
                self.reader.words, self.reader.waiting, rect is not None and self.over_reader(rect)
            )
