"""What is told over a table, a sheet at a time: who had how much of what, what came of it, what hands must do.

A game makes a `ReportModel` of its events, out of blocks; `overlays.report` draws it. Words come ready.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.screen.view_models import ChoiceModel, EventModel, MovementModel, RankModel, SymbolCountModel


class ReportRowModel(Struct, frozen=True):
    """A player, or a condition: its sign, its words, a number at the end.

    things: what it has, or gives, each with how many. bar: drawn as long as this is beside the most of all rows. gains:
    what comes of it, in gold. marked: gold around it. dim: it does not matter here. met: a yes or a no before it.
    """

    symbol: str
    text: str
    number: str = ""
    note: str = ""
    item_counts: tuple[SymbolCountModel, ...] = ()
    bar_value: int | None = None
    gains: tuple[SymbolCountModel, ...] = ()
    is_highlighted: bool = False
    is_dimmed: bool = False
    is_condition_met: bool | None = None


class ReportRowsModel(Struct, frozen=True):
    """Rows one below the other, or so many beside each other. Where something is given for something, what it gives
    stands before the number: what there is then.
    """

    rows: tuple[ReportRowModel, ...]
    columns: int = 1


class ScoredCardModel(Struct, frozen=True):
    """A card: whose it is or what it is about, its name, what is printed on it, a note on it, what it counts.
    struck: it is no longer there.
    """

    symbol: str
    name: str
    score: str = ""
    printed_value: str = ""
    note: str = ""
    is_struck_out: bool = False


class ScoredCardsModel(Struct, frozen=True):
    """Cards: strips one below the other, or a single one large."""

    cards: tuple[ScoredCardModel, ...]


class PileModel(Struct, frozen=True):
    """What was won of one kind, the best on top: what each counts, and whether it is marked."""

    symbol: str
    cards: tuple[tuple[str, bool], ...] = ()


class PilesModel(Struct, frozen=True):
    """A pile a kind, side by side."""

    piles: tuple[PileModel, ...]


class SentencesModel(Struct, frozen=True):
    """Sentences, in smaller letters when they are many. `is_large`: in larger ones while there is room."""

    sentences: tuple[EventModel, ...]
    is_large: bool = False


class RankingModel(Struct, frozen=True):
    """The points as they stand after it. `longest_bar_points`: those that the longest bar stands for, the most of these
    when 0."""

    ranks: tuple[RankModel, ...]
    longest_bar_points: int = 0


class MovementListModel(Struct, frozen=True):
    """What hands must do on the table, to be ticked off."""

    movements: tuple[MovementModel, ...]


class ChartStepModel(Struct, frozen=True):
    """What is written beneath a column of a chart, or the symbol that stands there."""

    text: str
    symbol: str = ""


class ChartLineModel(Struct, frozen=True):
    """A player's points, one step after another."""

    colour: str
    points: tuple[int, ...]


class PointsChartModel(Struct, frozen=True):
    """How it came to the points: a chart, a line a player."""

    steps: tuple[ChartStepModel, ...]
    lines: tuple[ChartLineModel, ...]


class ListItemModel(Struct, frozen=True):
    """One line of a list: what it is about, in words, and a number at its end."""

    text: str
    symbol: str = ""
    number: str = ""


class ItemListModel(Struct, frozen=True):
    """A list to read: a player's ledger, what may be done now. `total` is the sum of its numbers."""

    items: tuple[ListItemModel, ...]
    total: str = ""


class ReportModel(Struct, frozen=True):
    """One sheet: at the left what is told, at the right what came of it. A block is one of the above, or a value of the
    game's own that its module `layers` has a widget for.

    wide: millimetres of the left column. over: it is the end, so that the title is large and the subtitle gold. ways:
    the buttons at the foot, the way on first; of what is told one after another those are set by who tells it, as are
    at and of (the which of how many). more: the words that lead to another one of its kind.
    """

    title: str
    left_blocks: tuple[Any, ...]
    right_blocks: tuple[Any, ...] = ()
    subtitle: str = ""
    symbol: str = ""
    left_width: float = 64.0
    is_final: bool = False
    actions: tuple[ChoiceModel, ...] = ()
    more_label: str = ""
    page_number: int = 1
    page_count: int = 1


def make_list_report(
    title: str, items: tuple[ListItemModel, ...], subtitle: str = "", symbol: str = "", total: str = ""
) -> ReportModel:
    """A list that fills the sheet."""
    return ReportModel(title, (ItemListModel(items, total),), (), subtitle, symbol)
