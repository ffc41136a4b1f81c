"""What a game defines about itself, and how a table is set up for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol
from unicodedata import category

from msgspec import Struct

from companion.rules.errors import InvalidRecord
from companion.rules.layout import Inventory, Layout, Place
from companion.rules.moves import Observation
from companion.rules.position import Position
from companion.rules.transaction import Event


class Seat(Struct, frozen=True):
    """One player at the table: their colour in the notation and the name people call them."""

    colour: str
    name: str


class EditionLine(Struct, frozen=True):
    """What is printed on this copy of the game: the words after `print` in a record."""

    words: tuple[str, ...]


class GameSetup(Struct, frozen=True):
    """A table before its first move.

    `seats` go clockwise; `start_player` is the colour of one of them, or "" when a position says who starts.
    """

    seats: tuple[Seat, ...]
    start_player: str
    options: Mapping[str, str] = {}
    edition_lines: tuple[EditionLine, ...] = ()


class GameOption(Struct, frozen=True):
    """An option of the set-up: its values, the default first, and the clause it belongs to."""

    name: str
    values: tuple[str, ...]
    clause_id: str


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
        """All observations since the last move, as everybody may see them.

        Each piece is redacted by itself (`companion.rules.public_view.public_observations`), unless the observations
        with it open it: a card shown for a work lies open, the same card drawn does not.
        """
        return tuple(observations)


def check_setup(game: Game, setup: GameSetup) -> None:
    """Check that the game can be played at that table; raises InvalidRecord for the first thing that forbids it."""
    _check_seats(game, setup.seats)
    seats = [seat.colour for seat in setup.seats]
    if setup.start_player and setup.start_player not in seats:
        raise InvalidRecord(f"start {setup.start_player}: sits nowhere; seats are {' '.join(seats)}")
    known = {option.name: option.values for option in game.options}
    for name, value in setup.options.items():
        if name not in known:
            raise InvalidRecord(f"option {name}: {game.name} has {', '.join(known)}")
        if value not in known[name]:
            raise InvalidRecord(f"option {name} {value}: may be {' or '.join(known[name])}")


def _check_seats(game: Game, seats: Sequence[Seat]) -> None:
    if not game.min_players <= len(seats) <= game.max_players:
        raise InvalidRecord(
            f"{len(seats)} seats; {game.name} is played by {game.min_players} to {game.max_players}"
        )
    taken: set[str] = set()
    for seat in seats:
        if seat.colour not in game.colours:
            raise InvalidRecord(f"seat {seat.colour}: colours are {' '.join(game.colours)}")
        if seat.colour in taken:
            raise InvalidRecord(f"seat {seat.colour} is taken twice")
        if any(
            category(letter) == "Cc" for letter in seat.name
        ):  # it would control a terminal that prints it
            raise InvalidRecord(f"seat {seat.colour}: a control character in the name; leave it out")
        taken.add(seat.colour)
