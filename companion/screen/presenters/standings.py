"""The standings of any game, its end, and what the points are made of; a game adds its own details."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec.structs import replace

from companion.rules.history import FrozenHistory
from companion.rules.ledger import LedgerEntry, build_ledger
from companion.rules.transaction import Event
from companion.screen.context import ScreenContext
from companion.screen.report_models import (
    ChartLineModel,
    ChartStepModel,
    ListItemModel,
    PointsChartModel,
    RankingModel,
    ReportModel,
    make_list_report,
)
from companion.screen.view_models import ChoiceModel, RankModel, SymbolCountModel
from companion.voice.ranking_text import points_text, winners_text

ChartColumn = tuple[ChartStepModel, Mapping[str, int]]
"""The label beneath a column of the chart, and everybody's points in it."""
RANKING_WIDTH = 80.0
"""Millimetres of the ranking beside a chart."""


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


# -- the ledger


def points_ledger_report(
    who: str, context: ScreenContext, line: Callable[[LedgerEntry], ListItemModel] | None = None
) -> ReportModel:
    """Where a player's points come from, one line for each event.

    `line` is called for every event that made points, of the others too, in their order; without it the
    event's sentence is used.
    """
    translator, lines, total = context.voice.translator, list[ListItemModel](), 0
    for entry in build_ledger(context.history()).entries:
        if entry.event is None:
            by_hand, there = (
                translator.gettext("Corrected by hand."),
                translator.gettext("Already there at the beginning."),
            )
            item = ListItemModel(by_hand if entry.line_text else there, "quill")
        else:
            item = (
                line(entry) if line is not None else ListItemModel(context.voice.narrate_event(entry.event))
            )
        if entry.player == who:
            lines.append(replace(item, number=format_signed_points(entry.points)))
            total += entry.points
    return make_ledger_report(who, context, lines, total)


def make_ledger_report(
    who: str, context: ScreenContext, lines: Iterable[ListItemModel], total: int
) -> ReportModel:
    """The report of these lines: where a player's points come from."""
    translator, listed = context.voice.translator, tuple(lines)
    return make_list_report(
        translator.gettext("{who}: where the points come from", who=translator.player_name(who)),
        listed,
        "" if listed else translator.gettext("No points yet."),
        who,
        points_text(translator, total),
    )


def format_signed_points(number: int) -> str:
    """Points won or lost, as a ledger shows them."""
    return f"{number:+d}".replace("-", "\N{MINUS SIGN}")
