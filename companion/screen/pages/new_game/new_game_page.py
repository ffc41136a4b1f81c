"""The new-game page: which game, who sits where, in which colour, and who begins.

It leads to house rules and printed values.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, count
from typing import cast

from kivy.metrics import mm

from companion.rules.game import MAX_NAME_LETTERS, Seat
from companion.screen.draw.canvas_widget import CanvasWidget, ModelView, TouchableWidget, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    BORDER,
    CHALK,
    CORNER_RADIUS,
    FADED_SEPIA,
    GAP,
    GOLD,
    MIN_TOUCH_SIZE,
    PANEL,
    PARCHMENT,
    PLAYER_COLOURS,
    RAISED_PANEL,
    SEPIA,
    TEXT_ON_PLAYER_COLOURS,
    TITLE_TEXT,
    TOUCH_SIZE,
    mix_colours,
)
from companion.screen.pages.edition import EditionPage
from companion.screen.pages.new_game.game_draft import GameDraft
from companion.screen.pages.page import AppShell, FramedPage
from companion.screen.view_models import AvailableGameModel
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.keyboard import KeyboardOverlay
from companion.voice.fonts import missing_letters
from companion.voice.language import languages, load_translation

GAMES_PER_ROW = 3
"""The number of games side by side whose names can be read."""


class SeatColourButton(ModelView[str], TouchableWidget):
    """A seat's colour and sign; a touch takes the next one."""

    def paint_model(self, painter: Painter, bounds: Rect, colour: str) -> None:
        """Paint colour and sign."""
        painter.fill_player_rect(
            colour,
            bounds,
            mm(CORNER_RADIUS),
            mix_colours(PLAYER_COLOURS.get(colour, GOLD), CHALK, 0.4 if self.is_pressed else 0.0),
        )
        painter.draw_symbol(f"{colour}/flat", bounds.inset(mm(2)), TEXT_ON_PLAYER_COLOURS.get(colour, SEPIA))


class SeatNameButton(ModelView[str], TouchableWidget):
    """A seat's name, on parchment like a place card; a touch changes it."""

    def paint_model(self, painter: Painter, bounds: Rect, name: str) -> None:
        """Paint name and quill."""
        painter.fill_rect(
            bounds, mix_colours(PARCHMENT, GOLD, 0.5) if self.is_pressed else PARCHMENT, mm(CORNER_RADIUS)
        )
        quill, words = bounds.inset(mm(2.4), mm(1)).cut_right(mm(6), mm(1))
        painter.draw_text(name, words, TITLE_TEXT, SEPIA, bold=True)
        painter.draw_symbol("quill", quill, FADED_SEPIA)


class FirstPlayerButton(ModelView[tuple[bool, bool]], TouchableWidget):
    """The sun of the first player.

    The model is whether the seat is chosen, so the sun shines, and whether nobody is chosen yet, so it glows.
    """

    def paint_model(self, painter: Painter, bounds: Rect, model: tuple[bool, bool]) -> None:
        """Paint a sun, or the place for one."""
        chosen, is_open = model
        plate = bounds.inset(mm(0.6)) if is_open else bounds
        if is_open:
            painter.draw_glow(plate, GOLD, mm(CORNER_RADIUS))
        painter.fill_rect(plate, BORDER, mm(CORNER_RADIUS))
        painter.fill_rect(
            plate.inset(mm(0.25)),
            mix_colours(RAISED_PANEL, GOLD, 0.3) if self.is_pressed or chosen else PANEL,
            mm(CORNER_RADIUS - 0.25),
        )
        painter.draw_symbol("sun" if chosen else "sun/flat", plate.inset(mm(1.8)), BORDER)


class SeatRow(CanvasWidget):
    """One seat."""

    def __init__(self, at: int, page: NewGamePage) -> None:
        self.colour_button = SeatColourButton(f"colour/{at}", page.on_touched)
        self.name_button = SeatNameButton(f"name/{at}", page.on_touched)
        self.first_player_button = FirstPlayerButton(f"oldest/{at}", page.on_touched)
        self.human_or_bot_button = PushButton(f"presence/{at}", page.on_touched, style="quiet", max_lines=1)
        self.remove_button = PushButton(f"leave/{at}", page.on_touched, symbol="cross", style="quiet")
        self.human_or_bot_label = page.human_or_bot_label_and_symbol
        super().__init__()
        for part in (self.colour_button, self.name_button, self.first_player_button, self.remove_button):
            self.add_widget(part)

    def show(self, seat: Seat, draft: GameDraft, game: AvailableGameModel) -> None:
        """Show this seat of the draft."""
        self.colour_button.show(seat.colour)
        self.name_button.show(seat.shown_name)
        self.first_player_button.show((draft.first_player == seat.colour, not draft.first_player))
        virtual = seat.colour in draft.bot_colours
        self.human_or_bot_button.update(
            *self.human_or_bot_label(virtual), style="quiet" if virtual else "plain"
        )
        if draft.is_virtual != (self.human_or_bot_button.parent is not None):
            (self.add_widget if draft.is_virtual else self.remove_widget)(self.human_or_bot_button)
            self.request_redraw()
        self.remove_button.update(enabled=len(draft.seats) > game.min_players)

    def arrange_children(self, bounds: Rect) -> None:
        """Place the buttons from left to right."""
        spot, rest = bounds.cut_left(mm(14), mm(GAP))
        place_widget(self.colour_button, spot)
        spot, rest = rest.cut_right(mm(TOUCH_SIZE - 1), mm(GAP))
        place_widget(self.remove_button, spot)
        spot, rest = rest.cut_right(mm(14), mm(GAP))
        place_widget(self.first_player_button, spot)
        if self.human_or_bot_button.parent is not None:
            spot, rest = rest.cut_right(mm(23), mm(GAP))
            place_widget(self.human_or_bot_button, spot)
        place_widget(self.name_button, rest)


class NewGamePage(FramedPage):
    """Seats on the left, the rest of the set-up on the right."""

    def __init__(self, app: AppShell) -> None:
        self.game: AvailableGameModel | None = None
        self.draft = GameDraft("", ())
        self.seat_rows: list[SeatRow] = []
        self.game_buttons: list[PushButton] = []
        self.other_games_button = PushButton("other-games", self.on_touched, symbol="next")
        self.games_page_index = 0
        """The page of the buttons of the games."""
        self.add_seat_button = PushButton("join", self.on_touched, symbol="plus", style="quiet")
        self.house_rules_button = PushButton("house-rules", self.on_touched, symbol="book")
        self.edition_button = PushButton("printed", self.on_touched, symbol="deck")
        self.virtual_table_button = PushButton("virtual", self.on_touched)
        self.start_button = PushButton(
            "start", self.on_touched, symbol="next", style="main", font_size=TITLE_TEXT
        )
        self.keyboard: KeyboardOverlay | None = None
        super().__init__(app)
        for part in (
            self.add_seat_button,
            self.house_rules_button,
            self.edition_button,
            self.virtual_table_button,
            self.start_button,
        ):
            self.add_widget(part)

    def refresh(self) -> None:
        """Show every text anew; the draft stays."""
        _ = self.app.translations.gettext
        known = self.app.controller.available_game_models(self.app.app_state.lang)
        self.game = game = next((each for each in known if each.name == self.draft.game), known[0])
        if not self.draft.seats:
            self.draft = self._first_draft(game)
        draft = self.draft
        self._offer_games(known, game)
        self.show_header(
            _("New game: {game}").format(game=game.title), self._advice(), not draft.is_ready(game)
        )
        while len(self.seat_rows) < len(draft.seats):
            self.seat_rows.append(SeatRow(len(self.seat_rows), self))
            self.add_widget(self.seat_rows[-1])
        while len(self.seat_rows) > len(draft.seats):
            self.remove_widget(self.seat_rows.pop())
        for row, seat in zip(self.seat_rows, draft.seats, strict=True):
            row.show(seat, draft, game)
        self.add_seat_button.update(_("Another player"))
        self.set_attached(self.add_seat_button, len(draft.seats) < game.max_players)
        self.house_rules_button.update(_("House rules"), enabled=bool(game.house_rules))
        self.edition_button.update(
            _("Printed values"), enabled=bool(game.edition_questions) or game.has_edition_page
        )
        self.virtual_table_button.update(
            _("Virtual table") if draft.is_virtual else _("Real table"),
            "reader" if draft.is_virtual else "hand",
        )
        self.start_button.update(_("Begin"), enabled=draft.is_ready(game))
        self.request_redraw()

    def _offer_games(self, known: Sequence[AvailableGameModel], selected: AvailableGameModel) -> None:
        """Show a button for each game, where there are several."""
        if len(known) > 1 and not self.game_buttons:
            self.game_buttons = [
                PushButton(f"game/{each.name}", self.on_touched, max_lines=3) for each in known
            ]
            self.games_page_index = next(at for at, each in enumerate(known) if each is selected) // (
                2 * GAMES_PER_ROW - 1
            )
        for button, each in zip(self.game_buttons, known, strict=False):
            button.update(each.title, style="chosen" if each is selected else "quiet")

    def _lay_games(self, right: Rect) -> Rect:
        """Place the games in one or two rows, page by page, and return what is left below them."""
        rows = 1 if len(self.game_buttons) <= GAMES_PER_ROW else 2
        columns = min(GAMES_PER_ROW, -(-len(self.game_buttons) // rows))
        room = rows * columns
        pages = 1 if len(self.game_buttons) <= room else -(-len(self.game_buttons) // (room - 1))
        first = self.games_page_index % pages * (room - 1)
        visible = (
            self.game_buttons
            if pages == 1
            else [*self.game_buttons[first : first + room - 1], self.other_games_button]
        )
        for button in (*self.game_buttons, self.other_games_button):
            self.set_attached(button, button in visible)
        high = mm(MIN_TOUCH_SIZE + 1) if rows == 1 else 2 * mm(MIN_TOUCH_SIZE) + mm(GAP)
        games, right = right.cut_top(high, mm(3 if rows == 1 else 2))
        for button, cell in zip(visible, games.split_grid(columns, rows, mm(GAP)), strict=False):
            place_widget(button, cell)
        return right

    def _choose(self, name: str) -> None:
        """Change the draft to another game for the same people."""
        games = {
            each.name: each for each in self.app.controller.available_game_models(self.app.app_state.lang)
        }
        self.draft = self.draft.for_game(games[name])
        while len(self.draft.seats) < games[name].min_players:
            self.draft = self.draft.with_seat(games[name], self._unused_name())

    def _first_draft(self, game: AvailableGameModel) -> GameDraft:
        """As many seats as people may want to begin with, under names they can change."""
        names = self._known_names()
        seats = [
            Seat(colour, names[at] if at < len(names) else self._number_name(at))
            for at, colour in enumerate(game.colours)
        ]
        virtual = self.app.controller.is_virtual_by_default
        least = min(game.min_players + 1, game.max_players) if virtual else game.min_players
        few = max(least, min(len(names), game.max_players))
        return GameDraft(game.name, tuple(seats[:few])).with_virtual_table(virtual)

    def human_or_bot_label_and_symbol(self, virtual: bool) -> tuple[str, str]:
        """The label and the symbol of a seat for a virtual player or a person."""
        _ = self.app.translations.gettext
        return (_("virtual"), "gear") if virtual else (_("person"), "hand")

    def _number_name(self, at: int) -> str:
        _ = self.app.translations.gettext
        return _("Player {number}").format(number=at + 1)

    def _advice(self) -> str:
        """What is still missing, else what happens; and which edition is played."""
        _ = self.app.translations.gettext
        if self.app.app_state.unkept_warning:
            return _("The evening that is played is only in memory: it is lost when a new game begins.")
        if self.draft.has_duplicate_names():
            return _("Two people have the same name: change one of them.")
        boxed = next((each.name for each in self.draft.seats if missing_letters(each.name)), None)
        if boxed is not None:
            return _("No font of this computer has every letter of {name}.").format(name=boxed)
        if len(self.draft.bot_colours) == len(self.draft.seats):
            return _("Somebody has to sit at the table: touch a seat that is virtual.")
        if not self.draft.first_player:
            advice = _("Clockwise around the table. Touch the sun: {starts} begins.").format(
                starts=self.game.first_player_rule if self.game else ""
            )
        elif self.app.app_state.saved_game is not None:
            advice = _("The game that is not over stays under Evenings.")
        else:
            advice = _("Clockwise around the table. The sun begins.")
        edition = self.game.edition if self.game else ""
        return f"{advice} ({edition})" if edition else advice

    def on_touched(self, touch_target: str) -> None:
        """Change the draft, or go to another page."""
        what, _, at = touch_target.partition("/")
        if what == "start":
            self.app.controller.begin_game(self.draft.to_request())
            self.app.go_to_page("table")
        elif what == "printed" and self.game is not None and self.game.has_edition_page:
            cast(EditionPage, self.app.page_named("copy")).game = self.game.name
            self.app.go_to_page("copy")
        elif what in ("house-rules", "printed"):
            self.app.go_to_page(what)
        elif what in ("home", "back"):
            super().on_touched(what)
        else:
            self._change(what, at)
            self.refresh()

    def _change(self, what: str, at: str) -> None:
        """Change the draft.

        `at`: the number of a seat, or the name of a game.
        """
        game = self.game
        assert game is not None
        if what == "game":
            self._choose(at)
        elif what == "other-games":
            self.games_page_index += 1
        elif what == "colour":
            self.draft = self.draft.with_next_colour(game, int(at))
        elif what == "oldest":
            self.draft = self.draft.with_first_player(int(at))
        elif what == "leave":
            self.draft = self.draft.without_seat(int(at))
        elif what == "join":
            self.draft = self.draft.with_seat(game, self._unused_name())
        elif what == "presence":
            self.draft = self.draft.with_human_or_bot_toggled(int(at))
        elif what == "virtual":
            self.draft = self.draft.with_virtual_table(not self.draft.is_virtual)
        elif what == "name":
            self._ask_name(int(at))

    def _unused_name(self) -> str:
        """A name that nobody here has."""
        taken = {seat.name for seat in self.draft.seats}
        return next(
            name for name in chain(self._known_names(), map(self._number_name, count())) if name not in taken
        )

    def _known_names(self) -> list[str]:
        """Names that somebody gave: a numbered seat, in any language, is no known person."""
        names = self.app.controller.player_names()
        numbers = {
            nobody.format(number=number)
            for nobody in (load_translation(lang).gettext("Player {number}") for lang in languages())
            for number in range(1, 10)
        }
        return [name for name in names if name not in numbers and len(name) <= MAX_NAME_LETTERS]

    def _ask_name(self, at: int) -> None:
        """Show the keyboard until a name is given."""
        _ = self.app.translations.gettext
        seat = self.draft.seats[at]
        taken = {other.name for other in self.draft.seats}

        def done(name: str) -> None:
            self.remove_widget(keyboard)
            self.draft = self.draft.with_name(at, name)
            self.refresh()

        keyboard = KeyboardOverlay(done)
        known = [name for name in self._known_names() if name not in taken][:4]
        keyboard.show(self.app.app_state.lang, _("Who sits here?"), seat.name, known)
        self.keyboard = keyboard
        self.add_widget(keyboard)
        place_widget(keyboard, self.rect)

    def arrange_body(self, body_rect: Rect) -> None:
        """Place the seats on the left, the buttons at the right."""
        game = self.game
        if game is None:
            return
        left, right = body_rect.cut_left(mm(100), mm(4))
        rows = left.split_rows(max(4, game.max_players), mm(2 if game.max_players <= 4 else 1))
        for part, row in zip((*self.seat_rows, self.add_seat_button), rows, strict=False):
            place_widget(part, row)
        start, right = right.cut_bottom(mm(22 if not self.game_buttons else 14), mm(3))
        place_widget(self.start_button, start)
        if self.game_buttons:
            right = self._lay_games(right)
        for door, row in zip(
            (self.virtual_table_button, self.house_rules_button, self.edition_button),
            right.split_rows(3, mm(2)),
            strict=True,
        ):
            place_widget(door, row)
        if self.keyboard is not None and self.keyboard.parent is self:
            place_widget(self.keyboard, self.rect)
