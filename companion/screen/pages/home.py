"""The home page: resume the interrupted game, begin another, or go to another page."""

from __future__ import annotations

from typing import Final

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
    SMALL_TEXT,
    TEXT_ON_PLAYER_COLOURS,
    TITLE_TEXT,
    TOUCH_SIZE,
    mix_colours,
)
from companion.screen.pages.page import AppShell, Page
from companion.screen.view_models import SavedGameModel
from companion.screen.widgets.button import MAX_BUTTONS, OptionBar, PushButton
from companion.voice.language import languages, mark_message

NAVIGATION: Final = {
    "evenings": ("book", mark_message("Evenings")),
    "deck": ("deck", mark_message("Deck")),
    "readers": ("reader", mark_message("Readers")),
    "settings": ("gear", mark_message("Settings")),
    "power": ("power", mark_message("Switch off")),
}
"""Page -> symbol and text of its button. The last is there where Herald may shut the computer down."""


class SavedGameButton(ModelView[tuple[SavedGameModel, str]], TouchableWidget):
    """The interrupted game beneath a title; a touch resumes it."""

    def __init__(self, page: HomePage) -> None:
        super().__init__("go-on", page.on_touched)

    def paint_model(self, painter: Painter, bounds: Rect, model: tuple[SavedGameModel, str]) -> None:
        """Paint parchment with a golden glow, and the symbol of the game."""
        saved_game, heading = model
        plate = bounds.inset(mm(0.8))
        painter.draw_glow(plate, GOLD, mm(CORNER_RADIUS))
        painter.fill_rect(
            plate, mix_colours(PARCHMENT, GOLD, 0.5) if self.is_pressed else PARCHMENT, mm(CORNER_RADIUS)
        )
        inner = plate.inset(mm(4), mm(3))
        rows = -(-len(saved_game.seats) // 4)
        seats, above = inner.cut_bottom(rows * mm(7) + (rows - 1) * mm(1.2), mm(2))
        painter.draw_symbol(saved_game.symbol, above.cut_right(mm(26))[0])
        above = above.cut_left(above.width - mm(24))[0]
        title, above = above.cut_top(mm(9))
        painter.draw_text(heading, title, LARGE_TEXT, SEPIA, bold=True)
        what, above = above.cut_top(mm(6))
        painter.draw_text(f"{saved_game.game}: {saved_game.progress}", what, HEADING_TEXT, SEPIA)
        painter.draw_text(
            saved_game.last_played, above.cut_top(mm(5))[0], NOTE_TEXT, FADED_SEPIA, role="small print"
        )
        for seat, cell in zip(
            saved_game.seats, seats.split_grid(4 if rows == 1 else 3, rows, mm(1.2)), strict=False
        ):
            _paint_seat(painter, seat, cell)


def _paint_seat(painter: Painter, seat: Seat, cell: Rect) -> None:
    """Paint a player's name on their colour."""
    painter.fill_player_rect(seat.colour, cell, mm(CORNER_RADIUS))
    sign, name = cell.inset(mm(1), mm(0.5)).cut_left(mm(4), mm(1))
    painter.draw_player_sign(seat.colour, sign)
    painter.draw_text(
        seat.shown_name, name, NOTE_TEXT, TEXT_ON_PLAYER_COLOURS.get(seat.colour, SEPIA), bold=True
    )


class HomePage(Page):
    """The first page."""

    def __init__(self, app: AppShell) -> None:
        self.saved_game_button = SavedGameButton(self)
        self.new_game_button = PushButton("new-game", self.on_touched, symbol="plus", font_size=TITLE_TEXT)
        self.navigation_buttons = {
            page: PushButton(page, self.on_touched, symbol=symbol)
            for page, (symbol, _text) in NAVIGATION.items()
            if page != "power" or app.controller.can_switch_off
        }
        self.language_bar = OptionBar(
            {lang: PushButton(f"lang/{lang}", self.on_touched, lang.upper()) for lang in languages()}, "quiet"
        )
        super().__init__(app)
        for part in (self.new_game_button, *self.navigation_buttons.values(), self.language_bar):
            self.add_widget(part)

    def refresh(self) -> None:
        """Show the interrupted game, if there is one; else a new game is the main button."""
        _ = self.app.translations.gettext
        saved_game = self.app.app_state.saved_game
        if saved_game is not None:
            self.saved_game_button.show((saved_game, saved_game.heading or _("Go on with the game")))
        self.set_attached(self.saved_game_button, saved_game is not None)
        self.new_game_button.update(_("New game"), style="plain" if saved_game is not None else "main")
        for page, button in self.navigation_buttons.items():
            _symbol, text = NAVIGATION[page]
            button.update(_(text))
        self.language_bar.show(self.app.app_state.lang)
        self.request_redraw()

    def on_touched(self, touch_target: str) -> None:
        """Resume the game, change the language, or go to a page."""
        if touch_target.startswith("lang/"):
            self.app.app_state.lang = touch_target.removeprefix("lang/")
        elif touch_target == "go-on":
            self._go_on()
        else:
            self.app.go_to_page(touch_target)

    def _go_on(self) -> None:
        """Go to the table; with a damaged evening first to the question whether it goes on from that line."""
        saved_game = self.app.app_state.saved_game
        if saved_game is None or not saved_game.damaged_number:
            self.app.controller.resume_game()
            self.app.go_to_page("table")
            return
        self.app.go_to_page("evenings")
        for touch_target in (f"evening/{saved_game.damaged_number}", "recover"):
            self.app.page_named("evenings").on_touched(touch_target)

    def arrange_children(self, bounds: Rect) -> None:
        """Place name and languages above, navigation below, between them the game buttons."""
        top, rest = bounds.inset(mm(4), mm(3)).cut_top(mm(MIN_TOUCH_SIZE + 8), mm(3))
        language_count = min(len(self.language_bar.buttons), MAX_BUTTONS)
        wide = mm(11) * language_count + mm(GAP) * (language_count - 1)
        place_widget(self.language_bar, top.cut_right(wide)[0].cut_top(mm(MIN_TOUCH_SIZE + 0.5))[0])
        low, rest = rest.cut_bottom(mm(TOUCH_SIZE + 1), mm(6.5))
        for button, cell in zip(
            self.navigation_buttons.values(),
            low.split_columns(len(self.navigation_buttons), mm(3)),
            strict=True,
        ):
            place_widget(button, cell)
        if self.saved_game_button.parent is None:
            place_widget(self.new_game_button, rest.centred(mm(90), mm(22)))
            return
        card, right = rest.cut_left(rest.width * 0.66, mm(3))
        place_widget(self.saved_game_button, card)
        place_widget(self.new_game_button, right)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint Herald's name, and the notice about this table."""
        super().paint(painter, bounds)
        _ = self.app.translations.gettext
        top = bounds.inset(mm(4), mm(3)).cut_top(mm(MIN_TOUCH_SIZE + 8))[0]
        sign, text_rect = top.cut_left(mm(16), mm(3))
        painter.draw_symbol("sun", sign.centred(mm(16), mm(16)))
        text_rect = text_rect.cut_left(mm(78))[0]
        below, name = text_rect.inset(0, mm(0.2)).cut_bottom(mm(7.4))
        painter.draw_text("Herald", name, HUGE_TEXT, CHALK, bold=True)
        painter.draw_text(
            _("The table is the truth, the app is the witness."),
            below,
            NOTE_TEXT,
            MUTED,
            max_lines=2,
            valign="top",
        )
        if self.app.app_state.status_notice:
            first = self.navigation_buttons["evenings"]
            spot = Rect(first.x, first.top + mm(0.4), bounds.width - mm(8), mm(7.6))
            mark, line = spot.cut_left(mm(4.4), mm(1))
            painter.draw_symbol("reader", mark, MUTED)
            painter.draw_text(self.app.app_state.status_notice, line, SMALL_TEXT, MUTED, max_lines=2)
