"""The reports over the table during a game of the Princes of Florence.

Each round has one when it is over, and at the end each prestige card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from companion.games.florence.rules.events import BestWorkAwarded, PrestigeGained, RoundBegan
from companion.games.florence.rules.phases.final_scoring import FinalCountBegan, PrestigeCardCounted
from companion.games.florence.rules.prestige_cards import PRESTIGE_CARDS
from companion.games.florence.screen.standings import (
    PRESTIGE_CARD_SYMBOL,
    ended_round,
    public_position,
    rank_models,
    track_square,
)
from companion.games.florence.screen.symbols import prestige_card_symbol
from companion.games.florence.screen.word_symbols import symbol_of_word
from companion.games.florence.voice.action_sentences import narrate_round_began
from companion.games.florence.voice.score_notes import prestige_card_result_text
from companion.screen.context import ScreenContext
from companion.screen.presenters.event_reports import EventReporter, EventTransition, PendingReport
from companion.screen.presenters.prompt import capitalise
from companion.screen.report_models import (
    CARDS_COLUMN_WIDTH,
    RankingModel,
    ReportModel,
    ReportRowModel,
    ReportRowsModel,
    ScoredCardModel,
    ScoredCardsModel,
    SentencesModel,
)
from companion.screen.view_models import EventModel, SymbolCountModel
from companion.voice.ranking_text import points_text
from companion.voice.translator import Translator


def make_event_reporter() -> EventReporter:
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
        []
        if context.ui_state.is_virtual
        else [_figure_move_model(who, scores[who], translator) for who in gains]
    )
    if isinstance(event, RoundBegan):
        least = public_position(context.snapshot).config.least_by_round[event.round - 1]
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
        capitalise(translator.name_of("prestige", event.card)),
        f"+{counted.points}" if counted.points else "0",
        note=_card_points_text(event.card, translator),
        is_struck_out=not counted.points,
    )
    needs = tuple(
        ReportRowModel(
            symbol_of_word(thing),
            capitalise(translator.name_of("many", thing)),
            f"{have} / {needed}",
            is_condition_met=have >= needed,
        )
        for thing, (have, needed) in counted.needs.items()
    )
    text = f"{capitalise(prestige_card_result_text(counted, translator))}: {points_text(translator, counted.points)}."
    ranking = rank_models(context, counts[-1].after.points_by_player(), made)
    return ReportModel(
        context.seat_of(event.who).name,
        (
            ScoredCardsModel((paper,)),
            ReportRowsModel(needs or tuple(_count_rows(event, context))),
            SentencesModel((EventModel(text),)),
        ),
        (RankingModel(tuple(replace(rank, note="") for rank in ranking), longest),),
        subtitle=translator.gettext("Prestige card"),
        symbol=event.who,
        left_width=CARDS_COLUMN_WIDTH,
        more_label=translator.gettext("Next card"),
    )


def _count_rows(event: PrestigeCardCounted, context: ScreenContext) -> Iterator[ReportRowModel]:
    """A row with the count of each player; highlighted are the best, to whom the owner is compared."""
    every, fewest = event.counted.counts, bool(PRESTIGE_CARDS[event.card].fewest)
    best = (min if fewest else max)((count for count in every.values() if count or fewest), default=None)
    for seat in context.snapshot.setup.seats:
        count, owner = every[seat.colour], seat.colour == event.who
        most = count == best
        yield ReportRowModel(
            seat.colour,
            seat.shown_name,
            str(count),
            bar_value=count,
            is_highlighted=owner and most,
            is_dimmed=not (owner or most),
        )


def _card_points_text(card: str, translator: Translator) -> str:
    """The points that the card may give."""
    most = points_text(translator, PRESTIGE_CARDS[card].points)
    if not PRESTIGE_CARDS[card].tied:
        return most
    return translator.gettext("{points}, when tied {tied}", points=most, tied=PRESTIGE_CARDS[card].tied)
