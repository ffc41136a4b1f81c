"""What a game defines about itself, and how a table is set up for it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, Self
from unicodedata import category

from msgspec import Struct

from companion.rules.clauses import Clause, Refusal, declare_clause
from companion.rules.errors import InvalidRecord
from companion.rules.layout import Inventory, Layout, Place
from companion.rules.moves import TABLE_ACTOR, Observation
from companion.rules.position import Position
from companion.rules.shown_text import shown_name
from companion.rules.transaction import Event

MAX_NAME_LETTERS = 200
"""The longest name of a player: people have names of fifty letters at most."""

SEAT_COUNT = declare_clause("H-4", "seat-count", "seats", "game", "fewest", "most")
NO_COLOUR = declare_clause("H-4", "no-colour", "seat", "colours")
SEAT_TWICE = declare_clause("H-4", "seat-twice", "seat")
CONTROL_CHARACTER = declare_clause("H-4", "control-character", "seat")
NAME_TOO_LONG = declare_clause("H-4", "name-too-long", "seat", "letters", "most")
START_NOWHERE = declare_clause("H-4", "start-nowhere", "start", "seats")
NO_START = declare_clause("H-4", "no-start", "line")
NO_OPTION = declare_clause("H-4", "no-option", "option", "game", "options")
NO_OPTION_VALUE = declare_clause("H-4", "option-value", "option", "value", "values")


class Seat(Struct, frozen=True):
    """One player at the table: their colour in the notation and the name people call them."""

    colour: str
    name: str

    @property
    def shown_name(self) -> str:
        """The name as it is shown, without characters that cannot be seen; else that of the colour."""
        return shown_name(self.name, self.colour)


class EditionLine(Struct, frozen=True):
    """What is printed on this copy of the game: the words after `print` in a record."""

    words: tuple[str, ...]


RULES_OF_FIRST_EVENINGS = 1
CURRENT_RULES = 2
"""By which reading of the rules a game is played. Until December 2026 Louis XIV gave the gains of L-1.2 before stone
for card, and took an exchange of chips (L-4.3) in the owner's own turn only, not between laying out and drawing."""


class GameSetup(Struct, frozen=True):
    """A table before its first move.

    `seats` go clockwise; `start_player` is the colour of one of them, or "" when a position says who starts. `rules` is
    the reading of the rules: an evening goes on by the one with which it was begun.
    """

    seats: tuple[Seat, ...]
    start_player: str
    options: Mapping[str, str] = {}
    edition_lines: tuple[EditionLine, ...] = ()
    rules: int = CURRENT_RULES


class GameOption(Struct, frozen=True):
    """An option of the set-up: its values, the default first, and the clause it belongs to."""

    name: str
    values: tuple[str, ...]
    clause_id: str

    @property
    def is_yes_or_no(self) -> bool:
        """Whether it is answered with yes or no."""
        return set(self.values) == {"yes", "no"}


class TableConfig(Struct, frozen=True):
    """What stays the same for a whole game: its seats (clockwise) and options.

    `clockwise_from` maps each seat to all seats from it on; `actors` are the seats and the table. A game whose
    copies differ inherits from it and adds what is printed on this one.
    """

    seats: tuple[str, ...]
    options: Mapping[str, str]
    clockwise_from: Mapping[str, tuple[str, ...]]
    actors: tuple[str, ...]

    @classmethod
    def for_setup(cls, setup: GameSetup, options: Sequence[GameOption], **printed_values: Any) -> Self:
        """The configuration of that table: options that it does not name have their defaults."""
        seats = tuple(seat.colour for seat in setup.seats)
        chosen = {option.name: option.values[0] for option in options} | dict(setup.options)
        order = {who: seats[at:] + seats[:at] for at, who in enumerate(seats)}
        return cls(seats, chosen, order, (*seats, TABLE_ACTOR), **printed_values)

    def is_enabled(self, option: str) -> bool:
        """Whether that option is `yes`."""
        return self.options[option] == "yes"

    def in_seat_order(self, players: Iterable[str]) -> list[str]:
        """These colours clockwise; those that sit nowhere come last, in the order given."""
        number = {who: at for at, who in enumerate(self.seats)}
        return sorted(players, key=lambda who: number.get(who, len(number)))


def seat_faults(position: Any, wrong_seats: Clause, unknown_start: Clause) -> Iterator[Refusal]:
    """What is wrong with the players of a position and with who starts, by the game's clauses for it.

    `position` has a `config` with the seats, `players` by colour, and `start`.
    """
    seats = position.config.seats
    if set(position.players) != set(seats):
        yield wrong_seats(" ".join(sorted(position.players)), " ".join(sorted(seats)))
    elif position.start not in position.players:
        yield unknown_start(position.start)


class AssumedValue(Struct, frozen=True):
    """A value that nobody has read off the cardboard yet: its name, what is assumed, and how `print` writes it."""

    name: str
    value: str
    edition_words: str


class Game(Protocol):
    """One game: its names, its set-up and its positions. It knows no table, screen or disk.

    A game may inherit from this class. The answers here hold for a game in which nothing is hidden, nothing is
    assumed and nothing of a position follows from the rest of it.
    """

    name: str
    colours: tuple[str, ...]
    min_players: int
    max_players: int
    options: tuple[GameOption, ...]

    def initial_position(self, setup: GameSetup) -> Position:
        """The position of the set-up, not settled yet; raises InvalidRecord for a set-up that is impossible."""
        ...

    def position_from_json(self, data: Mapping[str, Any], setup: GameSetup) -> Position:
        """The position that `data` (plain JSON values) describes; raises InvalidRecord where the shape does not fit.

        What is wrong with the table it describes is the answer of its `faults()`.
        """
        ...

    def derived_keys(self, corrected_values: Mapping[str, Any]) -> Collection[str]:
        """The keys of a position in JSON that are computed anew when a person sets these values.

        `corrected_values`: JSON pointer -> value, None where it is removed. `scores` and `winners` are always
            computed anew.
        """
        return ()

    def assumed_values(self, setup: GameSetup) -> tuple[AssumedValue, ...]:
        """The assumed values that this table plays with."""
        return ()

    def taggable_pieces(self, setup: GameSetup) -> Sequence[str]:
        """Every piece that may carry a tag, in box order (`card/inf6` twice when there are two)."""
        ...

    def zones(self, setup: GameSetup) -> Sequence[str]:
        """Every place where a reader may report what lies there; `play`, where cards are shown, comes first."""
        ...

    def layout(self, position: Any) -> Layout:
        """The layout of any position (companion.rules.layout); that of a public position names nothing hidden."""
        ...

    def inventory(self, setup: GameSetup) -> Inventory:
        """How many there are of every piece, whether it can carry a tag or not, in the order of `faults`."""
        ...

    def corrected_position(self, position: Any, place: Place) -> Position | None:
        """The position if exactly these pieces lay in that place, for what no number of the position sets.

        `place` is one of the layout, its pieces are of the inventory. What lies elsewhere may change with it, as
        there is one king. Herald checks whether the layout of the returned position shows the place so
        (companion.rules.corrections); where it does not, or where None is returned, the correction is impossible. A
        place that is right already changes nothing.
        """
        return None

    def irreversible_events(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """Those events that revealed something hidden or drew by chance: an undo does not make it unknown again."""
        return ()

    def public_words(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The words of a line of the record as everybody may hear them: `black 2 mage` is `black 2 ?`.

        The line may be any line, also a refused one or a correction
        (`companion.rules.public_view.public_correction`). No position is at hand, so what may be hidden is hidden;
        public words stay as they are.
        """
        return words

    def public_piece(self, piece: str) -> str:
        """The word of a piece as everybody may see it observed: `card/black/mage` is `card/black/?`.

        A piece that always lies open is returned itself, and so are words that are no piece of the game.
        """
        return piece

    def public_observations(
        self, position: Any, observations: Sequence[Observation]
    ) -> tuple[Observation, ...]:
        """All observations since the last move, as everybody may see them: each by itself, if a game says no more.

        A game says more where the observations with it open a piece: a card shown for a work lies open, the same
        card drawn does not.
        """
        return tuple(public_observation(self, observation) for observation in observations)


def public_observation(game: Game, observation: Observation) -> Observation:
    """An observation as everybody may see it."""
    piece = game.public_piece(observation.piece)
    return observation if piece == observation.piece else Observation(piece, observation.zone)


def check_setup(game: Game, setup: GameSetup) -> None:
    """Check that the game can be played at that table; raises InvalidRecord for the first thing that forbids it."""
    _check_seats(game, setup.seats)
    seats = [seat.colour for seat in setup.seats]
    if setup.start_player and setup.start_player not in seats:
        raise InvalidRecord(START_NOWHERE(setup.start_player, " ".join(seats)))
    known = {option.name: option.values for option in game.options}
    for name, value in setup.options.items():
        if name not in known:
            raise InvalidRecord(NO_OPTION(name, game.name, ", ".join(known)))
        if value not in known[name]:
            raise InvalidRecord(NO_OPTION_VALUE(name, value, ", ".join(known[name])))


def check_new_game(game: Game, setup: GameSetup, no_start: Clause = NO_START) -> None:
    """Check as `check_setup`, and that the set-up names a start player; raises InvalidRecord.

    `no_start`: the game's own clause for a set-up without one, with the one fact `line`; it says who begins.
    """
    check_setup(game, setup)
    if not setup.start_player:
        raise InvalidRecord(no_start("`start COLOUR`"))


def _check_seats(game: Game, seats: Sequence[Seat]) -> None:
    if not game.min_players <= len(seats) <= game.max_players:
        raise InvalidRecord(SEAT_COUNT(len(seats), game.name, game.min_players, game.max_players))
    taken: set[str] = set()
    for seat in seats:
        if seat.colour not in game.colours:
            raise InvalidRecord(NO_COLOUR(seat.colour, " ".join(game.colours)))
        if seat.colour in taken:
            raise InvalidRecord(SEAT_TWICE(seat.colour))
        if any(
            category(letter) == "Cc" for letter in seat.name
        ):  # it would control a terminal that prints it
            raise InvalidRecord(CONTROL_CHARACTER(seat.colour))
        if len(seat.name) > MAX_NAME_LETTERS:
            raise InvalidRecord(NAME_TOO_LONG(seat.colour, f"{len(seat.name):,}", MAX_NAME_LETTERS))
        taken.add(seat.colour)
