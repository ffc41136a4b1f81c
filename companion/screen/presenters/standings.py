"""How it stands in any game, how it ended, and what the points are made of; a game gives what is its own of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec.structs import replace

from companion.rules.history import FrozenHistory
from companion.rules.ledger import LedgerEntry, build_ledger
from companion.rules.transaction import Event
from companion.screen.context import ScreenContext
from companion.screen.presenters.prompt import winner_sentence
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
from companion.voice.ranking_text import points_text

ChartColumn = tuple[ChartStepModel, Mapping[str, int]]
"""What stands beneath a column of the chart, and everybody's points in it."""
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
    """Everybody who has a score, the first place first; those of equal worth share one. worth: what decides, the points
    when left out; parts: what the points are made of; note: a word on them.
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
    """The points so far, or who has won. symbol: of the winner; ending: the words and symbol of the way to be told once
    more what the end consisted of; decided: what is said where something else than points decided; columns: of a chart.
    """
    _, outcome = context.voice.translator.gettext, context.snapshot.position.outcome()
    advice = _("Touch a player to see what the points are made of.")
    drawn = tuple(columns)
    steps, scores = tuple(step for step, *_s in drawn), [scores for _step, scores in drawn]
    runs = tuple(
        ChartLineModel(who, tuple(each[who] for each in scores))
        for who in (rank.seat.colour for rank in ranks)
    )
    right = (PointsChartModel(steps, runs),) if drawn else ()
    if outcome is None:
        return ReportModel(_("Points so far"), (RankingModel(ranks),), right, advice, "chart", RANKING_WIDTH)
    home = ChoiceModel("home", _("To the first page"), "home", "main")
    return ReportModel(
        winner_sentence(outcome, context.voice.translator),
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
    """Everybody's points at the beginning, when something `ends` with an event (its words beneath the column; "" for
    nothing), and now.
    """
    scores = dict(history.opening.position.points_by_player())
    if history.accepted_lines:
        yield ChartStepModel(begun), dict(scores)
    for accepted in history.accepted_lines:
        for event in accepted.events:
            if said := ends(event):
                yield ChartStepModel(said), dict(scores)
            for who, number in event.points_by_player().items():
                scores[who] += number
        scores = dict(accepted.position.points_by_player())  # a person may have set them
    if now is not None:
        yield now, scores


# -- the ledger


def points_ledger(
    who: str, context: ScreenContext, line: Callable[[LedgerEntry], ListItemModel] | None = None
) -> ReportModel:
    """Where a player's points come from, one line an event. `line` is asked of every event that made points, also for
    others, in their order; its sentence when left out.
    """
    words, mine, total = context.voice.translator, list[ListItemModel](), 0
    for entry in build_ledger(context.history()).entries:
        if entry.event is None:
            by_hand, there = (
                words.gettext("Corrected by hand."),
                words.gettext("Already there at the beginning."),
            )
            made = ListItemModel(by_hand if entry.line_text else there, "quill")
        else:
            made = (
                line(entry) if line is not None else ListItemModel(context.voice.narrate_event(entry.event))
            )
        if entry.player == who:
            mine.append(replace(made, number=format_signed_points(entry.points)))
            total += entry.points
    return make_ledger_report(who, context, mine, total)


def make_ledger_report(
    who: str, context: ScreenContext, lines: Iterable[ListItemModel], total: int
) -> ReportModel:
    """Those lines as where a player's points come from."""
    words, listed = context.voice.translator, tuple(lines)
    return make_list_report(
        words.gettext("{who}: where the points come from", who=words.player_name(who)),
        listed,
        "" if listed else words.gettext("No points yet."),
        who,
        points_text(words, total),
    )


def format_signed_points(number: int) -> str:
    """Points won or lost, as a ledger has them."""
    return f"{number:+d}".replace("-", "\N{MINUS SIGN}")
