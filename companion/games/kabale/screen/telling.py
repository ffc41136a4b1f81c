"""What is told over the table while a game of Kabale und Hiebe goes on: each column when it has been evaluated, and
at the end everybody's objectives.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby

from msgspec.structs import replace

from companion.games.kabale.rules.events import ColumnEvaluated, Counted
from companion.games.kabale.rules.printed import PROFESSIONS, SYMBOLS, symbol_of, value_of
from companion.games.kabale.rules.scoring import Valued
from companion.games.kabale.screen.named import face
from companion.games.kabale.screen.named import value_of as said
from companion.games.kabale.screen.points import doubles, ranks
from companion.games.kabale.voice import names
from companion.games.kabale.voice.reasons import of_column
from companion.screen.context import ScreenContext
from companion.screen.presenters.event_reports import EventReporter, EventTransition, PendingReport
from companion.screen.presenters.prompt import capitalise
from companion.screen.report_models import (
    PileModel,
    PilesModel,
    RankingModel,
    ReportModel,
    ReportRowModel,
    ReportRowsModel,
    ScoredCardModel,
    ScoredCardsModel,
    SentencesModel,
)
from companion.screen.view_models import EventModel
from companion.voice.translator import Translator

WIDE = 88.0
"""Millimetres that a column's cards, and the piles of objectives, take of a report."""


def teller() -> EventReporter:
    """Follows the game; it need remember nothing."""
    return told


def told(line: Sequence[EventTransition]) -> Iterator[PendingReport]:
    """The columns from left to right; at the end the objectives of who has least first."""
    for happened in line:
        if isinstance(happened.event, ColumnEvaluated):
            yield PendingReport("column", partial(column, happened.event))
    counts = sorted(
        (each.event for each in line if isinstance(each.event, Counted)), key=lambda e: e.count.points
    )
    for at, _ in enumerate(counts, 1):
        yield PendingReport("count", partial(opened, counts[:at], counts[-1].count.points))


# -- a column


def column(event: ColumnEvaluated, scene: ScreenContext) -> ReportModel:
    """A column that was evaluated: its cards from the objective down, everybody's sum; what decided, what worked on the
    whole column, and what hands must do. At a virtual table there is nothing to move.
    """
    words = scene.voice.translator
    where = capitalise(f"{names.column(words, event.column)}, {names.objective(words, event.objective)}")
    decided = scene.voice.narrate_event(event).removeprefix(f"{where}: ")
    lines = [EventModel(capitalise(decided), event.winner or "")]
    lines += [EventModel(line.text) for line in of_column(event, words) if not line.who]
    if not scene.ui_state.is_virtual:
        lines += [EventModel(text, "hand") for text in _hands(event, words)]
    return ReportModel(
        where,
        (ScoredCardsModel(tuple(_judged(card, event.objective, words) for card in event.cards)),),
        (ReportRowsModel(tuple(_sums(event, scene))), SentencesModel(tuple(lines))),
        symbol=symbol_of(event.objective),
        left_width=WIDE,
        more_label=words.gettext("Next column"),
    )


def _sums(event: ColumnEvaluated, scene: ScreenContext) -> Iterator[ReportRowModel]:
    """The winner first, then by sums; who has only cards without value has none."""
    there = dict.fromkeys(card.by for card in event.cards)
    least = 1 if event.rule == "lowest" else -1
    for who in sorted(
        there, key=lambda who: (who != event.winner, who not in event.sums, least * event.sums.get(who, 0))
    ):
        wins = who == event.winner
        yield ReportRowModel(who, scene.seat_of(who).name, said(event.sums.get(who)), is_highlighted=wins)


def _hands(event: ColumnEvaluated, words: Translator) -> Iterator[str]:
    """Where the objective and the cards go (K-3.8)."""
    if event.winner is None:
        yield words.gettext("The objective goes back into the box.")
    else:
        yield words.gettext("Objective, face down: {who}.", who=words.player_name(event.winner))
    if event.cards:
        yield words.gettext("The cards go to their owners' discard piles.")


def _judged(card: Valued, objective: str, words: Translator) -> ScoredCardModel:
    """A card, and in short words what made its value and what became of it."""
    name = face(words, card.card)
    if card.copies:
        name = f"{name} = {face(words, card.copies)}"
    if card.removed:
        why = words.gettext("removed by: {card}", card=face(words, card.removed))
        return ScoredCardModel(card.by, name, "", said(card.printed), why, is_struck_out=True)
    return ScoredCardModel(
        card.by, name, said(card.halves), said(card.printed), ", ".join(_reasons(card, objective, words))
    )


def _reasons(card: Valued, objective: str, words: Translator) -> Iterator[str]:
    if PROFESSIONS.get(card.copies or card.card) == symbol_of(objective):
        yield words.gettext("its symbol")
    for why, group in groupby(card.changes, lambda change: change.why):
        halves = sum(change.halves for change in group)
        sign = "+" if halves > 0 else "−"
        yield f"{face(words, why)} {sign}{names.number(abs(halves))}"


# -- the end


def opened(counts: Sequence[Counted], longest: int, scene: ScreenContext) -> ReportModel:
    """One player's objectives, the last of these, symbol by symbol, both ways of counting them, and the points as they
    stand after it. `longest`: the most that anybody has.
    """
    words, event = scene.voice.translator, counts[-1]
    doubled = doubles(event.count)
    best = list(event.count.best) if doubled else []
    piles: dict[str, list[tuple[str, bool]]] = {symbol: [] for symbol in SYMBOLS}
    for name in sorted(event.objectives, key=value_of, reverse=True):
        value = value_of(name)
        piles[symbol_of(name)].append((f"2×{value}" if name in best else f"{value}", name in best))
        if name in best:
            best.remove(name)
    ranking = ranks(scene, {each.who: each.count for each in counts})
    return ReportModel(
        scene.seat_of(event.who).name,
        (
            PilesModel(tuple(PileModel(symbol, tuple(cards)) for symbol, cards in piles.items())),
            ReportRowsModel((_plain(event, words, not doubled), _doubled(event, words, doubled)), 2),
        ),
        (RankingModel(tuple(replace(rank, note="") for rank in ranking), longest),),
        subtitle=words.ngettext("{n} objective won", "{n} objectives won", len(event.objectives)),
        symbol=event.who,
        left_width=WIDE,
        more_label=words.gettext("Next player"),
    )


def _plain(event: Counted, words: Translator, better: bool) -> ReportRowModel:
    values = " + ".join(str(value_of(name)) for name in sorted(event.objectives, key=value_of, reverse=True))
    return _way(words.gettext("Added up"), values, str(event.count.plain), better)


def _doubled(event: Counted, words: Translator, better: bool) -> ReportRowModel:
    """Six different ones doubled; how many symbols are missing where it is not allowed."""
    title, count = words.gettext("Six doubled"), event.count
    if count.doubled is None:
        there = {symbol_of(name) for name in event.objectives}
        lacking = sum(symbol not in there for symbol in SYMBOLS)
        return _way(
            title, words.ngettext("{n} symbol is missing", "{n} symbols are missing", lacking), "", better
        )
    six = sum(map(value_of, count.best))
    return _way(
        title, f"2 × {six} − {count.others}" if count.others else f"2 × {six}", str(count.doubled), better
    )


def _way(title: str, sum_: str, points: str, better: bool) -> ReportRowModel:
    """One way to count, in gold where it holds."""
    return ReportRowModel("", title, points, sum_, is_highlighted=better, is_dimmed=not better)
