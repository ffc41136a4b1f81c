"""The actions on the stage: the player's principality, the effect of builders, and the actions as buttons."""

from __future__ import annotations

from kivy.metrics import mm

from companion.games.florence.rules.edition import PIECE_COUNTS
from companion.games.florence.screen.principality.principality_painter import paint_principality
from companion.games.florence.screen.view_models import ActionModel, ActionsModel
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


class TurnActionButton(ParchmentCardView[ActionModel]):
    """An action: symbol, name and price; dark with the reason where it may not be done."""

    def paint_model(self, painter: Painter, bounds: Rect, action: ActionModel) -> None:
        """Paint the symbol at the left of name and note."""
        bright = self.enabled or not action.is_barred
        sign, text_rect = (
            self.paint_card_with_glow(painter, bounds, bright, 0.7)
            .inset(mm(0.7), mm(0.5))
            .cut_left(mm(7.6), mm(0.8))
        )
        painter.draw_symbol(action.symbol, sign, fade(CHALK, 1.0 if bright else 0.25))
        name, note = text_rect.cut_top(text_rect.height * (0.52 if action.note else 1.0))
        painter.draw_text(action.name, name, LEAD_TEXT, SEPIA if bright else MUTED, bold=True, max_lines=2)
        painter.draw_text(
            action.note,
            note,
            SMALL_TEXT,
            FADED_SEPIA if bright else mix_colours(MUTED, PANEL, 0.2),
            max_lines=2,
        )


class ActionsView(GlowingModelView[ActionsModel]):
    """Principality and builders at the left; at the right the actions that are left, and done."""

    PRINCIPALITY_SIZE = 39.0
    BUILDERS_HEIGHT = 11.8
    PURSE_BUTTON_HEIGHT = 9.6
    ACTIONS_LEFT_HEIGHT = 5.0
    END_TURN_HEIGHT = 10.6

    def __init__(self, touch_handler: TouchHandler) -> None:
        self.touch_handler = touch_handler
        self.action_buttons: list[TurnActionButton] = []
        self.end_turn_button = PushButton(
            "done", touch_handler, symbol="check", style="choice", font_size=HEADING_TEXT
        )
        self.purse_button = PushButton("", touch_handler, symbol="points", style="quiet")
        super().__init__()

    def on_model_changed(self, actions: ActionsModel, previous: object) -> None:
        """Show the actions, done, and the way to the purse."""
        self.sync_children(
            self.action_buttons, actions.actions, lambda action: TurnActionButton(action, self.touch_handler)
        )
        self.end_turn_button.update(actions.end_turn_text, style="choice" if actions.actions_left else "main")
        self.purse_button.touch_target = actions.purse_target
        self.purse_button.update(actions.sell_text)
        self.set_attached(self.end_turn_button, bool(actions.end_turn_text))
        self.set_attached(self.purse_button, bool(actions.purse_target))

    def _parts(self, bounds: Rect) -> tuple[Rect, Rect]:
        """The rectangles of the left and the right part."""
        return bounds.cut_left(mm(self.PRINCIPALITY_SIZE), mm(GAP))

    def _left_parts(self, left: Rect) -> tuple[Rect, Rect, Rect]:
        """The rectangles of the principality, the builders, and the way to the purse."""
        high = mm(self.BUILDERS_HEIGHT + self.PURSE_BUTTON_HEIGHT + 1.6)
        ground, rest = left.cut_top(min(mm(self.PRINCIPALITY_SIZE), left.height - high), mm(0.8))
        purse, builders = rest.cut_bottom(mm(self.PURSE_BUTTON_HEIGHT), mm(0.8))
        return ground, builders, purse

    def arrange_children(self, bounds: Rect) -> None:
        """Place the actions two by two, with done below."""
        left, right = self._parts(bounds)
        place_widget(self.purse_button, self._left_parts(left)[2])
        _, rest = right.cut_top(mm(self.ACTIONS_LEFT_HEIGHT), mm(0.6))
        done, rest = rest.cut_bottom(mm(self.END_TURN_HEIGHT), mm(0.9))
        # who ends their turn without any left does not lie over the next person's, who would give all up
        early, late = done.inset(mm(0.7), 0).split_columns(2, mm(GAP))
        has_left = self.model is not None and self.model.actions_left
        place_widget(self.end_turn_button, early if has_left else late)
        rows = -(-len(self.action_buttons) // 2)
        for button, cell in zip(self.action_buttons, rest.split_grid(2, max(1, rows), mm(0.3)), strict=False):
            place_widget(button, cell)

    def paint_model(self, painter: Painter, bounds: Rect, actions: ActionsModel) -> None:
        """Paint principality, builders, and how many actions are left."""
        left, right = self._parts(bounds)
        ground, builders, _ = self._left_parts(left)
        paint_principality(painter, ground, actions.placed_tiles)
        self._builders(painter, builders, actions)
        self._left(painter, right.cut_top(mm(self.ACTIONS_LEFT_HEIGHT))[0], actions)

    def _builders(self, painter: Painter, room: Rect, actions: ActionsModel) -> None:
        """Paint three places, and what the next builder would change."""
        painter.fill_rect(room, PANEL, mm(CORNER_RADIUS))
        signs, text_rect = room.inset(mm(0.8), mm(0.5)).cut_left(mm(11.4), mm(1.0))
        most = PIECE_COUNTS["builders-most"]
        for number, cell in enumerate(signs.split_columns(most, mm(0.4))):
            taken = number < actions.builders
            painter.draw_symbol(
                "builder" if taken else "builder/flat",
                cell,
                CHALK if taken else mix_colours(BORDER, PANEL, 0.2),
            )
        painter.draw_text(actions.next_builder_text, text_rect, NOTE_TEXT, MUTED, max_lines=4)

    def _left(self, painter: Painter, row: Rect, actions: ActionsModel) -> None:
        """Paint a light for each action that is left."""
        for number in range(actions.actions_per_turn):
            spot, row = row.cut_left(mm(4.4), mm(0.6))
            lit = number < actions.actions_left
            painter.draw_symbol("dot", spot.centred(mm(3.8), mm(3.8)), GOLD if lit else RAISED_PANEL)
        painter.draw_text(
            actions.actions_left_text, row.cut_left(0, mm(1))[1], HEADING_TEXT, CHALK, bold=True
        )
