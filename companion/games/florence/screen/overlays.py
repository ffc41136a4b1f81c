"""What lies over the table of the Princes of Florence: standings, ledger, and the reports.

Each round has a report when it is over, and at the end each prestige card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Final

from msgspec.structs import replace

from companion.games.florence.rules.auction_events import BuilderGained, LandscapePlaced
from companion.games.florence.rules.edition import PIECE_COUNTS, POINTS
from companion.games.florence.rules.events import (
    BestWorkAwarded,
    BuildingBuilt,
    PrestigeGained,
    PrestigeSold,
    RoundBegan,
    WorkCompleted,
)
from companion.games.florence.rules.phases.final_scoring import FinalCountBegan, PrestigeCardCounted
from companion.games.florence.rules.position import FlorencePosition
from companion.games.florence.rules.prestige_cards import PRESTIGE_CARDS
from companion.games.florence.rules.state import TableState as Position
from companion.games.florence.screen.piece_faces import (
    points_source_symbol,
    prestige_card_symbol,
    symbol_of_word,
)
from companion.games.florence.voice import names
from companion.games.florence.voice.sentences import narrate_round_began, prestige_card_result_text
from companion.rules.history import FrozenHistory
from companion.rules.transaction import Event
from companion.screen.context import ScreenContext, public_position
from companion.screen.overlays import TableOverlay
from companion.screen.overlays.ledger import LedgerTableOverlay, points_ledger_report
from companion.screen.overlays.reports import (
    EventReporter,
    EventTransition,
    PendingReport,
    ReportsTableOverlay,
    count_rows,
)
from companion.screen.overlays.standing import (
    ChartColumn,
    StandingTableOverlay,
    chart_columns,
    make_ranking,
    make_standings_report,
)
from companion.screen.report_models import (
    CARDS_COLUMN_WIDTH,
    FINAL_REPORT_TARGET,
    ChartStepModel,
    ListItemModel,
    RankingModel,
    ReportModel,
    ReportRowModel,
    ReportRowsModel,
    ScoredCardModel,
    ScoredCardsModel,
    SentencesModel,
)
from companion.screen.view_models import ChoiceModel, EventModel, RankModel, SymbolCountModel
from companion.voice.ranking_text import points_text
from companion.voice.translator import Translator, capitalised

PRESTIGE_SYMBOL, PRESTIGE_CARD_SYMBOL = "points", "prestige"
"""The symbols of prestige, and of points from prestige cards."""

CLAUSE_BY_GAIN = {"landscape": "P-A4", "builder": "P-A5", "building": "P-B4", "best-work": "P-B7"}
"""Reason of a gain -> the clause for it."""


def track_square(number: int) -> int:
    """The square of the track for so many points, which starts again (P-B7)."""
    return number % POINTS["track"]


# -- the ranking


def rank_models(
    context: ScreenContext, scores: Mapping[str, int], cards: Mapping[str, int], *, over: bool = False
) -> tuple[RankModel, ...]:
    """Everybody by points, and by florins once the game is `over` (P-E2).

    `cards` says how many of a player's points come from prestige cards.
    """
    translator, players = (
        context.voice.translator,
        public_position(context.snapshot, FlorencePosition).players,
    )

    def parts(who: str) -> tuple[SymbolCountModel, SymbolCountModel]:
        made = cards.get(who, 0)
        return SymbolCountModel(PRESTIGE_SYMBOL, scores[who] - made), SymbolCountModel(
            PRESTIGE_CARD_SYMBOL, made
        )

    def note(who: str) -> str:
        """Florins where they decide; before that the square of the track, unless it equals the points."""
        if over:
            tied = [*scores.values()].count(scores[who]) > 1
            return names.florins_text(translator, players[who].money) if tied else ""
        square = track_square(scores[who])
        return translator.gettext("on the track: {number}", number=square) if square != scores[who] else ""

    return make_ranking(
        context, scores, worth=lambda who: (scores[who], players[who].money * over), parts=parts, note=note
    )


class FlorenceStanding(StandingTableOverlay):
    """The points so far, or who has won."""

    def model(self, context: ScreenContext, subject: str) -> ReportModel:
        """The report of the points so far, or of the result, and how it came about."""
        position, translator, history = (
            public_position(context.snapshot, FlorencePosition),
            context.voice.translator,
            context.history(),
        )
        cards: dict[str, int] = {}
        for event in (event for accepted in history.accepted_lines for event in accepted.events):
            if isinstance(event, PrestigeCardCounted):
                cards[event.who] = cards.get(event.who, 0) + event.counted.points
        decided = {
            "money": translator.gettext("Tied on points: more florins decide."),
            "shared": translator.gettext("Tied on points and on florins."),
        }
        return make_standings_report(
            context,
            rank_models(context, position.points_by_player(), cards, over=position.outcome() is not None),
            PRESTIGE_SYMBOL,
            ChoiceModel(FINAL_REPORT_TARGET, translator.gettext("Prestige cards"), PRESTIGE_CARD_SYMBOL)
            if cards
            else None,
            decided,
            _chart_columns(history),
        )


# -- the chart


def _chart_columns(history: FrozenHistory) -> Iterator[ChartColumn]:
    """Everybody's points at the beginning, at the end of each round, and now."""
    opening_position = _as_position(history.opening.position)
    now = _as_position(history.position)
    under_way = (
        ChartStepModel("", PRESTIGE_CARD_SYMBOL) if now.phase == "over" else ChartStepModel(str(now.round))
    )
    return chart_columns(
        history,
        str(opening_position.round - 1),
        lambda event: str(ended_round(event)) if isinstance(event, RoundBegan | FinalCountBegan) else "",
        None if now.phase == "final" else under_way,  # the last round has been told completely
    )


def _as_position(position: object) -> Position:
    assert isinstance(position, Position)
    return position


def ended_round(event: RoundBegan | FinalCountBegan) -> int:
    """The round that ended with the event."""
    return event.round - 1 if isinstance(event, RoundBegan) else PIECE_COUNTS["rounds"]


# -- the ledger


class FlorenceLedger(LedgerTableOverlay):
    """Where a player's points come from."""

    def model(self, context: ScreenContext, subject: str) -> ReportModel:
        """The report of where a player's points come from: a line for each event, with round and clause."""
        because = _ledger_lines(context.history(), context.voice.translator)
        return points_ledger_report(subject, context, lambda _entry: next(because))


def _ledger_lines(history: FrozenHistory, translator: Translator) -> Iterator[ListItemModel]:
    """Round, source and clause of each event that gives points.

    A gain is for the event before it.
    """
    now = _as_position(history.opening.position).round
    for accepted in chain((history.opening,), history.accepted_lines):
        because: Event | None = None
        for event in accepted.events:
            if event.points_by_player():
                because = because if isinstance(event, PrestigeGained) and because is not None else event
                about = (
                    translator.gettext("Round {round}", round=now),
                    *_point_source(because, event, translator),
                )
                yield ListItemModel(" \N{MIDDLE DOT} ".join(about), points_source_symbol(because) or "points")
            elif points_source_symbol(event):
                because = event
            if isinstance(event, RoundBegan):
                now = event.round
        now = _as_position(accepted.position).round


def _point_source(about: Event, event: Event, translator: Translator) -> tuple[str, str]:
    """The source of the points, and the clause for it; raises LookupError for other events."""
    clause = CLAUSE_BY_GAIN[event.why] if isinstance(event, PrestigeGained) else ""
    match about:
        case LandscapePlaced(tile=tile):
            landscape = translator.name_of("landscape", tile.name)
            return translator.gettext(
                "One more landscape of a kind: {landscape}", landscape=landscape
            ), clause
        case BuilderGained(number=number):
            return translator.gettext("Builder no. {n}", n=number), clause
        case BuildingBuilt(tile=tile):
            return translator.gettext(
                "Building: {building}", building=translator.name_of("building", tile.name)
            ), clause
        case BestWorkAwarded(value=value):
            return translator.gettext("Best work of the round: value {value}", value=value), clause
        case PrestigeSold(florins=florins):
            return translator.gettext(
                "Sold for {florins}", florins=names.florins_text(translator, florins)
            ), "P-B8"
        case WorkCompleted(profession=profession, value=value):
            name = translator.name_of("profession", profession)
            return translator.gettext(
                "Work: {profession}, value {value}", profession=name, value=value.total
            ), "P-B3"
        case PrestigeCardCounted(card=card):
            name = translator.name_of("prestige", card)
            return translator.gettext("Prestige card: {card}", card=name), "P-E1"
    raise LookupError(f"the ledger of the Princes of Florence has no words for {type(about).__name__}")


class FlorenceReports(ReportsTableOverlay):
    """The reports on what has happened."""

    def make_event_reporter(self) -> EventReporter:
        """The function that makes reports of events, which needs no memory."""
        return pending_reports


def pending_reports(transitions: Sequence[EventTransition]) -> Iterator[PendingReport]:
    """The report of the round that ended, if one did; then one for each prestige card."""
    for at, transition in enumerate(transitions):
        if isinstance(transition.event, RoundBegan | FinalCountBegan):
            yield PendingReport("round", partial(round_report, transitions[: at + 1]))
    counts = [each for each in transitions if isinstance(each.event, PrestigeCardCounted)]
    for at, _ in enumerate(counts, 1):
        yield PendingReport(
            "card",
            partial(
                prestige_card_report, counts[:at], max(transitions[-1].after.points_by_player().values())
            ),
        )


# -- the end of a round


def round_report(transitions: Sequence[EventTransition], context: ScreenContext) -> ReportModel:
    """The report of a round: everybody's best work, who had the best of all, and the points after it.

    It also tells which pieces to move (none at a virtual table), and what comes next, which is the last of
    these events.
    """
    translator, (event, before, _) = context.voice.translator, transitions[-1]
    best = next((each.event for each in transitions if isinstance(each.event, BestWorkAwarded)), None)
    gains = {
        e.who: e.number for e, *_ in transitions if isinstance(e, PrestigeGained) and e.why == "best-work"
    }
    works = {seat: before.players[seat.colour].best for seat in context.snapshot.setup.seats}
    rows = []
    for seat, value in sorted(works.items(), key=lambda work: -work[1]):
        gives = (SymbolCountModel("", gains[seat.colour]),) if seat.colour in gains else ()
        rows.append(
            ReportRowModel(
                seat.colour, seat.shown_name, str(value or "–"), gains=gives, is_highlighted=bool(gives)
            )
        )
    scores = before.points_by_player()
    lines = (
        [_figure_move_model(who, scores[who], translator) for who in gains]
        if context.ui_state.has_real_pieces
        else []
    )
    if isinstance(event, RoundBegan):
        least = public_position(context.snapshot, FlorencePosition).config.least_by_round[event.round - 1]
        lines.append(
            EventModel(
                translator.to_sentence(narrate_round_began(event, least, translator).text), event.start
            )
        )
    else:
        lines.append(EventModel(context.voice.narrate_event(event), PRESTIGE_CARD_SYMBOL))
    return ReportModel(
        translator.gettext("Round {round} is over", round=ended_round(event)),
        (ReportRowsModel(tuple(rows)), SentencesModel(tuple(lines))),
        (RankingModel(rank_models(context, scores, {})),),
        subtitle=translator.gettext("Nobody has completed a work.")
        if best is None
        else context.voice.narrate_event(best),
        symbol="best-work",
        clause="P-B7",
    )


def _figure_move_model(who: str, score: int, translator: Translator) -> EventModel:
    """Where the figure of a player moves who gained something."""
    text = translator.gettext(
        "Figure to {number}: {who}", number=track_square(score), who=translator.player_name(who)
    )
    return EventModel(text, "hand")


# -- the final count


def prestige_card_report(
    counts: Sequence[EventTransition], longest: int, context: ScreenContext
) -> ReportModel:
    """The report of the last of these prestige cards.

    It says whose card it is, what it asks for and may give, how many of that everybody has or which
    conditions are met, what it gives, and the points after it. `longest` is the most points at the end, which
    sets the length of the bars.
    """
    translator, event = context.voice.translator, counts[-1].event
    counted, made = event.counted, dict[str, int]()
    for each, *_ in counts:
        made[each.who] = made.get(each.who, 0) + each.counted.points
    paper = ScoredCardModel(
        prestige_card_symbol(event.card),
        capitalised(translator.name_of("prestige", event.card)),
        f"+{counted.points}" if counted.points else "0",
        note=_card_points_text(event.card, translator),
        is_struck_out=not counted.points,
    )
    needs = tuple(
        ReportRowModel(
            symbol_of_word(thing),
            capitalised(translator.name_of("many", thing)),
            f"{have} / {needed}",
            is_condition_met=have >= needed,
        )
        for thing, (have, needed) in counted.needs.items()
    )
    text = f"{capitalised(prestige_card_result_text(counted, translator))}: {points_text(translator, counted.points)}."
    ranking = rank_models(context, counts[-1].after.points_by_player(), made)
    return ReportModel(
        context.seat_of(event.who).name,
        (
            ScoredCardsModel((paper,)),
            ReportRowsModel(needs) if needs else _count_rows(event, context),
            SentencesModel((EventModel(text),)),
        ),
        (RankingModel(tuple(replace(rank, note="") for rank in ranking), longest),),
        subtitle=translator.gettext("Prestige card"),
        symbol=event.who,
        left_width=CARDS_COLUMN_WIDTH,
        more_label=translator.gettext("Next card"),
        clause="P-E1",
    )


def _count_rows(event: PrestigeCardCounted, context: ScreenContext) -> ReportRowsModel:
    """A row with the count of each player; highlighted are the best, to whom the owner is compared."""
    fewest = bool(PRESTIGE_CARDS[event.card].fewest)
    counts = {seat.colour: event.counted.counts[seat.colour] for seat in context.snapshot.setup.seats}
    best = (min if fewest else max)((count for count in counts.values() if count or fewest), default=None)
    return count_rows(
        context.voice.translator,
        counts,
        highlighted={event.who} if counts[event.who] == best else (),
        dimmed=[who for who, count in counts.items() if who != event.who and count != best],
    )


def _card_points_text(card: str, translator: Translator) -> str:
    """The points that the card may give."""
    most = points_text(translator, PRESTIGE_CARDS[card].points)
    if not PRESTIGE_CARDS[card].tied:
        return most
    return translator.gettext("{points}, when tied {tied}", points=most, tied=PRESTIGE_CARDS[card].tied)


OVERLAYS: Final[tuple[type[TableOverlay], ...]] = (FlorenceStanding, FlorenceLedger, FlorenceReports)
