"""How it stands in Kabale und Hiebe: before the end only that what was won lies face down, then how it was counted."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.games.kabale.rules.counting import Count as Counting
from companion.games.kabale.rules.counting import count
from companion.games.kabale.rules.printed import SYMBOLS, symbol_of, value_of
from companion.games.kabale.screen.lying import table_of
from companion.games.kabale.voice import names
from companion.screen.asides import ENDING, Line, Listing, Standing
from companion.screen.scene import Scene
from companion.screen.views import Choice, Count, Rank
from companion.voice.ranking import points


def rank(scene: Scene, who: str, counted: Counting) -> Rank:
    """A player's points, how they were counted in short, and the way to his ledger."""
    won = table_of(scene.now).players[who].won
    thing = f"ledger/{who}"
    if counted.doubled is None or counted.doubled <= counted.plain:
        values = dict.fromkeys(SYMBOLS, 0)
        for name in won:
            values[symbol_of(name)] += value_of(name)
        parts = tuple(Count(symbol, value) for symbol, value in values.items() if value)
        return Rank(1, scene.seat(who), counted.points, parts, "", thing)
    six = sum(map(value_of, counted.best))
    note = f"2 × {six} − {counted.others}" if counted.others else f"2 × {six}"
    return Rank(1, scene.seat(who), counted.points, (Count("doubled", counted.points),), note, thing)


def ranked(ranks: Sequence[Rank]) -> tuple[Rank, ...]:
    """Those with their places, most points first; as many points share a place (K-4.2)."""
    return tuple(
        replace(each, place=1 + sum(other.points > each.points for other in ranks))
        for each in sorted(ranks, key=lambda each: -each.points)
    )


def standing(scene: Scene) -> Standing:
    """How it ended; before that how many objectives everybody has face down."""
    position, words = table_of(scene.now), scene.voice.words
    outcome = position.outcome()
    if outcome is None:
        note = words.gettext("What was won lies face down until the end.")
        held = {seat: len(position.players[seat.colour].won) for seat in scene.now.setup.seats}
        ranks = tuple(Rank(0, seat, won, (Count("objective", won),)) for seat, won in held.items())
        return Standing(words.gettext("Objectives won"), ranks, note, "objective")
    ranks = ranked([rank(scene, who, count(player.won)) for who, player in position.players.items()])
    who = words.players(outcome.winners)
    if outcome.decided_by == "points":
        title, note = words.gettext("{who} wins", who=who), ""
    else:
        title = words.gettext("{who} share the win", who=who)
        note = words.gettext("Tied on points.")
    ending = Choice(ENDING, words.gettext("Objectives"), "objective")
    return Standing(title, ranks, note, "rook", True, ending)


def ledger_of(who: str, scene: Scene) -> Listing:
    """Where a player's points come from, one line an objective; nothing before the end (K-3.8)."""
    position, words = table_of(scene.now), scene.voice.words
    title = words.gettext("{who}: where the points come from", who=words.player(who))
    if position.outcome() is None:
        return Listing(title, (), words.gettext("What was won lies face down until the end."), who)
    won = position.players[who].won
    counted = count(won)
    doubled = counted.doubled is not None and counted.doubled > counted.plain
    best = list(counted.best) if doubled else []
    lines = []
    for name in sorted(won, key=lambda name: (SYMBOLS.index(symbol_of(name)), -value_of(name))):
        said = names.objective(words, name)
        if name in best:
            best.remove(name)
            said, worth = words.gettext("{objective}, doubled", objective=said), 2 * value_of(name)
        elif doubled:
            said, worth = words.gettext("{objective}, besides the six", objective=said), -1
        else:
            worth = value_of(name)
        number = f"{worth:+d}".replace("-", "−")
        lines.append(Line(said[:1].upper() + said[1:], symbol_of(name), number))
    empty = "" if won else words.gettext("No points yet.")
    return Listing(title, tuple(lines), empty, who, points(words, counted.points))
