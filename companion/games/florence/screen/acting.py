"""A player's turn on the stage: his principality, what builders do for him, and the actions as large targets."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.rules.printed import MATERIAL
from companion.games.florence.screen.ground import paint_ground
from companion.games.florence.screen.views import Action, Actions
from companion.screen.draw.drawn import Act, Drawn, Touchable, View, lay
from companion.screen.draw.ink import Ink
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    FADED,
    GAP,
    GOLD,
    HEADING,
    LEAD,
    LINE,
    MUTED,
    NOTE,
    PANEL,
    PARCHMENT,
    RAISED,
    ROUND,
    SEPIA,
    SMALL,
    faded,
    mixed,
)
from companion.screen.widgets.button import PushButton


class PricedButton(View[Action], Touchable):
    """An action: sign, name, price; dark with the reason where it may not be done."""

    def __init__(self, action: Action, act: Act) -> None:
        self.shown = action
        super().__init__(action.thing, act)

    def changed(self, action: Action, before: object) -> None:
        """Another one is touched."""
        self.thing = action.thing

    def draw(self, ink: Ink, whole: Rect, action: Action) -> None:
        """The sign at the left of name and note."""
        plate = whole.inset(mm(0.7))
        if self.open:
            ink.glow(plate, GOLD, mm(ROUND))
        bright = self.open or not action.barred
        paper = mixed(PARCHMENT, GOLD, 0.5) if self.pressed else PARCHMENT
        ink.box(plate, paper if bright else PANEL, mm(ROUND))
        sign, words = plate.inset(mm(0.7), mm(0.5)).from_left(mm(7.6), mm(0.8))
        ink.picture(action.symbol, sign, faded(CHALK, 1.0 if bright else 0.25))
        name, note = words.from_top(words.height * (0.52 if action.note else 1.0))
        ink.words(action.name, name, LEAD, SEPIA if bright else MUTED, bold=True, most=2)
        ink.words(action.note, note, SMALL, FADED if bright else mixed(MUTED, PANEL, 0.2), most=2)


class ActionsView(Drawn):
    """At the left ground and builders, at the right how many actions are left, the actions, and done."""

    GROUND = 39.0
    BUILDERS = 11.8
    PURSE = 9.6
    HEAD = 5.0
    DONE = 10.6

    def __init__(self, act: Act) -> None:
        self.act = act
        self.actions: Actions | None = None
        self.buttons: list[PricedButton] = []
        self.done = PushButton("done", act, symbol="check", style="choice", size=HEADING)
        self.purse = PushButton("", act, symbol="points", style="quiet")
        super().__init__()

    def show(self, actions: Actions, open_: frozenset[str]) -> None:
        """Show it like this; what is among `open_` may be touched."""
        self.actions = actions
        if len(self.buttons) != len(actions.actions):
            for old in self.buttons:
                self.remove_widget(old)
            self.buttons = [PricedButton(each, self.act) for each in actions.actions]
            for button in self.buttons:
                self.add_widget(button)
        for button, action in zip(self.buttons, actions.actions, strict=True):
            button.show(action)
            button.allow(action.thing in open_)
        self.done.show(actions.done, style="choice" if actions.left else "main", open_="done" in open_)
        self.purse.thing = actions.purse
        self.purse.show(actions.sell)
        self.there(self.done, bool(actions.done))
        self.there(self.purse, bool(actions.purse))
        self.again()

    def _parts(self, whole: Rect) -> tuple[Rect, Rect]:
        """The left, and the right."""
        return whole.from_left(mm(self.GROUND), mm(GAP))

    def _left_parts(self, left: Rect) -> tuple[Rect, Rect, Rect]:
        """Ground, builders, the way to the purse."""
        high = mm(self.BUILDERS + self.PURSE + 1.6)
        ground, rest = left.from_top(min(mm(self.GROUND), left.height - high), mm(0.8))
        purse, builders = rest.from_bottom(mm(self.PURSE), mm(0.8))
        return ground, builders, purse

    def arrange(self, whole: Rect) -> None:
        """Actions two by two, done beneath them."""
        left, right = self._parts(whole)
        lay(self.purse, self._left_parts(left)[2])
        _, rest = right.from_top(mm(self.HEAD), mm(0.6))
        done, rest = rest.from_bottom(mm(self.DONE), mm(0.9))
        lay(self.done, done.inset(mm(0.7), 0))
        rows = -(-len(self.buttons) // 2)
        for button, cell in zip(self.buttons, rest.grid(2, max(1, rows), mm(0.3)), strict=False):
            lay(button, cell)

    def paint(self, ink: Ink, whole: Rect) -> None:
        """Ground, builders, how many actions are left."""
        if self.actions is None:
            return
        left, right = self._parts(whole)
        ground, builders, _ = self._left_parts(left)
        paint_ground(ink, ground, self.actions.ground)
        self._builders(ink, builders)
        self._left(ink, right.from_top(mm(self.HEAD))[0])

    def _builders(self, ink: Ink, room: Rect) -> None:
        """Three places; what the next builder would change."""
        assert self.actions is not None
        ink.box(room, PANEL, mm(ROUND))
        signs, words = room.inset(mm(0.8), mm(0.5)).from_left(mm(11.4), mm(1.0))
        most = MATERIAL["builders-most"]
        for number, cell in enumerate(signs.columns(most, mm(0.4))):
            taken = number < self.actions.builders
            ink.picture(
                "builder" if taken else "builder/flat", cell, CHALK if taken else mixed(LINE, PANEL, 0.2)
            )
        ink.words(self.actions.next_builder, words, NOTE, MUTED, most=4)

    def _left(self, ink: Ink, row: Rect) -> None:
        """A light for each action that is left."""
        assert self.actions is not None
        for number in range(self.actions.of):
            spot, row = row.from_left(mm(4.4), mm(0.6))
            lit = number < self.actions.left
            ink.picture("dot", spot.middle(mm(3.8), mm(3.8)), GOLD if lit else RAISED)
        ink.words(self.actions.said, row.from_left(0, mm(1))[1], HEADING, CHALK, bold=True)
