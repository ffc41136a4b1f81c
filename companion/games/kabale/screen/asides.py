"""What lies over the table of Kabale und Hiebe for a while: a column that was evaluated, and the final count."""

from __future__ import annotations

from msgspec import Struct

from companion.games.kabale.screen.views import Column, Face, Objective
from companion.rules.game import Seat
from companion.screen.views import Choice, Event, Rank


class Judged(Struct, frozen=True):
    """A card of a column that was evaluated: what is printed on it, what changed that, what it counts. `removed`:
    the Mage or the Witch has removed it, as `why` says.
    """

    by: str
    name: str
    printed: str
    why: str
    counts: str
    removed: bool = False


class Sum(Struct, frozen=True):
    """What a player's cards count together, and whether he takes the objective."""

    seat: Seat
    sum: str
    wins: bool = False


class Evaluation(Struct, frozen=True):
    """A column that was evaluated: its cards from the objective down, everybody's sum; in `lines` what decided, what
    worked on the whole column, and what hands must do.
    """

    title: str
    symbol: str
    cards: tuple[Judged, ...]
    sums: tuple[Sum, ...]
    lines: tuple[Event, ...] = ()
    at: int = 1
    of: int = 1
    """The which of how many that are told one after another."""


class Won(Struct, frozen=True):
    """An objective that is opened at the end; `best`: it is one of the six that may be doubled."""

    symbol: str
    value: int
    best: bool = False


class Way(Struct, frozen=True):
    """One way to count: what is counted, and what it comes to ("" where it is not allowed); `better`: it holds."""

    title: str
    sum: str
    points: str
    better: bool = False


class Opening(Struct, frozen=True):
    """One player's objectives opened: symbol by symbol, both ways of counting them, and the points as they stand
    after it.
    """

    seat: Seat
    subtitle: str
    symbols: tuple[str, ...]
    won: tuple[Won, ...]
    ways: tuple[Way, Way]
    ranks: tuple[Rank, ...]
    longest: int
    """Points that the longest bar of all players stands for."""
    at: int
    of: int


class Checked(Struct, frozen=True):
    """A card of a column that is checked: what a touch that says what it is is told by, and what its number begins
    with.
    """

    thing: str
    base: int = 0


class ColumnCheck(Struct, frozen=True):
    """What should lie in one column, and what was touched there. `who`, `seats`, `places`, `sums`, `wrong` and
    `changed` as in the `Check` of companion.screen.asides.
    """

    who: str
    column: Column
    """As it was touched."""
    cards: tuple[Checked, ...]
    """Its cards."""
    faces: tuple[Face, ...]
    """What a card may be; `thing` is the number that says so, followed by those for face down and for not there."""
    objectives: tuple[Objective, ...]
    """What may lie at its head, in the same way."""
    more: tuple[str, ...]
    """What a touch tells that puts a card of each seat to the end."""
    seats: tuple[Seat, ...]
    places: tuple[Choice, ...]
    sums: str
    wrong: bool = False
    changed: bool = False
