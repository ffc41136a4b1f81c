"""What lies over the table of Kabale und Hiebe for a while: a column that is checked."""

from __future__ import annotations

from msgspec import Struct

from companion.games.kabale.screen.views import Column, Face, Objective
from companion.rules.game import Seat
from companion.screen.views import Choice


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
