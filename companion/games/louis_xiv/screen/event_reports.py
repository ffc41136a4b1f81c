"""What is told over the table while a game of Louis XIV goes on: each tile when it has been evaluated, and at the
end what is exchanged and who has most of each kind.
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
"""Events that are nothing but movements of hands."""
REPORTED_EVENTS = (MajorityCounted, TileTurned, KingLeftTile)
"""A tile of which nothing of this happened was left alone."""


def make_event_reporter() -> EventReporter:
    """Follows the game, and remembers what happened at the tile that is evaluated."""
    of_tile: list[EventTransition] = []

    def told(line: Sequence[EventTransition]) -> Iterator[PendingReport]:
        exchanges = [each for each in line if isinstance(each.event, LeftoversExchanged)]
        for happened in line:
            if isinstance(happened.event, TileEvaluationBegan | PhaseBegan):
                if any(isinstance(each.event, REPORTED_EVENTS) for each in of_tile):
                    yield PendingReport("tile", partial(tile_report, tuple(of_tile)))
                of_tile.clear()
            if of_tile or isinstance(happened.event, TileEvaluationBegan):
                of_tile.append(happened)
            if exchanges and happened is exchanges[0]:
                yield PendingReport("exchange", partial(exchange_report, exchanges))
            if isinstance(happened.event, ArmsKindWon):
                yield PendingReport("kind", partial(arms_kind_report, happened))

    return told


# -- a tile


def tile_report(happened: Sequence[EventTransition], context: ScreenContext) -> ReportModel:
    """A tile from the count of its stones on, an intrigue card before it was seen by all: who stood there, who gets
    what and why, and what hands must do. At a virtual table there is nothing to move.
    """
    opened = happened[0].event
    assert isinstance(opened, TileEvaluationBegan)
    counted = max(
        (at for at, each in enumerate(happened) if isinstance(each.event, MajorityCounted)), default=1
    )
    before, after = happened[counted - 1].after, happened[-1].after
    events = [each.event for each in happened[counted:]]
    moves: tuple[Movement, ...] = ()
    if not context.ui_state.is_virtual:
        moves = movements_between(
            GAME.inventory(context.snapshot.setup), (make_layout(before), make_layout(after))
        )
    if moves:  # then hands are told what to do, and that is not said twice
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
                    _stones_rows(opened.tile, happened[counted:], before.tiles[opened.tile].stones, context)
                )
            ),
        ),
        (SentencesModel(lines, is_large=True), carried) if moves else (SentencesModel(lines, is_large=True),),
        subtitle=_condition_text(face, context.voice.translator),
        more_label=context.voice.translator.gettext("Next tile"),
    )


def _stones_rows(
    number: int, happened: Sequence[EventTransition], stones: Mapping[str, int], context: ScreenContext
) -> Iterator[ReportRowModel]:
    """Those with most stones first."""
    crowned = {e.who for e, *_ in happened if isinstance(e, ChipGained) and e.why == KINGS_CROWN}
    rewarded = {e.who for e, *_ in happened if isinstance(e, RewardGiven)}
    for who, count in sorted(stones.items(), key=lambda each: -each[1]):
        gains = (
            *(REWARD_SYMBOLS[number] if who in rewarded else ()),
            *([SymbolCountModel("crown")] if who in crowned else ()),
        )
        name = context.voice.translator.player_name(who)
        yield ReportRowModel(who, name, str(count), bar_value=count, gains=gains, is_highlighted=bool(gains))


def _condition_text(face: TileModel, translator: Translator) -> str:
    """The tile's number and condition."""
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
    """What everybody exchanges at the end, how many coats of arms they get for it, and how many they have then."""
    words = context.voice.translator
    blocks: tuple[ReportRowsModel | SentencesModel, ...] = (
        ReportRowsModel(tuple(_exchange_row(each, context) for each in exchanges)),
    )
    if not context.ui_state.is_virtual:
        said = words.gettext("Return all of it and take coats of arms for it.")
        blocks = (*blocks, SentencesModel((EventModel(said, "hand"),)))
    return ReportModel(
        words.gettext("The last exchange"),
        blocks,
        subtitle=words.gettext("A coat of arms for each card, chip, stone on a tile, and every 3 louis."),
        symbol="arms",
    )


def _exchange_row(happened: EventTransition, context: ScreenContext) -> ReportRowModel:
    event, player = happened.event, happened.before.players[happened.event.who]
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


def arms_kind_report(happened: EventTransition, context: ScreenContext) -> ReportModel:
    """One kind of coats of arms compared, and the points as they stand after it."""
    event, words = happened.event, context.voice.translator
    rows = []
    for seat in context.snapshot.setup.seats:
        count, most = (
            happened.after.players[seat.colour].shown.get(event.kind, 0),
            seat.colour in event.players,
        )
        gains = (SymbolCountModel("", 1),) if most else ()
        rows.append(
            ReportRowModel(
                seat.colour,
                seat.name,
                str(count),
                bar_value=count,
                gains=gains,
                is_highlighted=most,
                is_dimmed=not count,
            )
        )
    return ReportModel(
        capitalise(words.name_of("arms", event.kind)),
        (ReportRowsModel(tuple(rows)), SentencesModel((EventModel(context.voice.narrate_event(event)),))),
        (
            RankingModel(
                rank_models(happened.after, context),
                max(context.snapshot.position.points_by_player().values()),
            ),
        ),
        subtitle=words.gettext("Whoever has most gets one more."),
        symbol=event.kind,
        more_label=words.gettext("Next kind"),
    )
