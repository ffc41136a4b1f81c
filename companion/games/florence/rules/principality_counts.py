"""The numbers of a principality that bonus cards, prestige cards and works refer to."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from companion.games.florence.rules.edition import BUILDINGS_BY_SIZE, FREEDOMS, LANDSCAPES
from companion.games.florence.rules.grid_geometry import GRID_SIZE, PALAZZO_SQUARES
from companion.games.florence.rules.state import PlayerState, tile_counts
from companion.rules.multiset import Multiset

BUILDABLE_SQUARES = GRID_SIZE * GRID_SIZE - PALAZZO_SQUARES.bit_count()
"""How many squares can be covered; the palazzo stands on the others (P-M2)."""


class PrincipalityCounts(Struct, frozen=True, gc=False):
    """What one player has, in numbers.

    `landscapes` are those on the grid; `works_on_table` counts professions and recruiting cards that lie face
    up, `recruiting_cards` those still in hand, and `empty_squares` the squares that nothing covers.
    """

    buildings: frozenset[str] = frozenset()
    landscapes: Multiset = {}
    freedoms: frozenset[str] = frozenset()
    jesters: int = 0
    builders: int = 0
    prestige_cards: int = 0
    professions_in_hand: int = 0
    works_on_table: int = 0
    recruiting_cards: int = 0
    empty_squares: int = BUILDABLE_SQUARES


def count_principality(player: PlayerState) -> PrincipalityCounts:
    """The counts of a player; unknown cards count like all others."""
    tiles = tile_counts(player.grid)
    covered = sum([tile.squares.bit_count() for tile in player.grid])
    return PrincipalityCounts(
        buildings=frozenset(tiles).difference(LANDSCAPES),
        landscapes={kind: tiles[kind] for kind in LANDSCAPES if kind in tiles},
        freedoms=frozenset(player.freedoms),
        jesters=player.jesters,
        builders=player.builders,
        prestige_cards=sum(player.prestige.values()),
        professions_in_hand=sum(player.hand.values()),
        works_on_table=len(player.table),
        recruiting_cards=player.recruiting,
        empty_squares=BUILDABLE_SQUARES - covered,
    )


def count_of(counts: PrincipalityCounts, thing: str) -> int:
    """How many the player has of a thing that the data file's cards name, such as `large-building`."""
    return COUNTER_BY_THING[thing](counts)


def _of_size(size: str) -> Callable[[PrincipalityCounts], int]:
    names = frozenset(BUILDINGS_BY_SIZE[size])
    return lambda who: len(who.buildings & names)


def _of_landscape(kind: str) -> Callable[[PrincipalityCounts], int]:
    return lambda who: who.landscapes.get(kind, 0)


def _of_freedom(freedom: str) -> Callable[[PrincipalityCounts], int]:
    return lambda who: int(freedom in who.freedoms)


COUNTER_BY_THING: Mapping[str, Callable[[PrincipalityCounts], int]] = {
    "building": lambda who: len(who.buildings),
    **{f"{size}-building": _of_size(size) for size in BUILDINGS_BY_SIZE},
    "landscape": lambda who: sum(who.landscapes.values()),
    **{kind: _of_landscape(kind) for kind in LANDSCAPES},
    "freedom": lambda who: len(who.freedoms),
    **{freedom: _of_freedom(freedom) for freedom in FREEDOMS},
    "jester": lambda who: who.jesters,
    "builder": lambda who: who.builders,
    "prestige-card": lambda who: who.prestige_cards,
    # recruiting cards count, too (P-B2)
    "profession-in-hand": lambda who: who.professions_in_hand + who.recruiting_cards,
    "work": lambda who: who.works_on_table,  # and so do those on the table (P-E1)
    "empty-square": lambda who: who.empty_squares,
}
"""Thing -> how to count it; the palazzo is no building (P-M2)."""
