"""What is told over a table, a sheet at a time: who had how much of what, what came of it, what hands must do.

A game makes a `Report` of its events, out of blocks; `overlays.report` draws it. Words come ready.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.screen.views import Choice, Count, Event, Hand, Rank


class Row(Struct, frozen=True):
    """A player, or a condition: its sign, its words, a number at the end.

    things: what it has, or gives, each with how many. bar: drawn as long as this is beside the most of all rows. gains:
    what comes of it, in gold. marked: gold around it. dim: it does not matter here. met: a yes or a no before it.
    """

    symbol: str
    words: str
    number: str = ""
    note: str = ""
    things: tuple[Count, ...] = ()
    bar: int | None = None
    gains: tuple[Count, ...] = ()
    marked: bool = False
    dim: bool = False
    met: bool | None = None


class Rows(Struct, frozen=True):
    """Rows one below the other, or so many beside each other. Where something is given for something, what it gives
    stands before the number: what there is then.
    """

    rows: tuple[Row, ...]
    columns: int = 1


class Paper(Struct, frozen=True):
    """A card: whose it is or what it is about, its name, what is printed on it, a note on it, what it counts.
    struck: it is no longer there.
    """

    symbol: str
    words: str
    number: str = ""
    printed: str = ""
    note: str = ""
    struck: bool = False


class Papers(Struct, frozen=True):
    """Cards: strips one below the other, or a single one large."""

    papers: tuple[Paper, ...]


class Pile(Struct, frozen=True):
    """What was won of one kind, the best on top: what each counts, and whether it is marked."""

    symbol: str
    cards: tuple[tuple[str, bool], ...] = ()


class Piles(Struct, frozen=True):
    """A pile a kind, side by side."""

    piles: tuple[Pile, ...]


class Sentences(Struct, frozen=True):
    """Sentences, in smaller letters when they are many. `large`: in larger ones while there is room."""

    sentences: tuple[Event, ...]
    large: bool = False


class Points(Struct, frozen=True):
    """The points as they stand after it. `longest`: those that the longest bar stands for, the most of these when 0."""

    ranks: tuple[Rank, ...]
    longest: int = 0


class Movements(Struct, frozen=True):
    """What hands must do on the table, to be ticked off."""

    hands: tuple[Hand, ...]


class Step(Struct, frozen=True):
    """What is written beneath a column of a chart, or the symbol that stands there."""

    words: str
    symbol: str = ""


class Run(Struct, frozen=True):
    """A player's points, one step after another."""

    colour: str
    points: tuple[int, ...]


class Course(Struct, frozen=True):
    """How it came to the points: a chart, a line a player."""

    steps: tuple[Step, ...]
    runs: tuple[Run, ...]


class Line(Struct, frozen=True):
    """One line of a list: what it is about, in words, and a number at its end."""

    words: str
    symbol: str = ""
    number: str = ""


class Listed(Struct, frozen=True):
    """A list to read: a player's ledger, what may be done now. `total` is the sum of its numbers."""

    lines: tuple[Line, ...]
    total: str = ""


class Report(Struct, frozen=True):
    """One sheet: at the left what is told, at the right what came of it. A block is one of the above, or a value of the
    game's own that its module `layers` has a widget for.

    wide: millimetres of the left column. over: it is the end, so that the title is large and the subtitle gold. ways:
    the buttons at the foot, the way on first; of what is told one after another those are set by who tells it, as are
    at and of (the which of how many). more: the words that lead to another one of its kind.
    """

    title: str
    left: tuple[Any, ...]
    right: tuple[Any, ...] = ()
    subtitle: str = ""
    symbol: str = ""
    wide: float = 64.0
    over: bool = False
    ways: tuple[Choice, ...] = ()
    more: str = ""
    at: int = 1
    of: int = 1


def listing(
    title: str, lines: tuple[Line, ...], subtitle: str = "", symbol: str = "", total: str = ""
) -> Report:
    """A list that fills the sheet."""
    return Report(title, (Listed(lines, total),), (), subtitle, symbol)
