"""The standings of any game, its end, and the chart of points; a game adds its own details."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Final

from msgspec.structs import replace

from companion.rules.history import FrozenHistory
from companion.rules.position import Position
from companion.rules.transaction import Event
from companion.screen.context import ScreenContext
from companion.screen.draw.symbols import game_emblem_name
from companion.screen.overlays import TableOverlay
from companion.screen.report_models import (
    FINAL_REPORT_TARGET,
    ChartLineModel,
    ChartStepModel,
    PointsChartModel,
    RankingModel,
    ReportModel,
)
from companion.screen.view_models import ChoiceModel, RankModel, SymbolCountModel
from companion.voice.ranking_text import winners_text

ChartColumn = tuple[ChartStepModel, Mapping[str, int]]
"""The label beneath a column of the chart, and everybody's points in it."""
MAX_CHART_COLUMNS: Final = 9
"""The greatest number of columns of the chart of a game that does not make its own."""
RANKING_WIDTH, LEAST_RANKING_WIDTH, COLUMN_WIDTH = 80.0, 56.0, 10.0
"""Millimetres of the ranking beside a chart of few columns and of many, and of a column."""


class StandingTableOverlay(TableOverlay):
    """The points so far, or who has won."""

    word = "standing"
    menu_order = 10

    @staticmethod
    def menu_entry(context: ScreenContext) -> ChoiceModel:
        """Its button in the menu."""
        return ChoiceModel("standing", context.voice.translator.gettext("Points so far"), "chart")

    def model(self, context: ScreenContext, subject: str) -> ReportModel:
        """Everybody's points, the most first; the winners first when it is over."""
        scores, outcome = context.snapshot.position.points_by_player(), context.snapshot.position.outcome()
        winners = outcome.winners if outcome is not None else ()
        ranks = make_ranking(
            context,
            scores,
            worth=lambda who: (who in winners, scores[who]),
            parts=lambda who: (SymbolCountModel(f"{who}/flat", max(0, scores[who])),),
        )
        symbol = game_emblem_name(context.snapshot.game, "crown")
        ending = ChoiceModel(
            FINAL_REPORT_TARGET, context.voice.translator.gettext("The winner, and why"), symbol
        )
        return make_standings_report(context, ranks, symbol, ending)


def make_ranking(
    context: ScreenContext,
    scores: Mapping[str, int],
    *,
    worth: Callable[[str], tuple[int, ...]] | None = None,
    parts: Callable[[str], Iterable[SymbolCountModel]] = lambda who: (),
    note: Callable[[str], str] = lambda who: "",
) -> tuple[RankModel, ...]:
    """Everybody who has a score, the first place first; players of equal worth share a place.

    `worth`: what decides, the points when left out; `parts`: what the points are made of; `note`: a remark on
    them.
    """
    worths = {who: worth(who) if worth is not None else (score,) for who, score in scores.items()}
    seats = [seat for seat in context.snapshot.setup.seats if seat.colour in scores]
    return tuple(
        RankModel(
            1 + sum(other > worths[seat.colour] for other in worths.values()),
            seat,
            scores[seat.colour],
            tuple(part for part in parts(seat.colour) if part.count),
            note(seat.colour),
            f"ledger/{seat.colour}",
        )
        for seat in sorted(seats, key=lambda seat: worths[seat.colour], reverse=True)
    )


def make_standings_report(
    context: ScreenContext,
    ranks: tuple[RankModel, ...],
    symbol: str,
    ending: ChoiceModel | None = None,
    decided: Mapping[str, str] = {},
    columns: Iterable[ChartColumn] | None = None,
) -> ReportModel:
    """The points so far, or who has won, beside a chart.

    `symbol`: of the winner; `ending`: the button that repeats the reports of the end; `decided`: sentences
    where something other than points decided; `columns`: of the chart, `round_columns` when left out.
    """
    _, outcome = context.voice.translator.gettext, context.snapshot.position.outcome()
    advice = _("Touch a player to see what the points are made of.")
    chart = make_chart(ranks, round_columns(context.history()) if columns is None else columns)
    ranking, width = (RankingModel(ranks),), ranking_width(chart)
    if outcome is None:
        return ReportModel(_("Points so far"), ranking, (chart,), advice, "chart", width)
    home = ChoiceModel("home", _("To the first page"), "home", "main")
    result = ChoiceModel("result", _("Keep the result"), "down")
    return ReportModel(
        winners_text(context.voice.translator, outcome.winners),
        ranking,
        (chart,),
        decided.get(outcome.decided_by) or advice,
        symbol,
        width,
        is_final=True,
        actions=(home, result) if ending is None else (home, result, ending),
    )


# -- the chart


def make_chart(ranks: Iterable[RankModel], columns: Iterable[ChartColumn]) -> PointsChartModel:
    """The chart of these columns, with a line for each player of a ranking."""
    chart = tuple(columns)
    lines = (
        ChartLineModel(rank.seat.colour, tuple(scores[rank.seat.colour] for _, scores in chart))
        for rank in ranks
    )
    return PointsChartModel(tuple(step for step, _ in chart), tuple(lines))


def ranking_width(chart: PointsChartModel) -> float:
    """Millimetres of the ranking beside a chart: less where the chart has many columns to be touched."""
    return max(LEAST_RANKING_WIDTH, RANKING_WIDTH - COLUMN_WIDTH * max(0, len(chart.steps) - 6))


def chart_columns(
    history: FrozenHistory, begun: str, ends: Callable[[Event], str], now: ChartStepModel | None
) -> Iterator[ChartColumn]:
    """Everybody's points at the beginning, after each event for which `ends` gives a label, and now.

    `begun` is the label of the beginning, `now` that of the current points (None for no such column).
    """
    scores, count, told = dict(history.opening.position.points_by_player()), 0, 0
    if history.accepted_lines:
        yield _step(begun, 0), dict(scores)
    for count, accepted in enumerate(history.accepted_lines, 1):
        for event in accepted.events:
            if label := ends(event):
                yield _step(label, told := count), dict(scores)
            for who, number in event.points_by_player().items():
                scores[who] += number
        scores = dict(accepted.position.points_by_player())  # a correction may have set them
    if now is not None:
        yield replace(now, touch_target=f"history/{count}" if count > told else ""), scores


def round_columns(
    history: FrozenHistory,
    points: Callable[[Position], Mapping[str, int]] = lambda position: position.points_by_player(),
) -> Iterator[ChartColumn]:
    """Everybody's points at the beginning and after the last line of each round; `points`: those of a position.

    For a game without rounds, or with very many, points are taken at intervals, labelled with the number of
    the move.
    """
    rounds, played_in = dict[object, int](), object()
    for at, position in _numbered_positions(history):  # the line that ends a round leads to the next one
        rounds[played_in if at else "0"] = at
        played_in = position.to_json().get("round")
    ends = (
        [(at, at) for at in range(len(history.accepted_lines) + 1)] if None in rounds else [*rounds.items()]
    )
    interval = -(-(len(ends) - 1) // (MAX_CHART_COLUMNS - 1)) or 1
    number_at = {at: number for number, at in (*ends[:-1:interval], ends[-1])}
    for at, position in _numbered_positions(history):
        if at in number_at:
            scores = {who: max(0, score) for who, score in points(position).items()}
            yield _step(str(number_at[at]), at), scores


def _step(label: str, count: int) -> ChartStepModel:
    """What stands beneath a column after so many lines; without a line it has nothing to lead to."""
    return ChartStepModel(label, touch_target=f"history/{count}" if count else "")


def _numbered_positions(history: FrozenHistory) -> Iterator[tuple[int, Position]]:
    """All positions and their numbers, from 0 for the opening: there may be too many to hold them all."""
    lines = chain((history.opening,), history.accepted_lines)
    return enumerate(accepted.position for accepted in lines)
