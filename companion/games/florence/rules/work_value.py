"""The value of a work, line by line (P-B2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.games.florence.rules.edition import EDITION_DATA, WANTS_BY_PROFESSION
from companion.games.florence.rules.principality_counts import PrincipalityCounts, count_of
from companion.games.florence.rules.state import Grid, PlayerState, tile_counts

VALUE_BY_WANT: Mapping[str, int] = {
    what: points for what, points in EDITION_DATA["work"].items() if what != "source"
}
"""What the worker wants -> how much it adds to the work (P-B2)."""


class BonusCard(Struct, frozen=True, forbid_unknown_fields=True):
    """What a bonus card adds: `points` for each thing in `each`, and for each kind in `once` present."""

    points: int
    each: tuple[str, ...] = ()
    once: tuple[str, ...] = ()

    def count_for(self, who: PrincipalityCounts) -> int:
        """How many things that the card counts the player has."""
        return sum([count_of(who, thing) for thing in self.each]) + sum(
            [count_of(who, thing) > 0 for thing in self.once]
        )


BONUS_CARDS: Mapping[str, BonusCard] = {
    name: msgspec.convert(card, BonusCard) for name, card in EDITION_DATA["bonus"].items() if name != "source"
}


class ValueLine(Struct, frozen=True, gc=False):
    """A line of a work's value.

    `what` is `building`, `landscape`, `freedom`, `jesters`, `professions` or a bonus card; `points` may be 0.
    """

    what: str
    points: int
    clause: str


class WorkValue(Struct, frozen=True, gc=False):
    """The value of a work; lines without points are included."""

    lines: tuple[ValueLine, ...]

    @property
    def total(self) -> int:
        """The sum of the lines."""
        return sum(line.points for line in self.lines)


def itemised_work_value(
    counts: PrincipalityCounts, profession: str, bonus_cards: Sequence[str] = ()
) -> WorkValue:
    """The value of a work (P-B2).

    `counts` are those before the work, with the worker still in hand; `bonus_cards` are played with it.
    """
    done = with_worker_on_table(counts)
    lines = {
        **counted_value_by_want(done, profession),
        **{card: bonus_card_value(done, card) for card in bonus_cards},
    }
    return WorkValue(tuple(ValueLine(what, points, "P-B2") for what, points in lines.items()))


def with_worker_on_table(counts: PrincipalityCounts) -> PrincipalityCounts:
    """The counts with the worker on the table, as bonus cards count them."""
    return replace(
        counts, professions_in_hand=counts.professions_in_hand - 1, works_on_table=counts.works_on_table + 1
    )


def counted_value_by_want(counts: PrincipalityCounts, profession: str) -> Mapping[str, int]:
    """What the worker's wants give (P-B2).

    Each thing it wants counts once; jesters, professions and recruiting cards on the table count each.
    """
    wants = WANTS_BY_PROFESSION[profession]
    return {
        "building": VALUE_BY_WANT["building"] * (wants.building in counts.buildings),
        "landscape": VALUE_BY_WANT["landscape"] * (count_of(counts, wants.landscape) > 0),
        "freedom": VALUE_BY_WANT["freedom"] * (wants.freedom in counts.freedoms),
        "jesters": VALUE_BY_WANT["jester"] * counts.jesters,
        "professions": VALUE_BY_WANT["profession"] * (counts.professions_in_hand + counts.works_on_table),
    }


def work_value_by_profession(player: PlayerState) -> Mapping[str, int]:
    """What a work of each profession is worth without bonus cards, the worker in the player's hand (P-B2)."""
    common = VALUE_BY_WANT["jester"] * player.jesters + VALUE_BY_WANT["profession"] * (
        sum(player.hand.values()) + len(player.table)
    )
    return _value_by_profession(player.grid, player.freedoms, common)


@lru_cache(maxsize=128)
def _value_by_profession(grid: Grid, freedoms: tuple[str, ...], common: int) -> Mapping[str, int]:
    tiles = tile_counts(grid)
    return {
        profession: common
        + VALUE_BY_WANT["building"] * (wants.building in tiles)
        + VALUE_BY_WANT["landscape"] * (wants.landscape in tiles)
        + VALUE_BY_WANT["freedom"] * (wants.freedom in freedoms)
        for profession, wants in WANTS_BY_PROFESSION.items()
    }


def bonus_card_value(counts: PrincipalityCounts, card: str) -> int:
    """How much a bonus card adds to a work whose worker lies on the table (P-B2)."""
    return BONUS_CARDS[card].points * BONUS_CARDS[card].count_for(counts)
