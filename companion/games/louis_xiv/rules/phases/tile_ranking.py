"""Who stands where on a tile: a pure count, the heart of the evaluation (L-3.3 to L-3.7, L-3.11)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


def players_with_most(stones: Mapping[str, int]) -> tuple[str, ...]:
    """Those with the most stones, the neutral among them; nobody where no stone lies."""
    if not stones:
        return ()
    top = max(stones.values())
    return tuple([who for who, count in stones.items() if count == top and top])


class TileRanking(Struct, frozen=True):
    """`leaders`: those who count as having most (one: alone). `runners_up`: those with the highest count after them."""

    leaders: tuple[str, ...]
    runners_up: tuple[str, ...]

    @property
    def sole_leader(self) -> str | None:
        """The one with most, if it is one."""
        return self.leaders[0] if len(self.leaders) == 1 else None


def rank_tile(
    stones: Mapping[str, int], favoured: str | None, tied_may_be_second: bool = True
) -> TileRanking:
    """The ranking on a tile. `favoured` used "once first" and counts as first alone; the others he
    tied with rank next (L-3.3), unless the table plays that they do not (OPTION once-first-second)."""
    first = players_with_most(stones)
    if favoured is not None:
        tied = tuple(who for who in first if who != favoured)
        return TileRanking((favoured,), tied if tied_may_be_second else ())
    if len(first) == len(stones):
        return TileRanking(first, ())
    return TileRanking(
        first, players_with_most({who: count for who, count in stones.items() if who not in first})
    )
