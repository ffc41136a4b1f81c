"""What is told over the table while a game of the Princes of Florence goes on: every round when it is over, and at the
end one prestige card after another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from companion.games.florence.rules.events import BestWork, Gained, RoundBegan
from companion.games.florence.rules.final import FinalBegan, PrestigeCounted
from companion.games.florence.rules.prestige import PRESTIGE
from companion.games.florence.screen.named import sign
from companion.games.florence.screen.points import CARD, ended, ranks, table_of, track
from companion.games.florence.screen.signs import sign_of_card
from companion.games.florence.voice.done import round_began
from companion.games.florence.voice.reasons import why
from companion.screen.context import ScreenContext
from companion.screen.presenters.event_reports import EventReporter, EventTransition, PendingReport
from companion.screen.presenters.prompt import capitalise
from companion.screen.report_models import (
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

WIDE = 88.0
"""Millimetres that a prestige card takes of a report."""


def teller() -> EventReporter:
    """Follows the game; it need remember nothing."""
    return told


def told(line: Sequence[EventTransition]) -> Iterator[PendingReport]:
    """The round that ended, if one did; then one prestige card after another."""
    for at, happened in enumerate(line):
        if isinstance(happened.event, RoundBegan | FinalBegan):
            yield PendingReport("round", partial(round_end, line[: at + 1]))
    counts = [each for each in line if isinstance(each.event, PrestigeCounted)]
    for at, _ in enumerate(counts, 1):
        yield PendingReport("card", partial(card, counts[:at], max(line[-1].after.points().values())))


# -- the end of a round


def round_end(happened: Sequence[EventTransition], scene: ScreenContext) -> ReportModel:
    """A round that is over: everybody's best work, whose was the best of all and what it gave, the points after it,
    what hands must do (nothing at a virtual table), and what comes next, which is the last of these events.
    """
    words, (event, before, _) = scene.voice.translator, happened[-1]
    best = next((each.event for each in happened if isinstance(each.event, BestWork)), None)
    gains = {e.who: e.number for e, *_ in happened if isinstance(e, Gained) and e.why == "best-work"}
    works = {seat: before.players[seat.colour].best for seat in scene.snapshot.setup.seats}
    rows = []
    for seat, value in sorted(works.items(), key=lambda work: -work[1]):
        gives = (SymbolCountModel("", gains[seat.colour]),) if seat.colour in gains else ()
        rows.append(
            ReportRowModel(seat.colour, seat.name, str(value or "–"), gains=gives, is_highlighted=bool(gives))
        )
    scores = before.points()
    lines = [] if scene.ui_state.is_virtual else [_to_be_moved(who, scores[who], words) for who in gains]
    if isinstance(event, RoundBegan):
        least = table_of(scene.snapshot).house.least[event.round - 1]
        lines.append(EventModel(words.to_sentence(round_began(event, least, words).text), event.start))
    else:
        lines.append(EventModel(scene.voice.narrate_event(event), CARD))
    return ReportModel(
        words.gettext("Round {round} is over", round=ended(event)),
        (ReportRowsModel(tuple(rows)), SentencesModel(tuple(lines))),
        (RankingModel(ranks(scene, scores, {})),),
        subtitle=words.gettext("Nobody has completed a work.")
        if best is None
        else scene.voice.narrate_event(best),
        symbol="best-work",
    )


def _to_be_moved(who: str, score: int, words: Translator) -> EventModel:
    """Where the figure goes of somebody who gained something."""
    said = words.gettext("Figure to {number}: {who}", number=track(score), who=words.player_name(who))
    return EventModel(said, "hand")


# -- the final count


def card(counts: Sequence[EventTransition], longest: int, scene: ScreenContext) -> ReportModel:
    """The last of these prestige cards: whose it is, what it asks for and may give, who has how many of that or which
    of its conditions are met, what it makes, and the points as they stand after it. `longest`: the most at the end.
    """
    words, event = scene.voice.translator, counts[-1].event
    counted, made = event.counted, dict[str, int]()
    for each, *_ in counts:
        made[each.who] = made.get(each.who, 0) + each.counted.points
    paper = ScoredCardModel(
        sign_of_card(event.card),
        capitalise(words.name_of("prestige", event.card)),
        f"+{counted.points}" if counted.points else "0",
        note=_gives(event.card, words),
        is_struck_out=not counted.points,
    )
    needs = tuple(
        ReportRowModel(
            sign(thing),
            capitalise(words.name_of("many", thing)),
            f"{have} / {needed}",
            is_condition_met=have >= needed,
        )
        for thing, (have, needed) in counted.needs.items()
    )
    said = f"{capitalise(why(counted, words))}: {points_text(words, counted.points)}."
    ranking = ranks(scene, counts[-1].after.points(), made)
    return ReportModel(
        scene.seat_of(event.who).name,
        (
            ScoredCardsModel((paper,)),
            ReportRowsModel(needs or tuple(_had(event, scene))),
            SentencesModel((EventModel(said),)),
        ),
        (RankingModel(tuple(replace(rank, note="") for rank in ranking), longest),),
        subtitle=words.gettext("Prestige card"),
        symbol=event.who,
        left_width=WIDE,
        more_label=words.gettext("Next card"),
    )


def _had(event: PrestigeCounted, scene: ScreenContext) -> Iterator[ReportRowModel]:
    """Everybody's count; the best of all are those that the owner's is compared with."""
    every, fewest = event.counted.counts, bool(PRESTIGE[event.card].fewest)
    best = (min if fewest else max)((count for count in every.values() if count or fewest), default=None)
    for seat in scene.snapshot.setup.seats:
        count, owner = every[seat.colour], seat.colour == event.who
        most = count == best
        yield ReportRowModel(
            seat.colour,
            seat.name,
            str(count),
            bar_value=count,
            is_highlighted=owner and most,
            is_dimmed=not (owner or most),
        )


def _gives(card: str, words: Translator) -> str:
    """What it may give."""
    most = points_text(words, PRESTIGE[card].points)
    if not PRESTIGE[card].tied:
        return most
    return words.gettext("{points}, when tied {tied}", points=most, tied=PRESTIGE[card].tied)
