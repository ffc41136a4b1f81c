"""A principality by numbers: what bonus cards, prestige cards and works ask about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from msgspec import Struct

from companion.games.florence.rules.grid import PALAZZO, SIZE
from companion.games.florence.rules.printed import FREEDOMS, LANDSCAPES, SIZES
from companion.games.florence.rules.state import Player
from companion.rules.multiset import Multiset

SQUARES = SIZE * SIZE - PALAZZO.bit_count()
"""Squares that can be covered: the palazzo stands on the others (P-M2)."""


class Principality(Struct, frozen=True, gc=False):
    """What one player has, by numbers.

    landscapes: those that lie on his grid. prestige: cards kept. hand: professions. table: professions and recruiting
    cards that lie there face up. recruiting: cards still in hand. empty: squares nothing covers.
    """

    buildings: frozenset[str] = frozenset()
    landscapes: Multiset = {}
    freedoms: frozenset[str] = frozenset()
    jesters: int = 0
    builders: int = 0
    prestige: int = 0
    hand: int = 0
    table: int = 0
    recruiting: int = 0
    empty: int = SQUARES


def principality(player: Player) -> Principality:
    """A player's principality; cards that nobody saw count like all others."""
    tiles = Counter(tile.name for tile in player.grid)
    covered = sum(tile.squares.bit_count() for tile in player.grid)
    return Principality(
        buildings=frozenset(tiles).difference(LANDSCAPES),
        landscapes={kind: tiles[kind] for kind in LANDSCAPES if tiles[kind]},
        freedoms=frozenset(player.freedoms),
        jesters=player.jesters,
        builders=player.builders,
        prestige=sum(player.prestige.values()),
        hand=sum(player.hand.values()),
        table=len(player.table),
        recruiting=player.recruiting,
        empty=SQUARES - covered,
    )


def number(who: Principality, thing: str) -> int:
    """How many he has of a thing that the data file's cards name, such as `lake` or `large-building`."""
    return THINGS[thing](who)


def _of_size(size: str) -> Callable[[Principality], int]:
    names = frozenset(SIZES[size])
    return lambda who: len(who.buildings & names)


def _of_landscape(kind: str) -> Callable[[Principality], int]:
    return lambda who: who.landscapes.get(kind, 0)


def _of_freedom(freedom: str) -> Callable[[Principality], int]:
    return lambda who: int(freedom in who.freedoms)


THINGS: Mapping[str, Callable[[Principality], int]] = {
    "building": lambda who: len(who.buildings),
    **{f"{size}-building": _of_size(size) for size in SIZES},
    "landscape": lambda who: sum(who.landscapes.values()),
    **{kind: _of_landscape(kind) for kind in LANDSCAPES},
    "freedom": lambda who: len(who.freedoms),
    **{freedom: _of_freedom(freedom) for freedom in FREEDOMS},
    "jester": lambda who: who.jesters,
    "builder": lambda who: who.builders,
    "prestige-card": lambda who: who.prestige,
    "profession-in-hand": lambda who: who.hand + who.recruiting,  # recruiting cards here too (P-B2)
    "work": lambda who: who.table,  # recruiting cards on the table are works (P-E1)
    "empty-square": lambda who: who.empty,
}
"""What is counted, and how; the palazzo is no building (P-M2)."""
