"""The standings of any game, its end, and the chart of points; a game adds its own details."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Final

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
RANKING_WIDTH = 80.0
"""Millimetres of the ranking beside a chart."""


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
        columns = tuple(_columns(context.history()))
        return make_standings_report(
            context, ranks, symbol, ending, columns=columns if len(columns) > 1 else ()
        )


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
    columns: Iterable[ChartColumn] = (),
) -> ReportModel:
    """The points so far, or who has won.

    `symbol`: of the winner; `ending`: the button that repeats the reports of the end; `decided`: sentences
    where something other than points decided; `columns`: of a chart.
    """
    _, outcome = context.voice.translator.gettext, context.snapshot.position.outcome()
    advice = _("Touch a player to see what the points are made of.")
    chart = tuple(columns)
    steps, scores = tuple(step for step, *_s in chart), [scores for _step, scores in chart]
    lines = tuple(
        ChartLineModel(who, tuple(each[who] for each in scores))
        for who in (rank.seat.colour for rank in ranks)
    )
    right = (PointsChartModel(steps, lines),) if chart else ()
    if outcome is None:
        return ReportModel(_("Points so far"), (RankingModel(ranks),), right, advice, "chart", RANKING_WIDTH)
    home = ChoiceModel("home", _("To the first page"), "home", "main")
    return ReportModel(
        winners_text(context.voice.translator, outcome.winners),
        (RankingModel(ranks),),
        right,
        decided.get(outcome.decided_by) or advice,
        symbol,
        RANKING_WIDTH,
        is_final=True,
        actions=(home,) if ending is None else (home, ending),
    )


# -- the chart


def chart_columns(
    history: FrozenHistory, begun: str, ends: Callable[[Event], str], now: ChartStepModel | None
) -> Iterator[ChartColumn]:
    """Everybody's points at the beginning, after each event for which `ends` gives a label, and now.

    `begun` is the label of the beginning, `now` that of the current points (None for no such column).
    """
    scores = dict(history.opening.position.points_by_player())
    if history.accepted_lines:
        yield ChartStepModel(begun), dict(scores)
    for accepted in history.accepted_lines:
        for event in accepted.events:
            if label := ends(event):
                yield ChartStepModel(label), dict(scores)
            for who, number in event.points_by_player().items():
                scores[who] += number
        scores = dict(accepted.position.points_by_player())  # a correction may have set them
    if now is not None:
        yield now, scores


def _columns(history: FrozenHistory) -> Iterator[ChartColumn]:
    """Everybody's points at the end of each round.

    For a game without rounds, or with very many, points are taken at intervals, labelled with the number of
    the move.
    """
    rounds = {position.to_json().get("round"): at for at, position in _numbered_positions(history)}
    count = len(history.accepted_lines) + 1
    ends = list(rounds.items()) if len(rounds) > 1 else [(at, at) for at in range(count)]
    interval = -(-(len(ends) - 1) // (MAX_CHART_COLUMNS - 1)) or 1
    number_at = {at: number for number, at in (*ends[:-1:interval], ends[-1])}
    for at, position in _numbered_positions(history):
        if at in number_at:
            yield (
                ChartStepModel(str(number_at[at])),
                {who: max(0, score) for who, score in position.points_by_player().items()},
            )


def _numbered_positions(history: FrozenHistory) -> Iterator[tuple[int, Position]]:
    """All positions and their numbers, from 0 for the opening: there may be too many to hold them all."""
    lines = chain((history.opening,), history.accepted_lines)
    return enumerate(accepted.position for accepted in lines)
