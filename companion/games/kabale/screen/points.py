"""How it stands in Kabale und Hiebe: before the end only that what was won lies face down, then how it was counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.kabale.rules.counting import Count as Counting
from companion.games.kabale.rules.counting import count
from companion.games.kabale.rules.printed import SYMBOLS, symbol_of, value_of
from companion.games.kabale.screen.lying import table_of
from companion.games.kabale.voice import names
from companion.screen.asides import ENDING
from companion.screen.presenters import standing as house
from companion.screen.presenters.moment import capital
from companion.screen.reports import Line, Points, Report, listing
from companion.screen.scene import Scene
from companion.screen.views import Choice, Count, Rank
from companion.voice.translator import Translator


def doubles(counted: Counting) -> bool:
    """Whether six doubled count more than all added up."""
    return counted.doubled is not None and counted.doubled > counted.plain


def ranks(scene: Scene, counts: Mapping[str, Counting]) -> tuple[Rank, ...]:
    """Those with their places, most points first, and how they were counted in short (K-4.2)."""
    players = table_of(scene.now).players

    def parts(who: str) -> Iterator[Count]:
        if doubles(counts[who]):
            yield Count("doubled", counts[who].points)
            return
        for symbol in SYMBOLS:
            yield Count(symbol, sum(value_of(name) for name in players[who].won if symbol_of(name) == symbol))

    def note(who: str) -> str:
        six, others = sum(map(value_of, counts[who].best)), counts[who].others
        if not doubles(counts[who]):
            return ""
        return f"2 × {six} − {others}" if others else f"2 × {six}"

    return house.ranked(scene, {who: each.points for who, each in counts.items()}, parts=parts, note=note)


def standing(scene: Scene) -> Report:
    """How it ended; before that how many objectives everybody has face down."""
    position, words = table_of(scene.now), scene.voice.translator
    if position.outcome() is None:
        held = {seat: len(position.players[seat.colour].won) for seat in scene.now.setup.seats}
        ranking = tuple(Rank(0, seat, won, (Count("objective", won),)) for seat, won in held.items())
        return Report(words.gettext("Objectives won"), (Points(ranking),), (), _face_down(words), "objective")
    ranking = ranks(scene, {who: count(player.won) for who, player in position.players.items()})
    ending = Choice(ENDING, words.gettext("Objectives"), "objective")
    return house.standing(scene, ranking, "kabale", ending, {"shared": words.gettext("Tied on points.")})


def _face_down(words: Translator) -> str:
    return words.gettext("What was won lies face down until the end.")


def ledger_of(who: str, scene: Scene) -> Report:
    """Where a player's points come from, one line an objective; nothing before the end (K-3.8)."""
    position, words = table_of(scene.now), scene.voice.translator
    if position.outcome() is None:
        title = words.gettext("{who}: where the points come from", who=words.player_name(who))
        return listing(title, (), _face_down(words), who)
    counted = count(position.players[who].won)
    doubled = doubles(counted)
    best = list(counted.best) if doubled else []
    lines = []
    for name in sorted(
        position.players[who].won, key=lambda name: (SYMBOLS.index(symbol_of(name)), -value_of(name))
    ):
        said, worth = names.objective(words, name), value_of(name)
        if name in best:
            best.remove(name)
            said, worth = words.gettext("{objective}, doubled", objective=said), 2 * worth
        elif doubled:
            said, worth = words.gettext("{objective}, besides the six", objective=said), -1
        lines.append(Line(capital(said), symbol_of(name), house.signed(worth)))
    return house.book(who, scene, lines, counted.points)
