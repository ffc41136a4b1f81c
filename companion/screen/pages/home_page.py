"""Home: go on with the evening that was interrupted, begin another, and the doors to the rest."""

from __future__ import annotations

from kivy.metrics import mm

from companion.rules.game import Seat
from companion.screen.draw.canvas_widget import ModelView, TouchableWidget, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    FADED_SEPIA,
    GAP,
    GOLD,
    HEADING_TEXT,
    HUGE_TEXT,
    LARGE_TEXT,
    MIN_TOUCH_SIZE,
    MUTED,
    NOTE_TEXT,
    PARCHMENT,
    SEPIA,
    TEXT_ON_PLAYER_COLOURS,
    TITLE_TEXT,
    TOUCH_SIZE,
    mix_colours,
)
from companion.screen.pages.page import AppShell, Page
from companion.screen.view_models import SavedGameModel
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.option_bar import MAX_BUTTONS, OptionBar
from companion.voice.language import languages

NAVIGATION_SYMBOLS = {"deck": "deck", "readers": "reader", "settings": "gear"}
"""Pages and the symbols of their doors. Where the computer is Herald's to shut down there is one more."""


class SavedGameButton(ModelView[tuple[SavedGameModel, str]], TouchableWidget):
    """The interrupted evening beneath a title: touch it to go on."""

    def __init__(self, page: HomePage) -> None:
        super().__init__("go-on", page.on_touched)

    def paint_model(self, painter: Painter, bounds: Rect, model: tuple[SavedGameModel, str]) -> None:
        """Parchment in gold light, and the sign of the game that waits."""
        evening, heading = model
        plate = bounds.inset(mm(0.8))
        painter.draw_glow(plate, GOLD, mm(CORNER_RADIUS))
        painter.fill_rect(
            plate, mix_colours(PARCHMENT, GOLD, 0.5) if self.is_pressed else PARCHMENT, mm(CORNER_RADIUS)
        )
        inner = plate.inset(mm(4), mm(3))
        rows = -(-len(evening.seats) // 4)
        seats, above = inner.cut_bottom(rows * mm(7) + (rows - 1) * mm(1.2), mm(2))
        painter.draw_symbol(evening.symbol, above.cut_right(mm(26))[0])
        above = above.cut_left(above.width - mm(24))[0]
        title, above = above.cut_top(mm(9))
        painter.draw_text(heading, title, LARGE_TEXT, SEPIA, bold=True)
        what, above = above.cut_top(mm(6))
        painter.draw_text(f"{evening.game}: {evening.progress}", what, HEADING_TEXT, SEPIA)
        painter.draw_text(evening.last_played, above.cut_top(mm(5))[0], NOTE_TEXT, FADED_SEPIA)
        for seat, cell in zip(
            evening.seats, seats.split_grid(4 if rows == 1 else 3, rows, mm(1.2)), strict=False
        ):
            _paint_seat(painter, seat, cell)


def _paint_seat(painter: Painter, seat: Seat, cell: Rect) -> None:
    """Somebody at the table."""
    painter.fill_player_rect(seat.colour, cell, mm(CORNER_RADIUS))
    sign, name = cell.inset(mm(1), mm(0.5)).cut_left(mm(4), mm(1))
    painter.draw_symbol(f"{seat.colour}/flat", sign, TEXT_ON_PLAYER_COLOURS.get(seat.colour, SEPIA))
    painter.draw_text(seat.name, name, NOTE_TEXT, TEXT_ON_PLAYER_COLOURS.get(seat.colour, SEPIA), bold=True)


class HomePage(Page):
    """The first page."""

    def __init__(self, app: AppShell) -> None:
        self.saved_game_button = SavedGameButton(self)
        self.new_game_button = PushButton("new-game", self.on_touched, symbol="plus", font_size=TITLE_TEXT)
        doors = (
            NAVIGATION_SYMBOLS
            if app.controller.power_controller is None
            else NAVIGATION_SYMBOLS | {"power": "power"}
        )
        self.navigation_buttons = {
            door: PushButton(door, self.on_touched, symbol=symbol) for door, symbol in doors.items()
        }
        self.language_bar = OptionBar(
            {lang: PushButton(f"lang/{lang}", self.on_touched, lang.upper()) for lang in languages()}, "quiet"
        )
        super().__init__(app)
        for part in (self.new_game_button, *self.navigation_buttons.values(), self.language_bar):
            self.add_widget(part)

    def refresh(self) -> None:
        """The evening, if there is one; else a new game is the way on."""
        _ = self.app.translations.gettext
        evening = self.app.app_state.saved_game
        if evening is not None:
            self.saved_game_button.show((evening, _("Go on with the game")))
        self.set_attached(self.saved_game_button, evening is not None)
        self.new_game_button.update(_("New game"), style="plain" if evening is not None else "main")
        words = {
            "deck": _("Deck"),
            "readers": _("Readers"),
            "settings": _("Settings"),
            "power": _("Switch off"),
        }
        for name, door in self.navigation_buttons.items():
            door.update(words[name])
        self.language_bar.show(self.app.app_state.lang)
        self.request_redraw()

    def on_touched(self, touch_target: str) -> None:
        """Where one wants to go."""
        if touch_target.startswith("lang/"):
            self.app.app_state.lang = touch_target.removeprefix("lang/")
        elif touch_target == "go-on":
            self.app.controller.resume_game()
            self.app.go_to_page("table")
        else:
            self.app.go_to_page(touch_target)

    def arrange_children(self, bounds: Rect) -> None:
        """Name and languages above, doors below, between them the ways into a game."""
        top, rest = bounds.inset(mm(4), mm(3)).cut_top(mm(MIN_TOUCH_SIZE + 8), mm(3))
        tongues = min(len(self.language_bar.buttons), MAX_BUTTONS)
        wide = mm(11) * tongues + mm(GAP) * (tongues - 1)
        place_widget(self.language_bar, top.cut_right(wide)[0].cut_top(mm(MIN_TOUCH_SIZE + 0.5))[0])
        low, rest = rest.cut_bottom(mm(TOUCH_SIZE + 1), mm(6.5))
        for door, cell in zip(
            self.navigation_buttons.values(),
            low.split_columns(len(self.navigation_buttons), mm(3)),
            strict=True,
        ):
            place_widget(door, cell)
        if self.saved_game_button.parent is None:
            place_widget(self.new_game_button, rest.centred(mm(90), mm(22)))
            return
        card, right = rest.cut_left(rest.width * 0.66, mm(3))
        place_widget(self.saved_game_button, card)
        place_widget(self.new_game_button, right)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """The name of the house, and the one line about this table."""
        super().paint(painter, bounds)
        _ = self.app.translations.gettext
        top = bounds.inset(mm(4), mm(3)).cut_top(mm(MIN_TOUCH_SIZE + 8))[0]
        sign, words = top.cut_left(mm(16), mm(3))
        painter.draw_symbol("sun", sign.centred(mm(16), mm(16)))
        words = words.cut_left(mm(78))[0]
        below, name = words.inset(0, mm(1.2)).cut_bottom(mm(5))
        painter.draw_text("Herald", name, HUGE_TEXT, CHALK, bold=True)
        painter.draw_text(_("The table is the truth, the app is the witness."), below, NOTE_TEXT, MUTED)
        if self.app.app_state.status_notice:
            first = self.navigation_buttons["deck"]
            spot = Rect(first.x, first.top + mm(1), bounds.width - mm(8), mm(4.8))
            mark, line = spot.cut_left(mm(4.4), mm(1))
            painter.draw_symbol("reader", mark, MUTED)
            painter.draw_text(self.app.app_state.status_notice, line, NOTE_TEXT, MUTED)
