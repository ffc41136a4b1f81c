"""Columns and players' strips, as plain values made from what everybody may know of a position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.kabale.rules import state
from companion.games.kabale.rules.effects import AboutCard
from companion.games.kabale.rules.pieces import column_zone
from companion.games.kabale.rules.printed import MATERIAL, SYMBOLS, symbol_of, value_of
from companion.games.kabale.rules.scoring import Valued, Verdict
from companion.games.kabale.rules.standing import standing
from companion.games.kabale.rules.state import Table as Position
from companion.games.kabale.screen.named import face
from companion.games.kabale.screen.named import value_of as said
from companion.games.kabale.screen.views import Column, Lead, Player, Share, Strip, Trophies, Trophy
from companion.games.kabale.voice import names
from companion.rules.game import Seat
from companion.rules.layout import spot_id
from companion.rules.moves import FINGER, Observation
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator


def table_of(now: Snapshot) -> Position:
    """What everybody may know of the table."""
    position = now.position
    assert isinstance(position, Position)
    return position


def columns(position: Position, bag: Iterable[Observation], words: Translator) -> tuple[Column, ...]:
    """Every column; before they lie there those that are to be laid out, with what was noticed of them."""
    if position.columns:
        item = position.agenda[0] if position.agenda else None
        place = (item.column, item.at) if isinstance(item, AboutCard) else (0, 0)
        numbers = range(1, len(position.columns) + 1)
        return tuple(column(position, n, words, place[1] if n == place[0] else 0) for n in numbers)
    if position.phase != "objectives":
        return ()
    laid = dict(noticed_objectives(bag))
    numbers = range(1, len(position.house.seats) + 1)
    return tuple(_bare(number, laid.get(number, "")) for number in numbers)


def _bare(number: int, objective: str) -> Column:
    if not objective:
        return Column(number)
    return Column(number, symbol_of(objective), value_of(objective))


def noticed_objectives(bag: Iterable[Observation]) -> Iterator[tuple[int, str]]:
    """Column and objective of those noticed so far: touched for a column, or read there."""
    for sight in bag:
        match (sight.zone if sight.piece == FINGER else f"{sight.piece}/{sight.zone}").split("/"):
            case ["objective", number, name] if number.isdigit():
                yield int(number), name
            case ["objective", name, "column", number]:
                yield int(number), name


def column(position: Position, number: int, words: Translator, about: int = 0) -> Column:
    """A column as it lies. `about`: the card that somebody is asked about, from 1."""
    return drawn(position.column(number), number, words, about)


def drawn(there: state.Column, number: int, words: Translator, about: int = 0) -> Column:
    """The same of any column."""
    lies = standing(there)
    open_ = iter(lies.verdict.cards)
    return Column(
        number,
        symbol_of(there.objective),
        value_of(there.objective),
        there.full,
        there.closed,
        tuple(
            _strip(
                card,
                next(open_) if card.up else None,
                spot_id(column_zone(number), at),
                at == about,
                words,
            )
            for at, card in enumerate(there.cards, 1)
        ),
        lead(lies.verdict, lies.hidden, words),
    )


def _strip(card: state.Card, valued: Valued | None, thing: str, asked: bool, words: Translator) -> Strip:
    if valued is None:
        return Strip(card.by, asked=asked, thing=thing)
    removed = bool(valued.removed)
    counts = valued.printed if removed else valued.halves
    changed = counts != valued.printed
    return Strip(card.by, face(words, card.card), said(counts), changed, removed, asked, thing)


def lead(verdict: Verdict, hidden: tuple[str, ...], words: Translator) -> Lead:
    """Who would win by that verdict, and who might still."""
    least = verdict.rule == "lowest"
    ranked = sorted(verdict.sums.items(), key=lambda each: each[1] if least else -each[1])
    return Lead(
        verdict.winner or "",
        words.gettext("leads") if verdict.winner else "",
        verdict.rule,
        bool(verdict.tied),
        tuple(Share(who, names.number(halves)) for who, halves in ranked),
        hidden,
    )


def players(position: Position, seats: Iterable[Seat]) -> tuple[Player, ...]:
    """Everybody's strip, clockwise."""
    turn = position.turn if position.phase == "play" else None
    return tuple(
        Player(
            seat,
            position.players[seat.colour].held,
            position.players[seat.colour].deck,
            sum(position.players[seat.colour].discard.values()),
            start=position.start == seat.colour,
            turn=turn == seat.colour,
        )
        for seat in seats
    )


def trophies(position: Position, seats: Iterable[Seat]) -> Iterator[Trophies]:
    """What everybody has won, once it lies open (K-4)."""
    outcome = position.outcome()
    if outcome is None:
        return
    for seat in seats:
        won = sorted(
            position.players[seat.colour].won, key=lambda name: (SYMBOLS.index(symbol_of(name)), name)
        )
        yield Trophies(
            seat,
            outcome.scores[seat.colour],
            tuple(Trophy(symbol_of(name), value_of(name)) for name in won),
            seat.colour in outcome.winners,
        )


def round_of(position: Position, words: Translator) -> tuple[int, int, str]:
    """Which round, of how many, and the same in words."""
    return (
        position.round,
        MATERIAL["rounds"],
        words.gettext("Round {round}", round=position.round),
    )
