"""The home page: the evening that waits, the games that can be begun, and the way to other pages."""

from __future__ import annotations

from typing import Final, cast

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
    TOUCH_SIZE,
    mix_colours,
)
from companion.screen.pages.new_game import NewGamePage
from companion.screen.pages.page import AppShell, Page
from companion.screen.view_models import SavedGameModel
from companion.screen.widgets.button import MAX_BUTTONS, OptionBar, PictureCard, PushButton
from companion.voice.language import languages, mark_message

GAMES_AT_ONCE: Final = 3
"""So many games stand side by side."""
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
        inner = plate.inset(mm(3), mm(1.6))
        rows = -(-len(saved_game.seats) // 4)
        seats, above = inner.cut_bottom(rows * mm(6) + (rows - 1) * mm(1), mm(1))
        picture, above = above.cut_right(mm(22))
        painter.draw_symbol(saved_game.symbol, picture)
        title, above = above.cut_top(above.height * 0.36)
        painter.draw_text(heading, title, LARGE_TEXT, SEPIA, bold=True)
        what, when = above.cut_top(above.height * 0.5)
        told = ": ".join(filter(None, (saved_game.game, saved_game.progress)))
        painter.draw_text(told, what, HEADING_TEXT, SEPIA)
        painter.draw_text(saved_game.last_played, when, NOTE_TEXT, FADED_SEPIA, role="small print")
        for seat, cell in zip(
            saved_game.seats, seats.split_grid(4 if rows == 1 else 3, rows, mm(1)), strict=False
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
        self.game_cards: dict[str, PictureCard] = {}
        """Those of this page of games, by their names."""
        self.first_game = 0
        self.other_games_button = PushButton("other-games", self.on_touched, symbol="next")
        self.navigation_buttons = {
            page: PushButton(page, self.on_touched, symbol=symbol)
            for page, (symbol, _text) in NAVIGATION.items()
            if page != "power" or app.controller.can_switch_off
        }
        self.language_bar = OptionBar(
            {lang: PushButton(f"lang/{lang}", self.on_touched, lang.upper()) for lang in languages()}, "quiet"
        )
        super().__init__(app)
        for part in (*self.navigation_buttons.values(), self.language_bar):
            self.add_widget(part)

    def refresh(self) -> None:
        """Show the interrupted game, if there is one, and the games that can be begun."""
        _ = self.app.translations.gettext
        saved_game = self.app.app_state.saved_game
        if saved_game is not None:
            self.saved_game_button.show((saved_game, saved_game.heading or _("Go on with the game")))
        self.set_attached(self.saved_game_button, saved_game is not None)
        self._offer_games()
        for page, button in self.navigation_buttons.items():
            _symbol, text = NAVIGATION[page]
            button.update(_(text))
        self.language_bar.show(self.app.app_state.lang)
        self.request_redraw()

    def _offer_games(self) -> None:
        """Show a card for each game, so many at a time."""
        _ = self.app.translations.gettext
        known = self.app.controller.available_game_models(self.app.app_state.lang)
        self.first_game = self.first_game if self.first_game < len(known) else 0
        visible = known[self.first_game : self.first_game + GAMES_AT_ONCE]
        for card in self.game_cards.values():
            self.remove_widget(card)
        self.game_cards = {
            game.name: PictureCard(f"game/{game.name}", self.on_touched, max_lines=2) for game in visible
        }
        for game, card in zip(visible, self.game_cards.values(), strict=True):
            least, most = game.min_players, game.max_players
            number = f"{least}–{most}" if least < most else most
            players = self.app.translations.ngettext("{number} player", "{number} players", most).format(
                number=number
            )
            lasts = _("{number} min").format(number=game.minutes) if game.minutes else ""
            card.describe(game.title, " · ".join(filter(None, (players, lasts))), game.symbol)
            self.add_widget(card)
        self.set_attached(self.other_games_button, len(known) > GAMES_AT_ONCE)

    def on_touched(self, touch_target: str) -> None:
        """Resume the game, set up a new one, change the language, or go to a page."""
        if touch_target.startswith("lang/"):
            self.app.app_state.lang = touch_target.removeprefix("lang/")
        elif touch_target == "go-on":
            self._go_on()
        elif touch_target == "other-games":
            self.first_game += GAMES_AT_ONCE
            self.refresh()
        elif touch_target.startswith("game/"):
            cast(NewGamePage, self.app.page_named("new-game")).choose(touch_target.removeprefix("game/"))
            self.app.go_to_page("new-game")
        else:
            self.app.go_to_page(touch_target)

    def _go_on(self) -> None:
        """Go to the table; with a damaged evening first to the question whether it goes on from that line.

        Of one that is over, go to who begins the next one.
        """
        saved_game = self.app.app_state.saved_game
        if saved_game is not None and saved_game.again is not None:
            cast(NewGamePage, self.app.page_named("new-game")).play_again(saved_game.again)
            self.app.go_to_page("new-game")
            return
        if saved_game is None or not saved_game.damaged_number:
            self.app.controller.resume_game()
            self.app.go_to_page("table")
            return
        self.app.go_to_page("evenings")
        for touch_target in (f"evening/{saved_game.damaged_number}", "recover"):
            self.app.page_named("evenings").on_touched(touch_target)

    def arrange_children(self, bounds: Rect) -> None:
        """Place name and languages above, navigation below, between them the evening that waits and the games."""
        top, rest = bounds.inset(mm(4), mm(3)).cut_top(mm(self._top_height), mm(2))
        language_count = min(len(self.language_bar.buttons), MAX_BUTTONS)
        wide = mm(11) * language_count + mm(GAP) * (language_count - 1)
        place_widget(self.language_bar, top.cut_right(wide)[0].cut_top(mm(MIN_TOUCH_SIZE + 0.5))[0])
        low, rest = rest.cut_bottom(mm(TOUCH_SIZE + 1), mm(7.4))
        doors = dict(self.navigation_buttons)
        if self.saved_game_button.parent is not None:
            waits, rest = rest.cut_top(rest.height - mm(20), mm(2))
            card, beside = waits.cut_left(waits.width * 0.76, mm(3))
            place_widget(self.saved_game_button, card)
            place_widget(doors.pop("evenings"), beside)
        for button, cell in zip(doors.values(), low.split_columns(len(doors), mm(3)), strict=True):
            place_widget(button, cell)
        if self.other_games_button.parent is not None:
            side, rest = rest.cut_right(mm(TOUCH_SIZE), mm(3))
            place_widget(self.other_games_button, side)
        columns = max(2, len(self.game_cards))
        for card, cell in zip(self.game_cards.values(), rest.split_columns(columns, mm(3)), strict=False):
            place_widget(card, cell)

    @property
    def _top_height(self) -> float:
        """Millimetres for the name; less where an evening waits."""
        return MIN_TOUCH_SIZE + (8 if self.saved_game_button.parent is None else 1)

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint Herald's name, and the notice about this table."""
        super().paint(painter, bounds)
        _ = self.app.translations.gettext
        top = bounds.inset(mm(4), mm(3)).cut_top(mm(self._top_height))[0]
        high = min(mm(16), top.height)
        sign, text_rect = top.cut_left(high, mm(3))
        painter.draw_symbol("sun", sign.centred(high, high))
        name = text_rect.cut_left(mm(78))[0]
        if self.saved_game_button.parent is None:
            below, name = name.inset(0, mm(0.2)).cut_bottom(mm(7.4))
            painter.draw_text(
                _("The table is the truth, the app is the witness."),
                below,
                NOTE_TEXT,
                MUTED,
                max_lines=2,
                valign="top",
            )
        painter.draw_text("Herald", name, HUGE_TEXT, CHALK, bold=True)
        if self.app.app_state.status_notice:
            first = self.navigation_buttons["deck"]
            spot = Rect(bounds.x + mm(4), first.top + mm(0.4), bounds.width - mm(8), mm(7.6))
            mark, line = spot.cut_left(mm(4.4), mm(1))
            painter.draw_symbol("reader", mark, MUTED)
            painter.draw_text(self.app.app_state.status_notice, line, SMALL_TEXT, MUTED, max_lines=2)
