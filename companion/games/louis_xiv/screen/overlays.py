"""What lies over the table of Louis XIV: standings, ledger, and the reports.

Each tile has a report when it has been evaluated; at the end there is one for the exchange and one for each kind
of coats of arms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from companion.games.louis_xiv.rules.events import (
    ChipGained,
    KingLeftTile,
    MajorityCounted,
    NeutralStonesReturned,
    PhaseBegan,
    RewardGiven,
    StonesReturned,
    TileEvaluationBegan,
    TileTurned,
)
from companion.games.louis_xiv.rules.game import GAME
from companion.games.louis_xiv.rules.layout import make_layout
from companion.games.louis_xiv.rules.mission_events import ArmsKindWon, LeftoversExchanged
from companion.games.louis_xiv.rules.pieces import CHIPS
from companion.games.louis_xiv.rules.position import LouisXIVPosition
from companion.games.louis_xiv.rules.state import POINTS_PER_MISSION
from companion.games.louis_xiv.rules.state import TableState as Position
from companion.games.louis_xiv.screen.board import REWARD_SYMBOLS, TileAtTable, TileReportView, tile_at_table
from companion.games.louis_xiv.screen.piece_faces import movement_symbol, points_source_symbol
from companion.games.louis_xiv.voice.explanations import CONDITION_CLAUSES, KING_CLAUSE
from companion.rules.ledger import LedgerEntry
from companion.rules.movements import Movement, movements_between
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
from companion.screen.overlays.standing import StandingTableOverlay, make_ranking, make_standings_report
from companion.screen.report_models import (
    FINAL_REPORT_TARGET,
    GameBlock,
    ListItemModel,
    MovementListModel,
    RankingModel,
    ReportModel,
    ReportRowModel,
    ReportRowsModel,
    SentencesModel,
)
from companion.screen.view_models import ChoiceModel, EventModel, MovementModel, RankModel, SymbolCountModel
from companion.voice.translator import Translator, capitalised


def rank_models(position: Position, context: ScreenContext) -> tuple[RankModel, ...]:
    """Everybody by points, then by stones in the own supply (L-5.3)."""
    players, scores = position.players, position.points_by_player()

    def parts(who: str) -> tuple[SymbolCountModel, ...]:
        return SymbolCountModel("mission", POINTS_PER_MISSION * len(players[who].missions)), SymbolCountModel(
            "arms", players[who].arms
        )

    def note(who: str) -> str:
        """How many own stones the player has, where these decide."""
        own, tied = players[who].own, [*scores.values()].count(scores[who]) > 1
        if position.phase != "over" or not tied:
            return ""
        return context.voice.translator.ngettext(
            "{n} stone in the own supply", "{n} stones in the own supply", own
        )

    return make_ranking(
        context, scores, worth=lambda who: (scores[who], players[who].own), parts=parts, note=note
    )


class LouisStanding(StandingTableOverlay):
    """The points so far, or who has won."""

    def model(self, context: ScreenContext, subject: str) -> ReportModel:
        """The report of the points so far, or of the result."""
        position, translator = public_position(context.snapshot, LouisXIVPosition), context.voice.translator
        decided = {
            "stones": translator.gettext("Tied on points: more stones in the own supply decide."),
            "shared": translator.gettext("Tied on points and on stones in the own supply."),
        }
        ending = ChoiceModel(FINAL_REPORT_TARGET, translator.gettext("Coats of arms"), "arms")
        return make_standings_report(context, rank_models(position, context), "king", ending, decided)


class LouisLedger(LedgerTableOverlay):
    """Where a player's points come from."""

    def model(self, context: ScreenContext, subject: str) -> ReportModel:
        """The report of where a player's points come from, one line for each event."""

        def line(entry: LedgerEntry) -> ListItemModel:
            assert entry.event is not None
            return ListItemModel(context.voice.narrate_event(entry.event), points_source_symbol(entry.event))

        return points_ledger_report(subject, context, line)


KINGS_CROWN = "L-3.7"
MOVEMENT_EVENTS = (StonesReturned, NeutralStonesReturned, TileTurned, KingLeftTile)
"""Events that people carry out as movements of pieces."""
REPORTED_EVENTS = (MajorityCounted, TileTurned, KingLeftTile)
"""Without any of these events a tile was left as it was, and has no report."""


class LouisReports(ReportsTableOverlay):
    """The reports on what has happened."""

    def make_event_reporter(self) -> EventReporter:
        """A function that makes reports of events, and remembers those of the tile being evaluated."""
        of_tile: list[EventTransition] = []

        def pending_reports(transitions: Sequence[EventTransition]) -> Iterator[PendingReport]:
            exchanges = [each for each in transitions if isinstance(each.event, LeftoversExchanged)]
            for transition in transitions:
                if isinstance(transition.event, TileEvaluationBegan | PhaseBegan):
                    if any(isinstance(each.event, REPORTED_EVENTS) for each in of_tile):
                        yield PendingReport("tile", partial(tile_report, tuple(of_tile)))
                    of_tile.clear()
                if of_tile or isinstance(transition.event, TileEvaluationBegan):
                    of_tile.append(transition)
                if exchanges and transition is exchanges[0]:
                    yield PendingReport("exchange", partial(exchange_report, exchanges))
                if isinstance(transition.event, ArmsKindWon):
                    yield PendingReport("kind", partial(arms_kind_report, transition))

        return pending_reports


# -- a tile


def tile_report(transitions: Sequence[EventTransition], context: ScreenContext) -> ReportModel:
    """The report of a tile, from the count of its stones on (everybody saw its intrigue cards before).

    It says who stood there, who gets what and why, and which pieces to move; at a virtual table there is
    nothing to move.
    """

    opened = transitions[0].event
    assert isinstance(opened, TileEvaluationBegan)
    counted = max(
        (at for at, each in enumerate(transitions) if isinstance(each.event, MajorityCounted)), default=1
    )
    before, after = transitions[counted - 1].after, transitions[-1].after
    events = [each.event for each in transitions[counted:]]
    moves: tuple[Movement, ...] = ()
    if context.ui_state.has_real_pieces:
        moves = movements_between(
            GAME.inventory(context.snapshot.setup), (make_layout(before), make_layout(after))
        )
    if moves:  # the list of movements tells these already
        events = [event for event in events if not isinstance(event, MOVEMENT_EVENTS)]
    face = tile_at_table(before, opened.tile, (), context.voice.translator)
    lines = tuple(EventModel(line.text, line.who) for line in context.voice.narrate(before, events, "short"))
    carried = MovementListModel(
        tuple(
            MovementModel(context.voice.describe_movement(movement), movement_symbol(movement))
            for movement in moves
        )
    )
    return ReportModel(
        face.person,
        (
            GameBlock(TileReportView, face),
            _stones_rows(opened.tile, transitions[counted:], before.tiles[opened.tile].stones, context),
        ),
        (SentencesModel(lines, is_large=True), carried) if moves else (SentencesModel(lines, is_large=True),),
        subtitle=_condition_text(face, context.voice.translator),
        more_label=context.voice.translator.gettext("Next tile"),
        clause=KING_CLAUSE if before.king == opened.tile else CONDITION_CLAUSES[face.condition.kind],
    )


def _stones_rows(
    number: int, transitions: Sequence[EventTransition], stones: Mapping[str, int], context: ScreenContext
) -> ReportRowsModel:
    """A row for each player, those with most stones first, with the reward and the crown for a majority."""
    gains = dict[str, tuple[SymbolCountModel, ...]]()
    for event, *_ in transitions:
        if isinstance(event, RewardGiven):
            gains[event.who] = *REWARD_SYMBOLS[number], *gains.get(event.who, ())
        elif isinstance(event, ChipGained) and event.why == KINGS_CROWN:
            gains[event.who] = *gains.get(event.who, ()), SymbolCountModel("crown")
    counts = dict(sorted(stones.items(), key=lambda each: -each[1]))
    return count_rows(context.voice.translator, counts, gains)


def _condition_text(face: TileAtTable, translator: Translator) -> str:
    """The number and condition of the tile."""
    count = face.condition.number
    match face.condition.kind:
        case "first":
            asks = translator.gettext("for the one who alone has most stones")
        case "stones":
            asks = translator.ngettext("for everyone with {n} stone", "for everyone with {n} stones", count)
        case _:
            asks = translator.ngettext(
                "free for most stones, others pay {n} louis",
                "free for most stones, others pay {n} louis",
                count,
            )
    return translator.gettext("Tile {number}: {asks}", number=face.number, asks=asks)


# -- the end


def exchange_report(exchanges: Sequence[EventTransition], context: ScreenContext) -> ReportModel:
    """The report of the exchange at the end: what each player gives, and the coats of arms they get."""
    translator = context.voice.translator
    blocks: tuple[ReportRowsModel | SentencesModel, ...] = (
        ReportRowsModel(tuple(_exchange_row(each, context) for each in exchanges)),
    )
    if context.ui_state.has_real_pieces:
        text = translator.gettext("Return all of it and take coats of arms for it.")
        blocks = (*blocks, SentencesModel((EventModel(text, "hand"),)))
    return ReportModel(
        translator.gettext("The last exchange"),
        blocks,
        subtitle=translator.gettext(
            "A coat of arms for each card, chip, stone on a tile, and every 3 louis."
        ),
        symbol="arms",
        clause="L-5.1",
    )


def _exchange_row(transition: EventTransition, context: ScreenContext) -> ReportRowModel:
    event, player = transition.event, transition.before.players[transition.event.who]
    things = (
        SymbolCountModel("influence", event.influence),
        SymbolCountModel("intrigue", event.intrigue),
        *(SymbolCountModel(chip, player.chips.get(chip, 0)) for chip in CHIPS),
        SymbolCountModel(event.who, sum(event.stones.values())),
        SymbolCountModel("louis", event.louis),
    )
    given = tuple(thing for thing in things if thing.count)
    gets = (SymbolCountModel("arms", event.arms),) if event.arms else ()
    return ReportRowModel(
        event.who,
        context.seat_of(event.who).name,
        str(player.arms + event.arms),
        item_counts=given,
        gains=gets,
    )


def arms_kind_report(transition: EventTransition, context: ScreenContext) -> ReportModel:
    """The report of one kind of coats of arms, with the points after it."""
    event, translator = transition.event, context.voice.translator
    players = transition.after.players
    counts = {
        seat.colour: players[seat.colour].shown.get(event.kind, 0) for seat in context.snapshot.setup.seats
    }
    rows = count_rows(
        translator,
        counts,
        {who: (SymbolCountModel("", 1),) for who in event.players},
        dimmed=[who for who, count in counts.items() if not count],
    )
    return ReportModel(
        capitalised(translator.name_of("arms", event.kind)),
        (rows, SentencesModel((EventModel(context.voice.narrate_event(event)),))),
        (
            RankingModel(
                rank_models(transition.after, context),
                max(context.snapshot.position.points_by_player().values()),
            ),
        ),
        subtitle=translator.gettext("Whoever has most gets one more."),
        symbol=event.kind,
        more_label=translator.gettext("Next kind"),
        clause="L-5.2",
    )


OVERLAYS: Final[tuple[type[TableOverlay], ...]] = (LouisStanding, LouisLedger, LouisReports)
