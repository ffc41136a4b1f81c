"""What lies over the table of Louis XIV for a while: a tile that was evaluated, and the end of the game."""

from __future__ import annotations

from msgspec import Struct

from companion.games.louis_xiv.screen.views import Tile
from companion.rules.game import Seat
from companion.screen.views import Count, Event, Hand, Rank


class Stand(Struct, frozen=True):
    """Somebody at a tile that was evaluated: with how many stones, and what came of it."""

    colour: str
    name: str
    stones: int
    gains: tuple[Count, ...] = ()


class Evaluation(Struct, frozen=True):
    """A tile that was evaluated, as it lay before, who stood there, what happened, and what hands must do."""

    tile: Tile
    stands: tuple[Stand, ...]
    lines: tuple[Event, ...]
    hands: tuple[Hand, ...] = ()
    at: int = 1
    of: int = 1
    """The which of how many that are told one after another."""


class Given(Struct, frozen=True):
    """What a player exchanges at the end, and how many coats of arms he gets and then has."""

    seat: Seat
    things: tuple[Count, ...]
    gets: int
    has: int


class Exchange(Struct, frozen=True):
    """What is left becomes coats of arms."""

    title: str
    subtitle: str
    given: tuple[Given, ...]
    hands: str = ""
    """A word on what hands must do."""


class Held(Struct, frozen=True):
    """How many of a kind a player has, and whether that is the most."""

    seat: Seat
    count: int
    most: bool = False


class KindWon(Struct, frozen=True):
    """One kind of coats of arms compared, and the points as they stand after it."""

    symbol: str
    words: str
    sentence: str
    held: tuple[Held, ...]
    ranks: tuple[Rank, ...]
    longest: int
    """Points that the longest bar of all kinds stands for."""
    at: int
    of: int
