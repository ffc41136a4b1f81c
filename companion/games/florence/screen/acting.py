"""A player's turn on the stage: his principality, what builders do for him, and the actions as large targets."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.rules.printed import MATERIAL
from companion.games.florence.screen.ground import paint_ground
from companion.games.florence.screen.views import Action, Actions
from companion.screen.draw.drawn import Act, Glowing, lay
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
    RAISED,
    ROUND,
    SEPIA,
    SMALL,
    faded,
    mixed,
)
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.paper import Paper


class PricedButton(Paper[Action]):
    """An action: sign, name, price; dark with the reason where it may not be done."""

    def draw(self, ink: Ink, whole: Rect, action: Action) -> None:
        """The sign at the left of name and note."""
        bright = self.open or not action.barred
        sign, words = self.plate(ink, whole, bright, 0.7).inset(mm(0.7), mm(0.5)).from_left(mm(7.6), mm(0.8))
        ink.picture(action.symbol, sign, faded(CHALK, 1.0 if bright else 0.25))
        name, note = words.from_top(words.height * (0.52 if action.note else 1.0))
        ink.words(action.name, name, LEAD, SEPIA if bright else MUTED, bold=True, most=2)
        ink.words(action.note, note, SMALL, FADED if bright else mixed(MUTED, PANEL, 0.2), most=2)


class ActionsView(Glowing[Actions]):
    """At the left ground and builders, at the right how many actions are left, the actions, and done."""

    GROUND = 39.0
    BUILDERS = 11.8
    PURSE = 9.6
    HEAD = 5.0
    DONE = 10.6

    def __init__(self, act: Act) -> None:
        self.act = act
        self.buttons: list[PricedButton] = []
        self.done = PushButton("done", act, symbol="check", style="choice", size=HEADING)
        self.purse = PushButton("", act, symbol="points", style="quiet")
        super().__init__()

    def changed(self, actions: Actions, before: object) -> None:
        """The actions, done, and the way to the purse."""
        self.each(self.buttons, actions.actions, lambda action: PricedButton(action, self.act))
        self.done.show(actions.done, style="choice" if actions.left else "main")
        self.purse.thing = actions.purse
        self.purse.show(actions.sell)
        self.there(self.done, bool(actions.done))
        self.there(self.purse, bool(actions.purse))

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

    def draw(self, ink: Ink, whole: Rect, actions: Actions) -> None:
        """Ground, builders, how many actions are left."""
        left, right = self._parts(whole)
        ground, builders, _ = self._left_parts(left)
        paint_ground(ink, ground, actions.ground)
        self._builders(ink, builders, actions)
        self._left(ink, right.from_top(mm(self.HEAD))[0], actions)

    def _builders(self, ink: Ink, room: Rect, actions: Actions) -> None:
        """Three places; what the next builder would change."""
        ink.box(room, PANEL, mm(ROUND))
        signs, words = room.inset(mm(0.8), mm(0.5)).from_left(mm(11.4), mm(1.0))
        most = MATERIAL["builders-most"]
        for number, cell in enumerate(signs.columns(most, mm(0.4))):
            taken = number < actions.builders
            ink.picture(
                "builder" if taken else "builder/flat", cell, CHALK if taken else mixed(LINE, PANEL, 0.2)
            )
        ink.words(actions.next_builder, words, NOTE, MUTED, most=4)

    def _left(self, ink: Ink, row: Rect, actions: Actions) -> None:
        """A light for each action that is left."""
        for number in range(actions.of):
            spot, row = row.from_left(mm(4.4), mm(0.6))
            lit = number < actions.left
            ink.picture("dot", spot.middle(mm(3.8), mm(3.8)), GOLD if lit else RAISED)
        ink.words(actions.said, row.from_left(0, mm(1))[1], HEADING, CHALK, bold=True)
