"""Everything wrong with a position at once, as for one entered by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from companion.games.florence.rules.awaited import wrong_agenda
from companion.games.florence.rules.grid import PALAZZO, edge
from companion.games.florence.rules.layout import TOO_MANY, TWICE, box, layout
from companion.games.florence.rules.pieces import RECRUITING
from companion.games.florence.rules.placing import MAY_TOUCH
from companion.games.florence.rules.printed import (
    BONUS,
    BUILDINGS,
    FREEDOMS,
    KINDS,
    LANDSCAPES,
    MATERIAL,
    POINTS,
    PRESTIGE,
    PROFESSIONS,
)
from companion.games.florence.rules.state import Player, Table
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.layout import inventory_faults
from companion.rules.moves import UNKNOWN

SEATS = declare_clause("P-M1", "seats", "players", "seats")
START = declare_clause("P-B9", "start", "start")
ROUND = declare_clause("P-B9", "no-such-round", "round")
UNKNOWN_NAME = declare_clause("P-M1", "unknown-name", "path", "name")
NEGATIVE = declare_clause("P-M1", "negative", "path", "number")
WHOLE_NOTES = declare_clause("P-M1", "whole-notes", "path", "number")
BUILDERS = declare_clause("P-A3", "builders", "who", "number")
SAME_BUILDING = declare_clause("P-B4", "same-building", "who", "building")
LIE_OVER = declare_clause("P-B4", "lie-over", "who", "one", "other")
LIE_TOUCHING = declare_clause("P-B4", "lie-touching", "who", "one", "other")
GONE = declare_clause("P-2.1", "gone", "what", "number")
UNSHOWN = declare_clause("P-E1", "unshown", "who")


def faults(position: Table) -> tuple[Refusal, ...]:
    """All of them; none: the position may stand on a table."""
    found = (*_seats(position), *_round(position), *_names(position), *_numbers(position))
    if found:
        return found  # what follows counts names and looks for whom the table waits
    return (*_box(position), *_grids(position), *_phase(position), *wrong_agenda(position))


# -- who and when


def _seats(position: Table) -> Iterator[Refusal]:
    if set(position.players) != set(position.house.seats):
        yield SEATS(" ".join(sorted(position.players)), " ".join(sorted(position.house.seats)))
    elif position.start not in position.players:
        yield START(position.start)


def _round(position: Table) -> Iterator[Refusal]:
    last = MATERIAL["rounds"]
    if not 1 <= position.round <= last or (position.phase in ("final", "over") and position.round != last):
        yield ROUND(position.round)


# -- names and numbers


def _names(position: Table) -> Iterator[Refusal]:
    for who, player in position.players.items():
        for part, names, known in _named(player):
            for name in names:
                if name not in known:
                    yield UNKNOWN_NAME(f"/players/{who}/{part}", name)
    for kind in position.gone:
        if kind not in KINDS:
            yield UNKNOWN_NAME("/gone", kind)


def _named(player: Player) -> Iterator[tuple[str, Iterable[str], Iterable[str]]]:
    """Where names stand, and what may stand there."""
    yield "hand", player.hand, (*PROFESSIONS, UNKNOWN)
    yield "table", player.table, (*PROFESSIONS, RECRUITING)
    yield "bonus", player.bonus, (*BONUS, UNKNOWN)
    yield "used", player.used, BONUS
    yield "prestige", player.prestige, (*PRESTIGE, UNKNOWN)
    yield "freedoms", player.freedoms, FREEDOMS
    yield "won", (won.kind for won in player.won), KINDS


def _numbers(position: Table) -> Iterator[Refusal]:
    for path, number in _each_number(position):
        if number < 0:
            yield NEGATIVE(path, number)
    for who, player in position.players.items():
        prices = [won.price for won in player.won]
        for part, florins in (("money", (player.money,)), ("won", prices)):
            for each in florins:
                if each % POINTS["florins"]:
                    yield WHOLE_NOTES(f"/players/{who}/{part}", each)
        aside = position.house.two and any(won.kind == "builder" for won in player.won)  # he may keep it
        if player.points > POINTS["most"]:
            yield TOO_MANY("points", player.points, POINTS["most"])
        if player.builders + aside > MATERIAL["builders-most"]:
            yield BUILDERS(who, player.builders + aside)


def _each_number(position: Table) -> Iterator[tuple[str, int]]:
    for who, player in position.players.items():
        path = f"/players/{who}"
        for part in ("money", "points", "builders", "jesters", "recruiting", "best"):
            yield f"{path}/{part}", getattr(player, part)
        for part in ("hand", "bonus", "prestige"):
            yield from ((f"{path}/{part}/{name}", n) for name, n in getattr(player, part).items())
    yield from ((f"/gone/{kind}", number) for kind, number in position.gone.items())


# -- P-M1


def _box(position: Table) -> Iterator[Refusal]:
    """No more of anything than there is, then: no card twice, and no freedom for one player."""
    found = tuple(inventory_faults(box(position.house.seats), layout(position)))
    yield from sorted(found, key=lambda refusal: refusal.clause is TWICE)
    for player in position.players.values():
        yield from (TWICE(name) for name, number in Counter(player.freedoms).items() if number > 1)


# -- P-A4, P-B4


def _grids(position: Table) -> Iterator[Refusal]:
    for who, player in position.players.items():
        lying = (("palazzo", PALAZZO), *((tile.name, tile.squares) for tile in player.grid))
        built = Counter(tile.name for tile in player.grid if tile.name in BUILDINGS)
        yield from (SAME_BUILDING(who, name) for name, number in built.items() if number > 1)
        for (one, squares), (other, others) in combinations(lying, 2):
            if squares & others:
                yield LIE_OVER(who, one, other)
            elif (
                player.builders < MAY_TOUCH
                and edge(squares) & others
                and not {one, other}.intersection(LANDSCAPES)
            ):
                yield LIE_TOUCHING(who, one, other)


# -- P-2.1, P-E1


def _phase(position: Table) -> Iterator[Refusal]:
    if not position.house.two:
        yield from (GONE(kind, number) for kind, number in position.gone.items())
    if position.phase == "over":
        yield from (UNSHOWN(who) for who, player in position.players.items() if UNKNOWN in player.prestige)
