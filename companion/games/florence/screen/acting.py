"""A player's turn on the stage: his principality, what builders do for him, and the actions as large targets."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.rules.printed import MATERIAL
from companion.games.florence.screen.ground import paint_ground
from companion.games.florence.screen.views import Action, Actions
from companion.screen.draw.canvas_widget import GlowingModelView, TouchHandler, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BORDER,
    CHALK,
    CORNER_RADIUS,
    FADED_SEPIA,
    GAP,
    GOLD,
    HEADING_TEXT,
    LEAD_TEXT,
    MUTED,
    NOTE_TEXT,
    PANEL,
    RAISED_PANEL,
    SEPIA,
    SMALL_TEXT,
    fade,
    mix_colours,
)
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.parchment_card import ParchmentCardView


class PricedButton(ParchmentCardView[Action]):
    """An action: sign, name, price; dark with the reason where it may not be done."""

    def paint_model(self, ink: Painter, whole: Rect, action: Action) -> None:
        """The sign at the left of name and note."""
        bright = self.enabled or not action.barred
        sign, words = (
            self.paint_plate(ink, whole, bright, 0.7).inset(mm(0.7), mm(0.5)).cut_left(mm(7.6), mm(0.8))
        )
        ink.draw_symbol(action.symbol, sign, fade(CHALK, 1.0 if bright else 0.25))
        name, note = words.cut_top(words.height * (0.52 if action.note else 1.0))
        ink.draw_text(action.name, name, LEAD_TEXT, SEPIA if bright else MUTED, bold=True, max_lines=2)
        ink.draw_text(
            action.note,
            note,
            SMALL_TEXT,
            FADED_SEPIA if bright else mix_colours(MUTED, PANEL, 0.2),
            max_lines=2,
        )


class ActionsView(GlowingModelView[Actions]):
    """At the left ground and builders, at the right how many actions are left, the actions, and done."""

    GROUND = 39.0
    BUILDERS = 11.8
    PURSE = 9.6
    HEAD = 5.0
    DONE = 10.6

    def __init__(self, act: TouchHandler) -> None:
        self.act = act
        self.buttons: list[PricedButton] = []
        self.done = PushButton("done", act, symbol="check", style="choice", font_size=HEADING_TEXT)
        self.purse = PushButton("", act, symbol="points", style="quiet")
        super().__init__()

    def on_model_changed(self, actions: Actions, previous: object) -> None:
        """The actions, done, and the way to the purse."""
        self.sync_children(self.buttons, actions.actions, lambda action: PricedButton(action, self.act))
        self.done.update(actions.done, style="choice" if actions.left else "main")
        self.purse.touch_target = actions.purse
        self.purse.update(actions.sell)
        self.set_attached(self.done, bool(actions.done))
        self.set_attached(self.purse, bool(actions.purse))

    def _parts(self, whole: Rect) -> tuple[Rect, Rect]:
        """The left, and the right."""
        return whole.cut_left(mm(self.GROUND), mm(GAP))

    def _left_parts(self, left: Rect) -> tuple[Rect, Rect, Rect]:
        """Ground, builders, the way to the purse."""
        high = mm(self.BUILDERS + self.PURSE + 1.6)
        ground, rest = left.cut_top(min(mm(self.GROUND), left.height - high), mm(0.8))
        purse, builders = rest.cut_bottom(mm(self.PURSE), mm(0.8))
        return ground, builders, purse

    def arrange_children(self, whole: Rect) -> None:
        """Actions two by two, done beneath them."""
        left, right = self._parts(whole)
        place_widget(self.purse, self._left_parts(left)[2])
        _, rest = right.cut_top(mm(self.HEAD), mm(0.6))
        done, rest = rest.cut_bottom(mm(self.DONE), mm(0.9))
        place_widget(self.done, done.inset(mm(0.7), 0))
        rows = -(-len(self.buttons) // 2)
        for button, cell in zip(self.buttons, rest.split_grid(2, max(1, rows), mm(0.3)), strict=False):
            place_widget(button, cell)

    def paint_model(self, ink: Painter, whole: Rect, actions: Actions) -> None:
        """Ground, builders, how many actions are left."""
        left, right = self._parts(whole)
        ground, builders, _ = self._left_parts(left)
        paint_ground(ink, ground, actions.ground)
        self._builders(ink, builders, actions)
        self._left(ink, right.cut_top(mm(self.HEAD))[0], actions)

    def _builders(self, ink: Painter, room: Rect, actions: Actions) -> None:
        """Three places; what the next builder would change."""
        ink.fill_rect(room, PANEL, mm(CORNER_RADIUS))
        signs, words = room.inset(mm(0.8), mm(0.5)).cut_left(mm(11.4), mm(1.0))
        most = MATERIAL["builders-most"]
        for number, cell in enumerate(signs.split_columns(most, mm(0.4))):
            taken = number < actions.builders
            ink.draw_symbol(
                "builder" if taken else "builder/flat",
                cell,
                CHALK if taken else mix_colours(BORDER, PANEL, 0.2),
            )
        ink.draw_text(actions.next_builder, words, NOTE_TEXT, MUTED, max_lines=4)

    def _left(self, ink: Painter, row: Rect, actions: Actions) -> None:
        """A light for each action that is left."""
        for number in range(actions.of):
            spot, row = row.cut_left(mm(4.4), mm(0.6))
            lit = number < actions.left
            ink.draw_symbol("dot", spot.centred(mm(3.8), mm(3.8)), GOLD if lit else RAISED_PANEL)
        ink.draw_text(actions.said, row.cut_left(0, mm(1))[1], HEADING_TEXT, CHALK, bold=True)
