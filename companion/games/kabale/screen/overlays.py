"""What lies over the table of Kabale und Hiebe: standings, ledger, and the reports.

Before the end the standings say only how many objectives lie face down. Each column has a report when it has been
evaluated, and at the end each player's objectives.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Final

from msgspec.structs import replace

from companion.games.kabale.rules.column_evaluation import EvaluatedCard
from companion.games.kabale.rules.constants import (
    SYMBOL_OF_PROFESSION,
    SYMBOLS,
    objective_symbol,
    objective_value,
)
from companion.games.kabale.rules.events import ColumnEvaluated, ObjectivesCounted
from companion.games.kabale.rules.final_scoring import ObjectivesScore, objectives_score
from companion.games.kabale.rules.position import KabalePosition
from companion.games.kabale.rules.state import TableState
from companion.games.kabale.screen.piece_faces import character_name, value_text
from companion.games.kabale.voice import names
from companion.games.kabale.voice.sentences import column_notes
from companion.rules.history import FrozenHistory
from companion.rules.moves import UNKNOWN
from companion.rules.position import Position
from companion.screen.context import ScreenContext, public_position
from companion.screen.overlays import TableOverlay
from companion.screen.overlays.ledger import LedgerTableOverlay, make_ledger_report
from companion.screen.overlays.reports import (
    EventReporter,
    EventTransition,
    PendingReport,
    ReportsTableOverlay,
)
from companion.screen.overlays.standing import (
    ChartColumn,
    StandingTableOverlay,
    make_chart,
    make_ranking,
    make_standings_report,
    ranking_width,
    round_columns,
)
from companion.screen.report_models import (
    CARDS_COLUMN_WIDTH,
    FINAL_REPORT_TARGET,
    ListItemModel,
    PileModel,
    PilesModel,
    RankingModel,
    ReportModel,
    ReportRowModel,
    ReportRowsModel,
    ScoredCardModel,
    ScoredCardsModel,
    SentencesModel,
    make_list_report,
)
from companion.screen.view_models import ChoiceModel, EventModel, RankModel, SymbolCountModel
from companion.voice.ranking_text import format_signed_points
from companion.voice.translator import Translator, capitalised


def is_doubling_better(counted: ObjectivesScore) -> bool:
    """Whether six doubled objectives count more than all added up."""
    return counted.doubled is not None and counted.doubled > counted.plain


def rank_models(context: ScreenContext, counts: Mapping[str, ObjectivesScore]) -> tuple[RankModel, ...]:
    """All players with their places, most points first, and how they were counted in short (K-4.2)."""
    players = public_position(context.snapshot, KabalePosition).players

    def parts(who: str) -> Iterator[SymbolCountModel]:
        if is_doubling_better(counts[who]):
            yield SymbolCountModel("doubled", counts[who].points)
            return
        for symbol in SYMBOLS:
            yield SymbolCountModel(
                symbol,
                sum(objective_value(name) for name in players[who].won if objective_symbol(name) == symbol),
            )

    def note(who: str) -> str:
        six, others = sum(map(objective_value, counts[who].best)), counts[who].others
        if not is_doubling_better(counts[who]):
            return ""
        return f"2 × {six} − {others}" if others else f"2 × {six}"

    return make_ranking(context, {who: each.points for who, each in counts.items()}, parts=parts, note=note)


class KabaleStanding(StandingTableOverlay):
    """The points so far, or who has won."""

    def model(self, context: ScreenContext, subject: str) -> ReportModel:
        """The report of the result; before the end of how many objectives everybody has face down."""
        position, translator = public_position(context.snapshot, KabalePosition), context.voice.translator
        columns = _chart_columns(context.history())
        if position.outcome() is None:
            held = {seat: len(position.players[seat.colour].won) for seat in context.snapshot.setup.seats}
            ranking = tuple(
                RankModel(0, seat, won, (SymbolCountModel("objective", won),)) for seat, won in held.items()
            )
            chart = make_chart(ranking, columns)
            return ReportModel(
                translator.gettext("Objectives won"),
                (RankingModel(ranking),),
                (chart,),
                _face_down_note(translator),
                "objective",
                ranking_width(chart),
            )
        ranking = rank_models(
            context, {who: objectives_score(player.won) for who, player in position.players.items()}
        )
        ending = ChoiceModel(FINAL_REPORT_TARGET, translator.gettext("Objectives"), "objective")
        return make_standings_report(
            context, ranking, "kabale", ending, {"shared": translator.gettext("Tied on points.")}, columns
        )


def _chart_columns(history: FrozenHistory) -> Iterator[ChartColumn]:
    """How many objectives everybody had won after each round; after the end, what these count."""
    over = history.position.outcome() is not None

    def points(position: Position) -> Mapping[str, int]:
        assert isinstance(position, TableState)
        won = {who: player.won for who, player in position.players.items()}
        if not over:
            return {who: len(held) for who, held in won.items()}
        known = {who: [name for name in held if name != UNKNOWN] for who, held in won.items()}
        return {who: objectives_score(held).points for who, held in known.items()}

    return round_columns(history, points)


def _face_down_note(translator: Translator) -> str:
    return translator.gettext("What was won lies face down until the end.")


class KabaleLedger(LedgerTableOverlay):
    """Where a player's points come from."""

    def model(self, context: ScreenContext, subject: str) -> ReportModel:
        """The report of where a player's points come from, one line for each objective; empty before the end."""
        position, translator = public_position(context.snapshot, KabalePosition), context.voice.translator
        if position.outcome() is None:
            title = translator.gettext(
                "{who}: where the points come from", who=translator.player_name(subject)
            )
            return make_list_report(title, (), _face_down_note(translator), subject)
        counted = objectives_score(position.players[subject].won)
        doubled = is_doubling_better(counted)
        best = list(counted.best) if doubled else []
        lines = []
        for name in sorted(
            position.players[subject].won,
            key=lambda name: (SYMBOLS.index(objective_symbol(name)), -objective_value(name)),
        ):
            text, worth = names.objective_name(translator, name), objective_value(name)
            if name in best:
                best.remove(name)
                text, worth = translator.gettext("{objective}, doubled", objective=text), 2 * worth
            elif doubled:
                text, worth = translator.gettext("{objective}, besides the six", objective=text), -1
            lines.append(
                ListItemModel(capitalised(text), objective_symbol(name), format_signed_points(worth))
            )
        return make_ledger_report(subject, context, lines, counted.points)


class KabaleReports(ReportsTableOverlay):
    """The reports on what has happened."""

    def make_event_reporter(self) -> EventReporter:
        """The function that makes reports of events, which needs no memory."""
        return pending_reports


def pending_reports(transitions: Sequence[EventTransition]) -> Iterator[PendingReport]:
    """The reports of columns from left to right; at the end those of objectives, fewest points first."""
    for transition in transitions:
        if isinstance(transition.event, ColumnEvaluated):
            yield PendingReport("column", partial(column_report, transition.event))
    counts = sorted(
        (each.event for each in transitions if isinstance(each.event, ObjectivesCounted)),
        key=lambda e: e.count.points,
    )
    for at, _ in enumerate(counts, 1):
        yield PendingReport("count", partial(objectives_report, counts[:at], counts[-1].count.points))


# -- a column


def column_report(event: ColumnEvaluated, context: ScreenContext) -> ReportModel:
    """The report of an evaluated column.

    It has the cards from the objective down, everybody's sum, what decided, what affected the whole column,
    and which pieces to move; at a virtual table there is nothing to move.
    """
    translator = context.voice.translator
    where = capitalised(
        f"{names.column_name(translator, event.column)}, {names.objective_name(translator, event.objective)}"
    )
    decided = context.voice.narrate_event(event).removeprefix(f"{where}: ")
    lines = [EventModel(capitalised(decided), event.winner or "")]
    lines += [EventModel(note.text) for note in column_notes(event, translator) if not note.who]
    if context.ui_state.has_real_pieces:
        lines += [EventModel(text, "hand") for text in _movement_texts(event, translator)]
    return ReportModel(
        where,
        (ScoredCardsModel(tuple(_scored_card(card, event.objective, translator) for card in event.cards)),),
        (ReportRowsModel(tuple(_sum_rows(event, context))), SentencesModel(tuple(lines))),
        symbol=objective_symbol(event.objective),
        left_width=CARDS_COLUMN_WIDTH,
        more_label=translator.gettext("Next column"),
        clause="K-3.4" if event.rule == "prince-and-squire" else "K-3.7",
    )


def _sum_rows(event: ColumnEvaluated, context: ScreenContext) -> Iterator[ReportRowModel]:
    """A row for each player, the winner first, then by sums.

    Players with only cards without value have no sum.
    """
    there = dict.fromkeys(card.by for card in event.cards)
    least = 1 if event.rule == "lowest" else -1
    for who in sorted(
        there, key=lambda who: (who != event.winner, who not in event.sums, least * event.sums.get(who, 0))
    ):
        wins = who == event.winner
        yield ReportRowModel(
            who, context.seat_of(who).name, value_text(event.sums.get(who)), is_highlighted=wins
        )


def _movement_texts(event: ColumnEvaluated, translator: Translator) -> Iterator[str]:
    """Where the objective and the cards go (K-3.8)."""
    if event.winner is None:
        yield translator.gettext("The objective goes back into the box.")
    else:
        yield translator.gettext("Objective, face down: {who}.", who=translator.player_name(event.winner))
    if event.cards:
        yield translator.gettext("The cards go to their owners' discard piles.")


def _scored_card(card: EvaluatedCard, objective: str, translator: Translator) -> ScoredCardModel:
    """The card, with what made its value and what became of it in a few words."""
    name = character_name(translator, card.card)
    if card.copies:
        name = f"{name} = {character_name(translator, card.copies)}"
    if card.removed:
        why = translator.gettext("removed by: {card}", card=character_name(translator, card.removed))
        return ScoredCardModel(card.by, name, "", value_text(card.printed), why, is_struck_out=True)
    return ScoredCardModel(
        card.by,
        name,
        value_text(card.halves),
        value_text(card.printed),
        ", ".join(_value_reasons(card, objective, translator)),
    )


def _value_reasons(card: EvaluatedCard, objective: str, translator: Translator) -> Iterator[str]:
    if SYMBOL_OF_PROFESSION.get(card.copies or card.card) == objective_symbol(objective):
        yield translator.gettext("its symbol")
    for why, group in groupby(card.changes, lambda change: change.why):
        halves = sum(change.halves for change in group)
        sign = "+" if halves > 0 else "−"
        yield f"{character_name(translator, why)} {sign}{names.half_points_text(abs(halves))}"


# -- the end


def objectives_report(
    counts: Sequence[ObjectivesCounted], longest: int, context: ScreenContext
) -> ReportModel:
    """The report of a player's objectives, the last of `counts`.

    It has the objectives by symbol, both ways of counting them, and the points after it. `longest` is the
    most points that anybody has, which sets the length of the bars.
    """
    translator, event = context.voice.translator, counts[-1]
    doubled = is_doubling_better(event.count)
    best = list(event.count.best) if doubled else []
    piles: dict[str, list[tuple[str, bool]]] = {symbol: [] for symbol in SYMBOLS}
    for name in sorted(event.objectives, key=objective_value, reverse=True):
        value = objective_value(name)
        piles[objective_symbol(name)].append((f"2×{value}" if name in best else f"{value}", name in best))
        if name in best:
            best.remove(name)
    ranking = rank_models(context, {each.who: each.count for each in counts})
    return ReportModel(
        context.seat_of(event.who).name,
        (
            PilesModel(tuple(PileModel(symbol, tuple(cards)) for symbol, cards in piles.items())),
            ReportRowsModel(
                (
                    _count_row(translator.gettext("Added up"), "", str(event.count.plain), not doubled),
                    _doubled_row(event, translator, doubled),
                ),
                2,
            ),
        ),
        (RankingModel(tuple(replace(rank, note="") for rank in ranking), longest),),
        subtitle=translator.ngettext("{n} objective won", "{n} objectives won", len(event.objectives)),
        symbol=event.who,
        left_width=CARDS_COLUMN_WIDTH,
        more_label=translator.gettext("Next player"),
        clause="K-4.1",
    )


def _doubled_row(event: ObjectivesCounted, translator: Translator, better: bool) -> ReportRowModel:
    """The row of six different objectives doubled, or of how many symbols are missing."""
    title, count = translator.gettext("Six doubled"), event.count
    if count.doubled is None:
        there = {objective_symbol(name) for name in event.objectives}
        lacking = sum(symbol not in there for symbol in SYMBOLS)
        return _count_row(
            title,
            translator.ngettext("{n} symbol is missing", "{n} symbols are missing", lacking),
            "",
            better,
        )
    six = sum(map(objective_value, count.best))
    return _count_row(
        title, f"2 × {six} − {count.others}" if count.others else f"2 × {six}", str(count.doubled), better
    )


def _count_row(title: str, sum_: str, points: str, better: bool) -> ReportRowModel:
    """The row of one way of counting, in gold where it applies."""
    return ReportRowModel("", title, points, sum_, is_highlighted=better, is_dimmed=not better)


OVERLAYS: Final[tuple[type[TableOverlay], ...]] = (KabaleStanding, KabaleLedger, KabaleReports)
