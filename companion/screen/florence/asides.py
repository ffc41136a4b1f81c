"""What lies over the table of the Princes of Florence for a while: a round that is over, the final count, how it
stands round by round, and the table check.
"""

from __future__ import annotations

from msgspec import Struct

from companion.rules.game import Seat
from companion.screen.asides import Standing
from companion.screen.chart import Run, Step
from companion.screen.views import Event, Rank


class Worked(Struct, frozen=True):
    """The value of a player's best work of a round, 0 without one; `best`: it is the best of all, and what it gives."""

    seat: Seat
    value: int
    best: int = 0


class RoundEnd(Struct, frozen=True):
    """A round that is over: everybody's best work, the points as they stand after it; in `lines` what comes next and
    what hands must do.
    """

    title: str
    subtitle: str
    works: tuple[Worked, ...]
    lines: tuple[Event, ...]
    ranks: tuple[Rank, ...]
    at: int = 1
    of: int = 1


class Had(Struct, frozen=True):
    """How many a player has of what a prestige card is about. `owner`: the card is his; `most`: nobody's count is
    better.
    """

    seat: Seat
    count: int
    owner: bool = False
    most: bool = False


class Need(Struct, frozen=True):
    """One condition of a prestige card: how many of a thing its owner has, and how many it needs."""

    words: str
    symbol: str
    have: int
    needed: int


class CardCounted(Struct, frozen=True):
    """A prestige card that is counted: whose it is, what it asks for, who has how many of that (`had`) or which of its
    conditions are met (`needs`), what it makes, and the points as they stand after it.
    """

    seat: Seat
    name: str
    asks: str
    symbol: str
    had: tuple[Had, ...]
    needs: tuple[Need, ...]
    sentence: str
    points: int
    ranks: tuple[Rank, ...]
    longest: int
    """Points that the longest bar of all stands for."""
    at: int
    of: int


class Course(Standing, frozen=True):
    """How it stands, or ended, with everybody's points at the end of each round: what stands beneath each column
    of the chart, and a line a player.
    """

    steps: tuple[Step, ...] = ()
    runs: tuple[Run, ...] = ()
