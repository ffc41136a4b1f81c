"""The new-game page asks one question at a time: with what is it played, who plays, who begins.

The last one leads to house rules and printed values, and to the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain, count
from random import SystemRandom
from types import MappingProxyType
from typing import Any, Final, Literal, cast

from kivy.metrics import mm
from msgspec import Struct
from msgspec.structs import replace

from companion.rules.game import MAX_NAME_LETTERS, Seat
from companion.screen.draw.canvas_widget import (
    DRAG_DISTANCE,
    CanvasWidget,
    ModelView,
    TouchableWidget,
    let_go_of,
    place_widget,
)
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    FADED_SEPIA,
    GAP,
    GOLD,
    MIN_TOUCH_SIZE,
    PARCHMENT,
    PLAYER_COLOURS,
    SEPIA,
    TITLE_TEXT,
    TOUCH_SIZE,
    mix_colours,
)
from companion.screen.pages.edition import EditionPage
from companion.screen.pages.page import AppShell, FramedPage
from companion.screen.view_models import AvailableGameModel, NewGameRequest
from companion.screen.widgets.button import ButtonStyle, PictureCard, PushButton
from companion.screen.widgets.keyboard import KeyboardOverlay
from companion.voice.fonts import missing_letters
from companion.voice.language import languages, load_translation, mark_message

Question = Literal["table", "people", "first"]
"""What is asked before a game, in that order: with what it is played, who plays, and who begins."""
QUESTIONS: Final[Mapping[Question, str]] = {
    "table": mark_message("what do you play with?"),
    "people": mark_message("who plays?"),
    "first": mark_message("who begins?"),
}
"""Question -> its words, in the order in which they are asked."""
Lack = Literal["name", "presence", "oldest"]
"""What a new game may lack: different names, a person, somebody who begins. The buttons that give it are called so."""
NAMES_SHOWN = 8
"""So many names of people who have played here are offered."""
NO_ANSWERS: Mapping[str, str] = MappingProxyType({})


class GameDraft(Struct, frozen=True):
    """A new game that is being set up.

    `first_player` is the colour of the player who begins, "" until it is chosen.
    """

    game: str
    seats: tuple[Seat, ...]
    first_player: str = ""
    answers: Mapping[str, str] = NO_ANSWERS
    is_virtual: bool = False
    """Whether it is at the virtual table; only there can virtual players take seats."""
    bot_colours: tuple[str, ...] = ()
    """The colours that virtual players play."""
    beginners: tuple[str, ...] = ()
    """Those of them who play as beginners."""
    standing: tuple[str, ...] = ()
    """The names of those for whom the game has no seat; they sit down again at one that has."""

    def free_colours(self, game: AvailableGameModel) -> tuple[str, ...]:
        """Colours that nobody has."""
        taken = {seat.colour for seat in self.seats}
        return tuple(colour for colour in game.colours if colour not in taken)

    def with_next_colour(self, game: AvailableGameModel, seat_index: int) -> GameDraft:
        """The seat takes the next free colour; when none is free it swaps with the next seat."""
        seats = list(self.seats)
        old = seats[seat_index]
        order = game.colours[game.colours.index(old.colour) + 1 :] + game.colours
        free = [colour for colour in order if colour in self.free_colours(game)]
        if free:
            seats[seat_index] = Seat(free[0], old.name)
            return self._recoloured(seats, {old.colour: free[0]})
        other = (seat_index + 1) % len(seats)
        seats[seat_index], seats[other] = (
            Seat(seats[other].colour, old.name),
            Seat(old.colour, seats[other].name),
        )
        return self._recoloured(
            seats, {old.colour: seats[seat_index].colour, seats[seat_index].colour: old.colour}
        )

    def _recoloured(self, seats: list[Seat], new: Mapping[str, str]) -> GameDraft:
        """Other seats, with first player and virtual players moved to the new colours."""
        drafted = self._with_virtual_players(lambda colour: new.get(colour, colour))
        first = new.get(self.first_player, self.first_player)
        return replace(drafted, seats=tuple(seats), first_player=first)

    def _with_virtual_players(self, colour_of: Callable[[str], str]) -> GameDraft:
        """Virtual players have these colours instead of theirs; "" for one who leaves."""
        absent, beginners = (
            tuple(filter(None, map(colour_of, colours))) for colours in (self.bot_colours, self.beginners)
        )
        return replace(self, bot_colours=absent, beginners=beginners)

    def for_game(self, game: AvailableGameModel) -> GameDraft:
        """The same people for this game.

        Players whose colour it lacks take a free one, and players beyond its maximum stand until it is another game.
        All answers are reset.
        """
        seats = self.seats[: game.max_players]
        there = {seat.colour for seat in seats}
        free = (colour for colour in game.colours if colour not in there)
        new = {seat.colour: next(free) for seat in seats if seat.colour not in game.colours}
        stay = self._with_virtual_players(lambda colour: colour if colour in there else "")
        left = replace(
            stay,
            game=game.name,
            answers=NO_ANSWERS,
            first_player=self.first_player if self.first_player in there else "",
            beginners=stay.beginners if game.has_beginners else (),
            standing=(*(seat.name for seat in self.seats[game.max_players :]), *self.standing),
        )
        draft = left._recoloured([Seat(new.get(seat.colour, seat.colour), seat.name) for seat in seats], new)
        while draft.standing and len(draft.seats) < game.max_players:
            draft = draft.with_one_seated_again(game)
        return draft

    def with_one_seated_again(self, game: AvailableGameModel) -> GameDraft:
        """The first of those who stand sits down again, unless their name has come back meanwhile."""
        name, draft = self.standing[0], replace(self, standing=self.standing[1:])
        return draft if any(seat.name == name for seat in self.seats) else draft.with_seat(game, name, True)

    def with_name(self, seat_index: int, name: str) -> GameDraft:
        """The seat has this name."""
        seats = list(self.seats)
        seats[seat_index] = Seat(seats[seat_index].colour, name)
        return replace(self, seats=tuple(seats))

    def with_first_player(self, seat_index: int) -> GameDraft:
        """The player in this seat begins."""
        return replace(self, first_player=self.seats[seat_index].colour)

    def with_seat(self, game: AvailableGameModel, name: str, is_person: bool = False) -> GameDraft:
        """One more seat, in the first free colour; at a virtual table of a virtual player, unless `is_person`."""
        colour = self.free_colours(game)[0]
        absent = (*self.bot_colours, colour) if self.is_virtual and not is_person else self.bot_colours
        return replace(self, seats=(*self.seats, Seat(colour, name)), bot_colours=absent)

    def with_seat_moved(self, old: int, new: int) -> GameDraft:
        """Somebody sits at another place; those between move up."""
        seats = list(self.seats)
        seats.insert(new, seats.pop(old))
        return replace(self, seats=tuple(seats))

    def without_seat(self, seat_index: int) -> GameDraft:
        """One seat less."""
        gone = self.seats[seat_index]
        seats = tuple(seat for seat in self.seats if seat is not gone)
        start = "" if self.first_player == gone.colour else self.first_player
        stay = self._with_virtual_players(lambda colour: "" if colour == gone.colour else colour)
        return replace(stay, seats=seats, first_player=start)

    def with_virtual_table(self, virtual: bool) -> GameDraft:
        """The virtual table, or the real one.

        At the virtual table all seats but the first get virtual players to begin with.
        """
        absent = tuple(seat.colour for seat in self.seats[1:]) if virtual else ()
        return replace(self, is_virtual=virtual, bot_colours=absent, beginners=())

    def with_next_player(self, game: AvailableGameModel, seat_index: int) -> GameDraft:
        """The seat goes from a virtual player to a person, then to a beginner, where there are any, and on."""
        colour = self.seats[seat_index].colour
        if colour in self.beginners:
            return replace(self, beginners=tuple(each for each in self.beginners if each != colour))
        if colour in self.bot_colours:
            return replace(self, bot_colours=tuple(each for each in self.bot_colours if each != colour))
        beginners = (*self.beginners, colour) if game.has_beginners else self.beginners
        return replace(self, bot_colours=(*self.bot_colours, colour), beginners=beginners)

    def with_answer(self, game: AvailableGameModel, name: str, value: str) -> GameDraft:
        """A question is answered; an answer that is the default is not stored.

        Raises KeyError when there is no such question.
        """
        answers = {key: answer for key, answer in self.answers.items() if key != name}
        if value != _default_answers(game)[name]:
            answers[name] = value
        return replace(self, answers=answers)

    def answer_to(self, game: AvailableGameModel, name: str) -> str:
        """The present answer; "" where there is nothing to choose."""
        return self.answers.get(name) or _default_answers(game).get(name, "")

    def is_name_taken(self, seat: Seat) -> bool:
        """Whether somebody else has the same name."""
        return sum(each.name.casefold() == seat.name.casefold() for each in self.seats) > 1

    @property
    def lack(self) -> Lack | None:
        """What is still missing, None when the game can begin. There are never too few seats, or too many."""
        if any(map(self.is_name_taken, self.seats)):
            return "name"
        if len(self.bot_colours) == len(self.seats):
            return "presence"
        return None if self.first_player else "oldest"

    def to_request(self) -> NewGameRequest:
        """The request to begin this game."""
        table = self.is_virtual, self.bot_colours, self.beginners
        return NewGameRequest(self.game, self.seats, self.first_player, dict(self.answers), *table)


def _default_answers(game: AvailableGameModel) -> dict[str, str]:
    """The default answers, by question."""
    return {
        question.name: question.answers[0].value
        for question in (*game.house_rules, *game.edition_questions)
        if question.answers
    }


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
        painter.draw_player_sign(colour, bounds.inset(mm(2)))


class SeatNameButton(ModelView[str], TouchableWidget):
    """A seat's name, on parchment like a place card; a touch changes it."""

    def paint_model(self, painter: Painter, bounds: Rect, name: str) -> None:
        """Paint name and quill."""
        painter.fill_rect(
            bounds, mix_colours(PARCHMENT, GOLD, 0.5) if self.is_pressed else PARCHMENT, mm(CORNER_RADIUS)
        )
        quill, words = bounds.inset(mm(2.4), mm(1)).cut_right(mm(6), mm(1))
        painter.draw_text(name, words, TITLE_TEXT, SEPIA, bold=True, max_lines=2)
        painter.draw_symbol("quill", quill, FADED_SEPIA)


class SeatRow(CanvasWidget):
    """One seat."""

    def __init__(self, at: int, page: NewGamePage) -> None:
        self.colour_button = SeatColourButton(f"colour/{at}", page.on_touched)
        self.name_button = SeatNameButton(f"name/{at}", page.on_touched)
        self.human_or_bot_button = PushButton(f"presence/{at}", page.on_touched, style="quiet", max_lines=1)
        self.remove_button = PushButton(f"leave/{at}", page.on_touched, symbol="cross", style="quiet")
        self.marked_lack: Lack | None = None
        self.human_or_bot_label = page.human_or_bot_label_and_symbol
        super().__init__()
        for part in (self.colour_button, self.name_button, self.remove_button):
            self.add_widget(part)

    def show(self, seat: Seat, draft: GameDraft, game: AvailableGameModel) -> None:
        """Show this seat of the draft."""
        self.colour_button.show(seat.colour)
        self.name_button.show(seat.shown_name)
        virtual = seat.colour in draft.bot_colours
        label, symbol = self.human_or_bot_label(virtual, seat.colour in draft.beginners)
        self.human_or_bot_button.update(label, symbol, style="quiet" if virtual else "plain")
        if draft.is_virtual != (self.human_or_bot_button.parent is not None):
            (self.add_widget if draft.is_virtual else self.remove_widget)(self.human_or_bot_button)
            self.request_redraw()
        self.remove_button.update(enabled=len(draft.seats) > game.min_players)

    def mark(self, lack: Lack | None) -> None:
        """Mark the button that gives what is missing, None for none."""
        if lack != self.marked_lack:
            self.marked_lack = lack
            self.request_redraw()

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint a golden frame around the button that is marked."""
        for part in (self.name_button, self.human_or_bot_button):
            if part.touch_target.partition("/")[0] == self.marked_lack:
                painter.fill_rect(part.rect.inset(-mm(0.5)), GOLD, mm(CORNER_RADIUS + 0.5))

    def arrange_children(self, bounds: Rect) -> None:
        """Place the buttons from left to right."""
        spot, rest = bounds.cut_left(mm(14), mm(GAP))
        place_widget(self.colour_button, spot)
        spot, rest = rest.cut_right(mm(TOUCH_SIZE - 1), mm(GAP))
        place_widget(self.remove_button, spot)
        if self.human_or_bot_button.parent is not None:
            spot, rest = rest.cut_right(mm(23), mm(GAP))
            place_widget(self.human_or_bot_button, spot)
        place_widget(self.name_button, rest)


class NewGamePage(FramedPage):
    """Three questions, one at a time; *Back* leads to the one before."""

    def __init__(self, app: AppShell) -> None:
        self.game: AvailableGameModel | None = None
        self.draft = GameDraft("", ())
        self.question: Question = "table"
        self.table_cards = {
            table: PictureCard(f"table/{table}", self.on_touched) for table in ("touch", "readers", "virtual")
        }
        self.seat_rows: list[SeatRow] = []
        self.add_seat_button = PushButton("join", self.on_touched, symbol="plus", style="quiet")
        self.name_buttons: list[PushButton] = []
        """Those who have played here and have no seat yet."""
        self.forget_button = PushButton("forget", self.on_touched, style="quiet")
        self.is_forgetting = False
        """Whether a touch on a name forgets it."""
        self.next_button = PushButton(
            "next", self.on_touched, symbol="next", style="main", font_size=TITLE_TEXT
        )
        self.first_cards: list[PictureCard] = []
        self.draw_button = PushButton("draw", self.on_touched, symbol="turn")
        self.house_rules_button = PushButton("house-rules", self.on_touched, symbol="book")
        self.edition_button = PushButton("printed", self.on_touched, symbol="deck")
        self.start_button = PushButton(
            "start", self.on_touched, symbol="next", style="main", font_size=TITLE_TEXT
        )
        self.asked_lack: Lack | None = None
        """What was missing when the way on was touched: it is said and marked until something else is touched."""
        self._dragged = -1
        self._places: list[float] = []
        """The seat on which a finger came down, and the heights of all of them then."""
        super().__init__(app)

    # -- what is shown

    def refresh(self) -> None:
        """Show every text anew; the draft stays, but for names that nobody has given."""
        known = self.app.controller.available_game_models(self.app.app_state.lang)
        self.game = game = next((each for each in known if each.name == self.draft.game), known[0])
        if not self.draft.seats:
            self.draft = self._first_draft(game)
        self.draft = replace(self.draft, seats=tuple(map(self._in_this_language, self.draft.seats)))
        asked = self.app.translations.gettext(QUESTIONS[self.question])
        self.show_header(f"{game.title}: {asked}", self._advice(game), self.asked_lack is not None)
        self._show_tables()
        self._show_seats(game)
        self._show_names(game)
        self._show_first(game)
        self.request_redraw()

    def _show_tables(self) -> None:
        _, readers = self.app.translations.gettext, self.app.app_state.hardware_status.readers
        seen = _("They see what is laid down. Whatever they miss is touched.")
        told = {
            "touch": (_("Your own box, by touch"), _("You move the pieces, and touch what you did."), "hand"),
            "readers": (
                _("Your own box, with card readers"),
                seen if readers else _("None is connected: see how to get there."),
                "reader",
            ),
            "virtual": (
                _("Herald deals"),
                _("No box is needed: cards and board are here, and virtual players join."),
                "deck",
            ),
        }
        for table, card in self.table_cards.items():
            card.describe(*told[table])
            self.set_attached(card, self.question == "table")

    def _show_seats(self, game: AvailableGameModel) -> None:
        _, draft, asked = self.app.translations.gettext, self.draft, self.question == "people"
        while len(self.seat_rows) < len(draft.seats):
            self.seat_rows.append(SeatRow(len(self.seat_rows), self))
        for at, row in enumerate(self.seat_rows):
            self.set_attached(row, asked and at < len(draft.seats))
        for row, seat in zip(self.seat_rows, draft.seats, strict=False):
            row.show(seat, draft, game)
            gives = self.asked_lack != "name" or draft.is_name_taken(seat)
            row.mark(self.asked_lack if gives else None)
        self.add_seat_button.update(_("Another player"))
        self.set_attached(self.add_seat_button, asked and len(draft.seats) < game.max_players)
        self.next_button.update(_("Next"))
        self.set_attached(self.next_button, asked)

    def _show_names(self, game: AvailableGameModel) -> None:
        """Offer those who have played here: a touch gives them a seat, or forgets them."""
        _, asked = self.app.translations.gettext, self.question == "people"
        seated = {seat.name for seat in self.draft.seats}
        self.is_forgetting = self.is_forgetting and bool(self._known_names())
        names = [name for name in self._known_names() if self.is_forgetting or name not in seated]
        for button in self.name_buttons:
            self.remove_widget(button)
        what, symbol, style = (
            ("forgotten", "cross", "quiet") if self.is_forgetting else ("seat", "plus", "plain")
        )
        self.name_buttons = [
            PushButton(f"{what}/{name}", self.on_touched, name, symbol, cast(ButtonStyle, style), max_lines=2)
            for name in names[:NAMES_SHOWN]
            if asked
        ]
        for button in self.name_buttons:
            button.update(enabled=self.is_forgetting or len(self.draft.seats) < game.max_players)
            self.add_widget(button, index=len(self.children))  # beneath the keyboard
        self.forget_button.update(_("Done") if self.is_forgetting else _("Forget names"))
        self.set_attached(self.forget_button, asked and bool(self._known_names()))

    def _show_first(self, game: AvailableGameModel) -> None:
        _, draft, asked = self.app.translations.gettext, self.draft, self.question == "first"
        for card in self.first_cards:
            self.remove_widget(card)
        self.first_cards = [
            PictureCard(f"oldest/{at}", self.on_touched) for at in range(len(draft.seats)) if asked
        ]
        for seat, card in zip(draft.seats, self.first_cards, strict=False):
            begins, nobody = seat.colour == draft.first_player, not draft.first_player
            card.describe(
                seat.shown_name,
                _("begins") if begins else "",
                seat.colour,
                "choice" if nobody else "chosen" if begins else "quiet",
            )
            self.add_widget(card)
        for door, title, questions in (
            (self.house_rules_button, _("House rules"), game.house_rules),
            (self.edition_button, _("Printed values"), game.edition_questions),
        ):
            differs = len({each.name for each in questions} & draft.answers.keys())
            told = _("{n} differ").format(n=differs) if differs else _("as usual")
            door.update(f"{title}: {told}" if questions else title)
        self.draw_button.update(_("Let Herald draw"))
        self.start_button.update(_("Begin"))
        for button, is_there in (
            (self.draw_button, True),
            (self.house_rules_button, bool(game.house_rules)),
            (self.edition_button, bool(game.edition_questions) or game.has_edition_page),
            (self.start_button, True),
        ):
            self.set_attached(button, asked and is_there)

    def choose(self, name: str) -> None:
        """Set up that game, with the people of the one that was set up before; who begins is asked anew."""
        self.question, self.is_forgetting = "table", False
        self.draft, numbers = replace(self.draft, first_player=""), self._number_by_name()
        if self._known_names() and all(seat.name in numbers for seat in self.draft.seats):
            self.draft = GameDraft(name, ())  # those who have played here are known by now
        if not self.draft.seats:
            self.draft = GameDraft(name, ())
        if name == self.draft.game:
            return
        games = {
            each.name: each for each in self.app.controller.available_game_models(self.app.app_state.lang)
        }
        self.draft = self.draft.for_game(games[name])
        named = tuple(name for name in self.draft.standing if name not in numbers)
        self.draft = replace(self.draft, standing=named)
        while len(self.draft.seats) < games[name].min_players:
            self.draft = self.draft.with_seat(games[name], self._unused_name())

    def play_again(self, request: NewGameRequest) -> None:
        """Set up the game that was played last, for the same people, and ask who begins."""
        table = request.is_virtual, request.bot_colours, request.beginners
        self.draft = GameDraft(
            request.game, request.seats, request.first_player, MappingProxyType(request.answers), *table
        )
        self.question, self.is_forgetting = "first", False

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

    def human_or_bot_label_and_symbol(self, virtual: bool, is_beginner: bool) -> tuple[str, str]:
        """The label and the symbol of a seat for a virtual player, a beginner if they are one, or a person."""
        _ = self.app.translations.gettext
        if not virtual:
            return _("person"), "hand"
        return _("beginner") if is_beginner else _("virtual"), "gear"

    def _number_name(self, at: int) -> str:
        _ = self.app.translations.gettext
        return _("Player {number}").format(number=at + 1)

    def _advice(self, game: AvailableGameModel) -> str:
        """What is still missing, else what happens; and which edition is played."""
        _ = self.app.translations.gettext
        if self.asked_lack == "oldest":
            return _("Somebody has to begin: touch who, or let Herald draw.")
        if self.asked_lack == "presence":
            return _("Somebody has to sit at the table: touch a seat that is virtual.")
        if self.asked_lack == "name":
            return _("Two people have the same name: change one of them.")
        if self.app.app_state.unkept_warning:
            return _("The evening that is played is only in memory: it is lost when a new game begins.")
        if self.question == "people":
            boxed = next((each.name for each in self.draft.seats if missing_letters(each.name)), None)
            if boxed is not None:
                return _("No font of this computer has every letter of {name}.").format(name=boxed)
            if self.draft.standing:
                names = ", ".join(self.draft.standing)
                return _("At most {most} can play; without a seat: {names}.").format(
                    most=game.max_players, names=names
                )
            return _("Clockwise around the table. Drag a seat to another place.")
        if self.question == "first":
            return _("By the rules: {starts}.").format(starts=game.first_player_rule)
        saved_game = self.app.app_state.saved_game
        waits = saved_game is not None and saved_game.again is None
        kept = _("The game that is not over stays under Evenings.") if waits else ""
        return " ".join(filter(None, (kept, f"({game.edition})" if game.edition else "")))

    # -- what is touched

    def on_touched(self, touch_target: str) -> None:
        """Change the draft, or go to another question or page."""
        what, _, at = touch_target.partition("/")
        self.asked_lack = self.draft.lack if what == "start" else None
        if what == "next" and self.draft.lack != "oldest":
            self.asked_lack = self.draft.lack
        if self.asked_lack is not None:
            self.question = "first" if self.asked_lack == "oldest" else "people"
            self.refresh()
        elif what == "start":
            self.app.controller.begin_game(self.draft.to_request())
            self.app.go_to_page("table")
        elif what == "printed" and self.game is not None and self.game.has_edition_page:
            cast(EditionPage, self.app.page_named("copy")).game = self.game.name
            self.app.go_to_page("copy")
        elif what in ("house-rules", "printed"):
            self.app.go_to_page(what)
        elif what == "table" and at == "readers" and not self.app.app_state.hardware_status.readers:
            self.app.go_to_page("readers")
        elif what == "home" or (what == "back" and self.question == "table"):
            super().on_touched(what)
        else:
            self._change(what, at)
            self.refresh()

    def _change(self, what: str, at: str) -> None:
        """Ask something else, or change the draft.

        `at`: the number of a seat, a table or a name.
        """
        game = self.game
        assert game is not None
        if what in ("next", "back"):
            order = [*QUESTIONS]
            self.question = order[order.index(self.question) + (1 if what == "next" else -1)]
            self.is_forgetting = False
        elif what == "table":
            self.question = "people"
            if (at == "virtual") != self.draft.is_virtual:
                self.draft = self.draft.with_virtual_table(at == "virtual")
        elif what == "forget":
            self.is_forgetting = not self.is_forgetting
        elif what == "forgotten":
            self.app.controller.forget_player_name(at)
        elif what == "name":
            self._ask_name(int(at))
        else:
            self.draft = self._changed_draft(game, what, at)

    def _changed_draft(self, game: AvailableGameModel, what: str, at: str) -> GameDraft:
        match what:
            case "colour":
                return self.draft.with_next_colour(game, int(at))
            case "oldest":
                return self.draft.with_first_player(int(at))
            case "draw":
                return self.draft.with_first_player(SystemRandom().randrange(len(self.draft.seats)))
            case "leave":
                return self.draft.without_seat(int(at))
            case "join" if self.draft.standing:
                return self.draft.with_one_seated_again(game)
            case "join":
                return self.draft.with_seat(game, self._unused_number())
            case "seat":
                return self.draft.with_seat(game, at, is_person=True)
            case "presence":
                return self.draft.with_next_player(game, int(at))
        return self.draft

    def on_touch_down(self, touch: Any) -> bool:
        """A finger comes that may drag a seat."""
        seats = self.seat_rows if self.question == "people" and not self.is_typed_on else []
        under = (at for at, row in enumerate(seats) if row.parent is self and row.collide_point(*touch.pos))
        self._dragged = next(under, -1)
        self._places = [row.center_y for row in seats[: len(self.draft.seats)]]
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        """From the distance of a drag on, let go what the finger pressed."""
        if (
            self._dragged >= 0
            and touch.grab_current is not self
            and abs(touch.y - touch.oy) > mm(DRAG_DISTANCE)
        ):
            let_go_of(touch)
            touch.grab(self)
        if touch.grab_current is self:
            row = self.seat_rows[self._dragged]
            place_widget(row, Rect(row.x, touch.y - row.height / 2, row.width, row.height))
            return True
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        """Somebody sits where their seat was dragged; a seat that is dragged away from all of them stays."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        new = min(range(len(self._places)), key=lambda at: abs(self._places[at] - touch.y))
        row = self.seat_rows[self._dragged]
        if row.x <= touch.x <= row.right and abs(self._places[new] - touch.y) <= row.height:
            self.draft = self.draft.with_seat_moved(self._dragged, new)
        self.refresh()
        return True

    def on_leave(self) -> None:
        """Another page is shown: nobody types here any more."""
        if self.keyboard is not None and self.keyboard.parent is self:
            self.remove_widget(self.keyboard)
        super().on_leave()

    # -- names

    def _unused_name(self) -> str:
        """A name that nobody here has."""
        taken = {seat.name for seat in self.draft.seats}
        return next(
            name for name in chain(self._known_names(), map(self._number_name, count())) if name not in taken
        )

    def _unused_number(self) -> str:
        """The name of a seat for somebody whose name is not known."""
        taken = {seat.name for seat in self.draft.seats}
        return next(name for name in map(self._number_name, count()) if name not in taken)

    def _known_names(self) -> list[str]:
        """Names that somebody gave: a numbered seat, in any language, is no known person."""
        names, numbers = self.app.controller.player_names(), self._number_by_name()
        return [name for name in names if name not in numbers and len(name) <= MAX_NAME_LETTERS]

    def _number_by_name(self) -> dict[str, int]:
        """What numbered seats are called in any language."""
        forms = [load_translation(lang).gettext("Player {number}") for lang in languages()]
        return {form.format(number=at + 1): at for form in forms for at in range(9)}

    def _in_this_language(self, seat: Seat) -> Seat:
        """The seat, under its number in the language that is set if nobody has given it a name."""
        number = self._number_by_name().get(seat.name)
        return seat if number is None else replace(seat, name=self._number_name(number))

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
        """Place what belongs to the question that is asked."""
        game = self.game
        if game is None:
            return
        if self.question == "table":
            for card, cell in zip(self.table_cards.values(), body_rect.split_columns(3, mm(3)), strict=True):
                place_widget(card, cell)
        elif self.question == "people":
            self._arrange_people(body_rect, game)
        else:
            self._arrange_first(body_rect)
        if self.keyboard is not None and self.keyboard.parent is self:
            place_widget(self.keyboard, self.rect)

    def _arrange_people(self, body_rect: Rect, game: AvailableGameModel) -> None:
        left, right = body_rect.cut_left(mm(94), mm(4))
        rows = left.split_rows(max(4, game.max_players), mm(2 if game.max_players <= 4 else 1))
        seats = self.seat_rows[: len(self.draft.seats)]
        for part, row in zip((*seats, self.add_seat_button), rows, strict=False):
            place_widget(part, row)
        on, right = right.cut_bottom(mm(TOUCH_SIZE + 1), mm(3))
        place_widget(self.next_button, on)
        forget, right = right.cut_bottom(mm(MIN_TOUCH_SIZE), mm(GAP))
        place_widget(self.forget_button, forget)
        cells = right.split_grid(2, NAMES_SHOWN // 2, mm(GAP))
        for button, cell in zip(self.name_buttons, cells, strict=False):
            place_widget(button, cell)

    def _arrange_first(self, body_rect: Rect) -> None:
        left, right = body_rect.cut_left(mm(94), mm(4))
        rows = -(-len(self.first_cards) // 2)
        for card, cell in zip(self.first_cards, left.split_grid(2, max(2, rows), mm(2)), strict=False):
            place_widget(card, cell)
        start, right = right.cut_bottom(mm(18), mm(3))
        place_widget(self.start_button, start)
        others = (self.draw_button, self.house_rules_button, self.edition_button)
        for button, row in zip(others, right.split_rows(3, mm(2)), strict=True):
            place_widget(button, row)
