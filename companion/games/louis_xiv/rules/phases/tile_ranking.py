"""The ranking of players on a tile by their stones (L-3.3 to L-3.7, L-3.11)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct


def players_with_most(stones: Mapping[str, int]) -> tuple[str, ...]:
    """The colours with most stones, the neutral one among them; empty where no stone lies."""
    if not stones:
        return ()
    top = max(stones.values())
    return tuple([who for who, count in stones.items() if count == top]) if top else ()


class TileRanking(Struct, frozen=True):
    """`leaders` count as having most (one: alone); `runners_up` have the next highest count."""

    leaders: tuple[str, ...]
    runners_up: tuple[str, ...]

    @property
    def sole_leader(self) -> str | None:
        """The only leader; None where several are tied or nobody has stones."""
        return self.leaders[0] if len(self.leaders) == 1 else None


def rank_tile(
    stones: Mapping[str, int], favoured: str | None, tied_may_be_second: bool = True
) -> TileRanking:
    """The ranking on a tile.

    `favoured` is the player who used "once first" and counts as sole leader; those tied with them rank next
    (L-3.3), unless the table plays that they do not (OPTION once-first-second).
    """
    return _rank_tile(tuple(stones.items()), favoured, tied_may_be_second)


@lru_cache(maxsize=4096)  # there are few stones on a tile, and the same ones again and again
def _rank_tile(
    stones_by_player: tuple[tuple[str, int], ...], favoured: str | None, tied_may_be_second: bool
) -> TileRanking:
    stones = dict(stones_by_player)
    first = players_with_most(stones)
    if favoured is not None:
        tied = tuple(who for who in first if who != favoured)
        return TileRanking((favoured,), tied if tied_may_be_second else ())
    if len(first) == len(stones):
        return TileRanking(first, ())
    return TileRanking(
        first, players_with_most({who: count for who, count in stones.items() if who not in first})
    )
