"""The standings of the Princes of Florence: ranking, chart of rounds, what decided, sources of points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

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
from companion.games.florence.rules.state import TableState as Position
from companion.games.florence.screen.symbols import points_source_symbol
from companion.games.florence.voice import names
from companion.rules.history import FrozenHistory
from companion.rules.transaction import Event as Happened
from companion.screen.context import ScreenContext
from companion.screen.overlay_models import FINAL_REPORT_TARGET
from companion.screen.presenters import standings as house
from companion.screen.report_models import ChartStepModel, ListItemModel, ReportModel
from companion.screen.view_models import ChoiceModel, RankModel, SymbolCountModel
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator

PRESTIGE_SYMBOL, PRESTIGE_CARD_SYMBOL = "points", "prestige"
"""The symbols of prestige, and of points from prestige cards."""

CLAUSE_BY_GAIN = {"landscape": "P-A4", "builder": "P-A5", "building": "P-B4", "best-work": "P-B7"}
"""Reason of a gain -> the clause for it."""


def public_position(snapshot: Snapshot) -> Position:
    """The position as everybody may see it."""
    position = snapshot.position
    assert isinstance(position, Position)
    return position


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
    translator, players = context.voice.translator, public_position(context.snapshot).players

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

    return house.make_ranking(
        context, scores, worth=lambda who: (scores[who], players[who].money * over), parts=parts, note=note
    )


def standings_report(context: ScreenContext) -> ReportModel:
    """The report of the points so far, or of the result, and how it came about."""
    position, translator, history = (
        public_position(context.snapshot),
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
    return house.make_standings_report(
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


def _chart_columns(history: FrozenHistory) -> Iterator[house.ChartColumn]:
    """Everybody's points at the beginning, at the end of each round, and now."""
    opening_position = _as_position(history.opening.position)
    now = _as_position((history.accepted_lines or (history.opening,))[-1].position)
    under_way = (
        ChartStepModel("", PRESTIGE_CARD_SYMBOL) if now.phase == "over" else ChartStepModel(str(now.round))
    )
    return house.chart_columns(
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


def points_ledger_report(who: str, context: ScreenContext) -> ReportModel:
    """The report of where a player's points come from: a line for each event, with round and clause."""
    because = _ledger_lines(context.history(), context.voice.translator)
    return house.points_ledger_report(who, context, lambda _entry: next(because))


def _ledger_lines(history: FrozenHistory, translator: Translator) -> Iterator[ListItemModel]:
    """Round, source and clause of each event that gives points.

    A gain is for the event before it.
    """
    now = _as_position(history.opening.position).round
    for accepted in chain((history.opening,), history.accepted_lines):
        because: Happened | None = None
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


def _point_source(about: Happened, event: Happened, translator: Translator) -> tuple[str, str]:
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
