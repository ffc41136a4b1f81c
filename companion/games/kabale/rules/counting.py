"""The final count of one player's objectives, both ways (K-4.1)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from companion.games.kabale.rules.printed import SYMBOLS, symbol_of, value_of

DOUBLED = 2
FOR_EVERY_OTHER = 1


class Count(Struct, frozen=True):
    """Both ways of counting. plain: the sum. best: the six that may be doubled, none without all symbols.
    others: how many there are besides them. doubled: twice the six, less 1 for each other; None without all symbols."""

    plain: int
    best: tuple[str, ...] = ()
    others: int = 0
    doubled: int | None = None

    @property
    def points(self) -> int:
        """The better of the two."""
        return self.plain if self.doubled is None else max(self.plain, self.doubled)


def count(won: Iterable[str]) -> Count:
    """What those objectives are worth; the best six are doubled (RULING)."""
    objectives = sorted(won, key=value_of)
    plain = sum(map(value_of, objectives))
    best = {symbol_of(objective): objective for objective in objectives}  # the last, so the highest, of each
    if len(best) < len(SYMBOLS):
        return Count(plain)
    six = tuple(best[symbol] for symbol in SYMBOLS)
    others = len(objectives) - len(six)
    doubled = DOUBLED * sum(map(value_of, six)) - FOR_EVERY_OTHER * others
    return Count(plain, six, others, doubled)
