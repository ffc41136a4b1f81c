"""The menu at the table; the table stays visible beside the sheet."""

from __future__ import annotations

import gettext
from collections.abc import Callable
from typing import Any

from kivy.metrics import mm
from msgspec import Struct

from companion.games import load_plugin_part
from companion.screen.context import ScreenContext
from companion.screen.default import presenter
from companion.screen.draw.canvas_widget import ModelView, TouchHandler, place_widget, window_rect
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BORDER,
    CHALK,
    CORNER_RADIUS,
    LEAD_TEXT,
    OVERLAY_SHADE,
    PANEL,
    TITLE_TEXT,
    TOUCH_SIZE,
)
from companion.screen.overlays import TableOverlay
from companion.screen.view_models import ChoiceModel
from companion.screen.widgets.button import PushButton


class MenuModel(Struct, frozen=True):
    """What people can do at the table besides playing."""

    choices: tuple[ChoiceModel, ...]


class MenuOverlay(ModelView[MenuModel]):
    """Large buttons in two columns, more than eight in three. A touch beside the sheet closes it (`back`)."""

    is_modal = True
    ROW_HEIGHT = 14.0
    MAX_IN_TWO_COLUMNS = 8

    def __init__(
        self, touch_handler: TouchHandler, get_translations: Callable[[], gettext.NullTranslations]
    ) -> None:
        self.touch_handler = touch_handler
        self.get_translations = get_translations
        self.buttons: list[PushButton] = []
        self.close_button = PushButton("back", touch_handler, symbol="cross")
        super().__init__()
        self.add_widget(self.close_button)

    def on_model_changed(self, model: MenuModel, previous: object) -> None:
        """Make a button for each choice."""
        for button in self.buttons:
            self.remove_widget(button)
        self.buttons = [
            PushButton(
                choice.touch_target,
                self.touch_handler,
                choice.text,
                choice.symbol,
                "plain",
                font_size=LEAD_TEXT,
            )
            for choice in model.choices
        ]
        for button in self.buttons:
            self.add_widget(button)

    def on_touch_down(self, touch: Any) -> bool:
        """Keep every touch from what lies beneath."""
        if not super().on_touch_down(touch) and not self._sheet_rect(self.rect).contains_point(*touch.pos):
            touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Close the menu when a finger that came down beside the sheet leaves."""
        if touch.grab_current is self:
            touch.ungrab(self)
            self.touch_handler("back")
            return True
        return bool(super().on_touch_up(touch))

    def _sheet_rect(self, bounds: Rect) -> Rect:
        columns, rows = self._grid_size()
        high = mm(TOUCH_SIZE + 9) + rows * mm(self.ROW_HEIGHT + 2)
        return bounds.centred(mm(112 if columns == 2 else 146), min(high, bounds.height - mm(4)))

    def _grid_size(self) -> tuple[int, int]:
        """Columns and rows."""
        columns = 2 if len(self.buttons) <= self.MAX_IN_TWO_COLUMNS else 3
        return columns, -(-len(self.buttons) // columns)

    def arrange_children(self, bounds: Rect) -> None:
        """Place the buttons row by row."""
        inner = self._sheet_rect(bounds).inset(mm(4))
        head, rest = inner.cut_top(mm(TOUCH_SIZE), mm(3))
        place_widget(self.close_button, head.cut_right(mm(TOUCH_SIZE))[0])
        if self.buttons:
            for button, cell in zip(self.buttons, rest.split_grid(*self._grid_size(), mm(2)), strict=False):
                place_widget(button, cell)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint shade, sheet and title."""
        painter.fill_rect(window_rect(), OVERLAY_SHADE)
        sheet = self._sheet_rect(bounds)
        painter.fill_rect(sheet, BORDER, mm(CORNER_RADIUS + 1))
        painter.fill_rect(sheet.inset(mm(0.3)), PANEL, mm(CORNER_RADIUS + 0.7))
        head = sheet.inset(mm(4)).cut_top(mm(TOUCH_SIZE))[0].inset(mm(1.5), 0)
        painter.draw_text(self.get_translations().gettext("At the table"), head, TITLE_TEXT, CHALK, bold=True)


class MenuTableOverlay(TableOverlay):
    """What can be done at the table besides playing: other overlays, settings, the ways out."""

    word = "menu"
    view = MenuOverlay

    def model(self, context: ScreenContext, subject: str) -> MenuModel:
        """The buttons, those of the overlays that are opened from here among them."""
        _ = context.voice.translator.gettext
        table = load_plugin_part(self.controller.game, "screen", "presenter") or presenter
        turn = (ChoiceModel("turn", _("Turn the board"), "turn"),) if table.BOARD_CAN_TURN else ()
        entries = self.controller.ask_each(
            map(self.controller.overlay, sorted(self.controller.words)),
            lambda each: (each.menu_order, each.menu_entry(context)),
        )
        entries.sort(key=lambda each: each[0])
        return MenuModel(
            (
                *(entry for _order, entry in entries if entry is not None),
                ChoiceModel("settings", _("Settings"), "gear"),
                ChoiceModel("home", _("To the first page"), "home"),
                *turn,  # last, as not every board can turn
            )
        )

    def on_touch(self, kind: str, name: str) -> bool:
        """Give way to the board that is turned."""
        if kind == "turn":
            self.controller.close(self.word)
        return False
