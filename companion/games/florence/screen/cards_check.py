"""Table check of cards that lie face up: professions whose work is done, bonus cards that were played."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.screen.asides import Card, CardsCheck
from companion.screen.draw.drawn import Act, Drawn, Touchable, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    GAP,
    GOLD,
    LARGE,
    LINE,
    MUTED,
    NOTE,
    ON_PLAYER,
    PANEL,
    PARCHMENT,
    ROUND,
    SEPIA,
    TITLE,
    mixed,
)
from companion.screen.overlays.check import Checking
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.layer import Words


class CardButton(Touchable):
    """A card: parchment with a band of its owner's colour and sign where it lies face up, dark where it does not."""

    BAND = 5.6

    def __init__(self, at: int, card: Card, act: Act) -> None:
        self.at, self.card = at, card
        super().__init__(f"card/{at}", act)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """The name; beneath it the band."""
        card = self.card
        if card.differs:
            ink.box(whole.inset(-mm(0.6)), GOLD, mm(ROUND + 0.5))
        face = PARCHMENT if card.owner else PANEL
        ink.box(whole, LINE, mm(ROUND))
        ink.box(whole.inset(mm(0.25)), mixed(face, GOLD, 0.3) if self.pressed else face, mm(ROUND - 0.25))
        inner = whole.inset(mm(0.9), mm(0.8))
        band, name = inner.from_bottom(mm(self.BAND), mm(0.6))
        if card.owner:
            ink.seat(card.owner, band, mm(1))
            ink.picture(f"{card.owner}/flat", band.inset(mm(0.7)), ON_PLAYER[card.owner])
        ink.words(
            card.name,
            name,
            NOTE,
            SEPIA if card.owner else MUTED,
            bold=bool(card.owner),
            across="center",
            most=3,
        )


class CardsCheckLayer(Checking):
    """All cards of the kind, seven in a row; over them at whom one of them may lie instead."""

    ACROSS = 7

    def __init__(self, act: Act, words: Words) -> None:
        self.value: CardsCheck | None = None
        self.cards: list[CardButton] = []
        self.owners: list[PushButton] = []
        self.keep = PushButton("keep", self._keep, symbol="back", style="quiet")
        self.chosen: Card | None = None
        super().__init__(act, words)

    def show(self, value: CardsCheck) -> None:
        """Show what is believed, and what was touched."""
        if value != self.value:
            self.value, self.chosen = value, None
            self.keep.show(self.words().gettext("Back"))
            self._lie()
        self.say(value)

    def _lie(self) -> None:
        """The cards, or at whom the chosen one lies."""
        assert self.value is not None
        value = self.value
        for part in (*self.cards, *self.owners, self.keep):
            self.there(part, False)
        parts: list[Drawn] = []
        if self.chosen is None:
            self.cards = [CardButton(at, card, self._open) for at, card in enumerate(value.cards)]
            parts += self.cards
        else:
            thing, owner = self.chosen.thing, self.chosen.owner
            self.owners = [
                PushButton(
                    f"{thing}={number}",
                    self._said,
                    seat.name,
                    seat.colour,
                    "chosen" if seat.colour == owner else "plain",
                    size=TITLE,
                )
                for number, seat in enumerate(value.seats, 1)
            ]
            nobody = PushButton(f"{thing}=0", self._said, value.nobody, "cross", size=TITLE)
            nobody.show(style="plain" if owner else "chosen")
            self.owners.append(nobody)
            parts += (*self.owners, self.keep)
        for part in parts:
            self.add_widget(part)
        self.again()

    def _open(self, thing: str) -> None:
        """At whom does it lie instead?"""
        assert self.value is not None
        self.chosen = self.value.cards[int(thing.removeprefix("card/"))]
        self._lie()

    def _said(self, thing: str) -> None:
        """There."""
        self._keep("")
        self.act(thing)

    def _keep(self, _thing: str) -> None:
        """Where it lay."""
        self.chosen = None
        self._lie()

    def checked(self, rest: Rect) -> None:
        """The cards, or who may have the chosen one."""
        if self.chosen is None:
            rows = -(-len(self.cards) // self.ACROSS) or 1
            for part, cell in zip(self.cards, rest.grid(self.ACROSS, rows, mm(GAP)), strict=False):
                lay(part, cell)
            return
        low = self._below(rest)
        for button, cell in zip((*self.owners, self.keep), low.grid(3, 3, mm(GAP)), strict=False):
            lay(button, cell)

    def _below(self, rest: Rect) -> Rect:
        """What the name of the chosen card leaves."""
        return rest.from_top(mm(12), mm(GAP))[1]

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Which card it is."""
        super().paint(ink, whole)
        if self.chosen is not None and self.owners:
            first = self.owners[0]
            room = Rect(first.x, first.top + mm(GAP), self.write.right - first.x, mm(12))
            ink.words(self.chosen.name, room, LARGE, CHALK, bold=True, across="center")
