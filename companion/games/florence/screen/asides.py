"""What lies over the table of the Princes of Florence for a while: the table check."""

from __future__ import annotations

from msgspec import Struct

from companion.games.florence.screen.placing import Placing
from companion.games.florence.screen.views import Laid
from companion.rules.game import Seat
from companion.screen.views import Choice, Counter


class Tile(Struct, frozen=True):
    """A tile that is checked: what a touch on it tells, which takes it away or puts it back. `gone`: it was taken
    away.
    """

    thing: str
    laid: Laid
    gone: bool = False


class Toggle(Struct, frozen=True):
    """Something that is there or not, and what a touch tells that changes it."""

    thing: str
    words: str
    symbol: str
    there: bool = False
    differs: bool = False


class Adding(Struct, frozen=True):
    """A tile that is to be put on a grid: where it may lie. `there`: what a touch tells that puts it there, before the
    number of the place; `keep`: what is told when it is put nowhere.
    """

    placing: Placing
    there: str
    keep: str


class PrincipalityCheck(Struct, frozen=True):
    """What should lie in one player's principality and before him, and what was touched there. `who`, `seats`,
    `places`, `sums`, `wrong`, `changed`, `counters` and `differs` as in the `Check` of companion.screen.asides.
    """

    who: str
    seats: tuple[Seat, ...]
    places: tuple[Choice, ...]
    sums: str
    wrong: bool
    changed: bool
    tiles: tuple[Tile, ...]
    more: tuple[Toggle, ...]
    """Tiles that may be put there."""
    counters: tuple[Counter, ...]
    differs: frozenset[str]
    freedoms: tuple[Toggle, ...]
    adding: Adding | None = None
    """In place of everything else."""


class Card(Struct, frozen=True):
    """A card of its kind: at whom it lies face up ("" at nobody), and whether that was touched. `thing` is what a
    touch tells that says where, without the number behind.
    """

    thing: str
    name: str
    owner: str = ""
    differs: bool = False


class CardsCheck(Struct, frozen=True):
    """Cards that should lie face up, all of a kind: each touched where it lies elsewhere. The others as in
    `PrincipalityCheck`.
    """

    who: str
    seats: tuple[Seat, ...]
    places: tuple[Choice, ...]
    sums: str
    wrong: bool
    changed: bool
    cards: tuple[Card, ...]
    nobody: str
    """What it says where a card does not lie face up."""
