"""Who stands where on a tile: a pure count, the heart of the evaluation (L-3.3 to L-3.7, L-3.11)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


def most(stones: Mapping[str, int]) -> tuple[str, ...]:
    """Those with the most stones, the neutral among them; nobody where no stone lies."""
    if not stones:
        return ()
    top = max(stones.values())
    return tuple([who for who, count in stones.items() if count == top and top])


class Ranking(Struct, frozen=True):
    """`first`: those who count as having most (one: alone). `next`: those with the highest count after them."""

    first: tuple[str, ...]
    next: tuple[str, ...]

    @property
    def alone(self) -> str | None:
        """The one with most, if it is one."""
        return self.first[0] if len(self.first) == 1 else None


def ranking(stones: Mapping[str, int], favoured: str | None, tied_may_be_second: bool = True) -> Ranking:
    """The ranking on a tile. `favoured` used "once first" and counts as first alone; the others he
    tied with rank next (L-3.3), unless the table plays that they do not (OPTION once-first-second)."""
    first = most(stones)
    if favoured is not None:
        tied = tuple(who for who in first if who != favoured)
        return Ranking((favoured,), tied if tied_may_be_second else ())
    if len(first) == len(stones):
        return Ranking(first, ())
    return Ranking(first, most({who: count for who, count in stones.items() if who not in first}))
