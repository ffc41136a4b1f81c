"""The reports over the table during a game of Louis XIV.

Each tile has one when it has been evaluated; at the end there is one for the exchange and one for each kind
of coats of arms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

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
from companion.games.louis_xiv.screen.standings import rank_models
from companion.games.louis_xiv.screen.symbols import movement_symbol
from companion.games.louis_xiv.screen.table_models import REWARD_SYMBOLS, tile_model
from companion.games.louis_xiv.screen.view_models import TileModel
from companion.rules.movements import Movement, movements_between
from companion.screen.context import ScreenContext
from companion.screen.presenters.event_reports import EventReporter, EventTransition, PendingReport
from companion.screen.presenters.prompt import capitalise
from companion.screen.report_models import (
    MovementListModel,
    RankingModel,
    ReportModel,
    ReportRowModel,
    ReportRowsModel,
    SentencesModel,
)
from companion.screen.view_models import EventModel, MovementModel, SymbolCountModel
from companion.voice.translator import Translator

KINGS_CROWN = "L-3.7"
MOVEMENT_EVENTS = (StonesReturned, NeutralStonesReturned, TileTurned, KingLeftTile)
"""Events that people carry out as movements of pieces."""
REPORTED_EVENTS = (MajorityCounted, TileTurned, KingLeftTile)
"""Without any of these events a tile was left as it was, and has no report."""


def make_event_reporter() -> EventReporter:
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
    if not context.ui_state.is_virtual:
        moves = movements_between(
            GAME.inventory(context.snapshot.setup), (make_layout(before), make_layout(after))
        )
    if moves:  # the list of movements tells these already
        events = [event for event in events if not isinstance(event, MOVEMENT_EVENTS)]
    face = tile_model(before, opened.tile, (), context.voice.translator)
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
            face,
            ReportRowsModel(
                tuple(
                    _stones_rows(
                        opened.tile, transitions[counted:], before.tiles[opened.tile].stones, context
                    )
                )
            ),
        ),
        (SentencesModel(lines, is_large=True), carried) if moves else (SentencesModel(lines, is_large=True),),
        subtitle=_condition_text(face, context.voice.translator),
        more_label=context.voice.translator.gettext("Next tile"),
    )


def _stones_rows(
    number: int, transitions: Sequence[EventTransition], stones: Mapping[str, int], context: ScreenContext
) -> Iterator[ReportRowModel]:
    """A row for each player, those with most stones first."""
    crowned = {e.who for e, *_ in transitions if isinstance(e, ChipGained) and e.why == KINGS_CROWN}
    rewarded = {e.who for e, *_ in transitions if isinstance(e, RewardGiven)}
    for who, count in sorted(stones.items(), key=lambda each: -each[1]):
        gains = (
            *(REWARD_SYMBOLS[number] if who in rewarded else ()),
            *([SymbolCountModel("crown")] if who in crowned else ()),
        )
        name = context.voice.translator.player_name(who)
        yield ReportRowModel(who, name, str(count), bar_value=count, gains=gains, is_highlighted=bool(gains))


def _condition_text(face: TileModel, translator: Translator) -> str:
    """The number and condition of the tile."""
    count = face.condition_value or 0
    match face.condition:
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
    if not context.ui_state.is_virtual:
        text = translator.gettext("Return all of it and take coats of arms for it.")
        blocks = (*blocks, SentencesModel((EventModel(text, "hand"),)))
    return ReportModel(
        translator.gettext("The last exchange"),
        blocks,
        subtitle=translator.gettext(
            "A coat of arms for each card, chip, stone on a tile, and every 3 louis."
        ),
        symbol="arms",
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
    rows = []
    for seat in context.snapshot.setup.seats:
        count, most = (
            transition.after.players[seat.colour].shown.get(event.kind, 0),
            seat.colour in event.players,
        )
        gains = (SymbolCountModel("", 1),) if most else ()
        rows.append(
            ReportRowModel(
                seat.colour,
                seat.shown_name,
                str(count),
                bar_value=count,
                gains=gains,
                is_highlighted=most,
                is_dimmed=not count,
            )
        )
    return ReportModel(
        capitalise(translator.name_of("arms", event.kind)),
        (ReportRowsModel(tuple(rows)), SentencesModel((EventModel(context.voice.narrate_event(event)),))),
        (
            RankingModel(
                rank_models(transition.after, context),
                max(context.snapshot.position.points_by_player().values()),
            ),
        ),
        subtitle=translator.gettext("Whoever has most gets one more."),
        symbol=event.kind,
        more_label=translator.gettext("Next kind"),
    )
