"""View models of reports: who had how much of what, what came of it, what hands must do.

A game makes a `ReportModel` of its events, out of blocks; `widgets.report_overlay` draws it. Texts come
ready.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from msgspec import Struct

from companion.screen.view_models import ChoiceModel, EventModel, MovementModel, RankModel, SymbolCountModel
from companion.voice.evening_text import Story

FINAL_REPORT_TARGET: Final = "ending"
"""The touch target that repeats the reports of the end of the game."""
CARDS_COLUMN_WIDTH = 92.0
"""The `left_width` of a report whose left column shows cards, in millimetres."""


class GameBlock(NamedTuple):
    """A block that only one game has: the class of its widget, whose `show` is given the model."""

    view: Callable[[Callable[[str], None]], Any]
    model: Any


class ReportRowModel(Struct, frozen=True):
    """A player, or a condition: a symbol, a text and a number at the end.

    `item_counts`: what it has or gives, each with how many. `bar_value`: drawn as a bar, in proportion to the
    highest of all rows. `gains`: what comes of it, in gold. `is_highlighted`: with a golden frame.
    `is_dimmed`: it does not matter here. `is_condition_met`: a yes or no before the text.
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
    """Rows one below the other, or in so many columns.

    Where something is given for something, what is received (`gains`) stands before the number, which is the
    result.
    """

    rows: tuple[ReportRowModel, ...]
    columns: int = 1


class ScoredCardModel(Struct, frozen=True):
    """A card with what it counts.

    `symbol`: its owner or its subject; `printed_value`: what is printed on it; `is_struck_out`: it no longer
    counts.
    """

    symbol: str
    name: str
    score: str = ""
    printed_value: str = ""
    note: str = ""
    is_struck_out: bool = False


class ScoredCardsModel(Struct, frozen=True):
    """Cards: rows one below the other, or a single one large."""

    cards: tuple[ScoredCardModel, ...]


class PileModel(Struct, frozen=True):
    """The cards won of one kind, the best on top: the value of each, and whether it is marked."""

    symbol: str
    cards: tuple[tuple[str, bool], ...] = ()


class PilesModel(Struct, frozen=True):
    """Piles side by side, one for each kind."""

    piles: tuple[PileModel, ...]


class SentencesModel(Struct, frozen=True):
    """Sentences, in smaller letters when they are many. `is_large`: in larger letters while there is room."""

    sentences: tuple[EventModel, ...]
    is_large: bool = False


class RankingModel(Struct, frozen=True):
    """The ranking after the event.

    `longest_bar_points`: the points for which the longest bar stands; 0 takes the highest points of the
    ranks.
    """

    ranks: tuple[RankModel, ...]
    longest_bar_points: int = 0


class MovementListModel(Struct, frozen=True):
    """The movements that hands must make on the table, to be ticked off."""

    movements: tuple[MovementModel, ...]


class ChartStepModel(Struct, frozen=True):
    """The text or the symbol beneath a column of a chart, and what a touch on the column asks for.

    `touch_target`: `history/N`, where N is the number of the last line before the column, of those that stand.
    """

    text: str
    symbol: str = ""
    touch_target: str = ""


class ChartLineModel(Struct, frozen=True):
    """A player's points after each step."""

    colour: str
    points: tuple[int, ...]


class PointsChartModel(Struct, frozen=True):
    """How the points developed: a chart with a line for each player."""

    steps: tuple[ChartStepModel, ...]
    lines: tuple[ChartLineModel, ...]


class ListItemModel(Struct, frozen=True):
    """One line of a list: a symbol, a text, and a number at its end."""

    text: str
    symbol: str = ""
    number: str = ""


class ItemListModel(Struct, frozen=True):
    """A list to read: a player's ledger, what may be done now. `total` is the sum of its numbers."""

    items: tuple[ListItemModel, ...]
    total: str = ""


class StoryModel(Struct, frozen=True):
    """What happened, line by line, the newest first; `line/N` is touched for the table after line N.

    `first`: the place in the story of the line that stands on top at first, None for the newest. `fresh`: how many
    lines are marked as new. `visit`: how often it was opened; until it is opened anew, people stay where they read.
    """

    story: Story
    first: int | None
    fresh: int = 0
    visit: int = 0


class ReportModel(Struct, frozen=True):
    """One sheet: what happened at the left, its results at the right.

    A block is a model of this module, or a `GameBlock`.

    `left_width`: the width of the left column in millimetres. `is_final`: this ends the game, so the title is
    large and the subtitle gold. `actions`: the buttons at the foot, the one that leads on first;
    `page_number` and `page_count`: its place among reports shown one after another, for which
    `overlays.reports.ReportsTableOverlay` sets all three. `more_label`: the label of the button that opens
    the next report of its kind. `clause`: by which it was counted, for whoever holds a finger on it.
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
    clause: str = ""


def make_list_report(
    title: str, items: tuple[ListItemModel, ...], subtitle: str = "", symbol: str = "", total: str = ""
) -> ReportModel:
    """A report with one list that fills the sheet."""
    return ReportModel(title, (ItemListModel(items, total),), (), subtitle, symbol)
