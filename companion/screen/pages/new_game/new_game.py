"""A new game: which, who sits where, in which colour, who begins; and the doors to house rules and printed
values.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, count
from typing import cast

from kivy.metrics import mm

from companion.rules.game import Seat
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
from companion.screen.pages.new_game.copy_page import CopyPage
from companion.screen.pages.new_game.plan import Draft
from companion.screen.pages.page import Framed, House
from companion.screen.view_models import AvailableGameModel
from companion.screen.widgets.button import PushButton
from companion.screen.widgets.keyboard import KeyboardOverlay
from companion.voice.language import languages, load_translation

IN_A_ROW = 3
"""Games side by side whose names can be read."""


class Colour(ModelView[str], TouchableWidget):
    """A seat's colour and sign: touched, it takes the next one."""

    def paint_model(self, ink: Painter, whole: Rect, colour: str) -> None:
        """Colour and sign."""
        ink.fill_player_rect(
            colour,
            whole,
            mm(CORNER_RADIUS),
            mix_colours(PLAYER_COLOURS.get(colour, GOLD), CHALK, 0.4 if self.is_pressed else 0.0),
        )
        ink.draw_symbol(f"{colour}/flat", whole.inset(mm(2)), TEXT_ON_PLAYER_COLOURS.get(colour, SEPIA))


class Name(ModelView[str], TouchableWidget):
    """A seat's name, on parchment like a card at a laid table: touched, it is written anew."""

    def paint_model(self, ink: Painter, whole: Rect, name: str) -> None:
        """Name and quill."""
        ink.fill_rect(
            whole, mix_colours(PARCHMENT, GOLD, 0.5) if self.is_pressed else PARCHMENT, mm(CORNER_RADIUS)
        )
        quill, words = whole.inset(mm(2.4), mm(1)).cut_right(mm(6), mm(1))
        ink.draw_text(name, words, TITLE_TEXT, SEPIA, bold=True)
        ink.draw_symbol("quill", quill, FADED_SEPIA)


class Oldest(ModelView[tuple[bool, bool]], TouchableWidget):
    """The sun of the start player. Chosen: it shines. Asked: nobody is chosen yet, so it glows to be touched."""

    def paint_model(self, ink: Painter, whole: Rect, value: tuple[bool, bool]) -> None:
        """A sun, or the place for one."""
        chosen, asked = value
        plate = whole.inset(mm(0.6)) if asked else whole
        if asked:
            ink.draw_glow(plate, GOLD, mm(CORNER_RADIUS))
        ink.fill_rect(plate, BORDER, mm(CORNER_RADIUS))
        ink.fill_rect(
            plate.inset(mm(0.25)),
            mix_colours(RAISED_PANEL, GOLD, 0.3) if self.is_pressed or chosen else PANEL,
            mm(CORNER_RADIUS - 0.25),
        )
        ink.draw_symbol("sun" if chosen else "sun/flat", plate.inset(mm(1.8)), BORDER)


class SeatRow(CanvasWidget):
    """One seat."""

    def __init__(self, at: int, page: NewGame) -> None:
        self.colour = Colour(f"colour/{at}", page.touched)
        self.name = Name(f"name/{at}", page.touched)
        self.oldest = Oldest(f"oldest/{at}", page.touched)
        self.presence = PushButton(f"presence/{at}", page.touched, style="quiet", max_lines=1)
        self.gone = PushButton(f"leave/{at}", page.touched, symbol="cross", style="quiet")
        self.said = page.presence
        super().__init__()
        for part in (self.colour, self.name, self.oldest, self.gone):
            self.add_widget(part)

    def show(self, seat: Seat, draft: Draft, game: AvailableGameModel) -> None:
        """This person."""
        self.colour.show(seat.colour)
        self.name.show(seat.name)
        self.oldest.show((draft.start == seat.colour, not draft.start))
        virtual = seat.colour in draft.absent
        self.presence.update(*self.said(virtual), style="quiet" if virtual else "plain")
        if draft.virtual != (self.presence.parent is not None):
            (self.add_widget if draft.virtual else self.remove_widget)(self.presence)
            self.request_redraw()
        self.gone.update(enabled=len(draft.seats) > game.min_players)

    def arrange_children(self, whole: Rect) -> None:
        """From left to right."""
        spot, rest = whole.cut_left(mm(14), mm(GAP))
        place_widget(self.colour, spot)
        spot, rest = rest.cut_right(mm(TOUCH_SIZE - 1), mm(GAP))
        place_widget(self.gone, spot)
        spot, rest = rest.cut_right(mm(14), mm(GAP))
        place_widget(self.oldest, spot)
        if self.presence.parent is not None:
            spot, rest = rest.cut_right(mm(23), mm(GAP))
            place_widget(self.presence, spot)
        place_widget(self.name, rest)


class NewGame(Framed):
    """Seats on the left, the rest of the set-up on the right."""

    def __init__(self, house: House) -> None:
        self.game: AvailableGameModel | None = None
        self.draft = Draft("", ())
        self.rows: list[SeatRow] = []
        self.games: list[PushButton] = []
        self.others = PushButton("other-games", self.touched, symbol="next")
        self.page = 0
        """One for each game, where there are several."""
        self.more = PushButton("join", self.touched, symbol="plus", style="quiet")
        self.rules = PushButton("house-rules", self.touched, symbol="book")
        self.printed = PushButton("printed", self.touched, symbol="deck")
        self.table = PushButton("virtual", self.touched)
        self.start = PushButton("start", self.touched, symbol="next", style="main", font_size=TITLE_TEXT)
        self.keyboard: KeyboardOverlay | None = None
        super().__init__(house)
        for part in (self.more, self.rules, self.printed, self.table, self.start):
            self.add_widget(part)

    def refresh(self) -> None:
        """Every word anew; the draft stays."""
        _ = self.house.words.gettext
        known = self.house.desk.available_games(self.house.model.lang)
        self.game = game = next((each for each in known if each.name == self.draft.game), known[0])
        if not self.draft.seats:
            self.draft = self._first(game)
        draft = self.draft
        self._offer_games(known, game)
        self.head(_("New game: {game}").format(game=game.title), self._advice(), not draft.ready(game))
        while len(self.rows) < len(draft.seats):
            self.rows.append(SeatRow(len(self.rows), self))
            self.add_widget(self.rows[-1])
        while len(self.rows) > len(draft.seats):
            self.remove_widget(self.rows.pop())
        for row, seat in zip(self.rows, draft.seats, strict=True):
            row.show(seat, draft, game)
        self.more.update(_("Another player"))
        self.set_attached(self.more, len(draft.seats) < game.max_players)
        self.rules.update(_("House rules"), enabled=bool(game.house_rules))
        self.printed.update(
            _("Printed values"), enabled=bool(game.edition_questions) or game.has_edition_page
        )
        self.table.update(
            _("Virtual table") if draft.virtual else _("Real table"), "reader" if draft.virtual else "hand"
        )
        self.start.update(_("Begin"), enabled=draft.ready(game))
        self.request_redraw()

    def _offer_games(self, known: Sequence[AvailableGameModel], chosen: AvailableGameModel) -> None:
        """All of them, where there is something to choose."""
        if len(known) > 1 and not self.games:
            self.games = [PushButton(f"game/{each.name}", self.touched, max_lines=3) for each in known]
            self.page = next(at for at, each in enumerate(known) if each is chosen) // (2 * IN_A_ROW - 1)
        for button, each in zip(self.games, known, strict=False):
            button.update(each.title, style="chosen" if each is chosen else "quiet")

    def _lay_games(self, right: Rect) -> Rect:
        """In one row, or two where there are more; those of a later page are turned to. What is left below them."""
        rows = 1 if len(self.games) <= IN_A_ROW else 2
        columns = min(IN_A_ROW, -(-len(self.games) // rows))
        room = rows * columns
        pages = 1 if len(self.games) <= room else -(-len(self.games) // (room - 1))
        first = self.page % pages * (room - 1)
        shown = self.games if pages == 1 else [*self.games[first : first + room - 1], self.others]
        for button in (*self.games, self.others):
            self.set_attached(button, button in shown)
        high = mm(MIN_TOUCH_SIZE + 1) if rows == 1 else 2 * mm(MIN_TOUCH_SIZE) + mm(GAP)
        games, right = right.cut_top(high, mm(3 if rows == 1 else 2))
        for button, cell in zip(shown, games.split_grid(columns, rows, mm(GAP)), strict=False):
            place_widget(button, cell)
        return right

    def _choose(self, name: str) -> None:
        """Another game for the same people."""
        games = {each.name: each for each in self.house.desk.available_games(self.house.model.lang)}
        self.draft = self.draft.of(games[name])
        while len(self.draft.seats) < games[name].min_players:
            self.draft = self.draft.with_seat(games[name], self._another())

    def _first(self, game: AvailableGameModel) -> Draft:
        """As many seats as people may want to begin with, under names they can change."""
        names = self._people()
        seats = [
            Seat(colour, names[at] if at < len(names) else self._nobody(at))
            for at, colour in enumerate(game.colours)
        ]
        virtual = self.house.desk.is_virtual_by_default
        least = min(game.min_players + 1, game.max_players) if virtual else game.min_players
        few = max(least, min(len(names), game.max_players))
        return Draft(game.name, tuple(seats[:few])).at_virtual_table(virtual)

    def presence(self, virtual: bool) -> tuple[str, str]:
        """What is said of a seat that a virtual player or a person has, and its symbol."""
        _ = self.house.words.gettext
        return (_("virtual"), "gear") if virtual else (_("person"), "hand")

    def _nobody(self, at: int) -> str:
        _ = self.house.words.gettext
        return _("Player {number}").format(number=at + 1)

    def _advice(self) -> str:
        """What is still missing."""
        _ = self.house.words.gettext
        if self.draft.twins():
            return _("Two people have the same name: change one of them.")
        if len(self.draft.absent) == len(self.draft.seats):
            return _("Somebody has to sit at the table: touch a seat that is virtual.")
        if not self.draft.start:
            asked = _("Clockwise around the table. Touch the sun: {starts} begins.")
            return asked.format(starts=self.game.first_player_rule if self.game else "")
        return _("Clockwise around the table. The sun begins.")

    def touched(self, thing: str) -> None:
        """What was touched changes the draft, or leads on."""
        what, _, at = thing.partition("/")
        if what == "start":
            self.house.desk.begin_game(self.draft.plan())
            self.house.go("table")
        elif what == "printed" and self.game is not None and self.game.has_edition_page:
            cast(CopyPage, self.house.page("copy")).game = self.game.name
            self.house.go("copy")
        elif what in ("house-rules", "printed"):
            self.house.go(what)
        elif what in ("home", "back"):
            super().touched(what)
        else:
            self._change(what, at)
            self.refresh()

    def _change(self, what: str, at: str) -> None:
        """`at`: the number of a seat, or the name of a game."""
        game = self.game
        assert game is not None
        if what == "game":
            self._choose(at)
        elif what == "other-games":
            self.page += 1
        elif what == "colour":
            self.draft = self.draft.next_colour(game, int(at))
        elif what == "oldest":
            self.draft = self.draft.with_start(int(at))
        elif what == "leave":
            self.draft = self.draft.without(int(at))
        elif what == "join":
            self.draft = self.draft.with_seat(game, self._another())
        elif what == "presence":
            self.draft = self.draft.with_presence(int(at))
        elif what == "virtual":
            self.draft = self.draft.at_virtual_table(not self.draft.virtual)
        elif what == "name":
            self._ask_name(int(at))

    def _another(self) -> str:
        """A name nobody here has."""
        taken = {seat.name for seat in self.draft.seats}
        return next(name for name in chain(self._people(), map(self._nobody, count())) if name not in taken)

    def _people(self) -> list[str]:
        """Names that somebody gave: who sat here as a number is no known person, and a number in any language."""
        names = self.house.desk.player_names()
        numbers = {
            nobody.format(number=number)
            for nobody in (load_translation(lang).gettext("Player {number}") for lang in languages())
            for number in range(1, 10)
        }
        return [name for name in names if name not in numbers]

    def _ask_name(self, at: int) -> None:
        """The keyboard, until a name is given."""
        _ = self.house.words.gettext
        seat = self.draft.seats[at]
        taken = {other.name for other in self.draft.seats}

        def done(name: str) -> None:
            self.remove_widget(keyboard)
            self.draft = self.draft.named(at, name)
            self.refresh()

        keyboard = KeyboardOverlay(done)
        known = [name for name in self._people() if name not in taken][:4]
        keyboard.show(self.house.model.lang, _("Who sits here?"), seat.name, known)
        self.keyboard = keyboard
        self.add_widget(keyboard)
        place_widget(keyboard, self.rect)

    def fill(self, rest: Rect) -> None:
        """Seats on the left, doors and the way on at the right."""
        game = self.game
        if game is None:
            return
        left, right = rest.cut_left(mm(100), mm(4))
        rows = left.split_rows(max(4, game.max_players), mm(2 if game.max_players <= 4 else 1))
        for part, row in zip((*self.rows, self.more), rows, strict=False):
            place_widget(part, row)
        start, right = right.cut_bottom(mm(22 if not self.games else 14), mm(3))
        place_widget(self.start, start)
        if self.games:
            right = self._lay_games(right)
        for door, row in zip((self.table, self.rules, self.printed), right.split_rows(3, mm(2)), strict=True):
            place_widget(door, row)
        if self.keyboard is not None and self.keyboard.parent is self:
            place_widget(self.keyboard, self.rect)
